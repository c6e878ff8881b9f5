import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { columnAt, findJsonFault, MAX_DEPTH, MAX_INTEGER_DIGITS } from '../../src/formats/json/json-fault.ts';
import { parseJsonLine } from '../../src/formats/json/json-line.ts';
import { cases } from '../helpers/extent.ts';

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

it.each([
  ['{"a": 1,}', 9, /comma before `}`/],
  ['{"a": 1', 8, /line ends inside the object that starts at column 1/],
  ['{"a": [1, 2', 12, /line ends inside the array that starts at column 7/],
  ['{"a": "b', 9, /line ends inside the string that starts at column 7/],
  ['{"a": "b\\', 10, /line ends inside the string/],
  ['{"a" 1}', 6, /unexpected `1` after a key, where `:` is expected/],
  ['{"a": 1 "b": 2}', 9, /unexpected `"` where `,` or `}` is expected/],
  ['[1, 2,]', 7, /comma before `\]`/],
  ['[1 2]', 4, /where `,` or `\]` is expected/],
  ["{'a': 1}", 2, /double quotes, got `'`/],
  ['{"a": \'b\'}', 7, /double quotes, got `'`/],
  ['{a: 1}', 2, /the key `a` needs double quotes/],
  ['{"a": NaN}', 7, /`NaN` is not JSON/],
  ['{"a": Infinity}', 7, /`Infinity` is not JSON/],
  ['{"a": -Infinity}', 7, /`-Infinity` is not JSON/],
  ['{"a": True}', 7, /`True` is not JSON/],
  ['{"a": None}', 7, /`None` is not JSON/],
  ['{"a": yes}', 7, /`yes` is not a JSON value/],
  ['{"a": 01}', 7, /needless `0`/],
  ['{"a": 1.}', 9, /digit after the decimal point/],
  ['{"a": .5}', 7, /unexpected `\.` where a value/],
  ['{"a": +5}', 7, /unexpected `\+` where a value/],
  ['{"a": 1e}', 9, /digit of the exponent/],
  ['{"a": 0x1}', 8, /unexpected `x`/],
  ['{"a": -}', 8, /where a digit is expected/],
  ['{"a": "\t"}', 8, /raw control character U\+0009 inside a string/],
  ['{"a": "\\x41"}', 8, /`\\x` is not a JSON escape/],
  ['{"a": "\\u12g4"}', 12, /hexadecimal digit/],
  ['{"a": 1} {"a": 2}', 10, /unexpected `{` after the end of the value/],
  ['{"a": 1} // no', 10, /unexpected `\/` after the end/],
  ['{"a": /* no */ 1}', 7, /no comments/],
  ['\ufeff{"a": 1}', 1, /byte order mark/],
  ['{"é": "日本", "😀": x}', 18, /`x` is not a JSON value/],
  ['', 1, /line ends where a value is expected/],
  ['{"a":\u00a01}', 6, /unexpected character U\+00A0|unexpected `.`/],
])('%s is refused at column %i', (text, column, reason) => {
  const fault = findJsonFault(text);
  expect(fault?.reason).toMatch(reason);
  expect(columnAt(text, fault?.offset ?? -1)).toBe(column);
});

it.each([
  ['{"a": {"b c": [1, {}, nan]}, "d": 2}', ['a', 'b c', 2]],
  ['{"a": {"b": [1], "c": 2,}}', ['a']],
  ['{"a": [1, 2], b: 3}', []],
  ['[[], [0, ""', [1]],
])('the fault of %s is in %j', (text, path) => {
  expect(findJsonFault(text)?.path).toEqual(path);
});

it('accepts every valid text, and refuses what is nested too deeply or has too many digits', () => {
  const nested = (depth: number) => `${'['.repeat(depth)}1${']'.repeat(depth)}`;
  expect(findJsonFault(nested(MAX_DEPTH))).toBeNull();
  expect(findJsonFault(nested(MAX_DEPTH + 1))?.offset).toBe(MAX_DEPTH);
  expect(findJsonFault('9'.repeat(MAX_INTEGER_DIGITS))).toBeNull();
  expect(findJsonFault(`-${'9'.repeat(MAX_INTEGER_DIGITS)}`)).toBeNull();
  expect(findJsonFault('9'.repeat(MAX_INTEGER_DIGITS + 1))?.reason).toMatch(/4301 digits/);
  expect(findJsonFault(`${'9'.repeat(5000)}.5`)).toBeNull();
  expect(findJsonFault('[1e400, "\\ud800", {"a": 1, "a": 2}]')).toBeNull();
});

