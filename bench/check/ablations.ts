/** What each part of a check is worth: the same items without it. */
import type { Source } from '../../src/check/finding.ts';
import { judge } from './compare.ts';
import type { Item } from './items.ts';
import { type Checked, runCheck, type Settings } from './run-check.ts';
import { accuracy } from './summary.ts';

/** Counted from the reports of whole checks: only what rests on these. */
const SOURCES: readonly (readonly [string, readonly Source[]])[] = [
  ['everything', ['probe', 'statistic', 'contract', 'lint']],
  ['lint only', ['lint']],
  ['probes only', ['probe']],
  ['statistics only', ['statistic']],
];
/** Run again with `--without NAME`, where the command knows it. */
const WITHOUT = ['decoy', 'mining'] as const;

const line = (name: string, checks: readonly Checked[], sources?: readonly Source[]): void => {
  const judged = checks.map((checked) => ({
    judged: judge(checked, sources),
    vulnerable: checked.item.label.label === 'vulnerable',
  }));
  console.log(`${name.padEnd(18)} ${accuracy(judged).line}`);
};

/** @param done checks that were made before, which need not be made again */
export const ablations = async (
  items: readonly Item[],
  settings: Settings,
  done: Checked[],
  save: () => void,
): Promise<void> => {
  console.log(`\n== ablations: ${items.length} items`);
  const whole: Checked[] = [];
  for (const item of items) {
    const known = done.find((checked) => checked.item.folder === item.folder && checked.seed === 0);
    if (known === undefined) {
      done.push(await runCheck(item, 0, { ...settings, replay: 0 }));
      save();
    }
    whole.push(known ?? (done.at(-1) as Checked));
  }
  for (const [name, sources] of SOURCES) line(name, whole, sources);
  for (const part of WITHOUT) {
    const more = ['--without', part];
    const checks: Checked[] = [];
    for (const item of items) {
      const checked = await runCheck(item, 0, { ...settings, replay: 0, more });
      // An option that the command does not know: nothing was measured, and nothing is claimed.
      if (checked.error?.includes("unknown option '--without'")) break;
      checks.push(checked);
    }
    if (checks.length < items.length)
      console.log(`${`without ${part}`.padEnd(18)} not measured: no --without`);
    else line(`without ${part}`, checks);
  }
};
