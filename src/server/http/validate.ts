/** `POST /v1/validate/…`: says whether a prompt file or a module is fit to be used, without keeping anything of it. */
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { SandboxError } from '../../errors.ts';
import { Problems } from '../../formats/problems.ts';
import { readPrompts } from '../../formats/rows/prompts.ts';
import { refuseReservedFields, type TakenNames } from '../../formats/rows/reserved-fields.ts';
import type { Sandbox } from '../../host.ts';
import { inlineMetadata } from '../../python/inline-metadata.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../python/temporary.ts';
import type { moduleReport, promptReport, validateModuleBody } from '../routes/schemas.ts';
import { HttpProblem } from './problem.ts';

/** A file that exists while `body` runs, in a folder of its own that nobody else may read. */
const withFile = async <T>(
  name: string,
  content: Uint8Array | string,
  body: (path: string, folder: string) => Promise<T>,
): Promise<T> => {
  const folder = makeTemporaryFolder('validate');
  try {
    const path = join(folder, name);
    await writeFile(path, content, { mode: 0o644 });
    return await body(path, folder);
  } finally {
    removeTemporaryFolder(folder);
  }
};

type PromptReport = z.output<typeof promptReport>;
type ModuleReport = z.output<typeof moduleReport>;
type Finding = ModuleReport['errors'][number];

const findingOf = ({ code, message, help }: SandboxError): Finding => ({ code, message, help: help ?? null });

/**
 * @param taken names that fields must not have, when the rows are for a module that is loaded
 */
export const validatePrompts = (
  content: Uint8Array,
  key: string | undefined,
  taken: TakenNames | undefined,
): Promise<PromptReport> =>
  withFile('prompts.jsonl', content, async (path) => {
    const problems = new Problems();
    const name = 'prompts.jsonl';
    const counts = { rows: 0, valid: 0, invalid: 0, errors: 0 };
    const errors: Finding[] = [];
    try {
      await using file = await readPrompts(path, { key, name }, problems);
      if (taken !== undefined) refuseReservedFields(file, taken, problems);
      const { validCount: valid, invalidCount: invalid } = file;
      Object.assign(counts, { rows: valid + invalid, valid, invalid });
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      errors.push(findingOf(error));
    }
    for (const { line, column, code, message, help } of problems.shown)
      errors.push({ line, column, code, message, help: help ?? null });
    counts.errors = problems.total + (errors.length - problems.shown.length);
    return { valid: counts.errors === 0, errors, warnings: problems.warnings, counts };
  });

/** Errors that the module's text is to blame for. Others are ours, and answered as problems. */
const IS_VERDICT = /^RS(101|102|2..|303)$/;

/** @throws HttpProblem `invalid` for a file with requirements: nobody installs packages by asking */
export const validateModule = (
  sandbox: Sandbox,
  body: z.output<typeof validateModuleBody>,
): Promise<ModuleReport> => {
  const { kind, source } = body;
  refuseRequirements(source);
  const file = `${kind}.py`;
  return withFile(file, source, async (path, folder) => {
    await chmod(folder, 0o755); // workers may have another user id
    const report: ModuleReport = {
      valid: false,
      errors: [],
      warnings: [],
      function: null,
      shape: null,
      load_ms: null,
    };
    try {
      if (body.kind === 'reward') {
        const options = body.function === undefined ? {} : { function: body.function };
        await using module = await sandbox.loadReward(path, options);
        Object.assign(report, { function: module.functionName, ...described(module) });
      } else {
        const options = body.class === undefined ? {} : { class: body.class };
        await using module = await sandbox.loadEnvironment(path, options);
        Object.assign(report, { function: module.className, ...described(module) });
      }
    } catch (error) {
      if (!(error instanceof SandboxError) || !IS_VERDICT.test(error.code)) throw error;
      // Python names the file as it is called here.
      const { code, message, help } = findingOf(error);
      report.errors.push({
        code,
        message: message.replaceAll(path, file),
        help: help?.replaceAll(path, file) ?? null,
      });
    }
    return report;
  });
};

const described = ({
  shape,
  warnings,
  loadMs,
}: {
  shape: string;
  warnings: readonly string[];
  loadMs: number;
}) => ({ valid: true, shape, warnings: [...warnings], load_ms: loadMs });

const refuseRequirements = (source: string): void => {
  let needs = false;
  try {
    needs = inlineMetadata(source, 'module.py') !== undefined;
  } catch {
    needs = true; // malformed ones are some, too
  }
  if (needs)
    throw new HttpProblem('invalid', 'A module with inline metadata (PEP 723) cannot be validated here', {
      help: 'requirements are installed only for files that the server was started with',
    });
};
