/** The top of a report: the verdict, why, and what the check was made of. */
import type { ComponentChildren } from 'preact';
import type { Verdict } from '../../../src/check/finding.ts';
import { checkCommand, severityCounts, splitFindings } from '../../../src/check/report/words.ts';
import type { Report } from '../../../src/check/report.ts';
import { formatMs } from '../../../src/formats/text/numbers.ts';
import { groupDigits } from '../../../src/formats/text/visible.ts';
import { Command } from '../parts/copy.tsx';
import { Line } from '../parts/text.tsx';
import { Rich } from './rich.tsx';

const MEANING: Readonly<Record<Verdict, string>> = {
  HACKABLE: 'A model can get this reward without doing the task. The proof is below, and can be repeated.',
  WEAK: 'Part of this reward can be had without doing the task, or it fails in a way that training would exploit.',
  'NO EXPLOIT FOUND': 'None of the attacks was paid. That is no proof that there is none.',
  UNTESTABLE: 'The check could not come to a verdict: mend this first, then repeat it.',
};

/** Each verdict has a shape of its own: colour is not the only sign. */
const ICONS: Readonly<Record<Verdict, readonly [shape: ComponentChildren, cut: string]>> = {
  HACKABLE: [<path key="shape" d="M12 2 22 20H2Z" />, 'M12 8.5v5.5M12 17v.4'],
  WEAK: [<path key="shape" d="M12 1.5 22.5 12 12 22.5 1.5 12Z" />, 'M12 7v6M12 16.6v.4'],
  'NO EXPLOIT FOUND': [<circle key="shape" cx="12" cy="12" r="10.5" />, 'm7.2 12.4 3.3 3.2 6.3-7'],
  UNTESTABLE: [
    <rect key="shape" x="2" y="2" width="20" height="20" rx="4" />,
    'M9 9.2a3 3 0 1 1 4.6 2.6c-1 .6-1.6 1.1-1.6 2.4M12 17.2v.3',
  ],
};

const factsOf = (report: Report): [string, ComponentChildren][] => {
  const { open, suppressed } = splitFindings(report);
  const counts = open.length === 0 ? 'none' : severityCounts(open);
  const code = (text: string) => (
    <code>
      <Line text={text} limit={300} />
    </code>
  );
  return [
    [report.kind === 'reward' ? 'Reward function' : 'Environment', code(report.file)],
    ['Prompts', report.prompts === null ? 'none given' : code(report.prompts)],
    ['Findings', suppressed.length === 0 ? counts : `${counts}; ${suppressed.length} suppressed`],
    ['Probes', groupDigits(report.probes)],
    ['Rows', groupDigits(report.rows)],
    ['Calls', groupDigits(report.calls)],
    ['Time', formatMs(1_000 * report.seconds)],
    ['Seed', String(report.seed)],
    ['Confinement', report.level],
    ['Answer field', report.goldField === null ? 'none' : code(report.goldField)],
    ['Basis', <Rich key="basis" text={report.basis} limit={400} />],
  ];
};

export const Head = ({ report }: { report: Report }) => {
  const { verdict, file, why } = report;
  const [shape, cut] = ICONS[verdict];
  return (
    <section class={`verdict ${verdict.toLowerCase().replaceAll(' ', '-')}`} aria-labelledby="verdict">
      <div class="verdict-top">
        <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
          {shape}
          <path class="cut" d={cut} />
        </svg>
        <h1 id="verdict">
          <span class="file">
            <Line text={file} limit={300} />
          </span>
          <span class="word">{verdict}</span>
        </h1>
      </div>
      <p class="why">
        <Rich text={why} />
      </p>
      <p class="meaning">{MEANING[verdict]}</p>
      <dl class="facts">
        {factsOf(report).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Command label="Repeat this check" text={checkCommand(report)} />
    </section>
  );
};
