/** The file of findings that are known: `--baseline` leaves them out of the verdict, `--write-baseline` makes it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { SandboxError } from '../../index.ts';
import type { Finding } from '../finding.ts';

const baselineSchema = z.strictObject({
  version: z.literal(1),
  findings: z.array(
    z.strictObject({
      id: z.string(),
      /** Why it is accepted. */
      reason: z.string(),
      /** For people: what it was. */
      title: z.string().optional(),
    }),
  ),
});

/**
 * Reasons by the id of the finding.
 * @throws SandboxError RS102
 */
export const readBaseline = (path: string): Map<string, string> => {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new SandboxError('RS102', `The baseline file \`${path}\` cannot be read`, { cause: error });
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SandboxError('RS102', `The baseline file \`${path}\` is no JSON: ${(error as Error).message}`);
  }
  const parsed = baselineSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue === undefined || issue.path.length === 0 ? '' : ` at \`${issue.path.join('.')}\``;
    throw new SandboxError('RS102', `The baseline file \`${path}\` is malformed${where}: ${issue?.message}`, {
      help: '`--write-baseline FILE` writes one',
    });
  }
  return new Map(parsed.data.findings.map(({ id, reason }) => [id, reason]));
};

/**
 * Writes the findings as known, with the reasons that they had.
 * @throws SandboxError RS106
 */
export const writeBaseline = (path: string, findings: readonly Finding[]): void => {
  const known = findings.map(({ id, title, suppressed }) => ({
    id,
    reason: suppressed ?? 'known when the baseline was written',
    title,
  }));
  try {
    writeFileSync(path, `${JSON.stringify({ version: 1, findings: known }, null, 2)}\n`);
  } catch (error) {
    throw new SandboxError('RS106', `The baseline file \`${path}\` cannot be written`, { cause: error });
  }
};
