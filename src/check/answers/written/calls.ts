/** A call of a tool as people have it written: `name(key=value)`, as in Python or in a shell. */

import { isObject } from '../meaning.ts';
import { pythonText } from './answer-forms.ts';

interface ToolCall {
  name: string;
  given: readonly (readonly [key: string, value: unknown])[];
}

const NAME = /^[A-Za-z_][\w.-]*$/;

/** An object that holds a name and an object of arguments, and nothing else that is not plain. */
const callIn = (value: unknown): ToolCall | undefined => {
  if (!isObject(value)) return undefined;
  const inner = Object.values(value);
  const names = inner.filter((each) => typeof each === 'string' && NAME.test(each));
  const given = inner.filter(isObject);
  const [name] = names;
  const [entries] = given;
  if (names.length !== 1 || given.length !== 1 || entries === undefined) return undefined;
  return { name: name as string, given: Object.entries(entries) };
};

const plain = (value: unknown): string => (typeof value === 'string' ? value : pythonText(value));

const WRITTEN: readonly (readonly [form: string, write: (call: ToolCall) => string])[] = [
  [
    'name(key=value)',
    ({ name, given }) => `${name}(${given.map(([key, value]) => `${key}=${pythonText(value)}`).join(', ')})`,
  ],
  ['name(value)', ({ name, given }) => `${name}(${given.map(([, value]) => pythonText(value)).join(', ')})`],
  [
    'name key=value',
    ({ name, given }) => [name, ...given.map(([key, value]) => `${key}=${plain(value)}`)].join(' '),
  ],
  [
    'name --key value',
    ({ name, given }) => [name, ...given.map(([key, value]) => `--${key} ${plain(value)}`)].join(' '),
  ],
  ['name value', ({ name, given }) => [name, ...given.map(([, value]) => plain(value))].join(' ')],
];

type CallForm = readonly [name: string, write: (value: unknown) => string | undefined];

const formOf = (form: string, write: (call: ToolCall) => string): CallForm => [
  `call ${form}`,
  (value) => {
    const calls = (Array.isArray(value) ? value : [value]).map(callIn);
    return calls.length > 0 && calls.every((call) => call !== undefined)
      ? calls.map((call) => write(call as ToolCall)).join('\n')
      : undefined;
  },
];

/** Ways to write such an object, or a list of them, one in each line; undefined for anything else. */
export const CALL_FORMS: readonly CallForm[] = WRITTEN.map(([form, write]) => formOf(form, write));

/** `<call name="f"><arg name="x">1</arg></call>` and `<f><x>1</x></f>`, with the tags that a prompt shows. */
export const taggedCalls = (prompt: string): CallForm[] => {
  const found = /<([A-Za-z][\w-]*) ([\w-]+)=["'][^"'\n]*["']>\s*<([A-Za-z][\w-]*) ([\w-]+)=["']/.exec(prompt);
  const forms: CallForm[] = [];
  if (found !== null) {
    const [, outer, named, inner, key] = found;
    forms.push(
      formOf(`<${outer} ${named}><${inner} ${key}>`, ({ name, given }) => {
        const args = given.map(([each, value]) => `<${inner} ${key}="${each}">${plain(value)}</${inner}>`);
        return `<${outer} ${named}="${name}">${args.join('')}</${outer}>`;
      }),
    );
  }
  if (/<\/[A-Za-z]/.test(prompt)) {
    const tag = (name: string, text: string): string => `<${name}>${text}</${name}>`;
    forms.push(
      formOf('<name><key>', ({ name, given }) =>
        tag(name, given.map(([key, value]) => tag(key, plain(value))).join('')),
      ),
    );
  }
  return forms;
};
