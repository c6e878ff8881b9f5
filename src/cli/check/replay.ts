/** `check --replay FINDING`: one exploit again. The last report of each file is kept for it. */
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Finding } from '../../check/finding.ts';
import { findingOf, replay } from '../../check/replay/replay.ts';
import { jsonReport, reportSchema } from '../../check/report/json.ts';
import type { Report } from '../../check/report.ts';
import { EXIT, nearestName, SandboxError } from '../../errors.ts';
import { makeFolder } from '../../formats/make-folder.ts';
import { visible } from '../../formats/text/visible.ts';
import { FlagError } from '../../options/flag-error.ts';
import { cacheFolder } from '../../python/cache-folder.ts';
import { Interrupts } from '../interrupts.ts';
import type { CheckFlags } from './check.ts';
import type { CheckSettings } from './settings.ts';

const lastReport = (file: string): string => {
  const name = createHash('sha256').update(realpathSync(file)).digest('hex').slice(0, 16);
  return join(cacheFolder(), 'reports', `${name}.json`);
};

/** Keeps a report for `--replay`; where nothing can be written, `--report` is needed. */
export const keepReport = (report: Report): void => {
  try {
    const path = lastReport(report.file);
    makeFolder(dirname(path), 0o700);
    writeFileSync(path, jsonReport(report), { mode: 0o600 });
  } catch {} // a convenience
};

/** @throws SandboxError RS101, RS102 */
const readReport = (file: string, given: string | undefined): Report => {
  const path = given ?? lastReport(file);
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    const help = 'name one: `--report FILE`, written by `check --json FILE`';
    if (given === undefined) {
      throw new SandboxError('RS101', `No report of \`${file}\` was kept on this machine`, { help, cause });
    }
    throw new SandboxError('RS102', `The report \`${path}\` cannot be read`, { help, cause });
  }
  try {
    return reportSchema.parse(JSON.parse(text));
  } catch (cause) {
    const help = 'it must be what `check --json FILE` wrote';
    throw new SandboxError('RS102', `\`${path}\` is not a report of \`check --json\``, { help, cause });
  }
};

const namedFinding = (report: Report, name: string): Finding => {
  const finding = findingOf(report, name);
  const ids = report.findings.filter(({ exploit }) => exploit !== null).map(({ id }) => id);
  if (finding === undefined) {
    const near = nearestName(name, ids);
    const help = near !== undefined ? `did you mean \`${near}\`?` : `it has: ${ids.join(', ') || 'none'}`;
    throw new FlagError('replay', `: the report has no finding \`${name}\``, { help });
  }
  if (finding.exploit !== null) return finding;
  const help = `with an exploit: ${ids.join(', ') || 'none'}`;
  throw new FlagError('replay', `: the finding \`${finding.id}\` has no exploit to run`, { help });
};

/** @returns the exit code: 1 when it still holds */
export const replayFinding = async (
  file: string,
  name: string,
  { kind, sandbox, reward, environment }: CheckSettings,
  flags: CheckFlags,
): Promise<number> => {
  const finding = namedFinding(readReport(file, flags.report), name);
  const { exploit } = finding;
  if (exploit === null) return EXIT.usage;
  using interrupts = new Interrupts();
  const replayed = await replay({
    file,
    kind,
    exploit,
    sandbox,
    reward,
    environment,
    signal: interrupts.gentle,
  });
  const { holds, status, reward: paid, error } = replayed;
  if (flags.json === true) {
    const { id } = finding;
    process.stdout.write(
      `${JSON.stringify({ id, holds, was: { status: exploit.status, reward: exploit.reward }, now: { status, reward: paid, error } })}\n`,
    );
  } else {
    const now = error === null ? `${status}, reward ${paid}` : `${status} (${visible(error)})`;
    process.stdout.write(
      `${finding.id} ${finding.title}\n  then: ${exploit.status}, reward ${exploit.reward}\n  now:  ${now}\n` +
        `${holds ? 'It still holds.' : 'It does not hold any more.'}\n`,
    );
  }
  return holds ? EXIT.failed : EXIT.ok;
};
