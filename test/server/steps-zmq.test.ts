/** Training steps of calls that came over ZeroMQ. */
import { expect, it } from 'vitest';
import { answerOf } from './serving.ts';
import { says, withZmq } from './zmq-serving.ts';

it('counts calls over ZeroMQ as those over HTTP: the same samples', async () => {
  await withZmq({ server: { only: ['tells'] } }, async ({ join, post, url }) => {
    const calls = Array.from({ length: 20 }, (_, index) => ({
      completion: `answer ${index}`,
      kwargs: { prompt: `question ${index}` },
    }));
    await post('/v1/score', { module: 'tells', step: 1, calls });
    const client = await join();
    const frames = calls.map(({ completion, kwargs }, index) => ({
      call: index + 1,
      row: JSON.stringify(kwargs),
      completion: says(completion),
    }));
    client.score(frames, { module: 'tells', step: 2 });
    await client.all(frames.map(({ call }) => call));
    const [http, zmq] = await Promise.all(
      [1, 2].map(async (step) => (await answerOf(await fetch(`${url}/v1/steps/${step}`))).json.modules[0]),
    );
    expect(zmq).toMatchObject({ calls: 20, statuses: { ok: 20 }, reward: { n: 20, mean: 1 } });
    expect(zmq.info_strings).toEqual(http.info_strings);
    expect(zmq.info_strings.completion.samples).toHaveLength(5);
  });
});
