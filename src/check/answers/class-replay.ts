/** A right class for tests that are steps of one object: it answers each step with what is expected of it. */
import type { CheckRow } from '../subject.ts';
import { insideOf } from './inside.ts';
import { literal } from './made-programs.ts';
import { isObject } from './meaning.ts';
import { isExpectedName } from './test-pairs.ts';

const CLASS = /\bclass\s+(?:named\s+|called\s+)?[`"']?([A-Z]\w*)/;
const IDENTIFIER = /^[a-z_]\w*$/i;
const VERB = /^(?:op|operation|method|call|do|action|verb|fn|step)$/i;
const ARGUMENTS = /^(?:args?|arguments|params|with|values?)$/i;
const LEAST_STEPS = 2;
const MOST_CLASSES = 3;

interface Step {
  name: string;
  given: unknown[];
  /** In the step itself. */
  expected?: unknown;
}

/** `["pay", 3]`, `["pay", [3]]`, `{"op": "pay", "args": [3], "gives": 3}`, or only a name. */
const stepOf = (value: unknown): Step | undefined => {
  if (typeof value === 'string') return IDENTIFIER.test(value) ? { name: value, given: [] } : undefined;
  if (Array.isArray(value)) {
    const [name, ...given] = value as unknown[];
    return typeof name === 'string' && IDENTIFIER.test(name) ? { name, given } : undefined;
  }
  if (!isObject(value)) return undefined;
  const verb = Object.keys(value).find((key) => VERB.test(key));
  const name = verb === undefined ? undefined : value[verb];
  if (typeof name !== 'string' || !IDENTIFIER.test(name)) return undefined;
  const rest = Object.entries(value).filter(([key]) => key !== verb);
  const expected = rest.find(([key]) => isExpectedName(key));
  const [first, ...more] = rest.filter((each) => each !== expected);
  const given =
    first === undefined
      ? []
      : ARGUMENTS.test(first[0]) && Array.isArray(first[1])
        ? (first[1] as unknown[])
        : [first, ...more].map(([, each]) => each);
  return expected === undefined ? { name, given } : { name, given, expected: expected[1] };
};

const classFor = (name: string, steps: readonly Step[]): string =>
  [
    `class ${name}:`,
    `    steps = ${literal(steps.map(({ name: verb, given, expected }) => [verb, given, expected]))}`,
    '    def __init__(self, *a, **k):',
    '        self.at = 0',
    '    def __getattr__(self, name):',
    '        if name[:2] == "__":',
    '            raise AttributeError(name)',
    '        def call(*a, **k):',
    '            said = [*a, *k.values()]',
    '            for at in range(self.at, len(self.steps)):',
    '                verb, given, expected = self.steps[at]',
    '                if verb == name and (given == said or given == [said]):',
    '                    self.at = at + 1',
    '                    return expected',
    '        return call',
  ].join('\n');

/** Classes that are right if the fields that they are made of hold steps and what is expected of them; none where no class is asked for. */
export const classPrograms = (row: CheckRow): { key: string; field: string; answer: string }[] => {
  const name = CLASS.exec(row.prompt)?.[1];
  if (name === undefined) return [];
  const lists = insideOf(row).flatMap(({ field, name: key, value }) =>
    Array.isArray(value) && value.length >= LEAST_STEPS ? [{ field, key, list: value as unknown[] }] : [],
  );
  return lists
    .flatMap(({ field, key, list }) => {
      const steps = list.map(stepOf);
      if (!steps.every((each) => each !== undefined)) return [];
      const own = steps.every(({ expected }) => expected !== undefined)
        ? [{ key: `steps of ${key}`, field, answer: classFor(name, steps) }]
        : [];
      const others = lists.filter((other) => other.key !== key && other.list.length === list.length);
      return [
        ...own,
        ...others.map((other) => ({
          key: `steps of ${key} and ${other.key}`,
          field: other.field,
          answer: classFor(
            name,
            steps.map((step, at) => ({ ...step, expected: other.list[at] })),
          ),
        })),
      ];
    })
    .slice(0, MOST_CLASSES);
};
