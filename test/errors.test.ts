import { describe, expect, it } from 'vitest';
import { machineFault, reasonOf, systemError } from '../src/errors/system.ts';
import { ERROR_CODES, type ErrorCode, EXIT, formatError, nearestName, SandboxError } from '../src/errors.ts';

const CODES = Object.keys(ERROR_CODES) as ErrorCode[];

describe('the exit code of an error', () => {
  it.each(CODES)('of %s is that of its family', (code) => {
    // RS401 is a refusal before anything ran: nothing was lost.
    const lost = code.startsWith('RS4') && code !== 'RS401';
    const expected = lost || code === 'RS106' ? EXIT.infrastructure : EXIT.usage;
    expect(new SandboxError(code, 'x').exitCode).toBe(expected);
  });

  it('is one of those that the command line documents', () => {
    expect(EXIT).toEqual({
      ok: 0,
      failed: 1,
      usage: 2,
      infrastructure: 3,
      interrupted: 130,
      terminated: 143,
    });
  });
});

describe('a SandboxError', () => {
  it('is an Error with a code, help and a cause, and without the ones that were not given', () => {
    const cause = new Error('disk');
    const full = new SandboxError('RS102', 'gone', { help: 'look', cause });
    expect(full).toBeInstanceOf(Error);
    expect([full.name, full.code, full.help, full.cause]).toEqual(['SandboxError', 'RS102', 'look', cause]);
    const bare = new SandboxError('RS102', 'gone');
    expect(bare.help).toBeUndefined();
    expect('cause' in bare).toBe(false);
  });
});

const refused = (code: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${code}: told by Node, write`), { code });

describe('an error of the operating system', () => {
  it.each([
    ['ENOSPC', 'RS106', EXIT.infrastructure],
    ['EROFS', 'RS102', EXIT.usage],
    ['EMFILE', 'RS404', EXIT.infrastructure],
  ])('%s ends a command with %s, whose exit code it has', (name, code, exit) => {
    const fault = machineFault(refused(name));
    expect([fault?.code, fault?.exitCode]).toEqual([code, exit]);
    expect(fault?.message).toContain(`${name}: told by Node, write: `);
  });

  it.each(['ENOENT', 'EPROTO', 'toString'])('%s is no fault of the machine', (name) => {
    expect(machineFault(refused(name))).toBeUndefined();
  });

  it('is told in words, with its name, and with what to do', () => {
    expect(reasonOf(refused('EACCES'))).toBe('this user has no permission (EACCES)');
    expect(reasonOf(refused('EPROTO'))).toBe('EPROTO: told by Node, write');
    const error = systemError('RS106', 'The file cannot be written', refused('EFBIG'));
    expect(error.message).toBe(
      'The file cannot be written: it would exceed the limit on the size of files (EFBIG)',
    );
    expect(error.help).toMatch(/ulimit -f/);
    expect(systemError('RS106', 'x', refused('EFBIG'), 'wait').help).toBe('wait');
    expect(systemError('RS102', 'x', error)).toBe(error);
  });
});

describe('the text of an error', () => {
  it('is code and message', () => {
    expect(formatError(new SandboxError('RS101', 'Unknown option `x`'))).toBe('RS101 Unknown option `x`');
  });

  it('has what to do below it, further lines of that indented alike', () => {
    const error = new SandboxError('RS401', 'No level', { help: 'install it:\napt-get install bubblewrap' });
    expect(formatError(error).split('\n')).toEqual([
      'RS401 No level',
      '  = help: install it:',
      '          apt-get install bubblewrap',
    ]);
  });
});

describe('the nearest name', () => {
  it.each([
    ['promts', ['prompts', 'completions'], 'prompts'], // a letter left out
    ['promptss', ['prompts'], 'prompts'], // one too many
    ['prempts', ['prompts'], 'prompts'], // another one
    ['rnu', ['run', 'init'], 'run'], // two neighbours swapped
    ['teh', ['then', 'the'], 'the'], // a swap is one edit, as is an insertion: the first of equals would be `then`
    ['TIMEOUT', ['timeout'], 'timeout'],
    ['id', ['id'], 'id'],
    ['ix', ['id'], 'id'],
    ['A', ['a'], 'a'],
  ])('of %j in %j is %j', (word, candidates, nearest) => {
    expect(nearestName(word, candidates)).toBe(nearest);
  });

  it.each([
    ['xyz', ['run']],
    ['abcd', ['badc']], // two swaps are two edits, and four letters permit one
    ['concurrency', ['memory', 'timeout']],
    ['run', []],
    ['z', ['a', 'zz']],
    ['', ['a']],
  ])('of %j in %j is none', (word, candidates) => {
    expect(nearestName(word, candidates)).toBeUndefined();
  });

  it('is the nearest of several, and the first of those that are equally near', () => {
    expect(nearestName('reward', ['rewards_old', 'rewards', 'rewarc'])).toBe('rewards');
  });
});
