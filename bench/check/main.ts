/**
 * `npm run bench:check`: how right `check` is on the labelled corpus. Runs the built command (`npm run build`), one
 * module at a time.
 *
 *   npm run bench:check -- [--track corpus|unseen|mutations|all] [--items p01,u03] [--seeds 1]
 *                          [--budget 60] [--sample 0] [--replay all] [--unseen FOLDER] [--json FILE]
 *                          [--checker COMMAND] [--markdown FILE]
 *
 * compare.ts says at which three levels it measures. Of a mutant only counts what is not said of the item without the
 * bug. `--checker` measures another program: `'other {module} --rows {prompts} --json'`. Exits with 1 when an exploit
 * does not replay: that is never a matter of degree.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../../src/check/random.ts';
import { file } from '../machine.ts';
import { keyOf } from './compare.ts';
import { type Item, itemsIn, seenSet, unseenSets } from './items.ts';
import { type Checked, runCheck, type Settings } from './run-check.ts';
import { printItem, printSummary, tableOf } from './summary.ts';

const { values } = parseArgs({
  options: {
    track: { type: 'string', default: 'corpus' },
    items: { type: 'string', default: '' },
    seeds: { type: 'string', default: '1' },
    budget: { type: 'string', default: '60' },
    /** At most so many items of a track, by chance but always the same; 0: all. */
    sample: { type: 'string', default: '0' },
    /** A folder of labelled items of one's own, in the place of all sets of corpus/ but p. */
    unseen: { type: 'string' },
    /** At most so many exploits of each item, the worst first, are run again. */
    replay: { type: 'string', default: 'all' },
    /** A command that prints JSON or SARIF, in the place of ours: `{module}` and `{prompts}` stand for the files. */
    checker: { type: 'string' },
    /** Where the table of all items goes, for the documents. */
    markdown: { type: 'string' },
    json: { type: 'string', default: file('bench/results/check.json') },
  },
});
const only = values.items.split(',').filter((name) => name !== '');
const settings: Settings = {
  budget: Number(values.budget),
  replay: values.replay === 'all' ? Infinity : Number(values.replay),
  more: [],
  checker: values.checker,
};
const checks: Checked[] = [];
const summaries: object[] = [];

const seenItems = (): Item[] => itemsIn(seenSet(), only);
const unseenItems = (): Item[] => itemsIn(values.unseen === undefined ? unseenSets() : [values.unseen], only);

const sampled = (items: Item[]): Item[] => {
  const most = Number(values.sample);
  return most === 0 ? items : Random.named(0, 'items').sample(items, most);
};

const save = (): void => {
  mkdirSync(dirname(values.json), { recursive: true });
  writeFileSync(values.json, `${JSON.stringify({ settings, summaries, checks }, null, 1)}\n`);
};

/** @param originals mutants: where to find what they were made of; what is said of those does not count */
const track = async (
  title: string,
  items: readonly Item[],
  originals: readonly Item[] = [],
): Promise<Checked[]> => {
  const done: Checked[] = [];
  const said = new Map<string, string[]>();
  for (const item of items) {
    const original = originals.find(({ name }) => name === item.label.twin);
    if (original !== undefined && !said.has(original.name)) {
      const { report } = await runCheck(original, 0, { ...settings, replay: 0 });
      said.set(original.name, (report?.findings ?? []).map(keyOf));
    }
    for (let seed = 0; seed < Number(values.seeds); seed++) {
      const known = said.get(original?.name ?? '');
      const checked = {
        ...(await runCheck(item, seed, settings)),
        ...(known === undefined ? {} : { known }),
      };
      printItem(checked);
      done.push(checked);
      checks.push(checked);
      save();
    }
  }
  summaries.push(printSummary(title, done));
  return done;
};

const mutations = async (): Promise<void> => {
  const out = mkdtempSync(join(tmpdir(), 'rst-mutants-'));
  try {
    const sound = [...seenItems(), ...unseenItems()].filter(({ label }) => label.label === 'robust');
    // Mutants are tried one by one before they are kept: of a sample no more than it needs are made.
    const originals = sampled(sound);
    const folders = originals.map(({ folder }) => folder);
    console.log(`making mutants of ${folders.length} items`);
    const said = execFileSync('python3', [file('bench/check/mutate.py'), out, ...folders], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    });
    const tried = said.trimEnd().split('\n').length;
    const made = itemsIn([out]);
    console.log(`${made.length} of ${tried} bugs matter\n`);
    await track('mutations', sampled(made), originals);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
};

const TRACKS: Record<string, () => Promise<void>> = {
  corpus: async () => void (await track('corpus', sampled(seenItems()))),
  unseen: async () => void (await track('unseen', sampled(unseenItems()))),
  mutations,
};

if (values.checker === undefined && !existsSync(file('dist/cli/main.js')))
  throw new Error('no build: npm run build');
const chosen = values.track === 'all' ? Object.keys(TRACKS) : values.track.split(',');
for (const name of chosen) {
  const run = TRACKS[name];
  if (run === undefined) throw new Error(`--track: expected one of ${Object.keys(TRACKS).join(', ')}, all`);
  await run();
}
save();
if (values.markdown !== undefined) writeFileSync(values.markdown, `${tableOf(checks)}\n`);
console.log(`\nwritten to ${values.json}`);
if (checks.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
