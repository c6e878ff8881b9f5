/** Options of `check` for tests; `analyse` reads the source, and no check of rewards runs unless it is named. */
import { checkEnvironment } from '../../src/check/policies/check.ts';
import { analyse } from '../../src/check/static/analyse.ts';
import type { CheckOptions } from '../../src/check/task.ts';

export const checkOptions = (given: Partial<CheckOptions> & Pick<CheckOptions, 'file'>): CheckOptions => ({
  prompts: undefined,
  budget: 60_000,
  seed: 3,
  sandbox: {},
  reward: {},
  environment: {},
  signal: new AbortController().signal,
  version: '0.0.0',
  command: '',
  parts: { analyse, checks: [], environment: checkEnvironment },
  ...given,
});
