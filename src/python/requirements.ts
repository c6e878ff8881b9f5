/** A module's own environment, when the module says that it needs one. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { systemError } from '../errors/system.ts';
import { SandboxError } from '../errors.ts';
import { inlineMetadata } from './inline-metadata.ts';
import { findInterpreter, type Interpreter } from './interpreter.ts';
import type { Environment } from './locate.ts';
import { stampOf } from './stamps.ts';
import { ensureVenv, readyPython, venvHelp } from './venv.ts';
import { meetsSpecifier } from './version-specifier.ts';

export interface ModuleEnvironmentOptions {
  /** The module's Python file. */
  file: string;
  /** A pip requirements file. It comes before inline metadata. */
  requirements?: string | undefined;
  interpreter: Interpreter;
  cacheDir: string;
  onLog?: ((line: string) => void) | undefined;
  env?: Environment;
}

interface Needs {
  /** Where it is said, for messages. */
  source: string;
  pipArguments: string[];
  /** Everything that decides what gets installed. */
  identity: string[];
  cwd: string;
}

const readText = (path: string, what: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw systemError('RS102', `The ${what} ${path} cannot be read`, error);
  }
};

/**
 * The lines of a requirements file that count, with those of the files it names; for a local package its
 * modification time too, so that another build of it means another environment.
 */
const requirementLines = (path: string, folder: string, seen: Set<string> = new Set()): string[] => {
  if (seen.has(path)) return [];
  seen.add(path);
  const text = readText(path, 'requirements file').replace(/\\\n/g, ' ');
  const lines = text.split(/\r?\n/).map((line) => line.replace(/(^|\s)#.*$/, '').trim());
  return lines.filter(Boolean).flatMap((line) => {
    const nested = /^(?:-r|-c|--requirement|--constraint)[\s=]*(\S+)$/.exec(line)?.[1];
    if (nested !== undefined && !nested.includes('://'))
      return [line, ...requirementLines(resolve(dirname(path), nested), folder, seen)];
    const local = resolve(folder, line.replace(/^(?:-e|--editable)[\s=]*/, '').replace(/\[.*$/, ''));
    const stamp = stampOf(local);
    return stamp[1] === -1 ? [line] : [line, JSON.stringify(stamp)];
  });
};

const fromFile = (requirements: string): Needs => {
  const path = resolve(requirements);
  const cwd = dirname(path);
  return { source: path, pipArguments: ['-r', path], identity: [cwd, ...requirementLines(path, cwd)], cwd };
};

const fromInline = (file: string, interpreter: Interpreter): Needs | undefined => {
  const metadata = inlineMetadata(readText(file, 'module'), file);
  if (metadata === undefined) return undefined;
  const { dependencies, requiresPython } = metadata;
  const version = interpreter.version.join('.');
  const met = requiresPython === null ? true : meetsSpecifier(interpreter.version, requiresPython);
  if (met === undefined)
    throw new SandboxError(
      'RS303',
      `${file}: \`requires-python = "${requiresPython}"\` is not a version specifier`,
      {
        help: 'for example `>=3.10` or `>=3.11,<3.13`',
      },
    );
  if (!met)
    throw new SandboxError(
      'RS303',
      `${file} requires Python ${requiresPython}, and ${interpreter.executable} is ${version}`,
      {
        help: 'name an interpreter that fits with `--python PATH`',
      },
    );
  if (dependencies.length === 0) return undefined;
  const option = dependencies.find((dependency) => dependency.trim().startsWith('-'));
  if (option !== undefined)
    throw new SandboxError(
      'RS303',
      `${file}: \`${option}\` in \`dependencies\` is a pip option, not a requirement`,
      {
        help: 'pip options go into a file that is named with `--requirements FILE`',
      },
    );
  return {
    source: file,
    pipArguments: dependencies,
    identity: dependencies.map((text) => text.trim()).sort(),
    cwd: dirname(resolve(file)),
  };
};

/**
 * The interpreter that a module runs with: that of its own cached environment when `requirements` or the file
 * itself (PEP 723) asks for one, else the given one, unchanged.
 * @throws SandboxError RS303 when the metadata is malformed or the installation fails; RS102 when a file cannot be read
 */
export const moduleEnvironment = async (options: ModuleEnvironmentOptions): Promise<Interpreter> => {
  const { file, requirements, interpreter, cacheDir, onLog, env = process.env } = options;
  const needs = requirements === undefined ? fromInline(file, interpreter) : fromFile(requirements);
  if (needs === undefined) return interpreter;
  const identity = JSON.stringify([needs.identity, interpreter.version, interpreter.basePrefix]);
  const hash = createHash('sha256').update(identity).digest('hex').slice(0, 16);
  const folder = join(cacheDir, `module-${hash}`);
  const { pipArguments, cwd } = needs;
  const request = { folder, python: interpreter.executable, pipArguments, env, cwd };
  if (readyPython(folder) === undefined)
    onLog?.(`installing the requirements of ${basename(file)} (${needs.source}), once, in ${folder}`);
  const result = await ensureVenv(request);
  if ('failed' in result)
    throw new SandboxError(
      'RS303',
      `The requirements of ${file} could not be installed: ${result.failed} failed`,
      {
        help: venvHelp(result, `they are named in ${needs.source}`),
      },
    );
  return findInterpreter({ python: result.python, env, cacheDir });
};
