/** The config file and the settings: what they come to, and what is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/server/settings/serve-config.ts';
import { parseAddress, resolveServer } from '../../src/server/settings/settings.ts';
import { newFolder } from '../helpers/with-reward.ts';

const write = (text: string): string => {
  const file = join(newFolder(), 'runrl-sandbox.json');
  writeFileSync(file, text);
  return file;
};

describe('runrl-sandbox.json', () => {
  it('names modules with their options; its paths begin at its folder', () => {
    const file = write(
      '{"http":"127.0.0.1:0","tokenFile":"t","data":"d","sandbox":{"level":"namespaces"},' +
        '"modules":{"a":{"reward":"r.py","timeout":"5s"},"b":{"environment":"e.py","maxSteps":3}}}',
    );
    const folder = file.replace('/runrl-sandbox.json', '');
    expect(readConfig(file)).toEqual({
      server: { http: '127.0.0.1:0', tokenFile: `${folder}/t`, data: `${folder}/d` },
      sandbox: { level: 'namespaces' },
      modules: [
        { kind: 'reward', name: 'a', file: `${folder}/r.py`, options: { timeout: '5s' } },
        { kind: 'environment', name: 'b', file: `${folder}/e.py`, options: { maxSteps: 3 } },
      ],
    });
  });

  it.each([
    ['{\n  "htp": "x"\n}', /:2:3: RS101 unknown option `htp`(?:.|\n)*did you mean `http`\?/],
    ['{\n  "grace": "soon"\n}', /:2:12: RS101 `grace`: expected a duration/],
    [
      '{"modules": {\n  "a": {"reward": "r.py",\n    "timout": "5s"}}}',
      /:3:5: .*`timout`(?:.|\n)*`timeout`\?/,
    ],
    ['{"modules": {\n  "a": {"timeout": "5s"}}}', /:2:8: .*needs `reward` or `environment`/],
    ['{"sandbox":\n {"level": "weak"}}', /:2:12: .*`sandbox.level`: expected one of/],
    ['{"runCode": 3}', /:1:13: .*`runCode`: expected true, false or an object/],
    ['{"runCode": {"pakages": true}}', /:1:14: .*`pakages`(?:.|\n)*did you mean `packages`\?/],
    ['{"watch": true,}', /:1:16: .*comma before/],
  ])('%j is refused with its place', (text, message) => {
    expect(() => readConfig(write(text))).toThrow(message);
  });
});

describe('an address', () => {
  it.each([
    ['127.0.0.1:8000', { host: '127.0.0.1', port: 8000 }],
    ['[::1]:0', { host: '::1', port: 0 }],
    ['localhost:80', { host: 'localhost', port: 80 }],
  ])('%s is one', (text, parsed) => {
    expect(parseAddress(text)).toEqual(parsed);
  });

  it.each(['8000', 'localhost', '127.0.0.1:70000', ':80'])('%s is none', (text) => {
    expect(() => parseAddress(text)).toThrow(/--http: expected an address/);
  });

  it.each(['0.0.0.0:80', '[::]:80', '10.0.0.1:80', 'example:80'])('%s needs a token', (http) => {
    expect(() => resolveServer({ http })).toThrow(/so it needs a token/);
    const tokenFile = join(newFolder(), 'token');
    writeFileSync(tokenFile, '0123456789abcdef\n');
    expect(resolveServer({ http, tokenFile }).token).toBe('0123456789abcdef');
  });

  it('of ZeroMQ takes the place of the default one, and stands beside one that is named', () => {
    expect(resolveServer({})).toMatchObject({ host: '127.0.0.1', port: 8000 });
    expect(resolveServer({})).not.toHaveProperty('zmq');
    const only = resolveServer({ zmq: 'ipc:///tmp/s', credits: 7, clientGrace: '1s' });
    expect(only).toMatchObject({
      host: undefined,
      zmq: { addresses: [{ kind: 'ipc', path: '/tmp/s' }], credits: 7, clientGraceMs: 1_000 },
    });
    const both = resolveServer({ http: '127.0.0.1:1', zmq: ['tcp://[::1]:0', 'tcp://localhost:5'] });
    expect(both).toMatchObject({
      port: 1,
      zmq: {
        addresses: [
          { kind: 'tcp', host: '::1', port: 0 },
          { kind: 'tcp', host: 'localhost', port: 5 },
        ],
      },
    });
  });

  it.each([
    ['ipc://', /expected an address/],
    ['ipc://@name', /expected the path of a socket/],
    ['ipc://*', /expected the path of a socket/],
    [`ipc:///tmp/${'x'.repeat(100)}`, /at most 96 bytes/],
    ['tcp://127.0.0.1', /expected an address/],
    ['tcp://127.0.0.1:70000', /expected an address/],
    ['127.0.0.1:5555', /expected an address/],
    ['inproc://x', /expected an address/],
  ])('of ZeroMQ is not %s', (zmq, message) => {
    expect(() => resolveServer({ zmq })).toThrow(message);
  });

  it.each(['tcp://0.0.0.0:5', 'tcp://[::]:5', 'tcp://example:5'])('%s needs a token', (zmq) => {
    expect(() => resolveServer({ zmq })).toThrow(/so it needs a token/);
    const tokenFile = join(newFolder(), 'token');
    writeFileSync(tokenFile, '0123456789abcdef');
    expect(resolveServer({ zmq, tokenFile }).zmq?.addresses).toHaveLength(1);
  });

  it('of a module that clients send must let it pass', () => {
    const zmq = 'ipc:///tmp/s';
    expect(() => resolveServer({ zmq, acceptCode: '65MiB' })).toThrow(/--max-body is 67108864 bytes/);
    expect(resolveServer({ zmq, acceptCode: '65MiB', maxBody: '66MiB' }).acceptCode).toBe(65 * 2 ** 20);
  });

  it('a token that could be guessed is refused', () => {
    const tokenFile = join(newFolder(), 'token');
    writeFileSync(tokenFile, 'short\n');
    expect(() => resolveServer({ tokenFile })).toThrow(/at least 16/);
  });
});
