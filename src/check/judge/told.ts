/** What the judge session found, before it is reported. */
import type { Outcome } from '../../index.ts';
import type { NewFinding } from '../finding.ts';
import type { Answer } from './answers.ts';

/** A thing that the judge session found, before it is told. */
export interface Told {
  rule: string;
  severity: NewFinding['severity'];
  title: string;
  why: string;
  fix: string;
  completion: string;
  answer: Answer;
  outcome: Outcome;
}
