/**
 * Makes of the tables in src/errors, src/outcome.ts and src/protocol/serving.ts what people and the Python client read of
 * them: docs/errors.md, the kinds in docs/serve.md and docs/serving-protocol.md, `_codes.py` and `_layouts.py`. Run by
 * `npm run generate`.
 */
import { readFileSync } from 'node:fs';
import { ERRORS, type ErrorRow } from '../src/errors/codes.ts';
import { PROBLEMS, REFUSALS, type Refusal } from '../src/errors/refusals.ts';
import { FAMILY_OF, LEVELS, STATUSES } from '../src/outcome.ts';
import type { Layout } from '../src/protocol/layout.ts';
import { CALL_FLAGS, STATUS_CODES } from '../src/protocol/messages.ts';
import { OUTCOME_FLAGS, SERVED_CALL, SERVED_OUTCOME, SERVING_PROTOCOL } from '../src/protocol/serving.ts';
import { fill, wrapped, write } from './generated.ts';

const SECTIONS: Readonly<Record<string, string>> = {
  RS1: 'Usage and files',
  RS2: 'The module',
  RS3: 'Python',
  RS4: 'The sandbox',
  RS5: 'Sandboxes, episodes and servers in use',
};

const answerOf = ({ exit, refusal }: ErrorRow): string =>
  refusal === undefined
    ? `Exit code ${exit}.`
    : `Exit code ${exit}. Servers answer \`${refusal}\` (${PROBLEMS[refusal].status}).`;

const entryOf = ([code, row]: [string, ErrorRow]): string => {
  const paragraphs = [`When: ${row.when}`, `What to do: ${row.todo}`, answerOf(row)];
  return [`### ${code}: ${row.means}`, ...paragraphs.map((text) => wrapped(text, 118).join('\n'))].join(
    '\n\n',
  );
};

const entries = Object.entries<ErrorRow>(ERRORS);
const sections = Object.entries(SECTIONS).map(([family, heading]) =>
  [`## ${heading}`, ...entries.filter(([code]) => code.startsWith(family)).map(entryOf)].join('\n\n'),
);
write(
  'docs/errors.md',
  `# Errors

<!-- Generated from src/errors/codes.ts by scripts/generate-errors.ts. Do not edit. -->

Everything that goes wrong outside of a call is a \`SandboxError\` with one of these codes. Recognise it by
\`error.code\`, never by its message. \`error.help\` says what to do, and \`error.exitCode\` is what the command line ends
with: 2 for bad input and bad usage, 3 for lost infrastructure.

What goes wrong *inside* a call is never an error: it is an outcome (\`raised\`, \`timeout\`, \`crashed\`, …), and the run
goes on.

A server answers a request that ends with one of these errors by a [kind of its own](serve.md#when-something-fails), and
with \`internal\` (500) where none is named here. \`detail\` begins with the code, except with \`internal\`: then it is in the log of the server.

${sections.join('\n\n')}
`,
);

const tableOf = (head: readonly string[], rows: readonly string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

const kinds = Object.entries<Refusal>(REFUSALS);
const http = kinds
  .filter(([, { status }]) => status !== undefined)
  .map(([kind, { status, http: when = '', retryAfterS }]) => [
    `\`${kind}\``,
    String(status),
    when,
    retryAfterS === undefined ? '' : `after ${retryAfterS} s`,
  ]);
const serve = readFileSync('docs/serve.md', 'utf8');
write(
  'docs/serve.md',
  fill(serve, 'kinds of problems', tableOf(['kind', 'status', 'when', 'retryable'], http)),
);

const zmq = kinds
  .filter(([, { zmq: when }]) => when !== undefined)
  .map(([kind, { zmq: when = '', retryMs }]) => [
    `\`${kind}\``,
    when,
    retryMs === undefined ? '' : retryMs === 0 ? 'at once' : `after ${retryMs} ms`,
  ]);
const protocol = readFileSync('docs/serving-protocol.md', 'utf8');
write(
  'docs/serving-protocol.md',
  fill(protocol, 'codes of errors', tableOf(['`code`', 'meaning', '`retryable`'], zmq)),
);

const literal = (words: Iterable<string>): string =>
  [...new Set(words)].map((word) => JSON.stringify(word)).join(', ');
const dict = (pairs: readonly (readonly [string, string | undefined])[]): string =>
  pairs
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `    ${JSON.stringify(key)}: ${JSON.stringify(value)},\n`)
    .join('');

write(
  'python-client/src/runrl_sandbox/_codes.py',
  `# Generated from src/errors/refusals.ts and src/outcome.ts by scripts/generate-errors.ts. Do not edit.
"""The words that servers use: statuses of outcomes, and kinds of refusals."""

from __future__ import annotations

from typing import Final, Literal

Status = Literal[${literal(STATUSES)}]
Family = Literal[${literal(Object.values(FAMILY_OF))}]
Level = Literal[${literal(LEVELS)}]

#: Who a status speaks of: the module's code, a limit, evidence of tampering, the caller, or the sandbox itself.
FAMILY_OF: Final[dict[Status, Family]] = {
${dict(Object.entries(FAMILY_OF))}}

#: The exception that a refusal of this kind is raised as, where it is not \`Refused\` itself.
CLASS_OF_KIND: Final = {
${dict(kinds.map(([kind, { python }]) => [kind, python]))}}
`,
);

const struct = ({ fields, format }: Layout<string>): string =>
  `Struct("${format}")  # ${fields.map(([field]) => field).join(', ')}`;
const byCode = STATUSES.toSorted((one, other) => STATUS_CODES[one] - STATUS_CODES[other]);
write(
  'python-client/src/runrl_sandbox/_layouts.py',
  `# Generated from src/protocol/serving.ts by scripts/generate-errors.ts. Do not edit.
"""The binary headers that client and server exchange: docs/serving-protocol.md says what each part means."""

from __future__ import annotations

from struct import Struct
from typing import Final

from ._codes import Status

PROTOCOL: Final = ${SERVING_PROTOCOL}

CALL: Final = ${struct(SERVED_CALL)}
CALL_SEEDED: Final = ${CALL_FLAGS.seeded}
CALL_TEXT: Final = ${CALL_FLAGS.completionText}

OUTCOME: Final = ${struct(SERVED_OUTCOME)}
OUTCOME_HAS_REWARD: Final = ${OUTCOME_FLAGS.hasReward}
OUTCOME_FRESH: Final = ${OUTCOME_FLAGS.fresh}
OUTCOME_DONE: Final = ${OUTCOME_FLAGS.done}

#: By the number that stands for each.
STATUSES: Final[tuple[Status, ...]] = (
${byCode.map((status) => `    "${status}",\n`).join('')})
`,
);
