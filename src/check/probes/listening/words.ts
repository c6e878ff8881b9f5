/** What it means that a completion and an answer were compared in some way. */

interface Words {
  rule: string;
  title: string;
  what: (field: string) => string;
  fix: string;
}

const words = <Kind extends string>(table: Record<Kind, Words>): Readonly<Record<Kind, Words>> => table;

export const LISTENING = words({
  contained: {
    rule: 'A01',
    title: 'Looks for the answer anywhere in a text',
    what: (field) => `\`${field}\` was searched in text of the completion`,
    fix: 'Extract one answer and compare it for equality; a list of candidates holds the right one, too.',
  },
  reverse: {
    rule: 'A03',
    title: 'Looks for the completion in the answer',
    what: (field) => `text of the completion was searched in \`${field}\``,
    fix: 'Compare for equality: one letter, or nothing at all, is a part of many answers.',
  },
  affix: {
    rule: 'A17',
    title: 'Compares only the begin or the end of a text with the answer',
    what: (field) => `it was asked whether text of the completion begins or ends with \`${field}\``,
    fix: 'Compare for equality: `15` ends with `5`.',
  },
  'pattern of the answer': {
    rule: 'A16',
    title: 'Uses the answer as a regular expression',
    what: (field) => `\`${field}\` was used as a pattern`,
    fix: 'Escape it (`re.escape`), or compare for equality: `3.14` as a pattern matches `3x14`.',
  },
  'pattern of the completion': {
    rule: 'A16',
    title: 'Uses the completion as a regular expression',
    what: () => 'text of the completion was used as a pattern',
    fix: 'Never compile what a model wrote: `.*` matches everything, and other patterns never end.',
  },
});
