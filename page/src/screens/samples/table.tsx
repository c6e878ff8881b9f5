/** Calls of one step: a row each, which opens to all that is known of it. */
import { formatMs, formatNumber } from '../../../../src/formats/text/numbers.ts';
import type { Row } from '../../data/types.ts';
import { Copy, copyAsJson } from '../../parts/copy.tsx';
import { type Chosen, useInSight } from '../../parts/rows.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { Line, Text } from '../../parts/text.tsx';
import { useKeys } from '../../state/keys.ts';
import { ChangeLink } from '../try/change-link.tsx';

const CLIPPED = 260;

/** `3 of 4,000` characters: what is kept of a long text. */
const cutNote = (text: string | null, chars: number): string =>
  text !== null && chars > text.length ? ` (${chars.toLocaleString('en')} characters, cut)` : '';

export const lineText = ({ line, completion_line, id, at }: Row): string =>
  [
    line === null ? undefined : `line ${line}`,
    completion_line === null ? undefined : `completion ${completion_line}`,
    id === null ? undefined : `id ${id}`,
    at === null ? undefined : `turn ${at}`,
  ]
    .filter((part) => part !== undefined)
    .join(', ') || '–';

const Cell = ({ text }: { text: string | null }) =>
  text === null ? (
    <span class="nothing">none</span>
  ) : text === '' ? (
    <span class="nothing">(empty)</span>
  ) : (
    <Line text={text} limit={CLIPPED} />
  );

interface RowsProps {
  rows: readonly Row[];
  chosen: Chosen;
  caption: string;
  valueName: string | null;
}

export const SampleRows = ({ rows, chosen, caption, valueName }: RowsProps) => (
  <table class="samples">
    <caption class="only-read">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">Prompt</th>
        <th scope="col">Completion</th>
        {valueName !== null && (
          <th scope="col" class="value">
            <Line text={valueName} limit={40} />
          </th>
        )}
        <th scope="col" class="number">
          Reward
        </th>
        <th scope="col">Status</th>
        <th scope="col" class="number">
          Time
        </th>
        <th scope="col">Line</th>
      </tr>
    </thead>
    {rows.map((row, index) => (
      <SampleRow key={row.hash} row={row} index={index} chosen={chosen} valueName={valueName} />
    ))}
  </table>
);

const SampleRow = ({
  row,
  index,
  chosen,
  valueName,
}: {
  row: Row;
  index: number;
  chosen: Chosen;
  valueName: string | null;
}) => {
  const isOpen = chosen.index === index;
  const element = useInSight<HTMLTableSectionElement>(isOpen);
  const toggle = () => chosen.choose(isOpen ? -1 : index);
  return (
    <tbody ref={element} class={isOpen ? 'open' : undefined}>
      <tr onClick={(event) => (event.target as Element).closest('button, a') === null && toggle()}>
        <td class="prompt" data-label="Prompt">
          <button type="button" class="opener" aria-expanded={isOpen} onClick={toggle}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            <span class="clip">
              <Cell text={row.prompt} />
            </span>
          </button>
        </td>
        <td class="completion" data-label="Completion">
          <span class="clip">
            <Cell text={row.completion} />
          </span>
        </td>
        {valueName !== null && (
          <td class="value" data-label={valueName}>
            <span class="clip">
              <Cell text={row.value} />
            </span>
          </td>
        )}
        <td class="number" data-label="Reward">
          <b>{row.reward === null ? '–' : formatNumber(row.reward)}</b>
        </td>
        <td data-label="Status">
          <StatusMark status={row.status} />
        </td>
        <td class="number" data-label="Time">
          {formatMs(row.duration_ms)}
        </td>
        <td class="soft">
          <Line text={lineText(row)} limit={60} />
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={valueName === null ? 6 : 7}>
            <RowDetails row={row} valueName={valueName} />
          </td>
        </tr>
      )}
    </tbody>
  );
};

/** All that is known of one call. */
export const RowDetails = ({ row, valueName }: { row: Row; valueName: string | null }) => {
  useKeys({ c: () => void copyAsJson(row) });
  return (
    <div class="call">
      <div class="texts">
        <section aria-label="Prompt">
          <h3>Prompt{cutNote(row.prompt, row.prompt_chars)}</h3>
          <Text text={row.prompt ?? ''} label="Prompt" folded={2_000} isSaid />
        </section>
        <section aria-label="Completion">
          <h3>Completion{cutNote(row.completion, row.completion_chars)}</h3>
          <Text text={row.completion ?? ''} label="Completion" folded={2_000} isSaid />
        </section>
      </div>
      {row.error !== null && (
        <p class="error-line">
          <b>
            <Line text={row.error.type} />
          </b>{' '}
          <Line text={row.error.message} limit={500} />
        </p>
      )}
      {valueName !== null && row.value !== null && (
        <section aria-label={valueName}>
          <h3>
            <Line text={valueName} />
            {cutNote(row.value, row.value_chars)}
          </h3>
          <Text text={row.value} label="Value" />
        </section>
      )}
      <dl class="info">
        {Object.entries(row.info).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Line text={name} limit={60} />
            </dt>
            <dd>
              {typeof value === 'number' ? (
                formatNumber(value)
              ) : value === null ? (
                'NaN'
              ) : (
                <Line text={value} limit={160} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div class="actions">
        <Copy text={JSON.stringify(row, null, 2)} label="Copy JSON of this call">
          Copy JSON
        </Copy>
        <ChangeLink again={row.again} />
      </div>
    </div>
  );
};
