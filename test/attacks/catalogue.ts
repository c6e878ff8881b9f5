/** The attack files: what each wants, by its name and the head of its docstring. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ATTACKS = import.meta.dirname;

/** How much longer an honest call may take beside an attack than undisturbed: two share the processor, others may too. */
const SLOWDOWN = 6;
/** Names of the configurations. */
const CONFINEMENTS = ['namespaces', 'strict', 'landlock', 'allow-net'];

export interface Attack {
  /** `group/what.outcome` */
  name: string;
  group: string;
  /** First line of the docstring. */
  tries: string;
  /** The status that is wanted. */
  wanted: string;
  stoppedBy: string;
  /** Whether it works in a plain `bwrap --unshare-all` with an agent inside. */
  plain: 'succeeds' | 'stopped' | 'not tried';
  how: 'imported' | 'executed';
  /** A victim of driver.py that runs beside it instead of the usual honest call. */
  beside: string | undefined;
  /** Whether a further call looks for what the attack left. */
  checks: boolean;
  /**
   * Of an attack by an episode, what happens to it: names of its methods, each of which is a step, `branch` (its copy
   * takes the further steps), `close` (its original does) and `rest`. Undefined of one by a call.
   */
  plays: string[] | undefined;
  /** How many times longer than undisturbed an honest call beside it may take: by configuration. */
  slows: Record<string, number>;
  /** Statuses in other configurations (`ok or crashed`), and what is not promised there and why. */
  levels: Record<string, string>;
}

/** What is promised of an attack; with a network as without, where nothing else is said. */
export const promiseOf = ({ levels, wanted }: Attack, confinement: string): string =>
  levels[confinement] ?? (confinement === 'allow-net' ? levels.namespaces : undefined) ?? wanted;

const parse = (group: string, file: string): Attack => {
  const text = readFileSync(join(ATTACKS, group, file), 'utf8');
  const [, docstring = ''] = /^"""([\s\S]*?)"""/.exec(text) ?? [];
  const [tries = '', ...lines] = docstring.trim().split('\n');
  const keys = new Map(
    lines.flatMap((line) => {
      const [, key, value] = /^([a-z][a-z_ -]*): (.+)$/.exec(line) ?? [];
      return key === undefined || value === undefined ? [] : [[key, value] as const];
    }),
  );
  const inEpisode = group === 'episodes';
  // There is nothing like an episode in the plain one.
  const plain = inEpisode ? 'not tried' : keys.get('plain bwrap');
  const stoppedBy = keys.get('stopped_by');
  if (plain !== 'succeeds' && plain !== 'stopped' && plain !== 'not tried')
    throw new Error(`${group}/${file}: \`plain bwrap: succeeds\` or \`stopped\` is missing`);
  if (stoppedBy === undefined) throw new Error(`${group}/${file}: \`stopped_by:\` is missing`);
  return {
    name: `${group}/${file.slice(0, -'.py'.length)}`,
    group,
    tries,
    wanted: file.split('.').at(-2) ?? '',
    stoppedBy,
    plain,
    how: keys.get('how') === 'executed' ? 'executed' : 'imported',
    beside: keys.get('beside'),
    slows: Object.fromEntries(
      CONFINEMENTS.map((name) => [
        name,
        Number(keys.get(`slows at ${name}`) ?? keys.get('slows') ?? SLOWDOWN),
      ]),
    ),
    plays: inEpisode ? (keys.get('plays') ?? 'attack').split(' ') : undefined,
    checks: /^ *def check\(/m.test(text),
    levels: Object.fromEntries(
      [...keys].flatMap(([key, value]) => {
        const [, level] = /^(?:outcome|not promised) at ([\w-]+)$/.exec(key) ?? [];
        return level === undefined ? [] : [[level, key.startsWith('not') ? `not promised: ${value}` : value]];
      }),
    ),
  };
};

/** All attacks, by group and name. */
export const attacks = (): Attack[] =>
  readdirSync(ATTACKS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('_'))
    .flatMap(({ name: group }) =>
      readdirSync(join(ATTACKS, group))
        .filter((file) => file.endsWith('.py'))
        .map((file) => parse(group, file)),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
