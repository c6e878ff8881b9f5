/** The proxy's process: there when it is needed, back when it was killed, gone with everything else. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createSandbox, SandboxError } from '../../src/index.ts';
import { kill, killIfThere, processesFor, until } from '../helpers/processes.ts';
import { copyOf, withReward } from '../helpers/with-reward.ts';

let server: Server;
let port: number;
const held: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/held') held.push(response);
    else response.end('here');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const proxies = (folder: string): number[] =>
  processesFor(folder)
    .filter(({ command }) => command.includes('proxy_main.py'))
    .map(({ pid }) => pid);

const get = (path: string) => ({
  completion: JSON.stringify({ do: 'get', url: `http://localhost:${port}${path}` }),
});
const found = JSON.stringify('here');

it('no proxy is started without the option', async () => {
  await withReward('uses_network.py', {}, async ({ folder }) => {
    expect(processesFor(folder).length).toBeGreaterThan(1);
    expect(proxies(folder)).toEqual([]);
  });
});

it('a proxy that is killed takes its connections along, is named, and another takes over', async () => {
  const lines: string[] = [];
  const sandbox = { allowNet: [`localhost:${port}`], onLog: (line: string) => lines.push(line) };
  await withReward('uses_network.py', { sandbox, concurrency: 2 }, async ({ reward, folder }) => {
    const waiting = reward.score(get('/held'));
    await until(() => held.length === 1);
    const [first = 0, ...others] = proxies(folder);
    expect(others).toEqual([]);
    kill(first);
    const { info } = await waiting;
    expect(info.error).toMatch(/reset|closed|disconnected/i);
    // Connections that come meanwhile wait until somebody accepts them.
    expect((await reward.score(get('/'))).info).toEqual({ found });
    expect(proxies(folder)).not.toContain(first);
    expect(lines).toEqual([expect.stringMatching(/the proxy of --allow-net ended unexpectedly \(code -9\)/)]);
  });
});

it('a proxy that cannot live is given up with its sandbox, and another one serves', async () => {
  const sandbox = { allowNet: [`localhost:${port}`] };
  await withReward('uses_network.py', { sandbox, concurrency: 1 }, async ({ reward, folder }) => {
    const killed = new Set<number>();
    const killProxies = (): void => {
      for (const pid of proxies(folder).filter((each) => killed.size < 4 && !killed.has(each))) {
        killed.add(pid);
        killIfThere(pid);
      }
    };
    const killing = setInterval(killProxies, 5);
    const outcome = await reward.score({ completion: '{"do": "leak", "how": "hang"}' });
    clearInterval(killing);
    expect(outcome).toMatchObject({
      status: 'lost',
      error: { message: expect.stringContaining('4 times in a row') },
    });
    expect((await reward.score(get('/'))).info).toEqual({ found });
  });
});

it('a host that is killed leaves no proxy', async () => {
  const { file, folder } = copyOf('uses_network.py');
  const program = `
import { createSandbox } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)};
const sandbox = await createSandbox({ allowNet: ['localhost:${port}'] });
const reward = await sandbox.loadReward(process.argv[1]);
console.log((await reward.score(${JSON.stringify(get('/'))})).status);
await reward.score(${JSON.stringify(get('/held'))});
`;
  const before = held.length;
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '-e', program, file],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  await until(() => held.length > before, Boolean, 20_000);
  expect(proxies(folder)).toHaveLength(1);
  child.kill('SIGKILL');
  await until(
    () => processesFor(folder),
    (left) => left.length === 0,
  );
});

it('an agent that is killed leaves no proxy', async () => {
  const sandbox = { allowNet: [`localhost:${port}`] };
  await withReward('uses_network.py', { sandbox, concurrency: 1 }, async ({ reward, folder }) => {
    const [proxy] = proxies(folder);
    const agent = processesFor(folder).find(({ command }) => command.includes('agent/main.py'));
    kill(agent?.pid);
    await until(() => !proxies(folder).includes(proxy ?? 0));
    // The host may not have seen it yet: what it sends meanwhile is lost.
    await until(
      () => reward.score(get('/')),
      ({ info }) => info.found === found,
    );
  });
});

it('a connection that was opened while importing is named by where it leads', async () => {
  const lines: string[] = [];
  const sandbox = { allowNet: [`localhost:${port}`], onLog: (line: string) => lines.push(line) };
  process.env.JUDGE_PORT = String(port);
  const options = { sandbox: { ...sandbox, env: ['JUDGE_PORT'] }, concurrency: 1 };
  await withReward('connects_at_import.py', options, async ({ reward }) => {
    const message = `connects_at_import.py:11: importing the module opened a connection to localhost:${port}`;
    expect(lines).toEqual([`${message}; starting again without forking`]);
    expect(reward.warnings.at(-1)).toBe(
      `${message}: each worker imports the module itself instead of being forked`,
    );
    expect((await reward.score({ completion: 'x' })).info).toEqual({ status: 200 });
  });
  delete process.env.JUDGE_PORT;
});

it.each([['none', 'the module has the whole network there']] as const)(
  'is refused at the level %s, where nothing would hold it',
  async (level, why) => {
    const error = await createSandbox({ level, allowNet: ['api.example.com'] }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SandboxError);
    expect(error.message).toContain(why);
  },
);
