/** The attacks that there are, by kinds: each kind is made when it is its turn, for some have to play to be made. */
import type { CheckRow } from '../subject/subject.ts';
import { echoes, repeating, replays, sprays, type Workshop, wrongAnswers } from './attacks/attacks.ts';
import { paidRounds } from './attacks/rounds.ts';
import type { Attack } from './play/attack.ts';

/** Attacks of one kind, made when it is their turn. */
export interface Family {
  /** The file that it is from, below src/check. */
  detector: string;
  make(): Attack[] | Promise<Attack[]>;
}

export interface FamilyOptions {
  workshop: Workshop;
  /** Rows of which honest play is known, if any is. */
  known: readonly CheckRow[];
}

/** All kinds, simplest first. */
export const familiesOf = ({ workshop, known }: FamilyOptions): Family[] => {
  const { calibrated, seeker = null } = workshop;
  // Those that only look at what is known are made at once; the others play, or search the class, to be made.
  return [
    ...(seeker === null
      ? []
      : [
          {
            detector: 'policies/attacks/rounds',
            make: () => paidRounds(seeker, known, calibrated.honest),
          },
        ]),
    { detector: 'policies/attacks/attacks#wrongAnswers', make: () => structural(wrongAnswers(workshop)) },
    { detector: 'policies/attacks/attacks#repeating', make: () => structural(repeating(workshop)) },
    { detector: 'policies/attacks/attacks#replays', make: () => replays(workshop) },
    { detector: 'policies/attacks/attacks#echoes', make: echoes },
    { detector: 'policies/attacks/attacks#sprays', make: () => structural(sprays(workshop)) },
  ];
};

export const structural = (attacks: readonly Attack[]): Attack[] =>
  attacks.map((attack) => ({ ...attack, isStructural: true }));
