/** F05: a mistake on purpose, and then what the environment says would have been right. */
import { fill } from '../actions/forms.ts';
import type { Attack } from '../play/attack.ts';
import { correctedAction, findCorrection } from '../ways/corrections.ts';
import type { Workshop } from './attacks.ts';

/** Its policy hears the correction itself, so that it wins with any answer in the row or loses. */
export const correcting = async ({ calibrated, explorer, rows }: Workshop): Promise<Attack[]> => {
  let { correction } = calibrated;
  if (correction === undefined && explorer !== undefined) correction = await findCorrection(explorer, rows);
  if (correction === undefined || correction === null) return [];
  return [
    {
      rule: 'F05',
      does: 'gives a wrong answer and then says what it is told is the right one',
      most: 2,
      isHeard: true,
      policy:
        () =>
        ({ step, observation }) =>
          step === 0 ? fill(correction.form, correction.wrong) : correctedAction(observation, correction),
    },
  ];
};
