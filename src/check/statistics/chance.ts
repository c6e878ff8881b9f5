/** Where the source draws lots or looks at the clock: what findings were paid for, which chance may pay otherwise next time. */

import type { Shot } from '../calls/scorer.ts';
import type { Context } from '../context.ts';

/** The rule that matches there. */
const RULE = 'RH137';

export const shotsOfChance = ({ analysis, calibration, findings }: Context): Shot[] =>
  analysis.matches.some(({ rule }) => rule === RULE)
    ? findings.flatMap(({ exploit }): Shot[] => {
        const levels = calibration.levels.find(({ row }) => row.line === exploit?.row);
        const completion = exploit?.completion;
        return levels === undefined || typeof completion !== 'string'
          ? []
          : [{ row: levels.row, completion }];
      })
    : [];
