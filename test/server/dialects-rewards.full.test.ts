/**
 * The reward servers of other projects. What each client sends, and what it makes of the answer, was read in its source:
 * OpenRLHF 3c3be62 (openrlhf/utils/agent.py, trainer/ppo_utils/samples_generator.py and experience.py), slime 624b824
 * (slime/rollout/rm_hub/__init__.py, slime/ray/rollout.py), LLaMA-Factory ff6d4d1 (train/ppo/ppo_utils.py, api/app.py).
 * Those clients themselves are driven against the server, too: test/adapters.
 */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardOptions } from '../../src/options.ts';
import type { Outcome } from '../../src/outcome.ts';
import { floatsText, numbersOf } from '../../src/server/dialects/numbers.ts';
import { completionOf } from '../../src/server/dialects/rows.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import type { ModuleSetting } from '../../src/server/settings/module-setting.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { type Serving, when, withServer } from './serving.ts';

const SOURCE = `def reward_fn(completion, **kwargs):
    if completion.startswith("raise"):
        raise ValueError(completion)
    while completion.startswith("hang"):
        pass
    if completion.startswith("length"):
        return len(completion), {"format": 0.5}
    return 1, {"format": 1, "seen": completion + " " + repr(kwargs)}
`;
const POLICIES = { onTimeout: -2, onError: -1, onTamper: -3 };

const moduleAt = (name: string, options: RewardOptions): ModuleSetting => {
  const folder = newFolder();
  chmodSync(folder, 0o755);
  const file = join(folder, `${name}.py`);
  writeFileSync(file, SOURCE);
  return { kind: 'reward', name, file, options: { timeout: '5s', concurrency: 2, ...options } };
};

/** A server with one reward. What the function received is looked for in what the server noted. */
const withRewards = (
  options: RewardOptions,
  body: (serving: Serving, seen: () => unknown) => Promise<void>,
  more: Partial<ServerOptions> = {},
): Promise<void> =>
  withServer({ modules: [moduleAt('maths', options)], ...more }, async (serving) => {
    let last: unknown;
    const { service } = serving.server;
    const note = service.note.bind(service);
    service.note = (kind, outcome) => {
      last = outcome.info.seen;
      note(kind, outcome);
    };
    await body(serving, () => last);
  });

