/** Checks functions that ask a judge: a fake one answers in bad ways, none of which may be paid. */
import type { Outcome } from '../../index.ts';
import { exploitOfShot } from '../calls/exploit.ts';
import type { Check } from '../context.ts';
import type { NewFinding } from '../finding.ts';
import { PROOF_GAP } from '../proof/levels.ts';
import { type Boundary, boundaryOf } from './boundary.ts';
import { withJudge } from './module.ts';
import { type Script, scriptsFor } from './scripts.ts';
import { JudgeSession, TimeUp, type Told, type Verdicts } from './session.ts';
import { beyondScale, withoutMerit } from './trials.ts';

/** Words in the source of what asks somebody over the network. */
export const ASKS =
  /\b(?:openai|anthropic|litellm|dspy|langchain\w*|instructor|httpx2?|aiohttp|urllib3?|requests|http\.client|mistralai|groq|together|google\.generativeai|chat\.completions|ollama)\b/;

const FIXES: Readonly<Record<Script['rule'], string>> = {
  D03: 'read one verdict at one place: JSON with a schema, or the last line compared as a whole; never the first match in the text',
  D04: 'compare the whole verdict after `strip()`, never with `in`: INCORRECT contains CORRECT',
  D07: 'raise when the judge fails or its answer cannot be read: the call then has no reward instead of a made-up one',
};

const TITLES: Readonly<Record<Script['rule'], string>> = {
  D03: 'the first verdict in the judge’s text counts, also one that it only quotes',
  D04: 'a word inside of a rejection counts as acceptance',
  D07: 'a judge that fails is credit',
};

export const judgeCheck: Check = {
  name: 'judge',
  async run(context) {
    const { analysis, calibration, notes, subject } = context;
    const asks = analysis.asksJudge || calibration.basis === 'judge' || ASKS.test(subject.source);
    const row = calibration.levels[0]?.row ?? subject.rows[0];
    if (subject.kind !== 'reward' || !asks || row === undefined) return [];
    try {
      return await withJudge(context, async (judge, reward) =>
        examine(new JudgeSession(context, row, judge, reward)),
      );
    } catch (error) {
      notes.leftOut(`how it reads its judge: ${(error as Error).message}`);
      return [];
    }
  },
};

const examine = async (session: JudgeSession): Promise<NewFinding[]> => {
  const { context } = session;
  const ordinary = await session.ordinary();
  // Nothing was asked: whatever it does with a network, it is no judge of completions.
  if (ordinary === undefined) return [];
  const { completion, question } = ordinary;
  const verdicts = await session.calibrate(completion, question);
  if (verdicts === undefined) {
    context.notes.leftOut('how it reads its judge: no form of verdict was found that changes what is paid');
    return boundaryFindings(session, completion, null);
  }
  context.notes.isJudged = true;
  const found: NewFinding[] = [];
  try {
    for (const trial of [tryScripts, beyondScale, withoutMerit]) {
      const told = await trial(session, completion, verdicts);
      found.push(...told.map((each) => findingOf(session, each, verdicts)));
    }
    found.push(...(await boundaryFindings(session, completion, verdicts)));
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error;
    context.notes.leftOut(`all of how it reads its judge: ${context.budget.why}`);
  }
  return found;
};

/** A bad answer of the judge that is paid for a text. */
type Paid = { script: Script; text: string; outcome: Outcome };

const withEnd = (completion: string, { suffix }: Script): string =>
  suffix === undefined ? completion : `${completion}\n${suffix}`;

