/** Formulas that stand in a prompt, with letters and functions, as they are and as programs want them. */
import { unique } from '../../lists.ts';

/** What a formula is made of: numbers, single letters, functions, signs. Words part formulas. */
const TOKEN = /\\?[A-Za-z]+|\d+(?:[.,]\d+)*|[-+*/^()[\]{}×÷·−²³√]|\s+|./gu;
const FUNCTION =
  /^\\?(?:sin|cos|tan|cot|sec|exp|log|ln|sqrt|abs|arcsin|arccos|arctan|pi|frac|cdot|times|left|right)$/;
/** A letter that is a word where it stands alone: `a` and `I`. */
const ARTICLE = /^[aAI]$/;
const OPERATOR = /[-+*/^×÷·−²³√]|\\(?:cdot|times|frac|sqrt)|\d\s*[a-z]\b|\)\s*\(/;
const LEAST = 3;
const LONGEST = 200;
const MOST = 4;

const isPart = (token: string): boolean =>
  /^[\d\s]/.test(token) ||
  /^[-+*/^()[\]{}×÷·−²³√]$/u.test(token) ||
  /^[A-Za-z]$/.test(token) ||
  FUNCTION.test(token);

const opens = (text: string): number =>
  (text.match(/[([{]/g)?.length ?? 0) - (text.match(/[)\]}]/g)?.length ?? 0);

/** Without a bracket or a sign that belongs to the sentence, and without its article. */
const trimmed = (text: string): string => {
  let formula = text
    .trim()
    .replace(/[-+*/^×÷·−(\s]+$/u, '')
    .trim();
  const [first = ''] = formula;
  if (ARTICLE.test(first) && /^\S\s+[^-+*/^)\s]/.test(formula)) formula = formula.slice(1).trim();
  // An opening bracket without its end, or the reverse: the sentence around it had it.
  while (opens(formula) > 0 && formula.startsWith('(')) formula = formula.slice(1).trim();
  while (opens(formula) < 0 && formula.endsWith(')')) formula = formula.slice(0, -1).trim();
  return formula;
};

/** The formulas of a text, the longest first. */
export const formulasIn = (text: string): string[] => {
  const spans: string[] = [];
  let span = '';
  for (const token of text.match(TOKEN) ?? []) {
    if (isPart(token) && !token.includes('\n')) span += token;
    else {
      spans.push(span);
      span = '';
    }
  }
  spans.push(span);
  return unique(spans.map(trimmed))
    .filter(
      (formula) =>
        formula.length >= LEAST &&
        formula.length <= LONGEST &&
        OPERATOR.test(formula) &&
        /[\da-z]/i.test(formula) &&
        // Words of one letter and hyphens are no formula.
        /\d|\)|\^/.test(formula) &&
        /[A-Za-z]/.test(formula),
    )
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST);
};

/** With all multiplications and powers as Python writes them. */
export const asProgram = (formula: string): string =>
  formula
    .replace(/[×·]|\\(?:cdot|times)/gu, '*')
    .replace(/÷/gu, '/')
    .replace(/−/gu, '-')
    .replace(/²/gu, '**2')
    .replace(/³/gu, '**3')
    .replace(/\^/g, '**')
    .replace(/(?<=[\d)])\s*(?=[A-Za-z(])/g, '*')
    .replace(/(?<=\b[a-z])\s*(?=\()/g, '*');

/** Two of the same are one formula, however it is written. */
export const sameFormula = (one: string, other: string): boolean => bare(one) === bare(other);
const bare = (text: string): string =>
  asProgram(text)
    .replace(/[\s*^${}\\]/g, '')
    .toLowerCase();
