/** Single values, and tables of them, as people write them down. */

/** A value by itself. */
export const bare = (value: unknown): string => {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
};

/** A cell of a table: quoted where it has to be. */
const cell = (value: unknown): string => {
  const text = bare(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A value in a cell: of a list its items. */
export const flat = (value: unknown): string =>
  Array.isArray(value) ? value.map(bare).join(', ') : bare(value);
/** Lines of CSV. */
export const table = (lines: readonly (readonly unknown[])[]): string =>
  lines.map((line) => line.map(cell).join(',')).join('\n');
/** A table of Markdown. */
export const markdown = (header: readonly string[], lines: readonly (readonly unknown[])[]): string =>
  [header, header.map(() => '---'), ...lines].map((line) => `| ${line.map(flat).join(' | ')} |`).join('\n');

/** A matrix of LaTeX. */
export const latex = (name: string, lines: readonly (readonly unknown[])[]): string =>
  `\\begin{${name}} ${lines.map((line) => line.map(bare).join(' & ')).join(' \\\\ ')} \\end{${name}}`;
