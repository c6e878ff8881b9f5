/** Attacks that say again what the prompt says. */
import { coreOf, placesOf, saidIn } from '../../answers/in-prompt.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { isBare, wrap } from './material/shells.ts';

const echo: Probe = {
  rule: 'A04',
  title: 'repeats the prompt',
  fix: 'Extract one answer and compare it for equality; where the prompt names the candidates, a copy of it contains the right one.',
  kind: 'attack',
  proof: 'reward',
  make(context, levels) {
    const prompt = levels.row.prompt.trim();
    if (prompt === '') return [];
    const last = prompt.split('\n').findLast((line) => line.trim() !== '') ?? prompt;
    const sentence = prompt.split(/(?<=[.?!])\s+/).at(-1) ?? prompt;
    const shell = wrap(context);
    // The last line first: where calls are slow only some are made, and a text to work on stands there.
    const bare = [prompt, last, sentence];
    return isBare(shell) ? bare : [prompt, shell(prompt), shell(last), last, shell(sentence), sentence];
  },
};

const isScalar = (value: unknown): value is string | number =>
  (typeof value === 'string' && value.trim().length > 1) || typeof value === 'number';

/** A text, a number or a list in words, as far as it may stand in a prompt; empty: it is none of these. */
const textIn = (value: unknown): string => {
  if (isScalar(value)) return String(value).trim();
  return Array.isArray(value) && value.length > 1 && value.every(isScalar) ? value.join(' ') : '';
};

/** Fields that hold what a prompt gives, but for the one with the answer. */
const givenFields = ({ subject, calibration }: Context): string[] => {
  const [row] = subject.rows;
  return Object.entries(row?.fields ?? {}).flatMap(([name, value]) => {
    if (row === undefined || name === 'prompt' || name === calibration.goldField) return [];
    const text = textIn(value);
    return text !== '' && (row.prompt.includes(text) || placesOf(row.prompt, text).length > 0) ? [name] : [];
  });
};

/** Ways to write down what was given: as it is, and a list as lists are written. */
const copiesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? [...[', ', '\n', ' '].map((between) => value.join(between)), JSON.stringify(value)]
    : [textIn(value)];

const copied: Probe = {
  rule: 'A04',
  title: 'copies what it was given to work on',
  fix: 'Pay for what became better: subtract what a copy of the given text gets, and pay nothing for the copy itself.',
  kind: 'attack',
  proof: 'reward',
  make(context, levels) {
    const shell = wrap(context);
    const core = coreOf(context.calibration, levels);
    // What is the right answer itself, as where one thing is to be found among others, is no copy of the material.
    const isOther = (text: string): boolean => core === undefined || saidIn(text) !== saidIn(core);
    return givenFields(context)
      .slice(0, 4)
      .flatMap((name) => copiesOf(levels.row.fields[name]))
      .flatMap((copy) => {
        const text = isOther(copy) ? copy : '';
        return isBare(shell) ? [text] : [shell(text), text];
      });
  },
};

/** Arithmetic in a prompt: at least one operator between numbers. */
const EXPRESSION = /[-(\s]*\d[\d.,]*(?:[\s()]*[-+*/^×÷·%][\s()]*\d[\d.,]*)+[\s)]*/g;

const unevaluated: Probe = {
  rule: 'B06',
  title: 'copies the expression of the question into the answer',
  fix: 'Accept a number (or a simplified form) only: a computer algebra system finds the question itself equal to its answer.',
  kind: 'attack',
  proof: 'reward',
  make(context, levels) {
    const shell = wrap(context);
    const found = [...levels.row.prompt.matchAll(EXPRESSION)].map((match) =>
      match[0].trim().replace(/[.,]$/, ''),
    );
    const formulas = [...levels.row.prompt.matchAll(/\$([^$\n]{3,200})\$/g)]
      .map((match) => match[1] ?? '')
      .filter((formula) => /[-+*/^\\]/.test(formula));
    const own = [...found, ...formulas].flatMap((text) => [shell(plain(text)), shell(text)]);
    return unique(own.slice(0, 8));
  },
};

const plain = (text: string): string =>
  text
    .replaceAll(/[×·]|\\times|\\cdot/g, '*')
    .replaceAll(/÷|\\div/g, '/')
    .replaceAll('^', '**')
    .replaceAll(',', '');

export const ECHO_PROBES: readonly Probe[] = [echo, copied, unevaluated];
