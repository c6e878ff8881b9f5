import { useState } from 'preact/hooks';
import { usePage } from '../../data/context.ts';
import { Fault } from '../../shell/boundary.tsx';
import type { Draft } from './draft.ts';
import { OutcomeView, type ScoredOutcome } from './outcome.tsx';
import { parseFields, RowFields } from './row.tsx';

const EXAMPLE = '{\n  "prompt": [{"role": "user", "content": "6*3?"}],\n  "expected_result": 18\n}';

/** One call of a reward function. */
export const ScoreForm = ({ module, draft }: { module: string; draft: Draft | undefined }) => {
  const { source } = usePage();
  const drafted = draft?.completion;
  const [completion, setCompletion] = useState(
    drafted === undefined ? '' : typeof drafted === 'string' ? drafted : JSON.stringify(drafted),
  );
  const [fields, setFields] = useState(draft === undefined ? EXAMPLE : JSON.stringify(draft.kwargs, null, 2));
  const [isRunning, setRunning] = useState(false);
  const [answer, setAnswer] = useState<{ outcome?: ScoredOutcome; error?: unknown }>({});
  const parsed = parseFields(fields);
  const run = () => {
    if ('fault' in parsed || isRunning) return;
    setRunning(true);
    // Without a step, so that it is counted for none.
    source
      .send<ScoredOutcome>(
        'POST',
        'v1/score',
        `{"module":${JSON.stringify(module)},"completion":${JSON.stringify(completion)},"kwargs":${parsed.fields}}`,
      )
      .then(
        (outcome) => setAnswer({ outcome }),
        (error) => setAnswer({ error }),
      )
      .finally(() => setRunning(false));
  };
  return (
    <form
      class="try"
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) run();
      }}
    >
      <div class="inputs">
        <label class="field">
          <span class="label">Completion</span>
          <textarea
            rows={12}
            spellcheck={false}
            placeholder="What the model would write"
            value={completion}
            onInput={(event) => setCompletion(event.currentTarget.value)}
          />
        </label>
        <RowFields text={fields} set={setFields} />
      </div>
      <div class="actions">
        <button type="submit" class="main" disabled={isRunning || 'fault' in parsed}>
          {isRunning ? 'Running …' : 'Run'}
        </button>
        <span class="hint">Ctrl + Enter</span>
      </div>
      {answer.error != null && <Fault error={answer.error} />}
      {answer.outcome !== undefined && <OutcomeView outcome={answer.outcome} />}
    </form>
  );
};
