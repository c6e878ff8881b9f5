/** One event as one line of JSON; the fields of outcomes are those of the rows that `run` writes. */
import type { StepOutcome } from '../module/episodes/environment.ts';
import type { Outcome } from '../outcome.ts';
import { exact, toJson, valuesOf } from '../outcome-json.ts';
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
      const { outcome, event: name, step, line, action, return: total, ended } = event;
      return withJson(
        { event: name, step, line, action, ...plain(outcome), return: exact(total), ended },
        { observation: observationJson(outcome) },
      );
    }
    case 'outcome': {
      const { outcome, ...rest } = event;
      return toJson({ ...rest, ...plain(outcome) });
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

const plain = (outcome: Outcome | StepOutcome): object => {
  const { digits: _digits, ...rest } = { ...outcome, observation: undefined, observation_json: undefined };
  return { ...rest, ...valuesOf(outcome) };
};

/** Adds fields whose JSON text is kept as it is: 64-bit ids stay exact, and `18.0` stays `18.0`. */
const withJson = (value: object, texts: Readonly<Record<string, string | null>>): string => {
  const fields = Object.entries(texts).map(([name, text]) => `${JSON.stringify(name)}:${text ?? 'null'}`);
  return `${toJson(value).slice(0, -1)},${fields.join(',')}}`;
};
