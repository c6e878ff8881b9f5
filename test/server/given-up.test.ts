/** A module whose sandbox dies again and again: who asks is told so, once in the log, and it serves again by itself. */
import { expect, it } from 'vitest';
import { castOf, until } from '../helpers/processes.ts';
import { answerOf, withServer } from './serving.ts';

it.each(['reward', 'environment'] as const)('a %s that is given up recovers by itself', async (kind) => {
  await withServer(
    (folder) => {
      const name = kind === 'reward' ? 'obeys' : 'plays';
      const file = `${folder}/${name}.py`;
      return { modules: [{ kind, name, file, options: { concurrency: 1 } }] };
    },
    async ({ url, post, folder, log }) => {
      const ready = async () => answerOf(await fetch(`${url}/readyz`));
      const ask = () =>
        kind === 'reward' ? post('/v1/score', { completion: 'number 1' }) : post('/v1/episodes', {});
      expect((await ask()).status).toBe(200);
      // Killed as soon as it is there, so that no call is served in between.
      let killing = true;
      const killer = (async () => {
        for (let last = 0; killing; ) {
          const { agent } = castOf(folder);
          if (agent > 0 && agent !== last) {
            last = agent;
            try {
              process.kill(agent, 'SIGKILL');
            } catch {
              // it was gone already
            }
          }
          await new Promise((resolve) => setTimeout(resolve, 2));
        }
      })();
      const asked = Promise.all(Array.from({ length: 20 }, ask));
      const down = await until(ready, ({ json }) => /RS403/.test(JSON.stringify(json)), 60_000);
      expect(down.status).toBe(503);
      expect(await ask()).toMatchObject({
        status: 503,
        json: { type: expect.stringMatching(/:module-failed$/) },
      });
      const ends = (await asked).map(({ status, json }) => json.status ?? json.setup?.status ?? status);
      expect(ends.every((end) => end === 'lost' || end === 503)).toBe(true);
      expect(ends.filter((end) => end === 503).length).toBeGreaterThan(0);
      killing = false;
      await killer;
      const told = (level: string, text: RegExp) =>
        log.filter((line) => line.level === level && text.test(String(line.message))).length;
      expect([told('warn', /starting again/), told('error', /starting again/)]).toEqual([2, 1]);
      expect(told('error', /RS403.*given up/)).toBe(1);
      const refused = log.filter(
        ({ event, level, route }) => event === 'request' && level === 'warn' && route !== '/readyz',
      );
      expect(refused).toEqual([]);
      await until(ask, ({ status }) => status === 200, 60_000);
      const many = await ready();
      expect(many).toMatchObject({ status: 503 });
      expect(JSON.stringify(many.json)).toMatch(/died \d+ times in the last minute/);
    },
  );
});
