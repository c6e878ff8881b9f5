/** The findings, each with what proves it, and the filter above them. */
import { rowNameIn } from '../../../formats/row-name.ts';
import { groupDigits, plural, shorten } from '../../../formats/visible.ts';
import { type Exploit, type Finding, SEVERITIES, type Source } from '../../finding.ts';
import type { Report } from '../../report.ts';
import { describeRule } from '../catalogue.ts';
import {
  countText,
  intervalText,
  judgeText,
  payments,
  placeText,
  replayCommand,
  sourceOf,
  splitFindings,
} from '../words.ts';
import { bar, interval, type Scale } from './charts.ts';
import { command } from './head.ts';
import { html, type Markup, type Part, rich } from './markup.ts';

/** Of a longer text the beginning and the end. */
const BEGINNING = 3_000;
const END = 400;
const ACTIONS = 40;
const ACTION_CHARACTERS = 300;
/** Findings that are open when the page is. */
const OPEN = 1;

const SOURCES: Readonly<Record<Source, string>> = {
  probe: 'proved by a probe',
  statistic: 'statistic',
  lint: 'source',
  contract: 'contract',
};

export const findingsSection = (report: Report): Markup => {
  const { open, suppressed } = splitFindings(report);
  const all = [...open, ...suppressed];
  if (all.length === 0)
    return html`<section id="findings" aria-labelledby="findings-title"><h2 id="findings-title">Findings</h2><p class="nothing">${report.verdict === 'UNTESTABLE' ? 'None: nothing could be tried.' : 'Nothing was found. What was not checked is at the end.'}</p></section>`;
  return html`<section id="findings" aria-labelledby="findings-title">
<h2 id="findings-title">Findings <span class="count">${groupDigits(open.length)}</span></h2>
${all.length > 1 && filters(all, suppressed.length)}
<div class="findings">${all.map((finding, index) => findingCard(report, finding, index < OPEN))}</div>
<p class="nothing none-left" hidden>No finding is of these kinds.</p>
</section>`;
};

const filters = (findings: readonly Finding[], suppressed: number): Markup => {
  const chip = (name: string, value: string, text: Part, count: number): Markup =>
    html`<label class="chip ${value}"><input type="checkbox" name="${name}" value="${value}" checked><span>${text} <b>${groupDigits(count)}</b></span></label>`;
  const severities = SEVERITIES.map((severity) => ({
    severity,
    count: findings.filter((finding) => finding.severity === severity).length,
  })).filter(({ count }) => count > 0);
  const sources = (Object.keys(SOURCES) as Source[])
    .map((source) => ({ source, count: findings.filter((finding) => finding.source === source).length }))
    .filter(({ count }) => count > 0);
  return html`<form class="filters needs-script" aria-label="Which findings are shown">
<fieldset><legend>Severity</legend>${severities.map(({ severity, count }) => chip('severity', severity, severity, count))}</fieldset>
<fieldset><legend>Rests on</legend>${sources.map(({ source, count }) => chip('source', source, SOURCES[source], count))}${suppressed > 0 && chip('suppressed', 'suppressed', 'suppressed', suppressed)}</fieldset>
<div class="all"><button type="button" class="open-all">Open all</button><button type="button" class="close-all">Close all</button><output class="shown"></output></div>
</form>`;
};

const findingCard = (report: Report, finding: Finding, isOpen: boolean): Markup => {
  const { id, rule, severity, source, title, suppressed, share } = finding;
  const view = sourceOf(report, finding);
  const place = placeText(view ?? finding);
  const count = countText(finding);
  return html`<details class="finding ${severity}" id="finding-${id}" data-severity="${severity}" data-source="${source}" data-suppressed="${suppressed === null ? 'no' : 'yes'}"${isOpen && html` open`}>
<summary><span class="badge ${severity}">${severity}</span><span class="rule">${shorten(rule, 12)}</span><h3>${rich(title, 300)}</h3><span class="where">${place !== '' && html`<code>${place}</code>`}${suppressed !== null && html`<span class="tag">suppressed</span>`}${count !== '' && html`<span class="tag">${count}</span>`}</span></summary>
<div class="body">
${suppressed !== null && html`<p class="suppressed-note"><strong>Suppressed:</strong> ${rich(suppressed, 500)}</p>`}
<p class="lead">${rich(finding.why)}</p>
${view?.frame != null && html`<div><span class="label">${view.by === null ? 'Source' : `Source, where ${view.by} points`}</span><pre class="frame" tabindex="0" aria-label="Source at ${place}"><code>${frameLines(view.frame)}</code></pre></div>`}
${finding.exploit !== null && evidence(finding.exploit)}
${share !== null && count !== '' && html`<div class="share"><span class="label">Holds on</span>${interval(share)}<span>${count} (${intervalText(share)})</span></div>`}
<div class="fix"><span class="label">How to mend it</span><p>${rich(finding.fix)}</p></div>
${replayLine(replayCommand(report, finding))}
${classesOf(finding)}
</div></details>`;
};

