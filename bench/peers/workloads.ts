/** What everybody gets: two rewards that `npm run bench` has, too, and programs. */
import { SOLUTION, WORKLOADS, type Workload } from '../workloads.ts';

export interface RewardWork {
  workload: Workload;
  rows: number;
  /** What the row with this completion comes to. */
  expected: (completion: string) => number;
}

const named = (name: string): Workload => {
  const found = WORKLOADS.find((workload) => workload.name === name);
  if (found === undefined) throw new Error(`no workload ${name}`);
  return found;
};

export const REWARDS: RewardWork[] = [
  { workload: named('P8 W0'), rows: 8_192, expected: (completion) => completion.length },
  { workload: named('P8 W3'), rows: 2_048, expected: () => 1 },
];

export interface Program {
  code: string;
  stdin: string;
  stdout: string;
}

export const PROGRAMS = {
  what: 'programs by `/run_code` over HTTP: read a number, print a sum',
  rows: 256,
  row: (index: number): Program => ({
    code: `${SOLUTION}# ${index}\nprint(solve(int(input())))\n`,
    stdin: `${index}\n`,
    stdout: `${(index * (index - 1) * (2 * index - 1)) / 6}\n`,
  }),
};
