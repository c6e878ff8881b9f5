/** What a call came to. */
import { formatMs, formatNumber } from '../../../../src/formats/text/numbers.ts';
import { Copy } from '../../parts/copy.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { Line, Text } from '../../parts/text.tsx';

/** An answer of POST v1/score, as far as it is shown. */
export interface ScoredOutcome {
  status: string;
  reward: number | null;
  info: Record<string, number | string>;
  duration_ms: number;
  error?: { type: string; message: string; traceback?: string | null } | null;
  stack?: string | null;
  stdout?: string;
  stderr?: string;
  warnings?: string[];
}

export const OutcomeView = ({ outcome }: { outcome: ScoredOutcome }) => {
  const {
    status,
    reward,
    info,
    duration_ms,
    error,
    stack,
    stdout = '',
    stderr = '',
    warnings = [],
  } = outcome;
  return (
    <section class="outcome" aria-label="Outcome" aria-live="polite">
      <p class="outcome-line">
        <span class="reward">{reward === null ? '–' : formatNumber(reward)}</span>
        <StatusMark status={status} />
        <span class="soft">{formatMs(duration_ms)}</span>
        <Copy text={JSON.stringify(outcome, null, 2)} label="Copy JSON of the outcome">
          Copy JSON
        </Copy>
      </p>
      {error != null && (
        <p class="error-line">
          <b>
            <Line text={error.type} />
          </b>{' '}
          <Line text={error.message} limit={500} />
        </p>
      )}
      <dl class="info">
        {Object.entries(info ?? {}).map(([name, value]) => (
          <div key={name}>
            <dt>
              <Line text={name} limit={60} />
            </dt>
            <dd>{typeof value === 'number' ? formatNumber(value) : <Line text={value} limit={300} />}</dd>
          </div>
        ))}
      </dl>
      {warnings.length > 0 && (
        <ul class="warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <Line text={warning} limit={300} />
            </li>
          ))}
        </ul>
      )}
      {stack != null && <Text text={stack} label="Stack" fromEnd />}
      {error?.traceback != null && <Text text={error.traceback} label="Traceback" fromEnd folded={4_000} />}
      {stdout !== '' && <Text text={stdout} label="Output" fromEnd />}
      {stderr !== '' && <Text text={stderr} label="Error output" fromEnd />}
    </section>
  );
};