const replayLine = (text: string | null): Part => text !== null && command('Replay this proof', text);

/** Lines with carets are marked. */
const frameLines = (frame: string): Markup =>
  html`${shorten(frame, 4_000)
    .split('\n')
    .map(
      (line, index) =>
        html`${index > 0 && '\n'}${/^[\s\d|]*\^+/.test(line) ? html`<mark>${line}</mark>` : line}`,
    )}`;

const evidence = (exploit: Exploit): Markup => {
  const paid = payments(exploit);
  const numbers = paid.map(({ reward }) => reward ?? 0);
  const scale: Scale = {
    low: Math.min(0, ...numbers),
    high: Math.max(...numbers, Math.min(0, ...numbers) + 1e-9),
  };
  const { completion, row, fields } = exploit;
  const size =
    typeof completion === 'string'
      ? plural(completion.length, 'character')
      : plural(completion.length, 'action');
  const of = row === null ? '' : ` to ${rowNameIn(row, fields)} of the prompts`;
  const judged = judgeText(exploit);
  return html`<div class="evidence">
<div class="said"><span class="label">${typeof completion === 'string' ? 'Completion' : 'Actions'}${of}, ${size}</span>${completionOf(completion)}
${judged !== null && html`<span class="label">What the judge answers</span>${textBlock(judged, 'Answer of the judge')}`}
<details class="fields"><summary>Fields of that row</summary>${textBlock(fields, 'Fields of the row')}</details></div>
<table class="paid"><caption class="label">What was paid</caption><thead class="only-read"><tr><th scope="col">for</th><th scope="col">bar</th><th scope="col">reward</th></tr></thead><tbody>${paid.map(
    ({ kind, label, reward, text }) =>
      html`<tr class="${kind}"><th scope="row">${label}</th><td class="drawn">${reward !== null && bar(reward, scale, kind, `${label}: ${text}`)}</td><td class="number">${text}</td></tr>`,
  )}</tbody></table>
</div>`;
};

const completionOf = (completion: Exploit['completion']): Markup => {
  if (typeof completion === 'string') return textBlock(completion, 'Completion');
  const left = completion.length - ACTIONS;
  return html`<ol class="actions" tabindex="0" aria-label="Actions">${completion
    .slice(0, ACTIONS)
    .map(
      (action) => html`<li><code>${shorten(action, ACTION_CHARACTERS)}</code></li>`,
    )}${left > 0 && html`<li class="left">and ${plural(left, 'action')} more</li>`}</ol>`;
};

const textBlock = (text: string, label: string): Markup => {
  if (text === '') return html`<p class="nothing">(empty)</p>`;
  if (text.length <= BEGINNING + END + 100)
    return html`<pre tabindex="0" aria-label="${label}"><code>${text}</code></pre>`;
  const left = text.length - BEGINNING - END;
  return html`<pre tabindex="0" aria-label="${label}, shortened"><code>${text.slice(0, BEGINNING)}</code><span class="left">${groupDigits(left)} characters left out; the JSON report has them</span><code>${text.slice(-END)}</code></pre>`;
};

const classesOf = ({ classes }: Finding): Part => {
  const known = classes.map((id) => describeRule(id)).filter((one) => one !== undefined);
  return (
    known.length > 0 &&
    html`<ul class="classes" aria-label="Classes of hacks">${known.map(({ id, what }) => html`<li><b>${id}</b> ${rich(what)}</li>`)}</ul>`
  );
};
