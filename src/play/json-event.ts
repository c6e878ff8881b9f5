/** One event as one line of JSON; the fields of outcomes are those of the rows that `run` writes. */
import type { StepOutcome } from '../module/environment.ts';
import type { Outcome } from '../outcome.ts';
import type { PlayEvent } from './event.ts';
import { observationJson } from './replay.ts';

/** With its newline. */
export const jsonEvent = (event: PlayEvent): string => `${textOf(event)}\n`;

const textOf = (event: PlayEvent): string => {
  switch (event.event) {
    case 'row': {
      const { id, ...rest } = event;
      return withJson(rest, { id });
    }
    case 'rows': {
      const rows = event.rows.map(({ id, ...rest }) => withJson(rest, { id }));
      return withJson({ event: 'rows', further: event.further }, { rows: `[${rows.join(',')}]` });
    }
    case 'setup':
      return withJson(
        { event: 'setup', ...plain(event.outcome) },
        { observation: observationJson(event.outcome) },
      );
    case 'step': {
      const { outcome, event: name, step, line, action, ...rest } = event;
      return withJson(
        { event: name, step, line, action, ...plain(outcome), ...rest },
        { observation: observationJson(outcome) },
      );
    }
    case 'outcome': {
      const { outcome, ...rest } = event;
      return JSON.stringify({ ...rest, ...outcome });
    }
    case 'undo':
    case 'branch':
    case 'switch': {
      const { observation_json: observation, ...rest } = event;
      return withJson(rest, { observation });
    }
    default:
      return JSON.stringify(event);
  }
};

const plain = (outcome: StepOutcome): Outcome & { done: boolean } => {
  const { observation: _value, observation_json: _text, ...rest } = outcome;
  return rest;
};

/** Adds fields whose JSON text is kept as it is: 64-bit ids stay exact, and `18.0` stays `18.0`. */
const withJson = (value: object, texts: Readonly<Record<string, string | null>>): string => {
  const fields = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text ?? 'null'}`);
  return `${JSON.stringify(value).slice(0, -1)},${fields.join(',')}}`;
};
