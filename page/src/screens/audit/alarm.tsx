/** One alarm: since when, and three completions with what they are paid here and elsewhere. */
import { formatNumber } from '../../../../src/formats/text/numbers.ts';
import type { Alarm } from '../../data/audit.ts';
import { Command } from '../../parts/copy.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Line, Text } from '../../parts/text.tsx';
import { hrefOf } from '../../state/address.ts';

const percent = (share: number | null | undefined): string =>
  share == null ? '–' : `${(100 * share).toFixed(0)} %`;

type AlarmExample = NonNullable<Alarm['examples']>[number];

/** The completion comes as JSON text, which may have been cut. */
const completionText = (json: string): string => {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
};

const ExampleView = ({ example }: { example: AlarmExample }) => {
  const most = Math.max(example.pay, ...example.foreign.map(({ pay }) => pay), 1e-9);
  return (
    <article class="alarm-example">
      <div>
        <h3>
          Completion to <Line text={example.row} limit={60} />
        </h3>
        {example.prompt !== null && (
          <p class="soft">
            <Line text={example.prompt} limit={200} />
          </p>
        )}
        <Text text={completionText(example.completion)} label="Completion" folded={500} />
      </div>
      <table>
        <caption class="label">What it is paid</caption>
        <tbody>
          <tr class="own">
            <th scope="row">
              its own row, <Line text={example.row} limit={40} />
            </th>
            <td class="drawn">
              <Meter share={example.pay / most} />
            </td>
            <td class="number">{formatNumber(example.pay)}</td>
          </tr>
          {example.foreign.map(({ row, pay }) => (
            <tr key={row} class="foreign">
              <th scope="row">
                as if to <Line text={row} limit={40} />
              </th>
              <td class="drawn">
                <Meter share={pay / most} />
              </td>
              <td class="number">{formatNumber(pay)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>
  );
};

export const AlarmCard = ({ alarm }: { alarm: Alarm }) => {
  const { step, since, unearned, level, message, examples = [], shared, command } = alarm;
  return (
    <section class="alarm" aria-labelledby={`alarm-${step}`}>
      <h2 id={`alarm-${step}`}>
        <span aria-hidden="true">⚑</span> Alarm at step{' '}
        <a href={hrefOf({ screen: 'samples', values: { step: String(step), kind: 'highest' } })}>{step}</a>
      </h2>
      {message !== undefined && (
        <p>
          <Line text={message} limit={1_000} />
        </p>
      )}
      <p class="step-line">
        {since !== undefined && (
          <span>
            set in at step <b>{since.step}</b> (between {since.from} and {since.to})
          </span>
        )}
        <span>
          unearned since then <b>{percent(unearned)}</b>, before <b>{percent(level)}</b>
        </span>
      </p>
      {examples.map((example) => (
        <ExampleView key={example.row + example.completion} example={example} />
      ))}
      {shared != null && shared !== '' && (
        <div>
          <span class="label">What they have in common</span>
          <Text text={shared} label="Common text" />
        </div>
      )}
      {command != null && <Command label="Make a finding of it" text={command} />}
    </section>
  );
};
