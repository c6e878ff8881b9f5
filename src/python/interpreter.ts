/** Finds the Python interpreter and learns, once, what must be known of it. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { SandboxError } from '../errors.ts';
import { makeFolder } from '../formats/make-folder.ts';
import { type Environment, type Located, locatePython, newerOnPath } from './locate.ts';
import { interpreterRoots } from './roots.ts';
import { type Stamp, stampOf, stampsHold } from './stamps.ts';

export interface Interpreter {
  /** What to execute. For a virtual environment its own `bin/python`, because `pyvenv.cfg` is found next to it. */
  executable: string;
  version: [major: number, minor: number, patch: number];
  prefix: string;
  basePrefix: string;
  /** Every folder that must be readable for it to run: outermost ones only, each once. Just `/usr` for a system one. */
  roots: string[];
  /** Import path entries that an isolated run (`-I`) does not find: the user site and what its .pth files name. */
  sysPath: string[];
  /** Whether pyzmq and msgpack, new enough for the agent, can be imported in an isolated run. */
  hasAgentPackages: boolean;
}

export interface FindOptions {
  /** A path, the folder of a virtual environment, or a name on PATH. @default the active venv, else `python3` */
  python?: string | undefined;
  env: Environment;
  cacheDir: string;
  /** The folder of this package. */
  own?: string | undefined;
}

/** Changes when facts.py or what is made of its answer changes. */
const FORMAT = 2;
const MINIMUM = [3, 10] as const;
const PACKAGE = join(import.meta.dirname, '../..');
const FACTS = 'python-shim/runrl_shim/environment/facts.py';
/** Beside files, these decide which interpreter a shim starts and where its user site is. */
const DECIDING_VARIABLES = [
  'HOME',
  'PYENV_VERSION',
  'PYENV_ROOT',
  'ASDF_PYTHON_VERSION',
  'MISE_PYTHON_VERSION',
  'PYTHONUSERBASE',
  'PYTHONNOUSERSITE',
];

interface Facts {
  version: [number, number, number];
  executable: string;
  prefix: string;
  base_prefix: string;
  prefixes: string[];
  path: string[];
  extra_path: string[];
  editable: string[];
  depends_on: string[];
  agent: boolean;
}

interface Cached {
  dependsOn: Stamp[];
  interpreter: Interpreter;
}

const tooOld = (version: readonly number[], path: string, env: Environment): SandboxError => {
  const newer = newerOnPath(env);
  const wanted = `runrl-sandbox needs Python ${MINIMUM.join('.')} or newer`;
  return new SandboxError('RS301', `Python ${version.join('.')} (${path}) is too old: ${wanted}`, {
    help:
      newer === undefined
        ? 'name a newer one with `--python PATH`'
        : `there is a newer one: \`--python ${newer}\``,
  });
};

const run = async (
  path: string,
  args: string[],
  env: Environment,
): Promise<{ failed: boolean; stdout: string; stderr: string }> => {
  const { execa } = await import('execa'); // late: the answer is cached, and most runs ask nobody
  const result = await execa(path, args, {
    env: env as NodeJS.ProcessEnv,
    extendEnv: false,
    timeout: 60_000,
    killSignal: 'SIGKILL',
    maxBuffer: 2 ** 24,
    reject: false,
  });
  const { failed, stdout, stderr, originalMessage, shortMessage } = result;
  return { failed, stdout, stderr: stderr || (originalMessage ?? shortMessage ?? '') };
};

const ask = async (path: string, env: Environment, own: string): Promise<Facts> => {
  const { failed, stdout, stderr } = await run(path, ['-I', join(own, FACTS)], env);
  try {
    // A sitecustomize or .pth file may print before; the answer is the last line.
    const facts = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Facts;
    const [major, minor] = facts.version;
    if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return facts;
    throw tooOld(facts.version, path, env);
  } catch (error) {
    if (error instanceof SandboxError) throw error;
  }
  const said = await run(path, ['--version'], env);
  const version = /^Python (\d+)\.(\d+)\.(\d+)/m
    .exec(said.stdout + said.stderr)
    ?.slice(1)
    .map(Number);
  if (version !== undefined && (version[0] ?? 0) < 3) throw tooOld(version, path, env);
  const how = failed ? 'could not be run' : 'did not say what it is';
  throw new SandboxError(
    'RS301',
    `The Python interpreter ${path} ${how}: ${stderr.trim().split('\n').at(-1)}`,
    {
      help: 'name another one with `--python PATH`',
    },
  );
};

const fromFacts = (facts: Facts, located: Located): Interpreter => {
  const isVenv = facts.prefix !== facts.base_prefix;
  const said = facts.executable === '' ? located.path : facts.executable;
  const executable = isVenv ? said : join(realpathSync(dirname(said)), basename(said));
  return {
    executable,
    version: facts.version,
    prefix: facts.prefix,
    basePrefix: facts.base_prefix,
    roots: interpreterRoots(executable, [
      ...facts.prefixes,
      ...facts.path.map(importFolder),
      ...facts.editable,
    ]),
    sysPath: facts.extra_path,
    hasAgentPackages: facts.agent,
  };
};

/** An import path entry is a folder, or a zip file or egg whose folder is then meant. */
const importFolder = (entry: string): string => (/\.(zip|egg|whl)$/.test(entry) ? dirname(entry) : entry);

const readCached = (file: string): Interpreter | undefined => {
  try {
    const cached = JSON.parse(readFileSync(file, 'utf8')) as Cached;
    return stampsHold(cached.dependsOn) ? cached.interpreter : undefined;
  } catch {
    return undefined;
  }
};

const writeCached = (file: string, cached: Cached): void => {
  try {
    makeFolder(dirname(file), 0o700);
    const temporary = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(temporary, JSON.stringify(cached), { mode: 0o600 });
    renameSync(temporary, file);
  } catch {
    // A cache that cannot be written costs time on the next start, and nothing else.
  }
};

/**
 * The interpreter that modules run with. Starts it once; after that the answer comes from the cache folder for as
 * long as the files it depends on are unchanged.
 * @throws SandboxError RS301 when there is none, or it is too old or broken
 */
export const findInterpreter = async ({
  python,
  env,
  cacheDir,
  own = PACKAGE,
}: FindOptions): Promise<Interpreter> => {
  const located = locatePython(python, env);
  // Each copy and version of this package asks once, because to ask is also to compile its Python files.
  const version = readFileSync(join(own, 'package.json'), 'utf8');
  const variables = DECIDING_VARIABLES.map((name) => env[name] ?? null);
  const key = JSON.stringify([FORMAT, own, version, located, variables]);
  const name = createHash('sha256').update(key).digest('hex').slice(0, 24);
  const file = join(cacheDir, 'interpreters', `${name}.json`);
  const cached = readCached(file);
  if (cached !== undefined) return cached;
  const facts = await ask(located.path, env, own);
  const interpreter = fromFacts(facts, located);
  const dependsOn = [realpathSync(interpreter.executable), interpreter.executable, ...facts.depends_on].map(
    stampOf,
  );
  writeCached(file, { dependsOn, interpreter });
  return interpreter;
};
