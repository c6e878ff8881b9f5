/** Completions that may bring a text to a regular expression of the reward function. */
import type { Context } from '../context.ts';
import type { MinedPattern } from './analysis.ts';

const MARK = '\u0000';
const MOST = 24;

/**
 * The text itself, and the text where an answer would stand: in the wrappers that are known to be paid, and in what the
 * other expressions of the source match. What reads the completion last, and has the text inside, comes first.
 */
export const carriers = ({ analysis, calibration }: Context, mined: MinedPattern, text: string): string[] => {
  const others = analysis.patterns.filter(({ pattern }) => pattern !== mined.pattern);
  const templates = others.flatMap((each) =>
    each.templates.filter((template) => template.includes(MARK)).slice(0, 2),
  );
  const own = mined.templates.filter((template) => template.includes(MARK)).slice(0, 2);
  const found = new Set<string>([
    text,
    ...calibration.wrappers.map((wrapper) => wrapper.wrap(text)),
    ...templates.map((template) => template.replaceAll(MARK, () => text)),
    // Behind what the function asks for first, so that it comes as far as this expression.
    ...calibration.wrappers.map((wrapper) => `${wrapper.wrap('1')}\n${text}`),
    ...templates.map((template) => `${template.replaceAll(MARK, '1')}\n${text}`),
    ...own.map((template) => template.replaceAll(MARK, () => text)),
  ]);
  return [...found].slice(0, MOST);
};
