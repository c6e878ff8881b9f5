/** What an environment's host side does, whatever is inside: the agent is played. */
import { describe, expect, it, vi } from 'vitest';
import { until } from '../helpers/processes.ts';
import { FakeHost, LOADED, obliging } from './fake-agent.ts';

describe('an episode', () => {
  it('takes its steps one after the other, in the order of the calls', async () => {
    const host = new FakeHost();
    const environment = await host.load();
    const episode = await environment.start({ word: 'x' }, { seed: 5 });
    const outcomes = await Promise.all(['a', 'b', 'c'].map((action) => episode.step(action)));
    expect(outcomes.map(({ observation }) => observation)).toEqual(['after a', 'after b', 'after c']);
    expect(host.agent.messages.map((message) => message.map(({ op }) => op))).toEqual([
      ['start'],
      ['step'],
      ['step'],
      ['step'],
    ]);
    expect(host.agent.requests[0]).toMatchObject({ seed: 5, body: Buffer.from('{"word":"x"}') });
    expect(episode).toMatchObject({ steps: 3, return: 3, observation: 'after c', ended: undefined });
    await environment.close();
  });

  it('sends the steps of many episodes in one message', async () => {
    const host = new FakeHost();
    const environment = await host.load();
    const episodes = await Promise.all(Array.from({ length: 20 }, () => environment.start({})));
    await Promise.all(episodes.map((episode) => episode.step('a')));
    expect(host.agent.messages.map(({ length }) => length)).toEqual([20, 20]);
    await environment.close();
  });

  it('passes messages through, with their text as Python wrote it', async () => {
    const host = new FakeHost();
    host.answer = ({ op }) =>
      op === 'step'
        ? { reward: 1, done: true, tail: { observation_json: '[{"role":"user","content":18.0}]' } }
        : { reward: 5, done: true, tail: { observation: 'go' } };
    const environment = await host.load();
    const episode = await environment.start({});
    expect(episode.setup).toMatchObject({
      observation: 'go',
      observation_json: '"go"',
      reward: null,
      done: false,
    });
    expect(await episode.step('a')).toMatchObject({
      observation: [{ role: 'user', content: 18 }],
      observation_json: '[{"role":"user","content":18.0}]',
      done: true,
    });
    await environment.close();
  });

  it('that is done takes no further step, and its place is free', async () => {
    const host = new FakeHost();
    host.answer = ({ op }) => (op === 'step' ? { reward: 2, done: true } : {});
    const environment = await host.load({ maxEpisodes: 1 });
    const episode = await environment.start({});
    const [last, further] = [episode.step('a'), episode.step('b')];
    expect(await last).toMatchObject({ done: true, reward: 2 });
    await expect(further).rejects.toMatchObject({
      code: 'RS502',
      message: 'game.py: episode 1 has ended: the environment said that it is done',
    });
    expect(episode.ended).toBe('done');
    await environment.start({});
    expect(environment.live).toBe(1);
    expect(host.agent.requests.map(({ op }) => op)).toEqual(['start', 'step', 'start']);
    await environment.close();
  });

  it('ends after maxSteps, and is closed', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxSteps: 2 });
    const episode = await environment.start({});
    expect(await episode.step('a')).toMatchObject({ status: 'ok' });
    expect(episode.ended).toBeUndefined();
    expect(await episode.step('b')).toMatchObject({ status: 'ok', done: false });
    expect(episode.ended).toBe('max_steps');
    await expect(episode.step('c')).rejects.toMatchObject({
      code: 'RS502',
      help: expect.stringContaining('maxSteps'),
    });
    await episode.close();
    expect(host.agent.requests.map(({ op }) => op)).toEqual(['start', 'step', 'step', 'close']);
    expect(host.holds).toBe(0);
    await environment.close();
  });

  it('that waits too long for a step is ended, and the log says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const host = new FakeHost();
      const environment = await host.load({ idleTimeout: '2m' });
      const episode = await environment.start({});
      vi.advanceTimersByTime(119_000);
      await episode.step('a');
      vi.advanceTimersByTime(119_000);
      expect(episode.ended).toBeUndefined();
      vi.advanceTimersByTime(1_000);
      expect(episode.ended).toBe('idle');
      expect(host.lines).toEqual(['game.py: episode 1 was idle for 2 min (idleTimeout) and was ended']);
      await episode.close();
      expect(host.agent.requests.at(-1)).toMatchObject({ op: 'close', episode: 1 });
      await expect(episode.step('b')).rejects.toMatchObject({ code: 'RS502' });
      await environment.close();
    } finally {
      vi.useRealTimers();
    }
  });

  it('is not idle while a step runs', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const host = new FakeHost();
      host.answer = ({ op }) => (op === 'step' ? undefined : {});
      const environment = await host.load({ idleTimeout: '1s' });
      const episode = await environment.start({});
      const step = episode.step('a');
      while (host.agent.requests.length < 2) await new Promise(setImmediate);
      vi.advanceTimersByTime(5_000);
      expect(episode.ended).toBeUndefined();
      await environment.close();
      expect(await step).toMatchObject({ status: 'cancelled' });
    } finally {
      vi.useRealTimers();
    }
  });

  it('refuses an action that is no string, and goes on', async () => {
    const host = new FakeHost();
    const environment = await host.load();
    const episode = await environment.start({});
    await expect(episode.step({ tool: 'x' } as unknown as string)).rejects.toMatchObject({ code: 'RS101' });
    expect(await episode.step('a')).toMatchObject({ status: 'ok' });
    await environment.close();
  });

  it('with an action that is too large: `invalid` without being run, and it has ended', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxAction: 10, onError: -1 });
    const episode = await environment.start({});
    expect(await episode.step('x'.repeat(9))).toMatchObject({
      status: 'invalid',
      reward: -1,
      error: { type: 'ActionTooLarge' },
    });
    expect(episode).toMatchObject({ ended: 'failed', steps: 0 });
    await episode.close();
    expect(host.agent.requests.map(({ op }) => op)).toEqual(['start', 'close']);
    await environment.close();
  });

  it('whose step fails has ended, with the reward that the policy names', async () => {
    const host = new FakeHost();
    host.answer = ({ op }) => (op === 'step' ? { status: 'timeout', tail: { stack: 'game.py:3' } } : {});
    const environment = await host.load({ onTimeout: -2 });
    const episode = await environment.start({});
    expect(await episode.step('a')).toMatchObject({ status: 'timeout', reward: -2, stack: 'game.py:3' });
    expect(episode).toMatchObject({ ended: 'failed', return: -2 });
    await expect(episode.step('b')).rejects.toMatchObject({
      message: expect.stringContaining('its step 1 came to `timeout`'),
    });
    await environment.close();
  });

  it('whose setup fails has ended, and has no reward whatever the policy is', async () => {
    const host = new FakeHost();
    host.answer = () => ({ status: 'raised' });
    const environment = await host.load({ onError: -1, maxEpisodes: 1 });
    for (let round = 0; round < 2; round++) {
      const episode = await environment.start({});
      expect(episode).toMatchObject({ ended: 'failed', setup: { status: 'raised', reward: null } });
    }
    expect(environment.live).toBe(0);
    await environment.close();
  });

  it('whose step is cancelled before it has left for the agent is ended there, too', async () => {
    const host = new FakeHost();
    const environment = await host.load();
    const episode = await environment.start({});
    const abort = new AbortController();
    const step = episode.step('a', { signal: abort.signal });
    // Requests leave at the end of a turn of the event loop: it waits by then, and has not left.
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
    abort.abort();
    expect(await step).toMatchObject({ status: 'cancelled' });
    await episode.close();
    expect(host.agent.requests.map(({ op }) => op)).toEqual(['start', 'close']);
    expect(environment.live).toBe(0);
    await environment.close();
  });

  it('closed while a step runs: that one and those behind it are cancelled', async () => {
    const host = new FakeHost();
    host.answer = ({ op }) => (op === 'step' ? undefined : {});
    const environment = await host.load();
    const episode = await environment.start({});
    const steps = [episode.step('a'), episode.step('b')];
    await until(() => host.agent.requests.length === 2);
    await Promise.all([episode.close(), episode.close()]);
    for (const outcome of await Promise.all(steps)) expect(outcome.status).toBe('cancelled');
    expect(host.agent.requests.map(({ op }) => op)).toEqual(['start', 'step', 'close']);
    await expect(episode.step('c')).rejects.toMatchObject({ code: 'RS502' });
    expect(host.holds).toBe(0);
    await environment.close();
  });

  it('whose step is aborted asks the agent to end it; one that waits is never sent', async () => {
    const host = new FakeHost();
    host.answer = ({ op }) => (op === 'step' ? undefined : {});
    const environment = await host.load();
    const episode = await environment.start({});
    const abort = new AbortController();
    const step = episode.step('a', { signal: abort.signal });
    const running = await until(
      () => host.agent.requests[1],
      (request) => request !== undefined,
    );
    abort.abort();
    expect(host.agent.cancelled).toEqual([running?.call]);
    host.agent.reply(running as { call: number }, { status: 'cancelled' });
    expect(await step).toMatchObject({ status: 'cancelled' });
    const other = await environment.start({});
    expect(await other.step('a', { signal: AbortSignal.abort() })).toMatchObject({ status: 'cancelled' });
    expect(other.ended).toBe('failed');
    await environment.close();
  });
});

