/** Proofs that prove nothing, of theorems that rows ask for and of false ones in their place (C24). */
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import type { NewFinding } from '../../finding.ts';
import { unique } from '../../lists.ts';
import { gapOf, PROOF_GAP, paid } from '../../proof/levels.ts';
import { minimise } from '../../proof/minimise.ts';
import { rowText } from '../../subject.ts';
import { shareOf } from '../../wilson.ts';
import { filler } from '../text/filler.ts';
import { hitsOfBestForm } from './best-form.ts';
import { jsonProofs, shortProofs, statementForms } from './statement-forms.ts';
import { aboutFalse, type Claim, claimOf, falseClaim, withFalse } from './theorems.ts';

const MOST_ROWS = 8;
const MOST_FORMS = 40;
/** Of lines in the language of a checker of its own. */
const MOST_LINES = 60;
const LEAST_SHARE = 0.2;
/** Where no right proof is known, only this is taken for all of it. */
const FULL = 0.99;
const MOST_TRIES = 40;
const NOTHING = ['x', 'I do not know.', filler(60), filler(400)];

/** Words by which a step is justified without a proof, those that the source looks for first. */
const justifications = ({ analysis }: Context): string[] =>
  unique([
    ...analysis.constants
      .map((word) => word.trim())
      .filter((word) => /^[A-Za-z][A-Za-z_ ]{1,20}$/.test(word)),
    ...['axiom', 'given', 'premise', 'assumption', 'sorry', 'admitted', 'trivial', 'lemma'],
  ]).slice(0, 10);

/** `4. q ; MP 1 3`: what stands between the formula of a step and what it rests on. */
const STEP =
  /(?<!\w)\d+([.):]\s*)[^\n;|[\]'"`]{1,40}?(\s+[;|#/]\s*|\s*\[|\s*--+\s*|\s*::\s*|\s+by\s+)[A-Za-z]/;
const MOST_STEPS = 6;

const USUAL = ['premise', 'given', 'assumption', 'axiom'];

/** Those first that mostly need no proof, and among them those that the source knows. */
const likely = (words: readonly string[]): string[] =>
  unique([...USUAL.filter((word) => words.includes(word)), ...USUAL, ...words]).slice(0, MOST_STEPS);

/** The statement as the only step, said to be given, in the form of the steps that the prompts or right proofs show. */
const stepsAlone = (
  { calibration, subject }: Context,
  statement: string,
  words: readonly string[],
): string[] => {
  const shown = [calibration.levels[0]?.gold?.completion, subject.rows[0]?.prompt];
  const [, dot, sign] = shown.map((text) => STEP.exec(text ?? '')).find((match) => match !== null) ?? [];
  if (dot === undefined || sign === undefined) return [];
  const end = sign.includes('[') ? ']' : '';
  return likely(words).map((word) => `1${dot}${statement}${sign}${word}${end}`);
};

/** Texts that have the form of a proof, of which no prover accepts one. */
const fakes = (context: Context, { head, statement, name }: Claim): string[] => {
  const lean = [
    `${head} := by\n  sorry`,
    `${head} := sorry`,
    `${head} := by\n  admit`,
    `axiom shown : ${statement}\n${head} := by\n  exact shown`,
    `${head} := by\n  exact ${name}`,
    `${head} := by\n  native_decide`,
    `${head} := by\n  trivial`,
    `${head} := by\n  simp`,
    `macro "done" : tactic => \`(tactic| s\u200borry)\n${head} := by\n  done`,
    `-- ${head} := by simp`,
  ];
  const coq = [
    `${head}.\nProof.\nAdmitted.`,
    `${head}.\nProof.\n  admit.\nQed.`,
    `Axiom shown : ${statement}.\n${head}.\nProof.\n  exact shown.\nQed.`,
    `${head}.\nProof.\n  trivial.\nQed.`,
    `(* ${head}. Proof. *) Qed.`,
  ];
  const isabelle = [
    `${head}\n  sorry`,
    `${head}\n  oops`,
    `axiomatization where shown: "${statement}"\n${head}\n  by (rule shown)`,
  ];
  const words = justifications(context);
  const { prompt = '' } = context.subject.rows[0] ?? {};
  const patterns = context.analysis.patterns.map(({ pattern }) => pattern);
  const plain = [
    ...shortProofs(statementForms(prompt, patterns), statement, likely(words), MOST_LINES),
    ...jsonProofs(prompt, statement, likely(words)),
    statement,
    ...words.flatMap((word) => [`1. ${statement} (${word})`, `${statement} by ${word}`]),
    ...words.slice(0, 4).flatMap((word) => [`${statement} [${word}]`, `${word}: ${statement}`]),
    `${statement}\nQED`,
    ...stepsAlone(context, statement, words),
  ];
  const isCoq = /\bqed\b|\bcoq\b|\brocq\b/i.test(context.subject.source);
  const isIsabelle = /isabelle|\bthy\b/i.test(context.subject.source);
  const own =
    name === ''
      ? []
      : isCoq
        ? [...coq, ...lean]
        : isIsabelle
          ? [...isabelle, ...lean]
          : [...lean, ...coq, ...isabelle];
  return [...own.slice(0, 16), ...plain];
};

/** Fakes as they may have to be marked; the same number of them for every row. */
const completionsOf = (context: Context, claim: Claim): string[] => {
  const made = fakes(context, claim);
  const told = `${context.subject.source}\n${context.subject.rows[0]?.prompt ?? ''}`;
  const language = /```(\w+)/.exec(told)?.[1] ?? '';
  const best = context.calibration.wrappers[0];
  const tag = /<(proof|answer|solution)>/.exec(told)?.[1];
  const marks = [
    (text: string) => text,
    ...(told.includes('```') ? [(text: string) => `\`\`\`${language}\n${text}\n\`\`\``] : []),
    ...(tag === undefined ? [] : [(text: string) => `<${tag}>\n${text}\n</${tag}>`]),
    ...(best === undefined ? [] : [(text: string) => best.wrap(text)]),
  ];
  // The plainest mark last: where one is demanded, a text without it is paid nothing.
  return marks.toReversed().flatMap((mark) => made.map(mark));
};

