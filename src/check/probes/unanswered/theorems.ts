/** Theorems that rows ask a proof of. */
import type { CheckRow } from '../../subject.ts';
import { textsIn } from '../programs/text.ts';

export interface Claim {
  /** `theorem add_zero (n : Nat) : n + 0 = n`; the statement where it has no form of its own. */
  head: string;
  /** `n + 0 = n`. */
  statement: string;
  /** `add_zero`; empty: it has none. */
  name: string;
  /** The only field that says it, where that holds nothing else; null: it stands in longer texts. */
  field: string | null;
}

/** As Lean, Coq and Isabelle write it, up to what begins the proof. */
const THEOREM =
  /\b((?:theorem|lemma|proposition|corollary)\s+([A-Za-z_][\w.']*)\s*((?:[({[][^\n:]*:[^\n]*?[)}\]]\s*)*)(?:forall[^,\n]*,\s*)?:\s*)("[^"\n]+"|(?:(?!:=|\.\s|\.$|\n\s*\n|```|\bby\b|\bproof\b|\bsorry\b)[\s\S]){1,1000})/i;
const FIELD =
  /^(?:goal|theorem|statement|lemma|conclusion|conjecture|proposition|claim|to_prove|formula)(?:_.*)?$/i;
const ASKS = /\bpro(?:ve|of|ofs|ving)\b|\bderiv(?:e|ation)\b/i;

const toProve = (prompt: string): string[] =>
  [...prompt.matchAll(/\b(?:prove|derive|show)(?:\s+that)?\b([^.\n]*(?:\.\d[^.\n]*)?)/gi)].map(
    (match) => match[1] ?? '',
  );

const saysValue = (text: string, value: string): boolean =>
  new RegExp(`(?<![\\w.])${value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w])`).test(text);

/** The theorem of a row; undefined: it asks for no proof. */
export const claimOf = (row: CheckRow): Claim | undefined => {
  for (const text of [...textsIn(row.fields), row.prompt]) {
    const match = THEOREM.exec(text);
    const statement = match?.[4]?.trim().replace(/^"|"$/g, '');
    if (match === null || statement === undefined || statement === '') continue;
    return { head: match[0].trimEnd(), statement, name: match[2] ?? '', field: null };
  }
  if (!ASKS.test(row.prompt)) return undefined;
  const plain = Object.entries(row.fields).filter(
    ([name, value]) =>
      name !== 'prompt' &&
      (typeof value === 'number' ||
        (typeof value === 'string' && value.trim() !== '' && value.length < 1_000)),
  );
  // Whatever it is called: what the prompt says is to be proved.
  const field =
    plain.find(([name]) => FIELD.test(name)) ??
    plain.find(([, value]) => toProve(row.prompt).some((text) => saysValue(text, String(value).trim())));
  if (field === undefined) return undefined;
  const statement = String(field[1]).trim();
  return { head: statement, statement, name: '', field: field[0] };
};

const isNumber = (statement: string): boolean => /^-?\d+(?:\.\d+)?$/.test(statement);

/** What no proof has: another number, `False` for a prover; names that nothing is said of elsewhere, of one letter where all are. */
export const falseClaim = ({ name, statement }: Claim): string => {
  if (name !== '') return 'False';
  if (isNumber(statement)) return String(Number(statement) + 1);
  const isRelation = /(?<![-=<])=(?!>)|[≤≥]|(?<![-=])>|<(?![-=])/.test(statement);
  const words = statement.match(/[\p{L}\d_]+/gu) ?? [];
  const isLetters = words.length > 0 && words.every((word) => /^[a-z]$/i.test(word));
  const free = [...'zxwkvuj'].filter((each) => !statement.toLowerCase().includes(each));
  const [one, other] = isLetters && free.length > 1 ? (free as [string, string]) : ['zq', 'zr'];
  const claim = isRelation ? `${one} = ${other}` : one;
  return isLetters && !/[a-z]/.test(statement) ? claim.toUpperCase() : claim;
};

/** A text about the theorem as a text about the false one: where the statement stands by itself, not inside of words. */
export const aboutFalse = (text: string, claim: Claim): string => {
  const quoted = claim.statement.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return text.replace(new RegExp(`(?<!\\w)${quoted}(?!\\w)`, 'g'), () => falseClaim(claim));
};

/** The row with the false theorem in the place of its own. What is given to prove it from stays as it is. */
export const withFalse = ({ texts, fields }: CheckRow, claim: Claim): Record<string, string> => {
  if (claim.field !== null) {
    const other = falseClaim(claim);
    return { [claim.field]: typeof fields[claim.field] === 'number' ? other : JSON.stringify(other) };
  }
  const inner = (text: string): string => JSON.stringify(text).slice(1, -1);
  const start = claim.head.lastIndexOf(claim.statement);
  const head =
    claim.head.slice(0, start) + falseClaim(claim) + claim.head.slice(start + claim.statement.length);
  const changed = Object.entries(texts).map(
    ([field, text]) => [field, text.replaceAll(inner(claim.head), () => inner(head))] as const,
  );
  return Object.fromEntries(changed.filter(([field, text]) => texts[field] !== text));
};