describe('starts', () => {
  it('wait for a place, in their order', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 2 });
    const first = await environment.start({});
    const second = await environment.start({});
    const order: number[] = [];
    const waiting = [3, 4].map((number) => environment.start({}).then(() => order.push(number)));
    await new Promise(setImmediate);
    expect(host.agent.requests).toHaveLength(2);
    expect(host.holds).toBeGreaterThan(0); // somebody waits for an answer
    await second.close();
    await waiting[0];
    expect(order).toEqual([3]);
    await first.close();
    await waiting[1];
    expect(environment.live).toBe(2);
    await environment.close();
  });

  it('that wait can be aborted, and are refused when the environment is closed', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 1 });
    await environment.start({});
    const abort = new AbortController();
    const aborted = environment.start({}, { signal: abort.signal });
    const refused = expect(environment.start({})).rejects.toMatchObject({ code: 'RS501' });
    abort.abort();
    expect(await aborted).toMatchObject({ ended: 'failed', setup: { status: 'cancelled' } });
    await environment.close();
    await refused;
    await expect(environment.start({})).rejects.toMatchObject({ code: 'RS501' });
    expect(host.holds).toBe(0);
    expect(host.registry.size).toBe(0);
  });

  it('aborted at once are cancelled, and their places are free', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 1 });
    const abort = new AbortController();
    const started = environment.start({}, { signal: abort.signal });
    abort.abort();
    expect(await started).toMatchObject({ setup: { status: 'cancelled' } });
    expect(await environment.start({})).toMatchObject({ ended: undefined });
    await environment.close();
  });

  it('refuse a row that has no JSON form, and a seed or step that is none', async () => {
    const host = new FakeHost();
    const environment = await host.load();
    await expect(environment.start({ x: Number.NaN })).rejects.toMatchObject({ code: 'RS101' });
    await expect(environment.start([] as unknown as Uint8Array)).rejects.toMatchObject({
      code: 'RS101',
      message: expect.stringContaining('got an array'),
    });
    await expect(environment.start({}, { seed: -1 })).rejects.toMatchObject({ code: 'RS101' });
    await expect(environment.start({}, { step: 1.5 })).rejects.toMatchObject({ code: 'RS101' });
    await environment.start(Buffer.from('{"x":18.0}'));
    expect(host.agent.requests[0]?.body.toString()).toBe('{"x":18.0}');
    await environment.close();
  });

  it('go to a further agent when one has a thousand', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 1_500 });
    const starts = Array.from({ length: 1_200 }, () => environment.start({}));
    await until(() => host.agents.length === 2);
    host.agent.say(LOADED);
    const episodes = await Promise.all(starts);
    expect(host.agents.map(({ requests }) => requests.length)).toEqual([1_000, 200]);
    expect(environment.live).toBe(1_200);
    await episodes.at(-1)?.step('a');
    expect(host.agents[1]?.requests.at(-1)).toMatchObject({ op: 'step', episode: 1_200 });
    const closed = environment.close();
    await closed;
    expect(host.agents.map(({ stoppedWithinMs }) => stoppedWithinMs)).toEqual([7_000, 3_000]);
    expect(host.holds).toBe(0);
    expect(episodes.every(({ ended }) => ended === 'closed')).toBe(true);
  });

  it('are lost with a further agent that cannot load; the first one goes on', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 2_000 });
    const starts = Array.from({ length: 1_001 }, () => environment.start({}));
    await until(() => host.agents.length === 2);
    host.agent.say({ type: 'load_failed', reason: 'module', message: 'no more' });
    const episodes = await Promise.all(starts);
    expect(episodes.at(-1)?.setup).toMatchObject({ status: 'lost', error: { message: 'no more' } });
    expect(host.lines).toEqual(['a further agent: no more']);
    expect(await episodes[0]?.step('a')).toMatchObject({ status: 'ok' });
    await environment.close();
    expect(host.registry.size).toBe(0);
  });
});

