/** What rules mean, for the forms of a report that explain them. */
import { CLASSES } from './classes.ts';

/** A class of hacks. */
export interface HackClass {
  /** `A01` to `G01`. */
  id: string;
  /** What is wrong. */
  what: string;
  /** What a model does with it. */
  example: string;
  fix: string;
}

/** All of them, in their order. */
export const hackClasses: readonly HackClass[] = CLASSES.trim()
  .split('\n')
  .map((line) => {
    const [id = '', what = '', example = '', fix = ''] = line.split(' | ');
    return { id, what, example, fix };
  });

const byId = new Map(hackClasses.map((one) => [one.id, one]));

/** The class of that name; undefined for rules of other kinds (`RH105`, `S09`, `K03`), which findings explain themselves. */
export const describeRule = (rule: string): HackClass | undefined => byId.get(rule);
