/** Python's regular expressions in JavaScript's dialect. */
import { describe, expect, it } from 'vitest';
import { translateRegex } from '../../../src/check/static/python-regex.ts';
import { type Attack, attackText, Recheck } from '../../../src/check/static/recheck.ts';

describe('translateRegex', () => {
  it.each([
    ['<answer>(.*?)</answer>', 'DOTALL', String.raw`<answer>(.*?)<\/answer>`, 's'],
    [String.raw`(?P<n>\d+)=(?P=n)`, '', String.raw`(?<n>\d+)=\k<n>`, ''],
    [String.raw`\A\s*(\S+)\s*\Z`, '', String.raw`^\s*(\S+)\s*$`, ''],
    ['(?is)^a.b$', 'MULTILINE', '^a.b$', 'ims'],
    ['(?i:yes)|no', '', '(?:yes)|no', 'i'],
    ['a++b*+c?+d{2,3}+', '', 'a+b*c?d{2,3}', ''],
    ['(?>a+)b', '', '(?:a+)b', ''],
    ['x{,3}y{2,}z{4}?', '', 'x{0,3}y{2,}z{4}?', ''],
    ['[]a[]+', '', String.raw`[\]a\[]+`, ''],
    ['[^]x]', '', String.raw`[^\]x]`, ''],
    ['(a)?(?(1)b|c)', '', '(a)?(?:b|c)', ''],
    ['a b # words\n c\\ d [ #]', 'VERBOSE', String.raw`abc\ d[ #]`, ''],
    [String.raw`(?#hello)a\012\0`, '', String.raw`a\x0a\x00`, ''],
    [String.raw`\U0001F600\a`, '', String.raw`\ud83d\ude00\x07`, ''],
    ['(?<=a)b(?<!c)d(?=e)(?!f)', '', '(?<=a)b(?<!c)d(?=e)(?!f)', ''],
  ])('writes %s (%s)', (pattern, flags, source, letters) => {
    expect(translateRegex(pattern, flags)).toEqual({ source, flags: letters });
  });

  it('matches the same texts', () => {
    const cases: [string, string, readonly string[], readonly string[]][] = [
      [`(?P<q>['"]).*?(?P=q)`, '', [`"a"`, `'b'`], [`"a'`]],
      [String.raw`^(?:\d{1,3}(?:,\d{3})+|\d+)$`, '', ['1,000', '7'], ['1,00', 'x']],
      [String.raw`[^\]]+\]`, '', ['ab]'], [']']],
      ['a . c', 'VERBOSE|DOTALL', ['a\nc'], ['ac']],
    ];
    for (const [pattern, flags, yes, no] of cases) {
      const translated = translateRegex(pattern, flags);
      const regex = new RegExp(translated?.source ?? '(?!)', translated?.flags);
      expect(yes.filter((text) => !regex.test(text))).toEqual([]);
      expect(no.filter((text) => regex.test(text))).toEqual([]);
    }
  });

  it('leaves alone what JavaScript has nothing like', () => {
    expect(translateRegex('(?P<n>a)|(?P<n', '')).toBeUndefined();
  });
});

describe('recheck', () => {
  it('gives texts that an expression explodes on, and stops in time', async () => {
    const recheck = new Recheck();
    try {
      const attack = await recheck.attack({ source: '^(a|a)*$', flags: '' }, 5_000);
      expect(attack?.kind).toBe('exponential');
      expect(attackText(attack as Attack, 3)).toMatch(/^a{3,4}[^a]/);
      expect(await recheck.attack({ source: '^a+b$', flags: '' }, 5_000)).toBeUndefined();
      const start = performance.now();
      const hard = `^(${Array.from({ length: 40 }, (_, at) => `a{${at},${at + 50}}`).join('|')})+$`;
      await recheck.attack({ source: hard, flags: '' }, 300);
      expect(performance.now() - start).toBeLessThan(10_000);
    } finally {
      await recheck.close();
    }
  });
});
