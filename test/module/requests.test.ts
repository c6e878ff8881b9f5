import { expect, it } from 'vitest';
import { type Request, Requests } from '../../src/module/episodes/requests.ts';
import { LEDGER_ENTRIES } from '../../src/protocol/messages.ts';

const request = (done: Request['done'] = () => {}): Request => ({
  episode: 1,
  op: 'step',
  seed: undefined,
  sameRandom: false,
  body: new Uint8Array(),
  done,
});

it('numbers of requests that were answered can be taken again', async () => {
  const numbers: number[] = [];
  const requests = new Requests({
    send: (block) => {
      for (let at = 0; at < block.length; at += block.readUInt32LE(at))
        numbers.push(block.readUInt32LE(at + 4));
    },
    cancel: () => {},
  });
  requests.open();
  for (let round = 0; round < 3; round++) {
    for (let count = 0; count < LEDGER_ENTRIES / 2; count++) requests.add(request());
    await new Promise(setImmediate);
    const result = {
      status: 'ok',
      reward: 1,
      fresh: false,
      restored: false,
      done: false,
      startedNs: 0,
      durationNs: 0,
    } as const;
    for (const call of numbers.splice(0)) requests.finish({ ...result, call, cpuNs: 0, maxRss: 0, tail: {} });
  }
  expect(requests.outstanding).toBe(0);
});
