/** Two values that a prompt names, as an answer that leads from one to the other: whether anything between them is asked for. */
import { coreOf, saidIn } from '../../answers/in-prompt.ts';
import type { Context } from '../../context.ts';
import { unique } from '../../lists.ts';
import type { Probe } from '../../proof/probe.ts';
import { wraps } from '../text/shells.ts';
import { endsOf, separatorsIn } from './compose.ts';

const MOST_SEPARATORS = 3;

/** What stands between the parts of right answers here, and what the source splits at. */
const between = ({ subject, calibration }: Context): string[] => {
  const cores = calibration.levels.flatMap((levels) => coreOf(calibration, levels) ?? []);
  const used = cores.flatMap(
    (core) => /[\p{L}\p{N}](\s*[^\p{L}\p{N}\s]+\s*)[\p{L}\p{N}]/u.exec(core)?.[1] ?? [],
  );
  return unique([...used.slice(0, 1), ...separatorsIn(subject.source)]).slice(0, MOST_SEPARATORS);
};

export const ENDS_PROBE: Probe = {
  rule: 'B07',
  also: ['C07', 'S09'],
  title: 'names nothing but two things that the prompt names, as where to start and where to end',
  fix: 'Check each step by itself, and pay nothing for an answer with one that cannot be made.',
  kind: 'attack',
  proof: 'reward',
  make(context, levels) {
    if (context.calibration.basis !== 'answer') return [];
    const said = saidIn(coreOf(context.calibration, levels) ?? '');
    const shells = wraps(context, 2);
    return endsOf(levels.row).flatMap(({ elements }) =>
      between(context).flatMap((text) => {
        const answer = elements.join(text);
        // Where that is the right answer there is nothing to be skipped.
        return shells.map((shell) => (saidIn(answer) === said ? '' : shell(answer)));
      }),
    );
  },
};

/** A word that becomes another one, a letter at a time, whatever is between; null where that is no way, or where it is a short one. */
export const letterByLetter = (from: string, to: string): string[] | null => {
  if (from.length !== to.length || !/^\p{L}{3,12}$/u.test(from) || !/^\p{L}{3,12}$/u.test(to)) return null;
  const steps = [from];
  for (const [at, letter] of [...to].entries()) {
    const last = steps.at(-1) ?? from;
    if (last[at] !== letter) steps.push(last.slice(0, at) + letter + last.slice(at + 1));
  }
  return steps.length <= LEAST_STEPS ? null : steps;
};

/** Words: of fewer steps those between may well be words by chance. */
const LEAST_STEPS = 3;

export const LETTERS_PROBE: Probe = {
  rule: 'A09',
  also: ['C07', 'S09', 'B07'],
  title: 'goes from one word to the other letter by letter, over words that are none',
  fix: 'Look up each step in a list of words, and pay nothing for an answer with one that is not there.',
  kind: 'attack',
  proof: 'always',
  make(context, levels) {
    if (context.calibration.basis === 'tests') return [];
    const shells = wraps(context, 3);
    return endsOf(levels.row).flatMap(({ elements: [from = '', to = ''] }) => {
      const steps = letterByLetter(from, to);
      return steps === null
        ? []
        : between(context).flatMap((text) => shells.map((shell) => shell(steps.join(text))));
    });
  },
};
