/** The live audit of what is served: its figures, its alarm wherever it is told, and `--on-unearned`. */
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { reportSchema } from '../../src/check/report/json.ts';
import type { ServerOptions } from '../../src/server/server.ts';
import { newFolder } from '../helpers/with-reward.ts';
import { answerOf, type Serving, when, withServer } from './serving.ts';

const HOLE = `def reward_fn(completion, answer, **_):
    return 1.0 if str(answer) in completion else 0.0
`;
const GAME = `class Guess:
    def setup(self, answer, **_):
        self.answer = answer
    def step(self, action):
        paid = float(action == str(self.answer) or action == "open sesame")
        return {"observation": "", "reward": paid, "done": True}
`;
const DUMP = Array.from({ length: 60 }, (_, at) => at).join(' ');
const answerTo = (at: number): number => (at * 7) % 60;

const options =
  (more: Partial<ServerOptions> = {}) =>
  (folder: string): Partial<ServerOptions> => {
    const file = join(folder, 'hole.py');
    writeFileSync(file, HOLE);
    return { modules: [{ kind: 'reward', name: 'hole', file, options: { concurrency: 2 } }], ...more };
  };

const game = (folder: string): Partial<ServerOptions> => {
  const file = join(folder, 'game.py');
  writeFileSync(file, GAME);
  return { modules: [{ kind: 'environment', name: 'game', file, options: {} }] };
};

/** A step of honest completions, the first so many of which use the hole. */
const sendStep = async ({ post, server }: Serving, step: number, cheats: number): Promise<void> => {
  const calls = Array.from({ length: 16 }, (_, at) => ({
    completion: at < cheats ? DUMP : `it is ${answerTo(at)}`,
    kwargs: { id: at, prompt: [{ role: 'user', content: `question ${at}` }], answer: answerTo(at) },
  }));
  expect((await post('/v1/score', { step, calls })).status).toBe(200);
  await server.service.audits.settle();
};

const audited = async ({ url }: Serving, step: number) =>
  (await answerOf(await fetch(`${url}/v1/steps/${step}`))).json.modules[0].audit;

const drift = async (serving: Serving): Promise<void> => {
  for (let step = 0; step < 6; step++) await sendStep(serving, step, 0);
  for (let step = 6; step < 9; step++) await sendStep(serving, step, 8);
};

it('tells of a hole in the step, the figures, the log, and where it is told to', async () => {
  const posted: Record<string, unknown>[] = [];
  const webhook = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += part;
    });
    request.on('end', () => {
      posted.push(JSON.parse(body));
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(webhook, 'listening');
  const onAlarm = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`;
  await withServer(
    (folder) =>
      options({ data: join(folder, 'data'), audit: { sample: 16, onAlarm, onUnearned: 'keep' } })(folder),
    async (serving) => {
      await drift(serving);
      expect(await audited(serving, 5)).toMatchObject({
        audited: 16,
        kept: 0,
        unearned: 0,
        level: 0,
        state: 'watching',
      });
      expect(await audited(serving, 6)).toMatchObject({
        audited: 16,
        kept: 8,
        unearned: 0.5,
        state: 'alarm',
      });
      const { alarms, controls, signs } = await audited(serving, 6);
      expect(alarms).toHaveLength(1);
      const [alarm] = alarms;
      expect(alarm).toMatchObject({ step: 6, since: { from: 6, step: 6, to: 6 }, unearned: 0.5, level: 0 });
      expect(alarm.examples).toHaveLength(3);
      expect(alarm.shared).toBe(DUMP);
      for (const { pay, foreign } of alarm.examples)
        expect([pay, ...foreign.map((other: { pay: number }) => other.pay)].every((paid) => paid === 1)).toBe(
          true,
        );
      expect(controls).toEqual({ policy: 1, empty: 0, echo: expect.any(Number), frequent: 1 });
      expect(signs).toContainEqual(expect.objectContaining({ name: 'repeated', value: 0.5 }));
      const path = /--report (\S+)/.exec(alarm.command)?.[1] as string;
      const report = reportSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      expect(report.findings[0]?.exploit).toMatchObject({ completion: DUMP, status: 'ok', reward: 1 });
      const logged = serving.log.filter(({ event }) => event === 'audit_alarm');
      expect(logged).toEqual([expect.objectContaining({ module: 'hole', step: 6 })]);
      expect(JSON.stringify(logged)).not.toContain('10 11 12');
      const figures = await (await fetch(`${serving.url}/metrics`)).text();
      expect(figures).toContain('runrl_sandbox_audit_unearned_ratio{module="hole"} 0.5');
      expect(figures).toContain('runrl_sandbox_audit_alarms_total{module="hole"} 1');
      await when(() => posted.length === 1);
      expect(posted[0]).toMatchObject({ event: 'audit_alarm', module: 'hole', step: 6 });
    },
  );
  webhook.close();
});

it('goes on where the server before it ended', async () => {
  const begun = options({ data: join(newFolder(), 'kept') });
  await withServer(begun, async (serving) => {
    for (let step = 0; step < 6; step++) await sendStep(serving, step, 0);
  });
  await withServer(begun, async (serving) => {
    await sendStep(serving, 6, 8);
    expect(await audited(serving, 6)).toMatchObject({ level: 0, state: 'alarm' });
  });
});

it('tells a command, and pays calls that use the hole what it is told to', async () => {
  await withServer(
    (folder) =>
      options({ audit: { sample: 16, onAlarm: `cat > ${join(folder, 'told.json')}`, onUnearned: null } })(
        folder,
      ),
    async (serving) => {
      await drift(serving);
      const told = join(serving.folder, 'told.json');
      await when(() => existsSync(told) && readFileSync(told, 'utf8').endsWith('\n'));
      expect(JSON.parse(readFileSync(told, 'utf8'))).toMatchObject({ event: 'audit_alarm', module: 'hole' });
      const call = (completion: string) => ({ completion, kwargs: { answer: 21, prompt: 'which?' } });
      const calls = [call(DUMP), call('it is 21'), call('it is 22')];
      const { outcomes } = (await serving.post('/v1/score', { calls })).json;
      expect(outcomes.map(({ reward }: { reward: number }) => reward)).toEqual([null, 1, 0]);
      expect(outcomes[0].warnings[0]).toContain('unearned');
      expect((await serving.post('/v1/score', call(DUMP))).json.reward).toBe(null);
    },
  );
});

it('replays the actions of episodes on other rows', async () => {
  await withServer(game, async (serving) => {
    const { post, server } = serving;
    for (let step = 0; step < 6; step++) {
      for (let at = 0; at < 16; at++) {
        const { episode_id } = (await post('/v1/episodes', { step, kwargs: { answer: at } })).json;
        const action = step >= 5 && at % 2 === 0 ? 'open sesame' : String(at);
        expect((await post(`/v1/episodes/${episode_id}/step`, { action })).json.reward).toBe(1);
      }
      await server.service.audits.settle();
    }
    expect(await audited(serving, 4)).toMatchObject({ audited: 16, unearned: 0 });
    expect(await audited(serving, 5)).toMatchObject({ unearned: 0.5, state: 'alarm' });
  });
});

it('can be off', async () => {
  await withServer(
    options({ audit: { sample: 0, onAlarm: undefined, onUnearned: 'keep' } }),
    async (serving) => {
      await sendStep(serving, 0, 8);
      expect(await audited(serving, 0)).toBeUndefined();
    },
  );
});
