/** Everything around an answer: the wrappers that are paid, and those that the source and the prompt speak of. */
import type { Context } from '../../../context.ts';
import { unique } from '../../../lists.ts';

/** Puts an answer, or something that is none, where a function looks for it. */
export type Shell = (content: string) => string;

const bare: Shell = (content) => content;

/** Whether it adds nothing. */
export const isBare = (shell: Shell): boolean => shell('x') === 'x';

/**
 * The wrapper that is paid best (or a guess at one), the text by itself, and others; at most `most`. The same for all
 * rows of a check, so that the n-th completion of a probe is the same trick on each.
 */
export const wraps = (context: Context, most = 3): Shell[] => {
  const [best, ...rest] = [...calibrated(context), ...shells(context)];
  return distinctShells(best === undefined ? [bare] : [best, bare, ...rest], most);
};

/** The wrapper that is paid best, or the first guess at one. */
export const wrap = (context: Context): Shell => wraps(context, 1)[0] ?? bare;

const calibrated = (context: Context): Shell[] =>
  context.calibration.wrappers.map((wrapper) => (content: string) => wrapper.wrap(content));

const known = new WeakMap<object, readonly Shell[]>();

/**
 * All shells that are worth a try for texts without content: calibrated ones, texts that the patterns of the source match,
 * tags and phrases that the prompts or the source name, one after the other; at most `most`. Never the text by itself.
 */
export const shells = (context: Context, most = 8): Shell[] => {
  let all = known.get(context.calibration);
  if (all === undefined) {
    all = allShells(context);
    known.set(context.calibration, all);
  }
  return all.slice(0, most);
};

const allShells = (context: Context): Shell[] => {
  const templates = context.analysis.patterns.flatMap((pattern) => pattern.templates.slice(0, 2));
  const spoken = spokenOf(context);
  const named = namedTags(spoken);
  return distinctShells(
    [
      ...calibrated(context).slice(0, 2),
      ...(named.length > 1 ? [inOrder(named, '\n'), inOrder(named, ''), inLines(named)] : []),
      ...templates.map((template) => (content: string) => template.replaceAll('\u0000', () => content)),
      ...named.map((tag) => (content: string) => `<${tag}>${content}</${tag}>`),
      ...PHRASES.filter(([pattern]) => pattern.test(spoken)).map(([, shell]) => shell),
    ].filter((shell) => !isBare(shell)),
    24,
  );
};

/** What some prompts and the source say. */
const spokenOf = ({ subject, analysis }: Context): string =>
  [
    ...subject.rows.slice(0, 3).map((row) => row.prompt),
    ...analysis.constants,
    ...analysis.patterns.map(({ pattern }) => pattern.replaceAll('\\', '')),
  ].join('\n');

const inOrder =
  (tags: readonly string[], between: string): Shell =>
  (content) =>
    tags.map((tag) => `<${tag}>${content}</${tag}>`).join(between);

const inLines =
  (tags: readonly string[]): Shell =>
  (content) =>
    tags.map((tag) => `<${tag}>\n${content}\n</${tag}>`).join('\n');

/** Names of tags that are spoken of, in their order. */
const namedTags = (spoken: string): string[] =>
  unique([...spoken.matchAll(/<\/?([A-Za-z][\w-]{0,20})>/g)].map((match) => match[1] ?? '')).slice(0, 4);

const PHRASES: readonly [RegExp, Shell][] = [
  [/boxed/, (content) => `\\boxed{${content}}`],
  [/####/, (content) => `#### ${content}`],
  [/final answer/i, (content) => `Final answer: ${content}`],
  [/answer:|answer is/i, (content) => `Answer: ${content}`],
  [/```json|json/i, (content) => `{"answer": ${JSON.stringify(content)}}`],
  [/```/, (content) => `\`\`\`\n${content}\n\`\`\``],
];

const distinctShells = (all: readonly Shell[], most: number): Shell[] => {
  const seen = new Set<string>();
  return all
    .filter((shell) => {
      const text = shell('\u0001');
      if (seen.has(text)) return false;
      seen.add(text);
      return true;
    })
    .slice(0, most);
};
