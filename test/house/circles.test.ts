/** No file stands in a circle of imports, those of types included: what is in one can only be read as a whole. */
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectFiles, textOf } from './files.ts';

type Graph = ReadonlyMap<string, readonly string[]>;

/** Groups of files that reach each other (Tarjan's strongly connected components of more than one file). */
const circlesIn = (graph: Graph): string[][] => {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const found: string[][] = [];
  const visit = (file: string): void => {
    const own = index.size;
    index.set(file, own);
    low.set(file, own);
    stack.push(file);
    for (const target of graph.get(file) ?? []) {
      if (!graph.has(target)) continue;
      if (!index.has(target)) visit(target);
      if (stack.includes(target))
        low.set(file, Math.min(low.get(file) ?? 0, low.get(target) ?? 0, index.get(target) ?? 0));
    }
    if (low.get(file) !== own) return;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1) found.push(group.sort());
  };
  for (const file of graph.keys()) if (!index.has(file)) visit(file);
  return found;
};

/** A command's work is loaded when it runs, by `import()`: that is no import of its file. */
const TYPESCRIPT = /\b(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]/g;

const typescript = (folder: string): Graph =>
  new Map(
    projectFiles(folder)
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => [
        path,
        [...textOf(path).matchAll(TYPESCRIPT)].map((match) => join(dirname(path), match[1] ?? '')),
      ]),
  );

const PYTHON = /^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n#]*)|import[ \t]+([\w., ]+))/gm;

/** Imports of a Python file, wherever they stand, each as the modules that it may mean: `from a import b` is a.b or a. */
const pythonImports = (text: string): string[][] =>
  [...text.matchAll(PYTHON)].flatMap(([, from, names = '', plain = '']) =>
    from === undefined
      ? plain.split(',').map((name) => [name.trim()])
      : names
          .replace(/[()]/g, '')
          .split(',')
          .map((name) => [`${from}.${name.trim().split(/\s/)[0]}`, from]),
  );

const python = (root: string): Graph => {
  const files = projectFiles(root).filter((path) => path.endsWith('.py') && !path.includes('/tests/'));
  const byModule = new Map(
    files.map((path) => [
      path
        .slice(root.length + 1, -'.py'.length)
        .replace(/\/__init__$/, '')
        .replaceAll('/', '.'),
      path,
    ]),
  );
  return new Map(
    files.map((path) => {
      const targets = pythonImports(textOf(path)).flatMap((names) => {
        const name = names.find((each) => byModule.has(each)) ?? '';
        return byModule.get(name) ?? [];
      });
      return [path, targets.filter((target) => target !== path)];
    }),
  );
};

describe('imports', () => {
  it('in a circle are found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', []],
    ]);
    expect(circlesIn(graph)).toEqual([['a', 'b', 'c']]);
    expect(pythonImports('from a.b import (c, d as e)\nif X:\n    import f.g, h\n')).toEqual([
      ['a.b.c', 'a.b'],
      ['a.b.d', 'a.b'],
      ['f.g'],
      ['h'],
    ]);
  });

  it.each(['src', 'page'])('of %s form no circle', (folder) =>
    expect(circlesIn(typescript(folder))).toEqual([]),
  );

  it.each(['python-shim', 'python-client/src'])('of %s form no circle', (root) => {
    expect(circlesIn(python(root))).toEqual([]);
  });
});
