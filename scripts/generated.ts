/** What the scripts that generate files share. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Only what differs: a build compares times. */
export const write = (path: string, text: string): void => {
  const isFormatted = /\.ts$/.test(path);
  const biome = 'node_modules/.bin/biome';
  const formatted = isFormatted
    ? execFileSync(biome, ['format', `--stdin-file-path=${path}`], { input: text, encoding: 'utf8' })
    : text;
  if (!existsSync(path) || readFileSync(path, 'utf8') !== formatted) writeFileSync(path, formatted);
};

/** Words in lines of at most this many characters. */
export const wrapped = (text: string, width: number): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? '';
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
};

/** A page with what stands between `<!-- what -->` and `<!-- end -->` replaced. */
export const fill = (page: string, what: string, content: string): string => {
  const [begin, end] = [`<!-- ${what} -->`, '<!-- end -->'];
  const from = page.indexOf(begin);
  const to = page.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`the page has no place for: ${what}`);
  return `${page.slice(0, from + begin.length)}\n\n${content}\n\n${page.slice(to)}`;
};