describe('branches', () => {
  it('have what the original has, and a seed that follows from its', async () => {
    const seeds: (number | undefined)[][] = [];
    for (let round = 0; round < 2; round++) {
      const host = new FakeHost();
      const environment = await host.load();
      const episode = await environment.start({}, { seed: 7 });
      await episode.step('a');
      const copies = await episode.branch(2);
      expect(copies.map(({ id, steps, return: sum, observation }) => [id, steps, sum, observation])).toEqual([
        [2, 1, 1, 'after a'],
        [3, 1, 1, 'after a'],
      ]);
      await copies[0]?.step('b');
      await copies[0]?.close();
      expect([episode.steps, copies[1]?.steps]).toEqual([1, 1]);
      const [same] = await episode.branch(1, { sameRandom: true });
      await same?.branch(1);
      const branches = host.agent.requests.filter(({ op }) => op === 'branch');
      expect(branches.map(({ body }) => body.readUInt32LE())).toEqual([2, 3, 4, 5]);
      expect(branches.map(({ sameRandom }) => sameRandom)).toEqual([false, false, true, false]);
      seeds.push(branches.map(({ seed }) => seed));
      await environment.close();
    }
    const [first = [], second] = seeds;
    expect(first).toEqual(second);
    expect(first[2]).toBeUndefined();
    expect(new Set(first.slice(0, 2)).size).toBe(2);
    for (const seed of first.slice(0, 2)) expect(Number.isSafeInteger(seed)).toBe(true);
  });

  it('that are refused: RS503 with the reason, those made so far are closed, the episode goes on', async () => {
    const host = new FakeHost();
    let branches = 0;
    host.answer = (request) => {
      if (request.op !== 'branch' || ++branches < 3) return obliging(request);
      const error = { type: 'CannotBranch', message: 'it has started a thread', traceback: null };
      return { status: 'invalid', tail: { error } };
    };
    const environment = await host.load({ maxEpisodes: 5 });
    const episode = await environment.start({});
    await expect(episode.branch(4)).rejects.toMatchObject({
      code: 'RS503',
      message: 'game.py: episode 1 cannot be branched: it has started a thread',
    });
    expect(environment.live).toBe(1);
    const closed = host.agent.requests.filter(({ op }) => op === 'close');
    expect(closed.map(({ episode: id }) => id)).toEqual([2, 3]);
    expect(await episode.step('a')).toMatchObject({ status: 'ok' });
    await Promise.all(Array.from({ length: 4 }, () => environment.start({})));
    await environment.close();
    expect(host.holds).toBe(0);
  });

  it('of which there can never be so many: RS503', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 3 });
    const episode = await environment.start({});
    await expect(episode.branch(3)).rejects.toMatchObject({ code: 'RS503' });
    expect(await episode.branch(2)).toHaveLength(2);
    await expect(episode.branch(0)).rejects.toMatchObject({ code: 'RS101' });
    await expect(episode.branch('2' as unknown as number)).rejects.toThrow('got a string');
    await environment.close();
  });

  it('that wait for places end with the episode', async () => {
    const host = new FakeHost();
    const environment = await host.load({ maxEpisodes: 4 });
    const episodes = await Promise.all(Array.from({ length: 4 }, () => environment.start({})));
    const refused = expect(episodes[0]?.branch(3)).rejects.toMatchObject({ code: 'RS502' });
    const behind = environment.start({});
    await new Promise(setImmediate);
    await episodes[0]?.close(); // one place is not enough for the copies, and is for who waits behind
    await refused;
    await behind;
    expect(host.agent.requests.map(({ op }) => op)).not.toContain('branch');
    await environment.close();
    expect(host.agent.stoppedWithinMs).toBe(2_000 + 4 * 5);
    expect(host.holds).toBe(0);
  });

  it('that are no longer wanted: RS503, those made so far are closed, the episode goes on', async () => {
    const host = new FakeHost();
    const wanted = new AbortController();
    let branches = 0;
    host.answer = (request) => {
      if (request.op === 'branch' && ++branches === 2) wanted.abort();
      return obliging(request);
    };
    const environment = await host.load({ maxEpisodes: 5 });
    const episode = await environment.start({});
    const refusal = { code: 'RS503', message: expect.stringContaining('cancelled') };
    await expect(episode.branch(4, { signal: wanted.signal })).rejects.toMatchObject(refusal);
    expect(branches).toBe(2);
    expect(environment.live).toBe(1);
    expect(await episode.step('a')).toMatchObject({ status: 'ok' });
    const others = await Promise.all(Array.from({ length: 4 }, () => environment.start({})));
    const late = new AbortController(); // while they wait for places
    const refused = expect(episode.branch(1, { signal: late.signal })).rejects.toMatchObject(refusal);
    await new Promise(setImmediate);
    late.abort();
    await refused;
    await others[0]?.close();
    expect(await episode.branch(1)).toHaveLength(1);
    await environment.close();
    expect(host.holds).toBe(0);
  });

  it('of an episode that dies by it: RS503, and it has ended', async () => {
    const host = new FakeHost();
    host.answer = (request) => (request.op === 'branch' ? { status: 'crashed' } : obliging(request));
    const environment = await host.load();
    const episode = await environment.start({});
    await expect(episode.branch(1)).rejects.toMatchObject({ code: 'RS503' });
    expect(episode.ended).toBe('failed');
    expect(environment.live).toBe(0);
    await environment.close();
  });
});

