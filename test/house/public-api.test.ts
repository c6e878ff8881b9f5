/** Beyond what the API reference asks for (that each is explained): defaults of what may be left out, and errors. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { textOf } from './files.ts';

const FILES = [
  ...[...textOf('src/index.ts').matchAll(/from '\.\/(.*?)'/g)].map(([, path = '']) => join('src', path)),
  'src/host.ts',
  'src/options/types.ts',
];

interface Member {
  name: string;
  comment: string;
  isOptional: boolean;
  isPromised: boolean;
}

/** Fields and methods of the interfaces that a file exports, with the comments above them. */
const membersOf = (text: string): Member[] =>
  [...text.matchAll(/^export interface (\w+).*?\{\n(.*?)^\}/gms)].flatMap(([, owner = '', body = '']) =>
    [...body.matchAll(/^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}(?:readonly )?(\w+)(\??)([^;]*);/gms)].map(
      ([, comment = '', name = '', optional, rest = '']) => ({
        name: `${owner}.${name}`,
        comment,
        isOptional: optional === '?',
        isPromised: /\): (Promise|AsyncIterable)</.test(rest),
      }),
    ),
  );

const MEMBERS = FILES.flatMap((path) => membersOf(textOf(path)));

/** Fields that are there or not for a reason that is explained, and no options. */
const NO_OPTIONS = /^(Outcome|Digits|SandboxErrorOptions)\./;

describe('the public API', () => {
  it('is found', () => {
    const names = MEMBERS.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['Reward.score', 'Episode.branch', 'RewardOptions.timeout']),
    );
    expect(names.length).toBeGreaterThan(100);
  });

  it('says of each option what its default is', () => {
    const without = MEMBERS.filter(({ isOptional, comment }) => isOptional && !comment.includes('@default'));
    expect(without.map(({ name }) => name).filter((name) => !NO_OPTIONS.test(name))).toEqual([]);
  });

  it('says of what is awaited which errors it throws, or that it is idempotent', () => {
    const silent = MEMBERS.filter(
      ({ name, isPromised, comment }) =>
        isPromised && !/@throws|Idempotent/.test(comment) && name !== 'Reward.running',
    );
    expect(silent.map(({ name }) => name)).toEqual([]);
  });
});
