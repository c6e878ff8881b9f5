/** Answers as the units that they are written in: what probes of parts and of repetition are made of. */
import { expect, it } from 'vitest';
import { answerPlaces } from '../../src/check/answers/written/answer-places.ts';
import { rowOf } from './stage.ts';

it('objects inside of a field are answers, and of one that says more what the prompt names', () => {
  const row = rowOf({
    prompt: 'Write the room and the day.',
    info: { id: 7, key: { room: 'B2', day: 'Mon', by: 'tool' } },
  });
  const places = answerPlaces(row, 'info', row.fields.info);
  expect(places.map(({ path, value }) => [path.join('.'), value])).toEqual([
    ['', row.fields.info],
    ['key', { room: 'B2', day: 'Mon', by: 'tool' }],
    ['key', { room: 'B2', day: 'Mon' }],
  ]);
  expect(places[2]?.pick({ room: 'A1', day: 'Tue', by: 'hand' })).toEqual({ room: 'A1', day: 'Tue' });
});