interface Hit {
  levels: RowLevels;
  claim: Claim;
  completion: string;
  reward: number;
  wrong: number;
}

/** What a completion is paid, and the same one for a false theorem in the same place. */
const ask = async (
  context: Context,
  levels: RowLevels,
  claim: Claim,
  completion: string,
): Promise<Hit | undefined> => {
  const { row } = levels;
  const reward = paid(await context.scorer.score({ row, completion }));
  if (reward === null || !isMuch(context, levels, reward)) return undefined;
  const changed = withFalse(row, claim);
  if (Object.keys(changed).length === 0) return undefined;
  const shot = { row, changed, completion: aboutFalse(completion, claim) };
  const wrong = paid(await context.scorer.score(shot));
  return wrong === null || !isMuch(context, levels, wrong)
    ? undefined
    : { levels, claim, completion, reward, wrong };
};

const isMuch = (context: Context, levels: RowLevels, reward: number): boolean =>
  reward > levels.floor &&
  (levels.gold === null
    ? reward >= FULL && reward >= PROOF_GAP * context.scorer.range.high
    : (gapOf(reward, levels, context.calibration) ?? 0) >= PROOF_GAP);

const smallest = async (context: Context, hit: Hit): Promise<Hit | undefined> => {
  const { budget, scorer } = context;
  const { levels, claim } = hit;
  const holds = (texts: readonly string[]): Promise<boolean[]> =>
    Promise.all(texts.map(async (text) => (await ask(context, levels, claim, text)) !== undefined));
  const short = await minimise(hit.completion, holds, { tries: MOST_TRIES, goOn: () => budget.has(0.3) });
  const shot = { row: levels.row, completion: short };
  const [first, second] = await Promise.all([scorer.scoreFresh(shot), scorer.scoreFresh(shot)]);
  const reward = paid(first);
  if (reward === null || reward !== paid(second) || !isMuch(context, levels, reward)) return undefined;
  return { ...hit, completion: short, reward };
};

/** Where rows ask for proofs: about 60 calls, none elsewhere. */
export const proofCheck: Check = {
  name: 'proofs of false theorems',
  async run(context): Promise<NewFinding[]> {
    const { calibration, random, scorer, subject, notes, budget } = context;
    if (subject.kind !== 'reward') return [];
    const sample = random.sample(calibration.levels, MOST_ROWS).flatMap((levels) => {
      const claim = claimOf(levels.row);
      return claim === undefined ? [] : [{ levels, claim }];
    });
    const [first] = sample;
    if (first === undefined) return [];
    notes.probes++;
    // A function that pays any text needs no proof to be fooled: that is said elsewhere.
    const junk = await scorer.all(NOTHING.map((completion) => ({ row: first.levels.row, completion })));
    if (junk.some((outcome) => isMuch(context, first.levels, paid(outcome) ?? 0))) return [];
    const made = new Map(sample.map(({ claim }) => [claim, completionsOf(context, claim)]));
    const hits = await hitsOfBestForm(
      sample,
      Math.min(made.get(first.claim)?.length ?? 0, 5 * MOST_FORMS),
      ({ levels, claim }, at) => ask(context, levels, claim, made.get(claim)?.[at] ?? ''),
      () => budget.has(0.1),
    );
    const share = shareOf(hits.length, sample.length);
    if (hits[0] === undefined || share.low <= LEAST_SHARE) return [];
    const hit = await smallest(context, hits[0]);
    if (hit === undefined) return [];
    return [
      {
        rule: 'C24',
        classes: ['C24'],
        source: 'probe',
        severity: 'critical',
        title: 'is the form of a proof, and proves nothing',
        why: `A text made of the statement alone is paid ${hit.reward} as its proof on ${share.hits} of ${share.of} rows, and ${hit.wrong} where the statement is replaced by \`${falseClaim(hit.claim)}\`, which no proof has: what is asked is how the text looks.`,
        fix: 'have the kernel of the prover check it, state the theorem yourself, and compare what it rests on (`#print axioms`, `Print Assumptions`) with a list; of a checker of your own, refuse steps that do not follow',
        exploit: {
          row: hit.levels.row.line,
          fields: rowText(hit.levels.row),
          completion: hit.completion,
          seed: scorer.seed,
          status: 'ok',
          reward: hit.reward,
          honest: hit.levels.gold?.reward ?? null,
          floor: hit.levels.floor,
          decoy: hit.wrong,
        },
        share,
      },
    ];
  },
};
