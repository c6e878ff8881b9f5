/** Python between fences: as prompts and columns write it, and as completions do. */

/** Before the name of a file, behind the language: ` a.py`, `:a.py`, ` title=a.py`. */
const TITLE = '(?:[ :]|\\s+(?:title|file)=)(?:[\\w./-]+\\.py|<?(?:NAME|PATH|FILENAME|name|path|filename)>?)';
const OPENING = '```(?:python|py)?';
const FENCE = new RegExp(`${OPENING}(?:${TITLE})?[ \\t]*\\n([\\s\\S]*?)\`\`\``, 'g');

/** What stands between fences of Python or of no language, in their order. */
export const fencedIn = (text: string): string[] =>
  [...text.matchAll(FENCE)].map((match) => match[1] as string);

export const inFence = (code: string): string => `\`\`\`python\n${code}\n\`\`\``;