describe('OpenRLHF: POST /get_reward', () => {
  it('answers lists of floats, which torch makes float tensors of', async () => {
    await withRewards(POLICIES, async ({ post }, seen) => {
      // The query is decoded with its special tokens: one stands before the prompt, and one ends the completion.
      const sent = {
        query: ['<s>User: 6*3?\nAssistant: 18<|im_end|>'],
        prompts: ['User: 6*3?\nAssistant:'],
        labels: ['18.0'],
      };
      const { status, text, json } = await post('/get_reward', sent);
      expect(status).toBe(200);
      expect(text).toMatch(/^\{"rewards":\[1\.0\],"scores":\[1\.0\],"extra_logs":\{/);
      expect(seen()).toBe(" 18<|im_end|> {'prompt': 'User: 6*3?\\nAssistant:', 'label': '18.0'}");
      expect(Object.keys(json.extra_logs)).toEqual([
        'sandbox_failed',
        'sandbox_timeout',
        'sandbox_ms',
        'sandbox_queue_ms',
      ]);
      // Of several addresses all but the first get nothing to do, and wait for the answer.
      const none = { rewards: [], scores: [] };
      expect((await post('/get_reward', { query: [], prompts: [], labels: [] })).json).toMatchObject(none);
    });
  });

  it('gives failed calls the numbers of their policies, and logs the same names on every answer', async () => {
    await withRewards({ ...POLICIES, timeout: '3s' }, async ({ post }) => {
      const ask = async (query: string) =>
        (await post('/get_reward?info=format,other', { query: [query], prompts: [''], labels: [''] })).json;
      const answers = [await ask('lengthy'), await ask('raise it'), await ask('hang')];
      expect(answers.map(({ rewards }) => rewards)).toEqual([[7], [-1], [-2]]);
      const [good, raised, hung] = answers.map(({ extra_logs }) => extra_logs);
      expect(good).toMatchObject({ format: [0.5], other: [0], sandbox_failed: [0], sandbox_timeout: [0] });
      expect(raised).toMatchObject({ format: [0], other: [0], sandbox_failed: [1], sandbox_timeout: [0] });
      expect(hung).toMatchObject({ format: [0], other: [0], sandbox_failed: [1], sandbox_timeout: [1] });
      expect(Object.keys(raised)).toEqual(Object.keys(good));
      expect(Object.keys(hung)).toEqual(Object.keys(good));
      expect(hung.sandbox_ms[0]).toBeGreaterThan(250);
    });
  });

  it('scores thousands in one request, in their order', { timeout: 180_000 }, async () => {
    const limits = { maxBody: 2 ** 26, queue: 5_000, busyStatus: 503 } as const;
    await withRewards(
      POLICIES,
      async ({ post }) => {
        const query = Array.from({ length: 3_000 }, (_, at) =>
          at % 100 === 99 ? 'raise' : `length${'x'.repeat(at % 50)}`,
        );
        const { json } = await post('/get_reward', { query });
        expect(json.rewards).toEqual(query.map((text) => (text === 'raise' ? -1 : text.length)));
        expect(json.extra_logs.sandbox_failed.filter((failed: number) => failed === 1)).toHaveLength(30);
      },
      { limits },
    );
  });

  it('spreads a label that holds an object, and never lets it take the place of a parameter', async () => {
    await withRewards(POLICIES, async ({ post }, seen) => {
      const ask = async (label: string): Promise<unknown> => {
        const body = `{"query":["Qa"],"prompts":["Q"],"labels":[${label}],"step":3}`;
        expect((await post('/get_reward', body)).status).toBe(200);
        return seen();
      };
      const fields = '{"answer":18.0,"big":1180591620717411303424,"completion":"x","prompt":"y","label":1}';
      const spread = "a {'answer': 18.0, 'big': 1180591620717411303424, 'prompt': 'Q', 'label': ";
      expect(await ask(fields)).toMatch(spread);
      expect(await ask(JSON.stringify(fields))).toMatch(spread);
      expect(await ask(JSON.stringify(fields))).toMatch(/'label': '\{"answer":18\.0,.*\}'\}$/);
      expect(await ask('"{no json"')).toBe("a {'prompt': 'Q', 'label': '{no json'}");
      expect(await ask('1.50')).toBe("a {'prompt': 'Q', 'label': 1.5}");
      expect(await ask('null')).toBe("a {'prompt': 'Q', 'label': None}");
    });
  });

  it('refuses what does not fit together', async () => {
    await withRewards(POLICIES, async ({ post }) => {
      const cases: [string, unknown, RegExp][] = [
        ['', { query: ['a'], prompts: [] }, /`prompts` has 0 elements and `query` has 1/],
        ['', { query: ['a'], labels: [1, 2] }, /`labels` has 2/],
        ['', { query: 'a' }, /`query` must be an array of strings/],
        ['', { queries: ['a'] }, /`query` is missing/],
        ['?info=a,,b', { query: [] }, /`\?info=` must be names/],
        ['?info=sandbox_ms', { query: [] }, /`\?info=` must be names/],
      ];
      for (const [query, body, detail] of cases) {
        const { status, json } = await post(`/get_reward${query}`, body);
        expect(status).toBe(422);
        expect(json.detail).toMatch(detail);
      }
      const many = await post('/get_reward', { query: Array(101).fill('a') });
      expect(many.json).toMatchObject({ status: 413, detail: '101 samples in one request; at most 100' });
    });
  });
});

describe('slime: POST /slime', () => {
  it('answers one number, or an object for --reward-key', async () => {
    await withRewards(POLICIES, async ({ post }, seen) => {
      const prompt = [{ role: 'user', content: '6*3?' }];
      const { status, text } = await post('/slime', { prompt, response: '18', label: '18' });
      expect({ status, text }).toEqual({ status: 200, text: '1.0' });
      expect(seen()).toBe("18 {'prompt': [{'role': 'user', 'content': '6*3?'}], 'label': '18'}");
      const keyed = await post('/slime?key=score', { prompt: 'q', response: 'raise', label: null });
      expect(keyed.json).toEqual({ score: -1, sandbox_status: 'raised' });
    });
  });
});

describe('LLaMA-Factory: POST /v1/score/evaluation', () => {
  it('answers scores in order; the completion is the whole text', async () => {
    await withRewards(POLICIES, async ({ post }) => {
      const messages = ['length 3', '<|im_start|>user', 'raise'];
      const { json } = await post('/v1/score/evaluation', { model: 'model', messages });
      expect(json).toMatchObject({ object: 'score.evaluation', model: 'model', scores: [8, 1, -1] });
      expect(json.id).toMatch(/^scoreval-/);
    });
  });
});

const REQUESTS: [string, unknown][] = [
  ['/get_reward', { query: ['a'], prompts: [''], labels: [''] }],
  ['/slime', { prompt: 'q', response: 'a', label: '' }],
  ['/v1/score/evaluation', { model: 'model', messages: ['a'] }],
];

it.each(REQUESTS)(
  '%s: scores nothing where a failed call would have no number, and says what to set',
  (path, body) =>
    withRewards({ onError: 0 }, async ({ url, server, log }) => {
      const response = await fetch(url + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.status).toBe(422);
      // What aiohttp and requests put into their errors, which is all that a trainer's log shows.
      expect(response.statusText).toBe('Start the server with --on-timeout NUMBER --on-tamper NUMBER');
      expect(await response.json()).toMatchObject({
        type: 'urn:runrl-sandbox:problem:needs-policy',
        retryable: false,
        help: expect.stringMatching(/`maths` has none .*`onTimeout`, `onTamper`/),
      });
      expect(server.service.outcomes).toEqual({});
      // LLaMA-Factory's log says nothing of it.
      expect(log).toContainEqual(expect.objectContaining({ event: 'request', problem: 'needs-policy' }));
    }),
);

it('takes `keep` for a policy of tampering: what was returned is a number', async () => {
  await withRewards({ ...POLICIES, onTamper: 'keep' }, async ({ post }) => {
    expect((await post('/slime', { response: 'a' })).text).toBe('1.0');
  });
});

it.each(REQUESTS)('%s: asks to come again when a call was cancelled or lost', (path) =>
  withRewards(POLICIES, async ({ post, server }) => {
    const texts = ['hang'];
    const body = { query: texts, messages: texts, response: 'hang' };
    const asked = post(path, body, { headers: { 'x-request-id': 'hung' } });
    await when(() => server.service.limits.taken === 1);
    await post('/v1/cancel', { request_id: 'hung' });
    const { status, headers, json } = await asked;
    expect({ status, after: headers.get('retry-after') }).toEqual({ status: 503, after: '1' });
    expect(json).toMatchObject({ type: 'urn:runrl-sandbox:problem:no-reward', retryable: true });
    await when(() => server.service.limits.taken === 0);
  }),
);

it('a trainer that gives up waiting has its calls cancelled', async () => {
  await withRewards({ ...POLICIES, timeout: '1h' }, async ({ post, server }) => {
    const gone = new AbortController();
    const asked = post('/get_reward', { query: ['hang', 'hang'] }, { signal: gone.signal });
    await when(() => server.service.limits.taken === 2);
    gone.abort();
    await expect(asked).rejects.toThrow();
    await when(() => server.service.outcomes.cancelled === 2 && server.service.limits.taken === 0);
  });
});

it('serves the module that the address names', async () => {
  const modules = [moduleAt('maths', POLICIES), moduleAt('code', { ...POLICIES, onError: 5 })];
  await withServer({ modules }, async ({ post }) => {
    const body = { response: 'raise' };
    expect((await post('/slime?module=maths', body)).text).toBe('-1.0');
    expect((await post('/slime?module=code', body)).text).toBe('5.0');
    expect((await post('/slime', body)).json.detail).toMatch(/must name its `module`: there are maths, code/);
    expect((await post('/slime?module=cod', body)).json).toMatchObject({
      status: 404,
      help: 'did you mean `code`?',
    });
  });
});

it('takes the token as the password of the address, all that trainers can be told', async () => {
  const token = 'a-token-that-nobody-guesses';
  await withRewards(
    POLICIES,
    async ({ post }) => {
      const ask = (user: string) => {
        const authorization = `Basic ${Buffer.from(user).toString('base64')}`;
        return post('/slime', { response: 'a' }, { headers: { authorization } });
      };
      expect((await ask(`x:${token}`)).text).toBe('1.0');
      for (const user of [`${token}:x`, `x:${token}x`, token, 'x:'])
        expect((await ask(user)).status).toBe(401);
    },
    { token },
  );
});

describe('numbers', () => {
  it('are written as Python reads floats', () => {
    expect(floatsText([1, -0, 0.5, 1e21, 5e-324, -3])).toBe('[1.0,0.0,0.5,1e+21,5e-324,-3.0]');
  });

  it('are not invented: one that is missing is told, with the policy that would give it', () => {
    const outcome = (status: Outcome['status'], reward: number | null) => ({ status, reward }) as Outcome;
    expect(numbersOf([outcome('ok', 1), outcome('raised', 0)])).toEqual([1, 0]);
    expect(() => numbersOf([outcome('ok', 1), outcome('lost', null)])).toThrow('1 of 2 calls have no reward');
  });
});

describe('a completion', () => {
  it.each([
    ['<s>Q: a', 'Q:', ' a'],
    ['Q: Q: a', 'Q:', ' Q: a'],
    ['cut off: a', 'is cut off:', 'cut off: a'],
    ['a', '', 'a'],
    ['a', undefined, 'a'],
  ])('of %j with the prompt %j is %j', (query, prompt, completion) => {
    expect(completionOf(query, prompt)).toBe(completion);
  });
});
