/** Lines such as `1: billing` or `Q1 - B` that a prompt shows for the first of several parts. */

export interface NumberedForm {
  name: string;
  write(items: readonly string[]): string;
}

const MOST = 4;
const SIGNS = ['\n', ', '] as const;
/** How a line or a quoted stretch begins that is the first of several. */
const FIRST =
  /(?:^|[\n'"`])[ \t]*((?:[A-Za-z]{1,12}[ #]?|[#[(])?)1([:.)\]=-]{1,2} ?| ?(?:->|=|-|:) ?)(?=[^\s\d])/g;

const known = new Map<string, readonly NumberedForm[]>();
const MOST_KNOWN = 400;

/** Ways to number the parts of a list as the prompt does. */
export const numberedForms = (prompt: string): readonly NumberedForm[] => {
  const before = known.get(prompt);
  if (before !== undefined) return before;
  if (known.size > MOST_KNOWN) known.clear();
  const marks = new Map(
    [...prompt.matchAll(FIRST)].map(([, head = '', tail = '']) => [head + 1 + tail, [head, tail]]),
  );
  const forms = [...marks].slice(0, MOST).flatMap(([mark, [head, tail]]) =>
    SIGNS.map((sign) => ({
      name: `as '${mark}', ${sign === '\n' ? 'in lines' : 'with commas'}`,
      write: (items: readonly string[]) =>
        items.map((item, at) => `${head}${at + 1}${tail}${item}`).join(sign),
    })),
  );
  known.set(prompt, forms);
  return forms;
};
