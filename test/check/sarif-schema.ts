/** The part of SARIF 2.1.0 that reports use, closed: a property that the standard does not have is an error. */
import { z } from 'zod';

const message = z.strictObject({ text: z.string().min(1), markdown: z.string().optional() });
const level = z.enum(['none', 'note', 'warning', 'error']);
const bag = z.looseObject({ tags: z.array(z.string()).optional() });
/** RFC 3986: nothing that an address may not have. */
const uri = z.string().regex(/^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-F]{2})+$/);
const positive = z.int().min(1);

const region = z
  .strictObject({
    startLine: positive,
    startColumn: positive.optional(),
    endLine: positive.optional(),
    endColumn: positive.optional(),
  })
  .refine(({ startLine, endLine = startLine }) => endLine >= startLine)
  .refine(
    ({ startLine, endLine = startLine, startColumn = 1, endColumn = startColumn }) =>
      endLine > startLine || endColumn >= startColumn,
  );

const result = z.strictObject({
  ruleId: z.string().min(1),
  ruleIndex: z.int().min(0),
  level,
  kind: z.literal('fail'),
  message,
  locations: z
    .array(
      z.strictObject({
        physicalLocation: z.strictObject({
          artifactLocation: z.strictObject({ uri, index: z.int().min(0).optional() }),
          region,
        }),
      }),
    )
    .length(1),
  fingerprints: z.record(z.string(), z.string()),
  partialFingerprints: z.record(z.string(), z.string()),
  suppressions: z.array(
    z.strictObject({ kind: z.enum(['inSource', 'external']), justification: z.string() }),
  ),
  properties: bag,
});

const rule = z.strictObject({
  id: z.string().min(1),
  shortDescription: message,
  fullDescription: message,
  defaultConfiguration: z.strictObject({ level }),
  help: message,
  properties: bag,
});

export const sarifSchema = z.strictObject({
  $schema: z.url(),
  version: z.literal('2.1.0'),
  runs: z
    .array(
      z.strictObject({
        tool: z.strictObject({
          driver: z.strictObject({
            name: z.string().min(1),
            semanticVersion: z.string().regex(/^\d+\.\d+\.\d+/),
            rules: z.array(rule),
          }),
        }),
        automationDetails: z.strictObject({ id: z.string() }),
        invocations: z.array(
          z.strictObject({
            executionSuccessful: z.boolean(),
            commandLine: z.string(),
            toolExecutionNotifications: z.array(z.strictObject({ level, message })),
          }),
        ),
        artifacts: z.array(z.strictObject({ location: z.strictObject({ uri }) })),
        columnKind: z.enum(['utf16CodeUnits', 'unicodeCodePoints']),
        results: z.array(result),
        properties: bag,
      }),
    )
    .length(1),
});
