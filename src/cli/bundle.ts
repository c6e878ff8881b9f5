#!/usr/bin/env node
/**
 * The command line as it is installed. To compile its bundle takes longer than to run it, so what V8 compiled is kept
 * beside each file, as Python does; where that folder cannot be written, every start compiles.
 */
import { createHash, randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';

const PARAMETERS = 'exports, require, module, __filename, __dirname, importPackage';
const DIGEST = 32;
const FOLDER = import.meta.dirname;
const requirePackage = createRequire(import.meta.url);
const modules = new Map<string, { exports: unknown }>();
const compiled: { script: Script; file: string }[] = [];

/**
 * V8 collects everything anew when its memory has grown by a share of what lives. Of a server little lives, and its
 * messages count twice: that was a third of its time. Up to four times as much is the most that V8 itself would choose.
 * Set before anything is compiled: code that was kept under other flags is of no use.
 */
if (process.argv[2] === 'serve') setFlagsFromString('--heap-growing-percent=300');
const KEPT = `${cachedDataVersionTag()}.code`;

const orNothing = <Value>(act: () => Value): Value | undefined => {
  try {
    return act();
  } catch {
    return undefined;
  }
};

/** All names but that of the first file have a hash of its text: what was kept of another build is never found. */
const FIRST = join(FOLDER, 'program.cjs');

const digestOf = (data: Buffer): Buffer => createHash('sha256').update(data).digest();

/** V8 itself does not look at all of it, and ends the process where something in it is wrong. */
const readKept = (file: string): Buffer | undefined => {
  const kept = orNothing(() => readFileSync(file));
  const data = kept?.subarray(DIGEST);
  return data !== undefined && digestOf(data).equals(kept?.subarray(0, DIGEST) as Buffer) ? data : undefined;
};

const compile = (path: string): Script => {
  const file = `${path}.${KEPT}`;
  const cachedData = path === FIRST ? undefined : readKept(file);
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
  // With 1 a command has done its work, too: `check` has found something.
  if (code > 1) return;
  for (const { script, file } of compiled) {
    const temporary = `${file}.${randomUUID()}`;
    const isWritten = orNothing(() => {
      const data = script.createCachedData();
      writeFileSync(temporary, Buffer.concat([digestOf(data), data]), { flag: 'wx' });
      renameSync(temporary, file);
      return true;
    });
    if (isWritten === undefined) orNothing(() => rmSync(temporary));
  }
});

const { runProgram } = load(FIRST) as typeof import('./program.ts');
await runProgram();
