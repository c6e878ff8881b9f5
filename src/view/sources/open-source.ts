/** A path that a person names → what is there. */
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemError } from '../../errors/system.ts';
import { SandboxError } from '../../errors.ts';
import { keyOfLine, ROWS_FILE, STEPS_FILE } from '../store/step-lines.ts';
import { type FleetOptions, FleetSource } from './fleet-source.ts';
import { fleetUrls, isFleetTable } from './fleet-table.ts';
import { checkUrl } from './host-source.ts';
import { ResultsSource } from './results-source.ts';
import type { Source } from './source.ts';
import { StoreSource } from './store-source.ts';

const FIRST_BYTES = 256 * 2 ** 10;

/** Whether something is an address, and no path. */
export const isUrl = (path: string): boolean => /^\w+:\/\//.test(path);

/** Addresses of servers are one run together, each path is one of its own. @throws SandboxError RS101, RS102 */
export const openSources = (paths: readonly string[], options: FleetOptions = {}): Source[] => {
  const urls = [...new Set(paths.filter(isUrl).map(checkUrl))];
  const others = paths.filter((path) => !isUrl(path)).map((path) => openSource(path, options));
  return urls.length === 0 ? others : [new FleetSource(() => urls, null, options), ...others];
};

/** @throws SandboxError RS102 when it is none of what can be looked at */
export const openSource = (path: string, options: FleetOptions = {}): Source => {
  let isFolder: boolean;
  try {
    const stat = statSync(path);
    isFolder = stat.isDirectory();
    if (!isFolder && !stat.isFile()) throw refusal(path, 'is neither a file nor a folder');
  } catch (cause) {
    throw systemError('RS102', `\`${path}\` cannot be read`, cause, WHAT_THERE_IS);
  }
  if (isFolder) {
    if (existsSync(join(path, STEPS_FILE))) return new StoreSource(path, options);
    if (isFleetTable(path)) return new FleetSource(() => fleetUrls(path), path, options);
    const why = existsSync(join(path, ROWS_FILE))
      ? `has a ${ROWS_FILE}, but no ${STEPS_FILE}: it is half written, or half copied`
      : `has no ${STEPS_FILE}`;
    throw refusal(path, why);
  }
  if (basename(path) === STEPS_FILE && existsSync(join(dirname(path), ROWS_FILE)))
    return new StoreSource(path, options);
  const first = firstLine(path);
  if (
    basename(path) === STEPS_FILE ||
    (first !== undefined && keyOfLine(first) !== undefined && !isResult(first))
  )
    return new StoreSource(path, options);
  return new ResultsSource(path, options);
};

const isResult = (line: Buffer): boolean => /^\{"index":/.test(line.toString('utf8', 0, 32));

const firstLine = (path: string): Buffer | undefined => {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(FIRST_BYTES);
    const bytes = buffer.subarray(0, readSync(fd, buffer, 0, buffer.length, 0));
    const end = bytes.indexOf(0x0a);
    return end === -1 ? undefined : bytes.subarray(0, end);
  } finally {
    closeSync(fd);
  }
};

const WHAT_THERE_IS =
  'name a folder of `serve --data`, its `steps.jsonl`, a result file of `run -o`, or a folder of `serve --join`';

const refusal = (path: string, what: string): SandboxError =>
  new SandboxError('RS102', `\`${path}\` ${what}`, { help: WHAT_THERE_IS });
