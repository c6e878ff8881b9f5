/** What a trainer does at the end of a generation: many calls in one instant, none of which is late because it waited. */
import { join as joinPath } from 'node:path';
import { expect, it } from 'vitest';
import { FIXTURES } from '../helpers/with-reward.ts';
import { answerOf } from './serving.ts';
import { says, withZmq } from './zmq-serving.ts';

const SUBMITS = 96;
/** Two run at the same time, so the last ones wait for longer than the limit. */
const WORK_MS = 70;
const LIMIT_MS = 3_000;
/** Of this test, on any machine. */
const PATIENCE_MS = 120_000;

const completion = `span ${WORK_MS}`;
const modules = [
  {
    kind: 'reward' as const,
    name: 'obeys',
    file: joinPath(FIXTURES, 'obeys.py'),
    options: { timeout: LIMIT_MS, concurrency: 2 },
  },
];

const expectNoneLate = (outcomes: { status: string; reward: number | null; queue_ms: number }[]): void => {
  expect(outcomes).toHaveLength(SUBMITS);
  expect(outcomes.map(({ status, reward }) => [status, reward])).toEqual(outcomes.map(() => ['ok', 1]));
  expect(Math.max(...outcomes.map(({ queue_ms }) => queue_ms))).toBeGreaterThan(LIMIT_MS);
};

it(
  'counts no waiting as running: 96 calls at once over ZeroMQ, and as many over HTTP, each on its own',
  async () => {
    await withZmq({ server: { modules } }, async ({ join, url }) => {
      const client = await join();
      const ids = Array.from({ length: SUBMITS }, (_, index) => index + 1);
      for (const call of ids) client.score([{ call, completion: says(completion) }]);
      expectNoneLate(await client.all(ids));
      const body = JSON.stringify({ completion });
      const headers = { 'content-type': 'application/json' };
      const answers = await Promise.all(
        ids.map(async () => answerOf(await fetch(`${url}/v1/score`, { method: 'POST', body, headers }))),
      );
      expectNoneLate(answers.map(({ json }) => json));
    });
  },
  PATIENCE_MS,
);
