/** What a step, a setup or a call came to, for people: status, numbers, and why it failed. */

import { formatMs } from '../formats/text/numbers.ts';
import type { Paint } from '../formats/text/paint.ts';
import { oneLine } from '../formats/text/visible.ts';
import type { StepOutcome } from '../module/episodes/environment.ts';
import { FAMILY_OF, type Outcome } from '../outcome.ts';
import { formatFrame, userFrame } from '../run/summary/user-frame.ts';
import { block } from './blocks.ts';

const VALUE_CHARACTERS = 200;

export const outcomeText = (
  outcome: Outcome | StepOutcome,
  what: 'setup' | 'step' | 'completion',
  options: TextOptions,
): string[] => [
  ...headline(outcome, what, options),
  ...failure(outcome, options),
  ...output('stdout', outcome.stdout, options),
  ...output('stderr', outcome.stderr, options),
  ...remarks(outcome, options),
];

/** Nothing for a setup that went well: its observation is all that there is to say. */
const headline = (
  outcome: Outcome | StepOutcome,
  what: 'setup' | 'step' | 'completion',
  { paint, times }: TextOptions,
): string[] => {
  const { status, reward, info } = outcome;
  const isOk = FAMILY_OF[status] === 'ok';
  if (isOk && what === 'setup') return [];
  const parts = isOk ? [] : [paint('red', what === 'setup' ? `setup: ${status}` : status)];
  if (what !== 'setup')
    parts.push(reward === null ? 'no reward' : paint('green', `reward ${number(reward)}`));
  if ('done' in outcome && outcome.done) parts.push(paint('green', 'done'));
  for (const [name, value] of Object.entries(info)) {
    const text = typeof value === 'number' ? number(value) : oneLine(value, VALUE_CHARACTERS);
    parts.push(`${paint('dim', `${oneLine(name, VALUE_CHARACTERS)}=`)}${text}`);
  }
  if (times) parts.push(paint('dim', formatMs(outcome.duration_ms)));
  return [`  ${parts.join('  ')}`];
};

const failure = ({ error, stack }: Outcome, { paint, moduleFile }: TextOptions): string[] => {
  const lines: string[] = [];
  if (error !== null) {
    const frame = frameOf(error.traceback, 'last', moduleFile) ?? frameOf(stack, 'first', moduleFile);
    const where = frame === null ? '' : ` (${frame})`;
    const [first = '', ...rest] = error.message.split('\n');
    lines.push(`  ${paint('red', oneLine(error.type, 100))}: ${oneLine(first, 2_000)}${where}`);
    if (rest.length > 0) lines.push(...block(rest.join('\n'), paint));
    if (error.traceback !== null) lines.push(...block(error.traceback.trimEnd(), paint));
  }
  if (stack !== null) lines.push(`  ${paint('dim', 'stack')}`, ...block(stack.trimEnd(), paint));
  return lines;
};

const frameOf = (text: string | null, innermost: 'first' | 'last', moduleFile: string): string | null => {
  const frame = text === null ? null : userFrame(text, moduleFile, innermost);
  return frame === null ? null : formatFrame(frame);
};

const output = (name: string, text: string, { paint }: TextOptions): string[] =>
  text === '' ? [] : [`  ${paint('dim', name)}`, ...block(text.replace(/\n$/, ''), paint)];

const remarks = ({ warnings, evidence }: Outcome, { paint }: TextOptions): string[] => [
  ...evidence.flatMap(({ kind, message, where, source }) => {
    const at = where === null ? '' : ` at ${oneLine(where, VALUE_CHARACTERS)}`;
    const line = `  ${paint('yellow', `evidence: ${kind}${at}`)}: ${oneLine(message, 300)}`;
    return source === null ? [line] : [line, ...block(source, paint)];
  }),
  ...warnings.map((warning) => `  ${paint('yellow', 'warning:')} ${oneLine(warning, 1_000)}`),
];

/** Twelve digits, so that a sum of tenths looks like one. */
export const number = (value: number): string => String(Number(value.toPrecision(12)));

export interface TextOptions {
  paint: Paint;
  /** Times differ from game to game: a transcript that is compared is better without them. */
  times: boolean;
  /** Name of the module's file, whose lines are looked for in stacks. */
  moduleFile: string;
}
