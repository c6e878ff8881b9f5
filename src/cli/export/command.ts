/** What `runrl-sandbox export` does. */
import { existsSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { systemError } from '../../errors/system.ts';
import { EXIT, nearestName, SandboxError } from '../../errors.ts';
import { makeFolder } from '../../formats/make-folder.ts';
import { plural } from '../../formats/text/visible.ts';
import { FlagError } from '../../options/flag-error.ts';
import { ownVersion } from '../../server/own-version.ts';
import { writeHtml } from '../../view/export/html.ts';
import { tablesOf } from '../../view/export/tables.ts';
import { writeTensorBoard } from '../../view/export/tensorboard.ts';
import { TABLE_FORMATS, type TableFormat, writeTables } from '../../view/export/write-tables.ts';
import { Views } from '../../view/routes/views.ts';
import { openSource } from '../../view/sources/open-source.ts';
import type { Source } from '../../view/sources/source.ts';
import { resultsOptions } from '../view/command.ts';
import type { ExportFlags } from './export.ts';

const FORMATS = [...TABLE_FORMATS, 'tensorboard', 'html'] as const;
type Format = (typeof FORMATS)[number];

/** @returns the exit code */
export const exportCommand = async (path: string, flags: ExportFlags): Promise<number> => {
  const format = formatOf(flags.to);
  const output = flags.output ?? (format === 'html' ? 'export.html' : `export-${format}`);
  const source = openSource(path, await resultsOptions(flags));
  try {
    const columns = await source.columns();
    const fault = source.notes.find(({ level }) => level === 'error');
    if (fault !== undefined)
      throw new SandboxError('RS102', fault.text, fault.help === undefined ? {} : { help: fault.help });
    for (const { text } of source.notes.filter(({ level }) => level === 'warning'))
      process.stderr.write(`warning: ${text}\n`);
    if (columns.version === 0) throw new SandboxError('RS102', `\`${path}\` has nothing to export yet`);
    makeRoom(path, output, format, flags.overwrite === true);
    const files = await write(source, format, output);
    if (flags.json) process.stdout.write(`${JSON.stringify({ event: 'exported', format, output, files })}\n`);
    else
      for (const { file, rows } of files)
        process.stdout.write(`${file}${rows === null ? '' : `: ${plural(rows, 'row')}`}\n`);
    if (format === 'tensorboard')
      process.stderr.write(
        'TensorBoard shows ten texts of each tag; all of them with `--samples_per_plugin=text=0`.\n',
      );
    return EXIT.ok;
  } finally {
    source.close();
  }
};

const write = async (
  source: Source,
  format: Format,
  output: string,
): Promise<{ file: string; rows: number | null }[]> => {
  if (format === 'html') {
    await writeHtml(new Views({ version: ownVersion(), serving: false, sources: [source] }), output);
    return [{ file: output, rows: null }];
  }
  if (format === 'tensorboard') return writeTensorBoard(source, output);
  return writeTables(await tablesOf(source), format satisfies TableFormat, output);
};

const formatOf = (text: string | undefined): Format => {
  const known = FORMATS.find((format) => format === text);
  if (known !== undefined) return known;
  const near = text === undefined ? undefined : nearestName(text, FORMATS);
  const got = text === undefined ? 'nothing' : `\`${text}\``;
  throw new FlagError(
    'to',
    `: expected one of ${FORMATS.join(', ')}, got ${got}`,
    near === undefined ? {} : { help: `did you mean \`${near}\`?` },
  );
};

const TABLES = ['steps', 'samples', 'failures'];
const EVENTS = /^events\.out\.tfevents\.\d+\.runrl-sandbox$/;

/** The files that an export in this format writes into a folder, and no others: only they are ever deleted. */
const written = (output: string, format: Format): string[] => {
  if (format !== 'tensorboard') return TABLES.map((table) => join(output, `${table}.${format}`));
  return readdirSync(output, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(output, name)).map((file) => join(output, name, file)))
    .filter((file) => EVENTS.test(basename(file)));
};

/** Whether an export would be written over what it reads. */
const isSource = (path: string, output: string, format: Format): boolean => {
  if (!existsSync(path) || !existsSync(output)) return false;
  const [source, place] = [realpathSync(path), realpathSync(output)];
  return source === place || (format !== 'html' && dirname(source) === place);
};

const makeRoom = (path: string, output: string, format: Format, overwrite: boolean): void => {
  try {
    if (isSource(path, output, format))
      throw new SandboxError('RS105', `\`${output}\` is the input of the export`, {
        help: 'name another place with `-o`',
      });
    const isThere = existsSync(output) && (format === 'html' || readdirSync(output).length > 0);
    if (isThere && !overwrite)
      throw new SandboxError('RS105', `\`${output}\` already exists`, {
        help: 'name another with `-o`, or add `--overwrite`',
      });
    if (format === 'html') return;
    makeFolder(output, 0o700);
    for (const file of written(output, format)) rmSync(file, { force: true });
  } catch (cause) {
    throw systemError('RS102', `\`${output}\` cannot be written`, cause);
  }
};