it('notices depth and digits on lines that JSON.parse takes', () => {
  const line = (text: string) => parseJsonLine(Buffer.from(text)).fault?.reason;
  expect(line(`{"a":${'['.repeat(500)}${']'.repeat(500)}}`)).toMatch(/nested more than 500/);
  expect(line(`{"a":${'9'.repeat(4301)}}`)).toMatch(/4301 digits/);
  expect(line(`{"a":"${'9'.repeat(9000)}${'[{'.repeat(900)}"}`)).toBeUndefined();
});

const jsonText = fc.json({ noUnicodeString: false, maxDepth: 6 });

it('agrees with JSON.parse on valid text', () => {
  fc.assert(fc.property(jsonText, (text) => findJsonFault(text) === null));
});

const characters = fc.constantFrom(...'{}[]",:\\/u0123eE+-.truefalsnNI \t\n\u0001é😀\'');
const mutated = fc
  .tuple(jsonText, fc.array(fc.tuple(fc.nat(), fc.nat(2), characters), { minLength: 1, maxLength: 4 }))
  .map(([text, edits]) =>
    edits.reduce((current, [place, remove, insert]) => {
      const at = place % (current.length + 1);
      return current.slice(0, at) + insert + current.slice(at + remove);
    }, text),
  );

it('agrees with JSON.parse on mutated and on cut text', () => {
  const agrees = (text: string) => {
    expect(findJsonFault(text) === null).toBe(parses(text));
  };
  fc.assert(fc.property(mutated, agrees), { numRuns: cases(3_000) });
  fc.assert(fc.property(jsonText, fc.nat(), (text, cut) => agrees(text.slice(0, cut % (text.length + 1)))));
});

const PYTHON_ACCEPTS = `
import json, sys
def accepts(text):
    try: json.loads(text)
    except ValueError: return False
    return True
print(json.dumps([accepts(text) for text in json.load(sys.stdin)]))
`;

it("accepts what both JSON.parse and Python's json.loads accept", () => {
  const edges = [
    'NaN',
    '[-Infinity]',
    '1e400',
    '-0',
    '"\\ud800"',
    '"\u007f\u2028"',
    '\ufeff1',
    '9'.repeat(4300),
    '9'.repeat(4301),
  ];
  const texts = [...edges, `-${'9'.repeat(4300)}`, ...fc.sample(mutated, cases(3_000))];
  const python = spawnSync('python3', ['-c', PYTHON_ACCEPTS], {
    input: JSON.stringify(texts),
    encoding: 'utf8',
  });
  const accepted = JSON.parse(python.stdout) as boolean[];
  texts.forEach((text, at) => {
    expect([text, findJsonFault(text) === null]).toEqual([text, accepted[at] === true && parses(text)]);
  });
});

it('points at the first character at fault: what stands before it could go on to be JSON', () => {
  const check = (text: string) => {
    const fault = findJsonFault(text);
    if (fault === null) return;
    const before = text.slice(0, fault.offset);
    expect([undefined, before.length]).toContain(findJsonFault(before)?.offset);
  };
  fc.assert(fc.property(mutated, check), { numRuns: cases(3_000) });
});

it('finds the first byte that is not UTF-8', () => {
  const at = (...bytes: number[]) => {
    const line = Buffer.from([...Buffer.from('{"é":"'), ...bytes, ...Buffer.from('"}')]);
    const parsed = parseJsonLine(line);
    return parsed.fault === undefined
      ? null
      : [columnAt(parsed.text, parsed.fault.offset), parsed.fault.reason];
  };
  expect(at(0xff)).toEqual([7, 'byte 0xFF is not UTF-8']);
  expect(at(0x61, 0xe9, 0x61)).toEqual([8, 'byte 0xE9 is not UTF-8']);
  expect(at(0xed, 0xa0, 0x80)).toEqual([7, 'byte 0xED is not UTF-8']);
  expect(at(0xc0, 0x80)).toEqual([7, 'byte 0xC0 is not UTF-8']);
  expect(at(0xf0, 0x9f, 0x98)).toEqual([7, 'byte 0xF0 is not UTF-8']);
  expect(at(0xf0, 0x9f, 0x98, 0x80)).toBeNull();
});
