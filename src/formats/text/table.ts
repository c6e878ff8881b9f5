/** Columns of text that line up, and bars. */
import { displayWidth } from './visible.ts';

export type Align = 'left' | 'right';

/** Pads to a width in terminal columns, which `padEnd` would get wrong for wide characters. */
export const pad = (text: string, width: number, align: Align = 'left'): string => {
  const filling = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'left' ? text + filling : filling + text;
};

/** One line per row, cells two spaces apart; the last column is not padded. */
export const table = (rows: readonly (readonly string[])[], aligns: readonly Align[]): string[] => {
  const widths = aligns.map((_, column) =>
    Math.max(0, ...rows.map((row) => displayWidth(row[column] ?? ''))),
  );
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, aligns[column]))
      .join('  ')
      .trimEnd(),
  );
};

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar of `share` (0 to 1) of the width, in eighths of a character; what is not nothing is never invisible. */
export const bar = (share: number, width: number): string => {
  const eighths = Math.round(share * width * 8);
  const shown = share > 0 ? Math.max(1, eighths) : 0;
  return '█'.repeat(Math.floor(shown / 8)) + (EIGHTHS[shown % 8] ?? '');
};
