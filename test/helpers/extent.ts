/** How far tests go: `npm test` tries fewer random cases, and leaves out some variants that say nearly the same. */

/** Whether all of a test is to be run. */
export const FULL = process.env.RUNRL_TESTS_FULL !== undefined;

/** With how many random cases a property is tried: a fifth of all in `npm test`. */
export const cases = (all: number): number => (FULL ? all : Math.ceil(all / 5));

/** Variants of a test: the first ones in `npm test`. @param count how many those are @default 1 */
export const variants = <T>(all: readonly T[], count = 1): readonly T[] => (FULL ? all : all.slice(0, count));
