/** One list of actions that wins in every episode, searched for in a few of them at once and played in others. */
import type { CheckRow } from '../../subject/subject.ts';
import type { Attack } from '../play/attack.ts';
import { script } from '../play/player.ts';
import type { Seeker } from '../ways/seek.ts';

/** Rows that are searched together: what wins on all of them is made for none. */
const TOGETHER = 3;
const SECONDS = 3;
/** Values that nobody means: more and less than there is, no number, nothing, and a query without rows. */
const ODD = ['-1000', '100000', 'nan', '{}', 'SELECT 1 WHERE 0'];

/** F09. */
export const everywhere = async (seeker: Seeker, rows: readonly CheckRow[]): Promise<Attack[]> => {
  const asked = rows.slice(-TOGETHER);
  if (rows.length < 3 * TOGETHER) return [];
  const [found] = await seeker.ask<{ actions: string[] | null }>(
    'together',
    asked.map((row) => ({ row })),
    { seconds: SECONDS },
    1,
    ODD,
  );
  const actions = found?.actions ?? null;
  if (actions === null) return [];
  return [
    {
      rule: 'F09',
      does: 'plays one list of actions, whatever the episode,',
      most: actions.length,
      isSame: true,
      policy: (row) => (asked.includes(row) ? null : script(actions)),
    },
  ];
};
