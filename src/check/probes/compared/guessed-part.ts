/** B07: one part of an object by itself is all that counts, and most rows have the same there: one text for all rows. */
import { coreOf } from '../../answers/in-prompt.ts';
import { isObject } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { jsonValue } from '../../lists.ts';
import { gapOf, isShown, PROOF_GAP, paid } from '../../proof/levels.ts';
import { tell } from '../../proof/tell.ts';
import { shareOf } from '../../wilson.ts';

const LEAST_ROWS = 8;
const MOST_ROWS = 60;
/** A part of fewer is much of the answer. */
const LEAST_KEYS = 3;
const MOST_KEYS = 12;
/** Rows on which it is asked whether the other parts are read. */
const ASKED = 6;
const WRONG = 'zqax';

interface Case {
  levels: RowLevels;
  own: Readonly<Record<string, unknown>>;
}

const casesOf = ({ calibration }: Context): Case[] =>
  calibration.levels.slice(0, MOST_ROWS).flatMap((levels): Case[] => {
    const own = jsonValue(coreOf(calibration, levels) ?? '');
    return isObject(own) && Object.keys(own).length >= LEAST_KEYS ? [{ levels, own }] : [];
  });

/** What most rows say there, as JSON. */
const usualOf = (cases: readonly Case[], key: string): string | undefined => {
  const counts = new Map<string, number>();
  for (const { own } of cases) {
    const text = JSON.stringify(own[key]);
    if (text !== undefined) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1])[0]?.[0];
};

const isFull = async ({ scorer, calibration }: Context, levels: RowLevels, completion: string) =>
  (gapOf(paid(await scorer.score({ row: levels.row, completion })), levels, calibration) ?? 0) >= PROOF_GAP;

/** The cases that pay a text in full. */
const hitsOf = async (
  context: Context,
  cases: readonly Case[],
  write: (each: Case) => string,
): Promise<Case[]> => {
  const full = await Promise.all(cases.map((each) => isFull(context, each.levels, write(each))));
  return cases.filter((_, at) => full[at]);
};

export const guessedPartCheck: Check = {
  name: 'one part of an object, the same on all rows',
  async run(context) {
    const { calibration, notes, budget } = context;
    const [wrapper] = calibration.wrappers;
    if (calibration.basis !== 'answer' || wrapper === undefined || !budget.has(0.05)) return [];
    const cases = casesOf(context);
    if (cases.length < LEAST_ROWS) return [];
    notes.probes++;
    const keys = [...new Set(cases.flatMap(({ own }) => Object.keys(own)))].slice(0, MOST_KEYS);
    const found: { key: string; completion: string; hits: Case[] }[] = [];
    for (const key of keys) {
      const usual = usualOf(cases, key);
      if (usual === undefined) continue;
      const completion = wrapper.wrap(`{${JSON.stringify(key)}: ${usual}}`);
      found.push({ key, completion, hits: await hitsOf(context, cases, () => completion) });
    }
    const [best] = found.sort((one, other) => other.hits.length - one.hits.length);
    if (best === undefined) return [];
    const { key, completion, hits } = best;
    const share = shareOf(hits.length, cases.length);
    const [first] = hits;
    if (first === undefined || !isShown(share)) return [];
    // The same beside wrong parts is paid less: these are read where they are said, so they are a part of the answer.
    const beside = await hitsOf(context, hits.slice(0, ASKED), ({ own }) =>
      wrapper.wrap(
        JSON.stringify(
          Object.fromEntries(
            Object.entries(own).map(([name, value]) => [name, name === key ? value : WRONG]),
          ),
        ),
      ),
    );
    if (beside.length > 0) return [];
    return tell(context, [{ levels: first.levels, completion }], share, () => ({
      rule: 'B07',
      classes: ['B07', 'A12'],
      severity: 'critical',
      title: 'says the usual value of one part, and nothing of the others',
      why: `\`${completion}\` is paid as much as the whole answer on ${share.hits} of ${share.of} rows, the same text on all of them; beside wrong values of the other parts it is not: what is left out costs nothing.`,
      fix: 'Divide by the weight of all parts that are asked for, not by that of those that are said.',
    }));
  },
};
