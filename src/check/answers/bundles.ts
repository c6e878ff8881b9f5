/** Completions that are several files: how prompts and sources have them written, and which one is run. */
import { unique } from '../lists.ts';
import { beforeTitle, inFence } from './python-fences.ts';

/** A file of a completion. */
export interface BundleFile {
  name: string;
  text: string;
}

export interface Bundle {
  /** For people: `<file name="…">`. */
  name: string;
  /** The file that is run, or tested. */
  entry: string;
  write(files: readonly BundleFile[]): string;
}

const FILE_NAME = /(?<![\w./-])((?:[\w-]+\/){0,2}[\w-]+\.(?:py|sh|js|rb|pl|c|sql))(?![\w/])/g;

const namesIn = (text: string): string[] =>
  unique([...text.matchAll(FILE_NAME)].map((match) => match[1] as string));

/** What both speak of first; files of tests are those of the grader. */
const entryOf = (prompt: string, source: string): string | undefined => {
  const asked = namesIn(prompt).filter((name) => !/(?:^|\/)(?:test_|conftest)/.test(name));
  const read = namesIn(source);
  return asked.find((name) => read.includes(name)) ?? asked[0];
};

/** How files are written one after the other, by what shows it. */
const shapeOf = (told: string): Omit<Bundle, 'entry'> | undefined => {
  const tag = /<(\w+)\s+(name|path|filename|file)=\\?["']/.exec(told);
  if (tag !== null && told.includes(`</${tag[1]}>`)) {
    const [, element, key] = tag;
    return {
      name: `<${element} ${key}="…">`,
      write: (files) =>
        files.map(({ name, text }) => `<${element} ${key}="${name}">\n${text}\n</${element}>`).join('\n'),
    };
  }
  const heading =
    /^[ \t"'`]*((?:#{1,4}|={3,}|-{3,}|\/\/|\*{2})\s*(?:(?:file(?:name)?|path)\s*:\s*)?)(?:[\w./-]+\.(?:py|sh|js|c)|<?(?:NAME|PATH|FILENAME|name|path|filename)>?)[ \t]*(={3,}|-{3,}|\*{2})?/m.exec(
      told,
    );
  if (heading !== null && /file|path|=|-{3}/i.test(heading[0])) {
    const [, before = '', after] = heading;
    const end = after === undefined ? '' : ` ${after}`;
    const wrap = told.includes('```') ? inFence : (text: string): string => text;
    return {
      name: `${before}…${end}`,
      write: (files) => files.map(({ name, text }) => `${before}${name}${end}\n${wrap(text)}`).join('\n'),
    };
  }
  if (
    /["']files["']/.test(told) &&
    /["'](?:content|text|code|body)["']/.test(told) &&
    /["'](?:path|name|filename)["']/.test(told)
  ) {
    const key = /["'](path|filename|name)["']/.exec(told)?.[1] ?? 'path';
    const body = /["'](content|text|code|body)["']/.exec(told)?.[1] ?? 'content';
    return {
      name: '{"files": […]}',
      write: (files) =>
        JSON.stringify({ files: files.map(({ name, text }) => ({ [key]: name, [body]: text })) }),
    };
  }
  if (/["']files["']\s*[:\]]/.test(told))
    return {
      name: '{"files": {…}}',
      write: (files) =>
        JSON.stringify({ files: Object.fromEntries(files.map(({ name, text }) => [name, text])) }),
    };
  const before = beforeTitle(told);
  if (before === undefined) return undefined;
  return {
    name: '```python NAME',
    write: (files) =>
      files.map(({ name, text }) => `\`\`\`python${before}${name}\n${text}\n\`\`\``).join('\n'),
  };
};

/** How files have to be written here; undefined: a completion is one program, or none. */
export const bundleOf = (prompt: string, source: string): Bundle | undefined => {
  const entry = entryOf(prompt, source);
  const shape = entry === undefined ? undefined : (shapeOf(prompt) ?? shapeOf(source));
  return shape === undefined || entry === undefined ? undefined : { ...shape, entry };
};

/** Folders that files may be put into, by what prompt and source say of them: `bin/NAME`. */
export const foldersIn = (prompt: string, source: string): string[] =>
  unique([
    ...[...`${prompt}\n${source}`.matchAll(/\b([a-z_]{2,12})\/(?:NAME|<?name>?|\w+\.(?:py|sh)\b)/g)].map(
      (match) => `${match[1]}/`,
    ),
    ...[...source.matchAll(/["'](bin|scripts|tools|\.local\/bin)["']/g)].map((match) => `${match[1]}/`),
    '',
  ]).slice(0, 3);
