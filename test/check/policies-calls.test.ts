/** Tool calls that rows speak of, and places that are told. */
import { describe, expect, it } from 'vitest';
import { fillTool, rowCalls, toolsIn } from '../../src/check/policies/actions/row-calls.ts';
import { contentOf, placesIn, toldPlaces } from '../../src/check/policies/attacks/told-places.ts';
import type { Player } from '../../src/check/policies/play/player.ts';
import type { CheckRow } from '../../src/check/subject.ts';
import { rowOf } from './stage.ts';

const TOOLS = toolsIn([
  '{"tool": "move", "guest_id": "G1", "room": 101}',
  '{"tool": "bill", "guest_id": "G1", "amount": 12.5}',
  '{"tool": "leave", "reason": "done"}',
  '{"tool": "leave", "reason": "refused"}',
  '{"room": 4}',
]);

describe('calls of a row', () => {
  it('are of tools that were shown, each with all that was shown in its places', () => {
    expect(
      TOOLS.map((tool) =>
        fillTool(
          tool,
          tool.places.map(({ shown }) => shown),
          9,
        ),
      ).at(-1),
    ).toEqual(['{"tool":"leave","reason":"done"}', '{"tool":"leave","reason":"refused"}']);
    expect(TOOLS).toHaveLength(3);
  });

  it('take what columns call by the name of an argument, in the kind that was shown', () => {
    const row = rowOf({ guest: 'G7', wish: { room: '204' }, reason: 'refused', paid: false });
    expect(rowCalls(row, TOOLS, true)).toEqual([
      '{"tool":"move","guest_id":"G7","room":204}',
      '{"tool":"bill","guest_id":"G7","amount":12.5}',
      '{"tool":"leave","reason":"refused"}',
    ]);
  });

  it('take what differs between two columns: whose it is, the value after, and by how much it grew', () => {
    const guests = { G7: { room: 12, owes: 10 }, G8: { room: 9, owes: 5 } };
    const after = { ...guests, G8: { room: 31, owes: 45 } };
    expect(rowCalls(rowOf({ guests, after }), TOOLS, true)).toEqual(
      expect.arrayContaining([
        '{"tool":"move","guest_id":"G8","room":31}',
        '{"tool":"bill","guest_id":"G8","amount":40}',
      ]),
    );
    const list = (room: number) => [
      { name: 'G7', room: 1 },
      { name: 'G9', room },
    ];
    expect(rowCalls(rowOf({ before: list(5), after: JSON.stringify(list(6)) }), TOOLS, true)[0]).toBe(
      '{"tool":"move","guest_id":"G9","room":6}',
    );
  });
});

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
