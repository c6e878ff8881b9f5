/** The classes of hacks of environments: what a finding is called, and how it is mended. They are those of the report. */
import { describeRule } from '../../report/catalogue.ts';

export interface HackTexts {
  title: string;
  fix: string;
}

const RULES = ['F01', 'F02', 'F05', 'F06', 'F08', 'F09', 'F10', 'F11', 'F12', 'F14', 'F16'] as const;

export type HackRule = (typeof RULES)[number];

const textsOf = (rule: HackRule): HackTexts => {
  const known = describeRule(rule);
  if (known === undefined) throw new Error(`src/check/report/classes.ts has no class ${rule}`);
  return { title: known.what, fix: known.fix };
};

export const HACK_CLASSES = Object.fromEntries(RULES.map((rule) => [rule, textsOf(rule)])) as Readonly<
  Record<HackRule, HackTexts>
>;
