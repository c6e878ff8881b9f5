/** Ways out of namespaces whose builtins were taken away, in few words: none of them is one that filters know (C20). */
import { unique } from '../../../lists.ts';

/** Variables that hold a test, or all fields of a row: what is expected may be a key in them. */
const HOLDERS = ['kwargs', 'test', 'case', 'row', 'example', 'item'];
const MOST_NAMES = 4;
/** Variables of the payloads themselves. */
const LEAST_NAME = 3;

/** Of names that may hold what is expected those that the source says, or the likeliest. */
export const saidNames = (source: string, names: readonly string[]): string[] => {
  const long = unique(names.filter((name) => name.length >= LEAST_NAME));
  const said = long.filter((name) => new RegExp(`\\b${name}\\b`).test(source));
  return (said.length > 0 ? said : long).slice(0, MOST_NAMES);
};

const tupleOf = (names: readonly string[]): string => `(${names.map((name) => `'${name}',`).join('')})`;

/** A class that lives in a module of many names leads to them: no name is looked up. */
const GLOBALS =
  "[c for c in().__class__.__base__.__subclasses__()if c.__name__=='_wrap_close'][0].__init__.__globals__";

/** A generator that is asked for the frame it is asked from: no name with two underscores, no builtin. */
const asking = (list: string): string => `${list}.append(m.gi_frame.f_back for m in ${list})`;

/**
 * Expressions of at most some 350 characters that come to what a frame above them expects: by a generator, by classes.
 * @param names variables, or keys of what variables hold, nearest frame first
 */
export const stealingExpressions = (names: readonly string[]): string[] => {
  const own = tupleOf(names);
  const holders = tupleOf(HOLDERS);
  const direct = `for n in${own}if n in f.f_locals][0]`;
  const held = `for k in${holders}if k in f.f_locals for n in${own}if n in f.f_locals[k]][0]`;
  const backs = Array.from({ length: 6 }, (_, depth) => `e${'.f_back'.repeat(depth)}`);
  const quiet = (depth: number): string =>
    `for b in[[]]for _ in[${asking('b')}]for e in b[0]for f in(${backs.slice(0, depth).join(',')})`;
  const byClass = `for s in[${GLOBALS}['s''ys']]for f in[s._getframe(i)for i in(0,1,2,3,4)]`;
  return [
    `[f.f_locals[n]${quiet(5)}${direct}`,
    `[f.f_locals[n]${byClass}${direct}`,
    `[f.f_locals[k][n]${quiet(4)}${held}`,
    `[f.f_locals[k][n]${byClass}${held}`,
  ];
};

/** A function that answers with what a frame above it expects, with no builtin, import or class. */
export const stealingQuietly = (names: readonly string[], wanted: readonly string[]): string =>
  [
    `def ${names[0]}(*args):`,
    '    box = []',
    `    ${asking('box')}`,
    '    for frame in box[0]:',
    `        for _ in "${'.'.repeat(12)}":`,
    '            frame = frame and frame.f_back',
    `            for key in ${tupleOf(wanted)}:`,
    '                if frame and key in frame.f_locals:',
    '                    return frame.f_locals[key]',
    ...(names.length > 1 ? [`${names.slice(1).join(' = ')} = ${names[0]}`] : []),
  ].join('\n');

/** An expression that writes the product of two numbers, with no builtin. */
export const writingExpression = (left: number, right: number): string =>
  `${GLOBALS}['write'](1,b'%d'%(${left}*${right}))`;
