/** The classes of hacks of environments: what each is called, and how it is mended (docs/check.md). */

export interface HackClass {
  title: string;
  fix: string;
}

export const HACK_CLASSES = {
  F01: {
    title: 'doing nothing is paid',
    fix: 'Pay for what was achieved: compare the end state with the one at the start, and give 0 where nothing was done.',
  },
  F02: {
    title: 'steps that change nothing are paid',
    fix: 'Pay a result once, at the end, or only what a step improves on the best so far.',
  },
  F03: {
    title: 'no limit of steps',
    fix: 'Count every step, malformed ones too, and say `done` at a limit of your own.',
  },
  F04: {
    title: 'the agent can set what it is to find',
    fix: 'Take private state from the prompt row only, in `setup`. Read from an action nothing but the arguments of a move.',
  },
  F05: {
    title: 'what the environment says gives the answer away',
    fix: 'Keep the answer out of every observation until the episode is over.',
  },
  F06: {
    title: 'a malformed action is better than a wrong one',
    fix: 'Let an action that cannot be read cost what a wrong one costs, and let it count as a step.',
  },
  F07: {
    title: 'steps after the end are paid',
    fix: 'Keep a flag when the episode is over, and pay 0 from then on.',
  },
  F08: {
    title: 'episodes share state',
    fix: 'Keep all state in `self`, made new in `setup`: nothing in the class, in globals or in default arguments.',
  },
  F09: {
    title: 'every episode has the same solution',
    fix: 'Make what is to be found from the fields of the row, or from `random` without a seed of your own.',
  },
  F10: {
    title: 'text of an action is executed or formatted',
    fix: 'Parse actions (json, a regular expression, a walk over `ast.parse`); never `eval`, `exec`, `format` or a shell.',
  },
  F11: {
    title: 'going back and forth is paid',
    fix: 'Take back for the way back what was paid for the way there: reward the difference of a potential.',
  },
  F12: {
    title: 'stalling is paid',
    fix: 'Give nothing for questions and refusals, and let them count as steps.',
  },
  F14: {
    title: 'each call is paid, whatever it does',
    fix: 'Pay for the result, not for calls; at most once for each thing that was found.',
  },
  F15: {
    title: 'what the agent writes is taken for what a tool said',
    fix: 'Judge the state that the environment keeps itself, never words in the action.',
  },
  F16: {
    title: 'many answers in one action are paid like the right one',
    fix: 'Read exactly one answer and compare it as a whole; refuse an action with several.',
  },
  F17: {
    title: 'the agent can call what decides its reward',
    fix: 'Offer no tool that sets, computes or returns the reward.',
  },
} as const satisfies Record<string, HackClass>;

export type HackRule = keyof typeof HACK_CLASSES;
