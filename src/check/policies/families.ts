/** The attacks that there are, by kinds: each kind is made when it is its turn, for some have to play to be made. */
import type { CheckRow } from '../subject/subject.ts';
import {
  echoes,
  namingAll,
  repeating,
  replays,
  sprays,
  type Workshop,
  wrongAnswers,
} from './attacks/attacks.ts';
import { farming } from './attacks/farm.ts';
import { closersOf, type Material } from './attacks/material.ts';
import { readBack } from './attacks/read-back.ts';
import { paidRounds } from './attacks/rounds.ts';
import { takenFrom, takeovers } from './attacks/takeover.ts';
import { tamperings } from './attacks/tamper.ts';
import { toldPlaces } from './attacks/told-places.ts';
import type { Attack } from './play/attack.ts';
import type { Player } from './play/player.ts';

/** Attacks of one kind, made when it is their turn. */
export interface Family {
  /** The file that it is from, below src/check. */
  detector: string;
  make(): Attack[] | Promise<Attack[]>;
  /** Whether episodes are played, or the class is searched, to make them. */
  isSlow?: boolean;
}

export interface FamilyOptions {
  workshop: Workshop;
  player: Player;
  /** Names that may be private. */
  names: readonly string[];
  material: Material;
  /** Rows of which honest play is known, if any is. */
  known: readonly CheckRow[];
}

/** All kinds, simplest first. */
export const familiesOf = ({ workshop, player, names, material, known }: FamilyOptions): Family[] => {
  const { calibrated, rows, space, seeker = null } = workshop;
  const closers = (): string[] => closersOf(space, calibrated);
  const slow = async (made: () => Promise<Attack[]>): Promise<Attack[]> => structural(await made());
  // Those that only look at what is known are made at once; the others play, or search the class, to be made.
  return [
    {
      detector: 'policies/attacks/told-places',
      isSlow: true,
      make: () => toldPlaces(workshop, player, closers()),
    },
    ...(seeker === null
      ? []
      : [
          {
            detector: 'policies/attacks/rounds',
            isSlow: true,
            make: () => paidRounds(seeker, known, calibrated.honest),
          },
        ]),
    { detector: 'policies/attacks/attacks#namingAll', make: () => structural(namingAll(workshop)) },
    {
      detector: 'policies/attacks/read-back',
      make: () => structural(readBack(workshop, material, player, closers())),
    },
    {
      detector: 'policies/attacks/tamper',
      isSlow: true,
      make: () => slow(() => tamperings(workshop, material, player)),
    },
    {
      detector: 'policies/attacks/takeover',
      make: () =>
        structural([...takeovers(space, calibrated, rows, names), ...takenFrom(space, calibrated, rows)]),
    },
    { detector: 'policies/attacks/farm', make: () => structural(farming(workshop, material)) },
    { detector: 'policies/attacks/attacks#wrongAnswers', make: () => structural(wrongAnswers(workshop)) },
    { detector: 'policies/attacks/attacks#repeating', make: () => structural(repeating(workshop)) },
    { detector: 'policies/attacks/attacks#replays', make: () => replays(workshop) },
    { detector: 'policies/attacks/attacks#echoes', make: echoes },
    { detector: 'policies/attacks/attacks#sprays', make: () => structural(sprays(workshop)) },
  ];
};

export const structural = (attacks: readonly Attack[]): Attack[] =>
  attacks.map((attack) => ({ ...attack, isStructural: true }));