describe('an agent that dies', () => {
  it('leaves a setup that was aborted before `cancelled`', async () => {
    const host = new FakeHost();
    host.answer = () => undefined;
    const environment = await host.load();
    const abort = new AbortController();
    const started = environment.start({}, { signal: abort.signal });
    await until(() => host.agent.requests.length === 1);
    abort.abort();
    host.agent.events.onExit('killed', undefined);
    expect(await started).toMatchObject({ setup: { status: 'cancelled' } });
    await environment.close();
  });

  it('takes its episodes along; starts that had not begun go to the next one', async () => {
    const host = new FakeHost();
    host.answer = (request) => {
      if (request.op === 'start') return request.episode === 1 || host.agents.length > 1 ? {} : undefined;
      return undefined;
    };
    const environment = await host.load({ onLost: -9 });
    const episode = await environment.start({});
    const idle = episode;
    const step = episode.step('a');
    const starts = [environment.start({ n: 2 }), environment.start({ n: 3 })];
    const [, , second, third] = await until(
      () => host.agent.requests,
      ({ length }) => length === 4,
    );
    expect([second?.episode, third?.episode]).toEqual([2, 3]);
    host.agent.say({ type: 'died', message: 'out of memory', unstarted: [third?.call ?? 0] });
    host.agent.events.onExit('exit code 1', undefined);
    expect(await step).toMatchObject({ status: 'lost', reward: -9, error: { message: 'out of memory' } });
    expect(idle.ended).toBe('failed');
    await expect(idle.step('b')).rejects.toMatchObject({
      code: 'RS502',
      message: expect.stringContaining('its sandbox died: out of memory'),
    });
    expect(await starts[0]).toMatchObject({ ended: 'failed', setup: { status: 'lost', reward: null } });
    await until(() => host.agents.length === 2);
    host.agent.say(LOADED);
    expect(await starts[1]).toMatchObject({ id: 3, ended: undefined });
    expect(host.agent.requests.map(({ episode: id }) => id)).toEqual([3]);
    await environment.close();
    expect(host.holds).toBe(0);
  });

  it('again and again: RS403 for whoever waits for a place or comes later', async () => {
    const host = new FakeHost();
    host.answer = () => undefined;
    const environment = await host.load({ maxEpisodes: 1 });
    const [tried, waiting] = [environment.start({}), environment.start({})];
    const refused = Promise.all(
      [tried, waiting].map((start) => expect(start).rejects.toMatchObject({ code: 'RS403' })),
    );
    for (let deaths = 1; deaths <= 4; deaths++) {
      await until(() => host.agents.length === deaths);
      if (deaths > 1) host.agent.say(LOADED);
      await until(() => host.agent.requests.length === 1);
      const unstarted = host.agent.requests.map(({ call }) => call);
      host.agent.say({ type: 'died', message: 'killed', unstarted });
      host.agent.events.onExit('killed', undefined);
    }
    await refused;
    await expect(environment.start({})).rejects.toMatchObject({ code: 'RS403' });
    await environment.close();
    expect(host.registry.size).toBe(0);
    expect(host.holds).toBe(0);
  });
});
