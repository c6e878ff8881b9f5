/** One finding, with what proves it. */
import type { Exploit, Finding, Source } from '../../../src/check/finding.ts';
import { describeRule } from '../../../src/check/report/catalogue.ts';
import {
  countText,
  intervalText,
  judgeText,
  payments,
  placeText,
  replayCommand,
  sourceOf,
} from '../../../src/check/report/words.ts';
import type { Report } from '../../../src/check/report.ts';
import { rowNameIn } from '../../../src/formats/text/row-name.ts';
import { plural, shorten, visible } from '../../../src/formats/text/visible.ts';
import { Command } from '../parts/copy.tsx';
import { Line, Text, visibleLines } from '../parts/text.tsx';
import { Bar, Interval } from './charts.tsx';
import { Rich } from './rich.tsx';

export const SOURCES: Readonly<Record<Source, string>> = {
  probe: 'proved by a probe',
  statistic: 'statistic',
  lint: 'source',
  contract: 'contract',
};

const ACTIONS = 40;
const FOLDED = 3_000;

interface CardProps {
  report: Report;
  finding: Finding;
  isOpen: boolean;
  toggle: (isOpen: boolean) => void;
}

export const FindingCard = ({ report, finding, isOpen, toggle }: CardProps) => {
  const { id, rule, severity, title, suppressed } = finding;
  const place = placeText(sourceOf(report, finding) ?? finding);
  const count = countText(finding);
  return (
    <details
      class={`finding ${severity}`}
      id={`finding-${id}`}
      data-suppressed={suppressed === null ? 'no' : 'yes'}
      open={isOpen}
      onToggle={(event) => toggle(event.currentTarget.open)}
    >
      <summary>
        <span class={`badge ${severity}`}>{severity}</span>
        <span class="rule">{shorten(rule, 12)}</span>
        <h3>
          <Rich text={title} limit={300} />
        </h3>
        <span class="where">
          {place !== '' && (
            <code>
              <Line text={place} limit={200} />
            </code>
          )}
          {suppressed !== null && <span class="tag">suppressed</span>}
          {count !== '' && <span class="tag">{count}</span>}
        </span>
      </summary>
      <Body report={report} finding={finding} />
    </details>
  );
};

const Body = ({ report, finding }: { report: Report; finding: Finding }) => {
  const view = sourceOf(report, finding);
  const { share, suppressed, exploit } = finding;
  const count = countText(finding);
  const replay = replayCommand(report, finding);
  const classes = finding.classes.map(describeRule).filter((one) => one !== undefined);
  return (
    <div class="body">
      {suppressed !== null && (
        <p class="suppressed-note">
          <strong>Suppressed:</strong> <Rich text={suppressed} limit={500} />
        </p>
      )}
      <p class="lead">
        <Rich text={finding.why} />
      </p>
      {view?.frame != null && (
        <div>
          <span class="label">{view.by === null ? 'Source' : `Source, where ${view.by} points`}</span>
          <Frame text={view.frame} label={`Source at ${placeText(view)}`} />
        </div>
      )}
      {exploit !== null && <Evidence exploit={exploit} />}
      {share !== null && count !== '' && (
        <div class="share">
          <span class="label">Holds on</span>
          <Interval share={share} />
          <span>
            {count} ({intervalText(share)})
          </span>
        </div>
      )}
      <div class="fix">
        <span class="label">How to mend it</span>
        <p>
          <Rich text={finding.fix} />
        </p>
      </div>
      {replay !== null && <Command label="Replay this proof" text={replay} />}
      {classes.length > 0 && (
        <ul class="classes" aria-label="Classes of hacks">
          {classes.map(({ id, what }) => (
            <li key={id}>
              <b>{id}</b> <Rich text={what} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

/** Lines with carets are marked. */
const Frame = ({ text, label }: { text: string; label: string }) => (
  <figure aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it */}
    <pre class="frame" tabIndex={0}>
      {shorten(text, 4_000)
        .split('\n')
        .map((line, index) => {
          const shown = `${index > 0 ? '\n' : ''}${visibleLines(line)}`;
          return /^[\s\d|]*\^+/.test(line) ? <mark key={index}>{shown}</mark> : shown;
        })}
    </pre>
  </figure>
);

const Evidence = ({ exploit }: { exploit: Exploit }) => {
  const paid = payments(exploit);
  const numbers = paid.map(({ reward }) => reward ?? 0);
  const low = Math.min(0, ...numbers);
  const scale = { low, high: Math.max(...numbers, low + 1e-9) };
  const { completion, row, fields } = exploit;
  const isText = typeof completion === 'string';
  const judged = judgeText(exploit);
  return (
    <div class="evidence">
      <div class="proof-text">
        <span class="label">
          {isText ? 'Completion' : 'Actions'}
          {row !== null && visible(` to ${rowNameIn(row, fields)} of the prompts`)},{' '}
          {plural(completion.length, isText ? 'character' : 'action')}
        </span>
        {isText ? (
          <Text text={completion} label="Completion" folded={FOLDED} />
        ) : (
          <Actions actions={completion} />
        )}
        {judged !== null && (
          <>
            <span class="label">What the judge answers</span>
            <Text text={judged} label="Answer of the judge" />
          </>
        )}
        <details class="fields">
          <summary>Fields of that row</summary>
          <Text text={fields} label="Fields of the row" folded={FOLDED} />
        </details>
      </div>
      <table class="paid">
        <caption class="label">What was paid</caption>
        <thead class="only-read">
          <tr>
            <th scope="col">for</th>
            <th scope="col">bar</th>
            <th scope="col">reward</th>
          </tr>
        </thead>
        <tbody>
          {paid.map(({ kind, label, reward, text }) => (
            <tr class={kind} key={label}>
              <th scope="row">{label}</th>
              <td class="drawn">
                {reward !== null && (
                  <Bar value={reward} scale={scale} kind={kind} label={`${label}: ${text}`} />
                )}
              </td>
              <td class="number">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const Actions = ({ actions }: { actions: readonly string[] }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <ol class="actions-list" tabIndex={0} aria-label="Actions">
    {actions.slice(0, ACTIONS).map((action, index) => (
      <li key={index}>
        <code>
          <Line text={action} limit={300} />
        </code>
      </li>
    ))}
    {actions.length > ACTIONS && <li class="left">and {plural(actions.length - ACTIONS, 'action')} more</li>}
  </ol>
);
