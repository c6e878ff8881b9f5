/** Proves the labels of items of the corpus on some of their rows. Nothing of `check` is run: bench:check measures that. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Item } from '../../bench/check/items.ts';
import { ROOT } from '../house/files.ts';

const ROWS = 4;

interface Proof {
  item: string;
  honest: number;
  problems: string[];
}

/** What does not hold, of each item of which something does not. */
export const problemsOf = async (items: readonly Item[]): Promise<Proof[]> => {
  const script = join(ROOT, 'bench/check/prove.py');
  const folders = items.map(({ folder }) => folder);
  const { stdout } = await promisify(execFile)('python3', [script, '--rows', `${ROWS}`, ...folders]);
  const proofs = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Proof);
  return items
    .map(({ name }, at) =>
      proofs[at]?.item === name ? proofs[at] : { item: name, honest: 0, problems: ['no proof'] },
    )
    .filter(({ problems, honest }) => problems.length > 0 || honest === 0);
};
