/** Events as people read them. */

import type { Paint } from '../formats/text/paint.ts';
import { rowName } from '../formats/text/row-name.ts';
import { oneLine, plural } from '../formats/text/visible.ts';
import type { EpisodeEnd } from '../module/episodes/environment.ts';
import { block, shownMessages } from './blocks.ts';
import type {
  HelpEvent,
  LinesEvent,
  MovedEvent,
  NoteEvent,
  PlayEvent,
  RowEvent,
  RowsEvent,
  SavedEvent,
  StepEvent,
} from './event.ts';
import { number, outcomeText, type TextOptions } from './outcome-text.ts';
import { observationJson } from './replay.ts';

const PROMPT_CHARACTERS = 70;

/** Some lines, the last one with its newline. */
export const textEvent = (event: PlayEvent, options: TextOptions): string => {
  const lines = linesOf(event, options);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
};

const linesOf = (event: PlayEvent, options: TextOptions): string[] => {
  const { paint } = options;
  switch (event.event) {
    case 'row':
      return rowLines(event, paint);
    case 'setup': {
      const isOk = event.outcome.status === 'ok';
      const json = observationJson(event.outcome);
      const shown = json === null ? [] : [`  ${paint('cyan', 'environment')}`, ...observed(json, paint)];
      const rest = outcomeText(event.outcome, 'setup', options);
      return isOk ? [...shown, ...rest] : [...rest, overLine('failed', 0, 0, paint)];
    }
    case 'step':
      return stepLines(event, options);
    case 'outcome':
      return outcomeText(event.outcome, 'completion', options);
    case 'undo':
    case 'branch':
    case 'switch':
      return movedLines(event, paint);
    case 'lines':
      return lineLines(event, paint);
    case 'rows':
      return rowsLines(event, paint);
    case 'saved':
      return savedLines(event, paint);
    case 'seed':
      return [`  seed ${event.seed}`];
    case 'help':
      return helpLines(event, paint);
    default:
      return noteLines(event, paint);
  }
};

const rowLines = ({ index, id, prompt, fields, seed }: RowEvent, paint: Paint): string[] => {
  const others = fields.length === 0 ? '' : `, fields ${oneLine(fields.join(', '), 120)}`;
  return [
    '',
    paint('bold', `row ${index}: ${rowName(index, id)}, seed ${seed}${others}`),
    ...shownMessages(prompt, paint),
  ];
};

const observed = (json: string | null, paint: Paint): string[] => {
  if (json === null) return [];
  const value = JSON.parse(json) as unknown;
  if (typeof value === 'string') return block(value, paint);
  return isMessages(value) ? shownMessages(value, paint) : block(json, paint);
};

const isMessages = (value: unknown): value is { role: string; content: unknown }[] =>
  Array.isArray(value) && value.every((each) => typeof each?.role === 'string');

const stepLines = (event: StepEvent, options: TextOptions): string[] => {
  const { outcome, ended, step } = event;
  const lines = [
    ...observed(observationJson(outcome), options.paint),
    ...outcomeText(outcome, 'step', options),
  ];
  if (ended !== null) lines.push(overLine(ended, event.return, step + 1, options.paint));
  return lines;
};

const ENDS: Readonly<Record<EpisodeEnd, string>> = {
  done: 'The episode is done',
  max_steps: 'The episode is over: it has the most steps that it may have (--max-steps)',
  failed: 'The episode is over: it failed',
  idle: 'The episode is over: it waited too long for an action (--idle-timeout)',
  closed: 'The episode was closed',
};

const overLine = (ended: EpisodeEnd, total: number, steps: number, paint: Paint): string => {
  const what = steps === 0 ? '' : `, return ${number(total)} in ${plural(steps, 'step')}`;
  const ways = steps === 0 ? ':row [N], :quit' : ':undo, :save FILE, :row [N], :quit';
  return `${paint('bold', `  ${ENDS[ended]}${what}.`)}  ${ways}`;
};

const movedLines = (event: MovedEvent, paint: Paint): string[] => {
  const { line, steps, by, differs_at: at, ended } = event;
  const again = by === 'replay' && steps > 0 ? `, played again (${plural(steps, 'action')})` : '';
  const place = `${event.event}: line \`${oneLine(line, 60)}\` after ${plural(steps, 'step')}`;
  const lines = [`  ${paint('cyan', `${place}, return ${number(event.return)}${again}`)}`];
  if (at !== null) {
    const where = at === -1 ? 'setup' : `step ${at}`;
    lines.push(
      `  ${paint('yellow', `warning: ${where} gave something else this time: seed and actions do not determine this environment`)}`,
    );
  }
  lines.push(...observed(event.observation_json, paint));
  if (ended !== null) lines.push(overLine(ended, event.return, steps, paint));
  return lines;
};

const lineLines = ({ lines }: LinesEvent, paint: Paint): string[] =>
  lines.map(({ number: at, name, steps, return: total, ended, current }) => {
    const state = ended === null ? '' : `, over: ${ended}`;
    const text = `${at}  ${oneLine(name, 60)}: ${plural(steps, 'step')}, return ${number(total)}${state}`;
    return current ? paint('bold', `* ${text}`) : `  ${text}`;
  });

const rowsLines = ({ rows, further }: RowsEvent, paint: Paint): string[] => {
  const width = String(rows.at(-1)?.index ?? 0).length;
  const lines = rows.map(({ index, id, prompt }) => {
    const key = id === null ? '' : `${paint('dim', oneLine(id, 30))}  `;
    return `  ${String(index).padStart(width)}  ${key}${oneLine(prompt, PROMPT_CHARACTERS)}`;
  });
  if (further > 0) lines.push(`  … and ${plural(further, 'further row')}`);
  return lines;
};

const savedLines = ({ file, rows, parts, replay }: SavedEvent, paint: Paint): string[] => {
  const what = parts === rows ? plural(rows, 'row') : `${plural(rows, 'row')} of ${plural(parts, 'action')}`;
  return [`  ${paint('green', `saved: ${what} appended to ${file}`)}`, '  to replay:', `    ${replay}`];
};

const helpLines = ({ commands }: HelpEvent, paint: Paint): string[] => {
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  const lines = commands.map(({ usage, meaning }) => `  ${paint('bold', usage.padEnd(width))}  ${meaning}`);
  return [...lines, '  Everything else is handed over as it is; `::x` is `:x`.'];
};

const noteLines = ({ event, message, help }: NoteEvent, paint: Paint): string[] => {
  const text = message.split('\n').map((line) => `  ${paint(event === 'note' ? 'yellow' : 'red', line)}`);
  return help === null ? text : [...text, `  = help: ${help}`];
};
