/** A09, E06: a part of the answer that the prompt gives away is paid for itself, whatever the rest says. */
import { columnsOf } from '../../answers/column-sets.ts';
import { otherValue } from '../../answers/decoys.ts';
import { isObject } from '../../answers/meaning.ts';
import type { RowLevels } from '../../calibration.ts';
import type { Check, Context } from '../../context.ts';
import { numberText } from '../../proof/confirm.ts';
import { paid } from '../../proof/levels.ts';
import { shareOf } from '../../wilson.ts';
import { exploitOf } from './sweeps.ts';

const MOST_ROWS = 12;
const LEAST_ROWS = 4;
const LEAST_SHARE = 0.8;
const MOST_KEYS = 8;
/** Of what the right answer gets. */
const MUCH = 0.3;

export const onePartCheck: Check = {
  name: 'answers of which only one part is right',
  async run(context) {
    const { calibration, scorer, random, notes } = context;
    const { arrange, basis, goldField } = calibration;
    if (basis !== 'answer' || goldField === null || arrange === undefined || notes.floorIsKnown) return [];
    const rows = random.sample(
      calibration.levels.filter(({ gold }) => gold !== null),
      MOST_ROWS,
    );
    const cases = rows.flatMap((levels) => {
      const texts = wrongBut(context, levels);
      return texts.length === 0 ? [] : [{ levels, texts }];
    });
    if (cases.length < LEAST_ROWS || !context.budget.has(0.05)) return [];
    const keys = [...new Set(cases.flatMap(({ texts }) => texts.map(([key]) => key)))];
    for (const key of keys) {
      const hits: { levels: RowLevels; completion: string }[] = [];
      const own = cases.flatMap(({ levels, texts }) =>
        texts.filter(([name]) => name === key).map(([, completion]) => ({ levels, completion })),
      );
      const outcomes = await scorer.all(own.map(({ levels: { row }, completion }) => ({ row, completion })));
      own.forEach((each, at) => {
        const { gold, floor } = each.levels;
        const part = ((paid(outcomes[at]) ?? floor) - floor) / ((gold?.reward ?? floor) - floor);
        if (part >= MUCH) hits.push(each);
      });
      const [hit] = hits;
      if (hit === undefined || hits.length < LEAST_SHARE * cases.length) continue;
      const exploit = await exploitOf(context, hit.levels, hit.completion);
      if (exploit === null) continue;
      const share = shareOf(hits.length, cases.length);
      return [
        {
          rule: 'A09',
          classes: ['A09', 'E06', 'A12'],
          source: 'probe',
          severity: 'warning',
          title: 'one part of the answer is paid for itself',
          why: `With \`${key}\` right and all else wrong an answer is paid ${numberText(exploit.reward ?? 0)} of ${numberText(hit.levels.gold?.reward ?? 0)}, on ${share.hits} of ${share.of} rows; the prompt says that part.`,
          fix: 'Pay for what the prompt gives away only where the rest is right.',
          exploit,
          share,
        },
      ];
    }
    return [];
  },
};

/** No number near the right one: a tolerance may pay that. */
const farFrom = (value: unknown): unknown =>
  (typeof value === 'number' || typeof value === 'string') && /^-?\d+(?:\.\d+)?$/.test(String(value))
    ? 7 * Number(value) + 13
    : (JSON.parse(otherValue(JSON.stringify(value), 2)) as unknown);

/** For each part that the prompt says: the answer with that part right and every other one wrong. */
const wrongBut = ({ calibration }: Context, levels: RowLevels): [string, string][] => {
  const { arrange, columns, goldField, wrappers } = calibration;
  const [wrapper] = wrappers;
  const { row } = levels;
  const own = columns === undefined ? row.fields[goldField ?? ''] : columnsOf(row, columns);
  if (!isObject(own) || arrange === undefined || wrapper === undefined) return [];
  const keys = Object.keys(own);
  if (keys.length < 2 || keys.length > MOST_KEYS) return [];
  return keys.flatMap((key): [string, string][] => {
    if (typeof own[key] !== 'string' || !row.prompt.includes(own[key])) return [];
    const wrong = Object.fromEntries(
      keys.map((name) => [name, name === key ? own[name] : farFrom(own[name])]),
    );
    const text = arrange(wrong, row);
    return text === undefined ? [] : [[key, wrapper.wrap(text)]];
  });
};
