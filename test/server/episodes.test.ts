/** Episodes over HTTP. */
import { expect, it } from 'vitest';
import type { Episode, EpisodeEnd } from '../../src/module/episodes/environment.ts';
import { Episodes } from '../../src/server/episodes.ts';
import type { EpisodeQuery } from '../../src/view/sources/source.ts';
import { answerOf, shareServer, when, withServer } from './serving.ts';

const withShared = shareServer({ only: ['plays'] });

it('an episode is set up with the row, stepped, and done', async () => {
  await withShared(async ({ post }) => {
    const { json } = await post('/v1/episodes', '{"kwargs":{"greeting":"hello"}}');
    expect(json).toMatchObject({ observation: 'hello', status: 'ok', done: false });
    const step = (action: string) => post(`/v1/episodes/${json.episode_id}/step`, { action });
    const messages = await step('messages');
    expect(messages.text).toContain('"observation":[{"role": "user", "content": 18.0}]');
    expect(messages.json).toMatchObject({ steps: 1, return: 1, ended: null, done: false, reward: 1 });
    expect((await step('end')).json).toMatchObject({ steps: 2, return: 3, ended: 'done', done: true });
    const over = await step('look');
    expect(over).toMatchObject({ status: 409, json: { type: 'urn:runrl-sandbox:problem:episode-ended' } });
    expect(over.json.detail).toMatch(/RS502 .*done/);
  });
});

it('a setup that fails is an outcome, and there is no episode then', async () => {
  await withServer({ only: ['plays'] }, async ({ post, server }) => {
    const { status, json } = await post('/v1/episodes', { kwargs: { setup: 'raise' } });
    expect({ status, json }).toMatchObject({
      status: 200,
      json: { episode_id: null, status: 'raised', error: { message: 'no such level' } },
    });
    expect(server.service.episodes.live).toBe(0);
  });
});

it('branches: each copy goes on for itself', async () => {
  await withShared(async ({ post }) => {
    const { json } = await post('/v1/episodes', {});
    await post(`/v1/episodes/${json.episode_id}/step`, { action: 'a' });
    const { json: branched } = await post(`/v1/episodes/${json.episode_id}/branch`, { n: 2 });
    expect(new Set([json.episode_id, ...branched.episode_ids]).size).toBe(3);
    const [first, second] = branched.episode_ids;
    await post(`/v1/episodes/${first}/step`, { action: 'b' });
    const said = await post(`/v1/episodes/${second}/step`, { action: 'said' });
    expect(said.json).toMatchObject({ observation: 'a,said', steps: 2 });
  });
});

it('what cannot be branched says why, and goes on', async () => {
  await withShared(async ({ post }) => {
    const { json } = await post('/v1/episodes', {});
    await post(`/v1/episodes/${json.episode_id}/step`, { action: 'thread' });
    const refused = await post(`/v1/episodes/${json.episode_id}/branch`, { n: 1 });
    expect(refused).toMatchObject({ status: 409, json: { type: 'urn:runrl-sandbox:problem:cannot-branch' } });
    expect((await post(`/v1/episodes/${json.episode_id}/step`, { action: 'b' })).json.status).toBe('ok');
  });
});

it('closing is answered the same for one that lives, has ended, or never was', async () => {
  await withServer({ only: ['plays'] }, async ({ post, url, server }) => {
    const { json } = await post('/v1/episodes', {});
    for (const id of [json.episode_id, json.episode_id, 'ep_never']) {
      const answer = await answerOf(await fetch(`${url}/v1/episodes/${id}`, { method: 'DELETE' }));
      expect(answer).toMatchObject({ status: 204, text: '' });
    }
    expect(server.service.episodes.live).toBe(0);
    expect((await post(`/v1/episodes/${json.episode_id}/step`, { action: 'a' })).status).toBe(409);
    expect((await post('/v1/episodes/ep_never/step', { action: 'a' })).status).toBe(404);
  });
});

it('a client that goes away in a setup leaves no episode behind', async () => {
  await withServer({ only: ['plays'] }, async ({ post, server }) => {
    const gone = new AbortController();
    const asked = post('/v1/episodes', { kwargs: { setup: 'hang' } }, { signal: gone.signal });
    await when(() => server.service.limits.taken === 1);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await when(() => server.service.outcomes.cancelled === 1 && server.service.limits.taken === 0);
    expect(server.service.episodes.live).toBe(0);
  });
});

it('idle episodes of a client that never comes back are ended', async () => {
  await withShared(async ({ server, folder, post }) => {
    const { sandbox } = server.service;
    await using environment = await sandbox.loadEnvironment(`${folder}/plays.py`, { idleTimeout: 50 });
    const { id } = server.service.episodes.add('short', await environment.start({}));
    await when(() => server.service.episodes.get(id).episode.ended !== undefined);
    expect((await post(`/v1/episodes/${id}/step`, { action: 'a' })).json.detail).toMatch(/idle/);
  });
});

it('tells the page of closed episodes that nobody asks for, so that later ones are recorded', async () => {
  const episodes = new Episodes();
  const start = (): { episode: Episode; end: () => void } => {
    const episode = { setup: { status: 'ok' }, ended: undefined as EpisodeEnd | undefined, steps: 0 };
    const end = (): void => {
      episode.ended = 'closed';
    };
    return {
      episode: {
        ...episode,
        close: end,
        get ended() {
          return episode.ended;
        },
      } as unknown as Episode,
      end,
    };
  };
  const row = Buffer.from('{}');
  for (let at = 0; at < 600; at++)
    await episodes.close(episodes.add('game', start().episode, undefined, row).id);
  for (let at = 0; at < 900; at++) {
    const { episode, end } = start();
    episodes.add('game', episode, undefined, row);
    end(); // idle for too long
  }
  episodes.add('game', start().episode, undefined, row);
  const {
    episodes: [last],
  } = episodes.list({ from: 0, limit: 1 } as EpisodeQuery);
  expect(last).toMatchObject({ state: 'live', recorded: true });
});
