/** F17: calls what computes the reward, or asks for points. */
import { unique } from '../../lists.ts';
import type { CheckRow } from '../../subject.ts';
import { callsOf } from '../actions/forms.ts';
import type { Attack } from '../play/attack.ts';
import { LONG, thenRepeat } from '../play/attack.ts';
import type { Policy } from '../play/player.ts';
import type { Workshop } from './attacks.ts';
import { callsWith, closersOf, type Material, thenClose } from './material.ts';

const PAYERS =
  /reward|scor(?:e|ing)|grad(?:e|ing)|evaluat|verif|judge|points|credit|win|success|\brat(?:e|ing)|_rat(?:e|ing)|review|assess|critic|fitness|rubric|checker/i;
const COMMON = ['get_reward', 'set_reward', 'set_score', 'add_points', 'reward'];
const DOES = 'calls what decides its reward';

export const payments = ({ space, calibrated }: Workshop, { methods }: Material): Attack[] => {
  const { toolKeys, containers } = callsOf(space.words);
  const own = unique([...space.words.words, ...space.words.tools.keys()]).filter((word) => PAYERS.test(word));
  const words = unique([...own, ...COMMON]).slice(0, 10);
  const keys = toolKeys.length > 0 ? toolKeys : ['tool'];
  const gifts = { reward: 1, score: 1, value: 1, points: 1, amount: 1 };
  const actions = [
    ...keys.flatMap((key) =>
      words.flatMap((word) =>
        containers.flatMap((container) =>
          [{}, gifts].map((inside) =>
            JSON.stringify(
              container === '' ? { [key]: word, ...inside } : { [key]: word, [container]: inside },
            ),
          ),
        ),
      ),
    ),
    ...words.flatMap((word) => [word, `${word} 1`, `${word}(1)`, `${word}()`, `${word}=1`]),
    JSON.stringify(gifts),
  ];
  // What it compares is compared with itself, where the agent may give both.
  const compared = new Map<string, readonly string[]>();
  for (const word of own.slice(0, 6)) {
    const names = unique([...(space.words.tools.get(word) ?? []), ...(methods.get(word) ?? [])]);
    if (names.length === 0) continue;
    for (const value of ['x', ['x'], 1, true])
      for (const call of callsWith(
        space,
        word,
        names.map((name) => [name, value] as const),
      ))
        compared.set(call, names);
  }
  const same = [...compared.keys()];
  /** What it is compared with has the name of a field of the row: the agent sets what it is to find. */
  const setting = (action: string, { fields }: CheckRow, policy: Policy | null): Policy | null =>
    compared.get(action)?.some((name) => name in fields) === true ? policy : null;
  const all = unique([...same, ...actions]);
  const closers = closersOf(space, calibrated);
  return [
    ...all.map((action) => ({
      rule: 'F17' as const,
      does: DOES,
      most: compared.has(action) ? LONG : 3,
      policy: () => thenRepeat([action], action),
      also: [
        {
          rule: 'F04' as const,
          policy: (row: CheckRow) => setting(action, row, thenRepeat([action], action)),
        },
      ],
    })),
    ...(closers.length === 0
      ? []
      : all.flatMap((action) =>
          thenClose('F17', DOES, action, closers).map((each) => ({
            ...each,
            also: [
              { rule: 'F04' as const, policy: (row: CheckRow) => setting(action, row, each.policy(row)) },
            ],
          })),
        )),
  ];
};
