/** Steps with calls in them, as servers count them. */

import type { Outcome } from '../../src/outcome.ts';
import { Steps, type StepsLog } from '../../src/view/store/steps.ts';
import { outcome } from '../run/fake-reward.ts';

export const silent: StepsLog = { event: () => {} };

export interface Noted extends Partial<Outcome> {
  row?: unknown;
  said?: string;
  module?: string;
}

export const note = (
  steps: Steps,
  step: number,
  { row = { prompt: 'q' }, said = 'x', module = 'maths', ...more }: Noted,
): void =>
  steps.note(
    'call',
    { ...outcome({}), ...more },
    {
      module,
      step,
      row: Buffer.from(JSON.stringify(row)),
      said: Buffer.from(JSON.stringify(said)),
    },
  );

/** A folder with steps, as a server that has ended leaves it. */
export const writeStore = async (
  folder: string,
  fill: (steps: Steps) => void | Promise<void>,
): Promise<void> => {
  const steps = await Steps.open(folder, silent);
  await fill(steps);
  steps.close();
};
