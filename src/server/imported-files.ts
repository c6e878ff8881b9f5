/** The files beside a Python module that it imports, as its text says: what is imported otherwise is not found. */
import { readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** `import a.b, c as d` and `from .a.b import (c, d as e)`, also indented, and over several lines in brackets. */
const IMPORT =
  /^[ \t]*(?:import[ \t]+([^\n#;]+)|from[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]+(\([^)]*\)|[^\n#;]+))/gm;

/** No project has as many beside one module; it bounds what a folder of links could make of it. */
const MOST = 200;

const namesIn = (list: string): string[] =>
  list
    .replace(/#.*$/gm, '')
    .replace(/[()\\]/g, ' ')
    .split(',')
    .map((name) => name.trim().split(/\s+/)[0] ?? '')
    .filter((name) => /^[\w.]+$/.test(name));

/** Names of modules, relative to the folder that they are looked for in. */
const importsIn = (text: string, root: string, folder: string): { base: string; name: string }[] =>
  [...text.matchAll(IMPORT)].flatMap(([, plain, dots = '', from = '', list = '']) => {
    if (plain !== undefined) return namesIn(plain).map((name) => ({ base: root, name }));
    // One dot is the folder itself, each further one a folder up.
    const base = dots === '' ? root : join(folder, ...Array<string>(dots.length - 1).fill('..'));
    return ['', ...namesIn(list)].map((name) => ({
      base,
      name: [from, name].filter((part) => part !== '').join('.'),
    }));
  });

/** Each package on the way to a module is imported, too. */
const candidates = ({ base, name }: { base: string; name: string }): string[] => {
  const steps = name.split('.').filter((step) => step !== '');
  return steps.flatMap((_, at) => {
    const path = join(base, ...steps.slice(0, at + 1));
    return [`${path}.py`, join(path, '__init__.py')];
  });
};

/**
 * The texts of a module and of what it imports from its own folder, by path; without those that cannot be read now.
 * A link is followed first, as the sandbox does.
 */
export const readWithImports = async (file: string): Promise<Map<string, string>> => {
  const texts = new Map<string, string>();
  const path = await realpath(file).catch(() => file);
  const root = dirname(path);
  const tried = new Set([path]);
  for (const next of tried) {
    if (texts.size >= MOST) break;
    const text = await readFile(next, 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    texts.set(next, text);
    for (const imported of importsIn(text, root, dirname(next)))
      for (const candidate of candidates(imported)) tried.add(candidate);
  }
  return texts;
};
