/** The fields of a row: chosen among rows that are known, or written. */
import { usePage } from '../../data/context.ts';
import { useStep, useStepNumbers } from '../../data/steps.ts';
import { PromptRows } from './prompt-rows.tsx';

interface KnownRow {
  name: string;
  kwargs: unknown;
}

const named = (line: number | null, prompt: string | null): string =>
  `${line === null ? '' : `line ${line}: `}${(prompt ?? 'no prompt').replaceAll(/\s+/g, ' ').slice(0, 70)}`;

/** Rows of the samples of the latest step. */
const useKnownRows = (): KnownRow[] => {
  const { shown } = usePage();
  const { value: numbers } = useStepNumbers(shown);
  const { value: step } = useStep(shown, numbers?.steps.at(-1), '');
  const rows =
    step === undefined ? [] : [...step.samples.random, ...step.samples.highest, ...step.samples.lowest];
  const seen = new Set<string>();
  return rows.flatMap(({ again, line, prompt }) => {
    const kwargs = again?.request?.body.kwargs;
    const key = JSON.stringify(kwargs);
    if (kwargs === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ name: named(line, prompt), kwargs }];
  });
};

/** @returns the fields as JSON text, which numbers go through as they are written, or what is wrong with it */
export const parseFields = (text: string): { fields: string } | { fault: string } => {
  if (text.trim() === '') return { fields: '{}' };
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { fields: text };
    return { fault: 'Fields are an object, such as {"expected_result": 18}.' };
  } catch (error) {
    return { fault: `Malformed JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
};

interface RowFieldsProps {
  text: string;
  set: (text: string) => void;
}

export const RowFields = ({ text, set }: RowFieldsProps) => {
  const { shown } = usePage();
  const rows = useKnownRows();
  const parsed = parseFields(text);
  return (
    <div class="row-fields">
      {shown?.run.has.prompts === true && <PromptRows run={shown.run} choose={set} />}
      {shown?.run.has.prompts !== true && rows.length > 0 && (
        <label class="field">
          <span class="label">Row</span>
          <select
            onChange={(event) => {
              const row = rows[Number(event.currentTarget.value)];
              if (row !== undefined) set(JSON.stringify(row.kwargs, null, 2));
            }}
          >
            <option value="">choose a row …</option>
            {rows.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label class="field">
        <span class="label">Fields of the row (JSON)</span>
        <textarea
          rows={8}
          spellcheck={false}
          value={text}
          aria-invalid={'fault' in parsed}
          onInput={(event) => set(event.currentTarget.value)}
        />
      </label>
      {'fault' in parsed && (
        <p class="wrong" role="alert">
          {parsed.fault}
        </p>
      )}
    </div>
  );
};