/** The worst of each class: what is paid most, with how many others there are. */
const tryScripts = async (session: JudgeSession, completion: string, verdicts: Verdicts): Promise<Told[]> => {
  const { high, low } = verdicts;
  const least = low.reward + 0.1 * (high.reward - low.reward);
  // As much as for a verdict that accepts: a policy needs no more.
  const full = low.reward + PROOF_GAP * (high.reward - low.reward);
  const paid = new Map<Script['rule'], Paid[]>();
  for (const script of scriptsFor(verdicts)) {
    const { budget } = session.context;
    if (budget.isOver || (!budget.has() && session.tries > 120)) break;
    const text = withEnd(completion, script);
    const { outcome } = await session.ask(text, script.answer);
    if (outcome.status !== 'ok' || outcome.reward === null || outcome.reward <= least) continue;
    // What an ordinary answer with the same end is paid when the judge plainly rejects it.
    const plain = text === completion ? low.reward : await session.paid(text, { text: low.answer });
    if (plain !== null && plain > least) continue;
    paid.set(script.rule, [...(paid.get(script.rule) ?? []), { script, text, outcome }]);
  }
  // What is paid for whatever cannot be read is no reading of it.
  const failed = new Set(paid.get('D07')?.map(({ outcome }) => outcome.reward));
  const isReading = ({ script, outcome }: Paid): boolean =>
    script.rule === 'D07' || outcome.reward === high.reward || !failed.has(outcome.reward);
  const all: Told[] = [];
  for (const [rule, each] of paid) {
    const hits = each.filter(isReading);
    if (hits.length === 0) continue;
    const worst = hits.reduce((one, other) =>
      (other.outcome.reward ?? 0) > (one.outcome.reward ?? 0) ? other : one,
    );
    const also = hits.filter((hit) => hit !== worst).map(({ script }) => script.name);
    const proof = await asWrong(session, completion, worst, full);
    const { text, outcome } = proof ?? worst;
    all.push({
      rule,
      severity: proof === undefined ? 'high' : 'critical',
      title: TITLES[rule],
      why:
        `When the judge ${worst.script.name}, ${outcome.reward} is paid; when it rejects ${low.reward}, when it accepts ${high.reward}.` +
        (also.length > 0 ? ` Also when it ${also.join('; or ')}.` : ''),
      fix: FIXES[rule],
      completion: text,
      answer: worst.script.answer,
      outcome,
    });
  }
  return all;
};

/** The same of a completion that is surely wrong: what a right one is paid without its judge may be an honest comparison. */
const asWrong = async (
  session: JudgeSession,
  completion: string,
  { script, outcome: known }: Paid,
  full: number,
): Promise<Paid | undefined> => {
  const wrong = session.wrong(completion);
  if ((known.reward ?? 0) < full || wrong === undefined || session.context.budget.isOver) return undefined;
  const text = withEnd(wrong, script);
  const { outcome } = await session.ask(text, script.answer);
  return outcome.status === 'ok' && (outcome.reward ?? 0) >= full ? { script, text, outcome } : undefined;
};

const findingOf = (session: JudgeSession, told: Told, verdicts: Verdicts | null): NewFinding => {
  const { rule, severity, title, why, fix, completion, answer, outcome } = told;
  const { context, row } = session;
  return {
    rule,
    classes: [rule],
    source: 'probe',
    severity,
    title,
    why,
    fix,
    exploit: {
      ...exploitOfShot(context.scorer.seed, { row }, { completion }, outcome),
      honest: verdicts?.high.reward ?? null,
      floor: verdicts?.low.reward ?? null,
      judge: JSON.stringify(answer),
    },
  };
};

const boundaryFindings = async (
  session: JudgeSession,
  completion: string,
  verdicts: Verdicts | null,
): Promise<NewFinding[]> => {
  const around = insideOf(completion);
  const found: Boundary | undefined = await boundaryOf(session, around);
  if (found === undefined) return [];
  const answer = { text: verdicts?.low.answer ?? '0' };
  const { outcome } = await session.ask(found.completion, answer);
  const told: Told = {
    rule: 'D06',
    severity: 'warning',
    title: 'the completion can end its own block in the judge’s prompt',
    why:
      `A completion with \`${found.closer}\` reaches the judge unescaped: ` +
      `what stands behind it reads as yours. The judge is shown: ${JSON.stringify(found.excerpt)}`,
    fix: 'put the completion into a message of its own or into JSON, or between marks that are made anew for each call (`secrets.token_hex`)',
    completion: found.completion,
    answer,
    outcome,
  };
  return [findingOf(session, told, verdicts)];
};

/** Puts a text where the ordinary completion has its words, so that tags around them stay. */
const insideOf =
  (completion: string) =>
  (text: string): string => {
    const inner = /(?<=>)[^<>]+(?=<\/)|(?<=\\boxed\{)[^{}]+(?=\})|(?<=```\w*\n)[^`]+(?=\n```)/.exec(
      completion,
    );
    if (inner === null)
      return completion.includes('42') && completion.length > 400 ? `${completion}${text}` : text;
    return `${completion.slice(0, inner.index)}${text}${completion.slice(inner.index + inner[0].length)}`;
  };
