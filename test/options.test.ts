import { describe, expect, it } from 'vitest';
import { SandboxError } from '../src/errors.ts';
import {
  parseDuration,
  parseSize,
  resolveOptions,
  rewardOptionsSchema,
  sandboxOptionsSchema,
} from '../src/options.ts';

describe('durations and sizes', () => {
  it.each([
    ['500ms', 500],
    ['2s', 2_000],
    ['1.5s', 1_500],
    ['5m', 300_000],
    ['1h', 3_600_000],
  ])('%s is %d ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each([
    ['512B', 512],
    ['64KiB', 65_536],
    ['256MiB', 2 ** 28],
    ['1.5GiB', 1.5 * 2 ** 30],
  ])('%s is %d bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['10', '10 s', '-1s', '1S', '1d', 's', '1e3s', '.5s', ''])('%j is no duration', (text) => {
    expect(parseDuration(text)).toBeUndefined();
  });

  it.each(['10', '1GB', '1M', '1kib', '-1B', ''])('%j is no size', (text) => {
    expect(parseSize(text)).toBeUndefined();
  });
});

const refused = (options: unknown, schema = rewardOptionsSchema as Parameters<typeof resolveOptions>[0]) => {
  try {
    resolveOptions(schema, options);
  } catch (error) {
    if (error instanceof SandboxError) return error;
    throw error;
  }
  throw new Error('the options were accepted');
};

describe('options', () => {
  it('that are left out have their documented defaults', () => {
    const { concurrency, ...others } = resolveOptions(rewardOptionsSchema, undefined);
    expect(concurrency).toBeGreaterThanOrEqual(1);
    expect(others).toEqual({
      completionFormat: 'auto',
      columns: 'auto',
      timeout: 10_000,
      loadTimeout: 60_000,
      memory: 2 ** 30,
      tmpSize: 2 ** 26,
      processes: 256,
      openFiles: 512,
      outputLimit: 2 ** 16,
      maxResult: 2 ** 20,
      maxCompletion: 2 ** 24,
      reuse: 'auto',
      allowSharedState: false,
      restore: 'auto',
      onTimeout: null,
      onError: null,
      onTamper: null,
      onLost: null,
    });
    expect(resolveOptions(sandboxOptionsSchema, {})).toEqual({
      level: 'auto',
      profile: 'default',
      mounts: [],
      allowNet: [],
      env: [],
      hide: [],
      recover: false,
    });
  });

  it('may be bare numbers in milliseconds and bytes', () => {
    expect(resolveOptions(rewardOptionsSchema, { timeout: 50, memory: 2 ** 28 })).toMatchObject({
      timeout: 50,
      memory: 2 ** 28,
    });
  });

  it.each([
    ['timout', 'did you mean `timeout`?'],
    ['timeuot', 'did you mean `timeout`?'],
    ['onTimeOut', 'did you mean `onTimeout`?'],
    ['level', expect.stringMatching(/^options are function, completionFormat, columns, .*onLost$/)],
  ])('of an unknown name, %s, are refused with the nearest right name, or all', (name, help) => {
    expect(refused({ [name]: 1 })).toMatchObject({
      code: 'RS101',
      message: `Unknown option \`${name}\``,
      help,
    });
  });

  const DURATION =
    'expected a duration of at least 1ms, such as `500ms`, `2s` or `5m` (a bare number: milliseconds), got';
  it.each([
    [{ timeout: '10' }, `Option \`timeout\`: ${DURATION} \`10\` (string)`],
    [{ timeout: '10 s' }, `Option \`timeout\`: ${DURATION} \`10 s\` (string)`],
    [{ loadTimeout: -1 }, `Option \`loadTimeout\`: ${DURATION} \`-1\` (number)`],
    [
      { memory: '1GB' },
      'Option `memory`: expected a size of at least 16MiB, such as `64KiB`, `256MiB` or `1GiB` (a bare number: bytes), got `1GB` (string)',
    ],
  ])('with a wrong unit, %j, are refused with the right ones', (options, message) => {
    expect(refused(options)).toMatchObject({ code: 'RS101', message });
  });

  it.each([
    [{ concurrency: '4' }, 'Option `concurrency`: expected a whole number from 1 to 4096, got `4` (string)'],
    [
      { concurrency: 1.5 },
      'Option `concurrency`: expected a whole number from 1 to 4096, got `1.5` (number)',
    ],
    [{ onTimeout: Number.NaN }, 'Option `onTimeout`: expected a number, got `NaN` (number)'],
    [{ function: ['reward_fn'] }, 'Option `function`: expected a string, got an array'],
    [{ reuse: 'nevr' }, 'Option `reuse`: expected one of auto, never, always, shared, got `nevr` (string)'],
    [[], 'Option `options`: expected an object, got an array'],
    ['fast', 'Option `options`: expected an object, got `fast` (string)'],
  ])(
    'of a wrong type, %j, are refused with the name, what was expected and what came',
    (options, message) => {
      expect(refused(options)).toMatchObject({ code: 'RS101', message });
    },
  );

  it('out of range are refused', () => {
    for (const options of [
      { concurrency: 0 },
      { concurrency: 4097 },
      { seed: -1 },
      { memory: '1MiB' },
      { timeout: 0 },
    ])
      expect(refused(options)).toMatchObject({ code: 'RS101' });
  });

  it('inside of lists are named by their place', () => {
    expect(refused({ mounts: ['/srv', 3] }, sandboxOptionsSchema).message).toBe(
      'Option `mounts.1`: expected a string, got `3` (number)',
    );
  });
});
