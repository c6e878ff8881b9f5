/** The live audit: whether rewards are still earned. */
import { useMemo } from 'preact/hooks';
import { formatNumber } from '../../../src/formats/text/numbers.ts';
import { type Alarm, type AuditRecord, STATES } from '../data/audit.ts';
import { usePage } from '../data/context.ts';
import type { Audit as AuditAnswer } from '../data/types.ts';
import { useRoute, useVersion } from '../data/use-route.ts';
import { Line } from '../parts/text.tsx';
import type { Line as PlotLine } from '../plot/line.ts';
import { Plot } from '../plot/plot.tsx';
import type { ReadoutRow } from '../plot/readout.tsx';
import { describeLine, type Values } from '../plot/smooth.ts';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { go } from '../state/address.ts';
import { AlarmCard } from './audit/alarm.tsx';
import { setZoom, useZoom } from './graphs/view.ts';

interface Drawn {
  name: string;
  of: (record: AuditRecord) => number | null | undefined;
  colour: string;
  isDashed?: boolean;
}

const SHARES: readonly Drawn[] = [
  { name: 'unearned share', of: ({ unearned }) => unearned, colour: '--s-tampered' },
  { name: 'level before', of: ({ level }) => level, colour: '--c', isDashed: true },
];

/** Beside the reward: what completions get that need no model. */
const CONTROLS: readonly Drawn[] = [
  { name: 'policy', of: ({ controls }) => controls?.policy, colour: '--a' },
  { name: 'empty', of: ({ controls }) => controls?.empty, colour: '--c', isDashed: true },
  { name: 'echo of the prompt', of: ({ controls }) => controls?.echo, colour: '--b', isDashed: true },
  { name: 'most frequent', of: ({ controls }) => controls?.frequent, colour: '--s-memory', isDashed: true },
];

const EVIDENCE: readonly Drawn[] = [
  {
    name: 'evidence',
    of: ({ e }) => (e === undefined ? null : Math.log10(Math.max(1e-6, e))),
    colour: '--s-tampered',
  },
  {
    name: 'alarm at',
    of: ({ limit }) => (limit === undefined ? null : Math.log10(limit)),
    colour: '--c',
    isDashed: true,
  },
];

const text = (value: number | null | undefined): string => (value == null ? '–' : formatNumber(value));

const Figure = ({
  title,
  drawn,
  answer,
}: {
  title: string;
  drawn: readonly Drawn[];
  answer: AuditAnswer;
}) => {
  const records = answer.records as AuditRecord[];
  const zoom = useZoom();
  const lines = useMemo(
    () =>
      drawn.map(
        ({ of, ...line }): PlotLine => ({
          ...line,
          values: records.map((record) => of(record) ?? null) as Values,
        }),
      ),
    [answer],
  );
  const readout = (index: number): ReadoutRow[] => [
    { name: '', value: `step ${answer.steps[index]}` },
    ...lines.map(({ name, values }) => ({ name, value: text(values[index]) })),
    ...(drawn === SHARES
      ? [
          {
            name: 'audited',
            value: `${text(records[index]?.kept)} of ${text(records[index]?.paid_well)} keep their pay`,
          },
        ]
      : []),
  ];
  return (
    <figure class="card">
      <figcaption>
        <h2>{title}</h2>
        <span class="latest">{text(lines[0]?.values.findLast((value) => value != null))}</span>
      </figcaption>
      <Plot
        x={answer.steps}
        kind="step"
        lines={lines}
        readout={readout}
        summary={`${title}. ${lines.map(({ name, values }) => describeLine(name, values)).join('. ')}`}
        zoom={zoom}
        setZoom={setZoom}
        choose={(index) =>
          go({ screen: 'samples', values: { step: String(answer.steps[index] ?? ''), kind: 'highest' } })
        }
      />
      <ul class="line-names">
        {lines.map(({ name, colour, isDashed }) => (
          <li key={name} class={`${colour.slice(2)} ${isDashed === true ? 'dashed' : 'solid'}`}>
            {name}
          </li>
        ))}
      </ul>
    </figure>
  );
};

const Signs = ({ record }: { record: AuditRecord }) => {
  const signs = record.signs ?? [];
  if (signs.length === 0) return null;
  return (
    <section>
      <h2>Other signs, at the last step</h2>
      <div class="scroll-x">
        <table class="signs">
          <thead>
            <tr>
              <th scope="col">Sign</th>
              <th scope="col" class="number">
                Value
              </th>
              <th scope="col">What it says</th>
              <th scope="col">Rows</th>
            </tr>
          </thead>
          <tbody>
            {signs.map(({ name, value, text: said, rows }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td class="number">{text(value)}</td>
                <td>
                  <Line text={said} limit={300} />
                </td>
                <td>
                  <Line text={rows.join(', ')} limit={120} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
};

export const Audit = () => {
  const { shown } = usePage();
  const version = useVersion(shown?.run);
  const { value, error } = useRoute<AuditAnswer>(
    shown === undefined ? null : `v1/view/runs/${shown.run.id}/audit`,
    { module: shown?.module },
    version,
  );
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  const records = value.records as AuditRecord[];
  const last = records.at(-1);
  if (last === undefined)
    return (
      <Empty title="Nothing was audited">
        <p>
          The live audit scores a few paid completions of each step again, as if they answered another row:
          pay that stays was not earned. <code>serve</code> and <code>run</code> do it unless{' '}
          <code>--audit-sample 0</code> is given; it needs calls with a <code>step</code> and at least two
          different rows.
        </p>
      </Empty>
    );
  const alarms = value.alarms as unknown as Alarm[];
  const notes = [...new Set(records.flatMap((record) => record.notes ?? []))];
  return (
    <>
      {error != null && <Fault error={error} />}
      <p class="audit-state" data-state={last.state}>
        <b>{STATES[last.state ?? ''] ?? last.state}</b>{' '}
        <span class="soft">as of step {value.steps.at(-1)}</span>
      </p>
      {notes.map((note) => (
        <p class="hint" key={note}>
          <Line text={note} limit={500} />
        </p>
      ))}
      {alarms.map((alarm) => (
        <AlarmCard key={alarm.step} alarm={alarm} />
      ))}
      <section class="cards wide" aria-label="Figures of the audit">
        <Figure title="unearned share" drawn={SHARES} answer={value} />
        <Figure title="reward beside controls" drawn={CONTROLS} answer={value} />
        <Figure title="evidence of a rise (log₁₀)" drawn={EVIDENCE} answer={value} />
      </section>
      <Signs record={last} />
    </>
  );
};
