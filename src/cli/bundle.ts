#!/usr/bin/env node
/**
 * The command line as it is installed. To compile its bundle takes longer than to run it, so what V8 compiled is kept
 * beside each file, as Python does; where that folder cannot be written, every start compiles.
 */
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Script } from 'node:vm';

const PARAMETERS = 'exports, require, module, __filename, __dirname, importPackage';
const FOLDER = import.meta.dirname;
const requirePackage = createRequire(import.meta.url);
const modules = new Map<string, { exports: unknown }>();
const compiled: { script: Script; file: string }[] = [];

const orNothing = <Value>(act: () => Value): Value | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** All names but that of the first file have a hash of its text: what was kept of another build is never found. */
const FIRST = join(FOLDER, 'program.cjs');

const compile = (path: string): Script => {
  const file = `${path}.${process.version}-${process.arch}.code`;
  const cachedData = path === FIRST ? undefined : orNothing(() => readFileSync(file));
  const source = readFileSync(path, 'utf8');
  const script = new Script(`(function (${PARAMETERS}) {${source}\n})`, {
    filename: path,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (path !== FIRST && (cachedData === undefined || script.cachedDataRejected === true))
    compiled.push({ script, file });
  return script;
};

/** Takes its time where `require` would hold up all else: ZeroMQ is loaded while the agent starts. */
const importPackage = (name: string): Promise<unknown> => import(name);

const load = (path: string): unknown => {
  const known = modules.get(path);
  if (known !== undefined) return known.exports;
  const module = { exports: {} };
  modules.set(path, module);
  const require = (name: string): unknown =>
    name.startsWith('./') ? load(join(FOLDER, name)) : requirePackage(name);
  compile(path).runInThisContext()(module.exports, require, module, path, FOLDER, importPackage);
  return module.exports;
};

/** At the end of a command that did its work, when V8 has compiled what that needs. */
process.on('exit', (code) => {
  if (code !== 0) return;
  for (const { script, file } of compiled) {
    const temporary = `${file}.${process.pid}`;
    const isWritten = orNothing(() => {
      writeFileSync(temporary, script.createCachedData());
      renameSync(temporary, file);
      return true;
    });
    if (isWritten === undefined) orNothing(() => rmSync(temporary));
  }
});

const { runProgram } = load(FIRST) as typeof import('./program.ts');
await runProgram();
