/** Forms of actions: texts and JSON with a slot, and what is put into it. */
import { isObject, leavesOf, SLOT, type Words } from './words.ts';

/** Names under which tool calls have the tool. */
const TOOL_KEYS = 'tool name action type command cmd function op method move tool_name kind verb'.split(' ');
/** Whether a value under this path may be the name of a tool. */
export const isToolKey = (path: string): boolean =>
  TOOL_KEYS.includes(path.slice(path.lastIndexOf('.') + 1).toLowerCase());

const ARGUMENT_KEYS = ['arguments', 'args', 'params', 'parameters', 'input', 'kwargs'];
const MOST_WORDS = 90;

export const isJsonForm = (form: string): boolean => form.startsWith('{');

/** Puts a value into a form: as JSON in JSON, as text elsewhere. */
export const fill = (form: string, value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return form.split(SLOT).join(isJsonForm(form) ? JSON.stringify(value) : text);
};

/** How JSON tool calls are written here, as far as keys say. */
export interface Calls {
  toolKeys: string[];
  /** Where arguments stand; `''` is beside the tool. */
  containers: string[];
  argumentKeys: string[];
}

export const callsOf = (words: Words): Calls => {
  const keys = [...words.keys];
  const toolKeys = TOOL_KEYS.filter((key) => words.keys.has(key)).slice(0, 3);
  const containers = ARGUMENT_KEYS.filter((key) => words.keys.has(key)).slice(0, 2);
  const others = keys.filter((key) => !toolKeys.includes(key) && !containers.includes(key));
  return { toolKeys, containers: [...containers, ''], argumentKeys: others.slice(0, 24) };
};

/** JSON text of a call; values are JSON texts, a slot among them. */
const call = (toolKey: string, tool: string, container: string, values: Record<string, string>): string => {
  const inside = Object.entries(values).map(([key, value]) => `${JSON.stringify(key)}: ${value}`);
  const head = `${JSON.stringify(toolKey)}: ${JSON.stringify(tool)}`;
  if (container !== '') return `{${head}, ${JSON.stringify(container)}: {${inside.join(', ')}}}`;
  return `{${[head, ...inside].join(', ')}}`;
};

/** Calls without a slot: each word as a tool. */
export const plainCalls = (words: Words): string[] => {
  const { toolKeys, containers } = callsOf(words);
  return toolKeys.flatMap((key) =>
    [...words.words]
      .slice(0, MOST_WORDS)
      .flatMap((word) => containers.slice(0, 2).map((container) => call(key, word, container, {}))),
  );
};

/** Calls of one tool with a slot: its own parameters together, and each key that was seen alone. */
export const callForms = (words: Words, tool: string): string[] => {
  const { toolKeys, containers, argumentKeys } = callsOf(words);
  const own = [...(words.tools.get(tool) ?? [])];
  const sets = [...(own.length > 0 ? [own] : []), ...argumentKeys.map((key) => [key])];
  return toolKeys.flatMap((key) =>
    containers.flatMap((container) =>
      sets.map((set) => call(key, tool, container, Object.fromEntries(set.map((name) => [name, SLOT])))),
    ),
  );
};

/** Of a JSON object that was shown: each of its values made a slot. */
export const formsOfExample = (example: string): string[] => {
  const value: unknown = JSON.parse(example);
  return leavesOf(value)
    .filter(([path]) => path !== '')
    .slice(0, 6)
    .map(([path]) => JSON.stringify(withLeaf(value, path.split('.'))).replace(JSON.stringify(MARK), SLOT));
};

const MARK = '@slot@';

const withLeaf = (value: unknown, path: readonly string[]): unknown => {
  const [key, ...rest] = path;
  if (key === undefined) return MARK;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<string, unknown>;
  copy[key] = withLeaf(copy[key], rest);
  return copy;
};

/** All forms that may be worth a try, the most promising first. */
export const formsOf = (words: Words): string[] => {
  const verbs = [...words.words].filter((word) => /^[A-Za-z_]{2,16}$/.test(word)).slice(0, 40);
  const { toolKeys, argumentKeys } = callsOf(words);
  const isJson = toolKeys.length > 0 || [...words.examples].some(isObject);
  const tags = [...words.tags].slice(0, 8);
  const forms = [
    SLOT,
    ...[...words.examples].slice(0, 24).flatMap(formsOfExample),
    ...[...words.forms].slice(0, 30),
    ...tags.map((tag) => `<${tag}>${SLOT}</${tag}>`),
    ...[...words.tools.keys()]
      .slice(0, 12)
      .flatMap((tool) => [...(isJson ? callForms(words, tool).slice(0, 8) : []), `${tool}(${SLOT})`]),
    ...argumentKeys.slice(0, 12).map((key) => `{${JSON.stringify(key)}: ${SLOT}}`),
    ...verbs.map((verb) => `${verb} ${SLOT}`),
  ];
  return [...new Set(forms)].filter((form) => form.includes(SLOT)).slice(0, 200);
};
