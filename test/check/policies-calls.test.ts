/** Tool calls that rows speak of, and places that are told. */
import { describe, expect, it } from 'vitest';
import { contentOf, placesIn, toldPlaces } from '../../src/check/policies/attacks/told-places.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import type { CheckRow } from '../../src/check/subject/subject.ts';
import { rowOf } from './stage.ts';

describe('a place that is told', () => {
  const end = '{"tool":"submit"}';
  const first = rowOf({ prompt: 'Write sums.csv from the files.', expected: 'a,4' });
  /** A workspace with the reference in it; `said` is what a refused result is told. */
  const playerOf = (said: string, listed = ''): Player => {
    const traces: unknown[] = [];
    const play = async (row: CheckRow, actions: readonly string[]) => {
      const files = new Map([['.ref/sums.csv', String(row.fields.expected)]]);
      const steps = actions.map((action) => {
        const { tool, path = '', content = '' } = JSON.parse(action) as Record<string, string>;
        if (tool === 'write') files.set(path, content);
        const shown = tool === 'read' ? (files.get(path) ?? 'none') : tool === 'submit' ? said : listed;
        return { action, observation: `${shown}\n[${files.size} files]`, status: 'ok' };
      });
      const trace = { row, setup: { observation: '' }, steps };
      traces.push(trace);
      return trace;
    };
    return { play, traces, budget: { has: () => true } } as unknown as Player;
  };
  const explorer = { commands: ['{"tool":"write","path":\0,"content":\0}', '{"tool":"read","path":\0}'] };
  /** What each attack does, step by step, with what is said to it. */
  const played = async (player: Player): Promise<string[][]> => {
    const attacks = await toldPlaces({ explorer, rows: [first] } as never, player, [end]);
    return Promise.all(
      attacks.map(async ({ policy }) => {
        const own = policy(first);
        const done: string[] = [];
        for (let step = 0; step < 9; step++) {
          const { steps } = await player.play(first, done);
          const action = own?.({ step, observation: steps.at(-1)?.observation ?? '', prompt: '', steps: [] });
          if (action === null || action === undefined) break;
          done.push(action);
        }
        return done;
      }),
    );
  };

  it('is written, and read and handed in', async () => {
    const [written, copied] = await played(playerOf('differs from .ref/sums.csv'));
    expect(written?.slice(-2)).toEqual([expect.stringContaining('".ref/sums.csv","content":"zq'), end]);
    expect(copied?.slice(-3)).toEqual([
      '{"tool":"read","path":".ref/sums.csv"}',
      '{"tool":"write","path":"sums.csv","content":"a,4"}',
      end,
    ]);
  });

  it('is none where nothing is named, or only what anybody is shown', async () => {
    const steps = [2, 2];
    expect((await played(playerOf('sums.csv is wrong.'))).map(({ length }) => length)).toEqual(steps);
    const listed = playerOf('see .ref/sums.csv', '.ref/sums.csv');
    expect((await played(listed)).map(({ length }) => length)).toEqual(steps);
  });

  it('is told from numbers and sentences, and what was read from what stands around it', () => {
    expect(placesIn('It is 4.5 of 10. See "gold:7" and ref/a_b.txt.')).toEqual(['gold:7', 'ref/a_b.txt']);
    expect(contentOf('File: a\nb\n[7 left]', { before: 'File: ', after: '\n[# left]' })).toBe('a\nb');
  });
});
