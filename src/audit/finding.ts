/** Writes a call that kept its pay down as a finding, in a report as `check` writes them, so that `check --replay` runs it again. */
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeFolder } from '../formats/make-folder.ts';
import type { Elsewhere, KeptCall } from './alarm.ts';
import { hashOf } from './rows.ts';

export interface FindingOf {
  /** The module's file. */
  file: string;
  kind: 'reward' | 'environment';
  level: string;
  version: string;
  seed: number;
}

/** The rule of what the audit finds: no probe of `check` found it. */
const RULE = 'U01';

/**
 * @param folder where the report goes
 * @returns what `check FILE --replay ID --report PATH` is told
 * @throws when it cannot be written
 */
export const writeFinding = (
  folder: string,
  { step, row, said, pay, foreign }: KeptCall,
  of: FindingOf,
): { id: string; path: string } => {
  const [other] = foreign.filter((each) => each.pay >= pay / 2);
  const id = `${RULE}-${hashOf(said, row.hash).slice(0, 6)}`;
  const path = join(folder, `${id}.json`);
  const finding = {
    id,
    rule: RULE,
    classes: [],
    source: 'probe',
    severity: 'critical',
    title:
      other?.said === undefined
        ? 'A completion of the run keeps its pay on another row'
        : 'What needs no model is paid as completions of the run are',
    why: whyOf(step, row, pay, other),
    fix: 'Make the reward compare with what this row has, so that the completion is not paid here.',
    place: null,
    frame: null,
    exploit: {
      row: null,
      fields: other?.text ?? row.text,
      completion: completionOf(other?.said ?? said),
      seed: of.seed,
      status: 'ok',
      reward: other?.pay ?? pay,
      honest: null,
      floor: null,
      decoy: other?.pay ?? null,
    },
    share: null,
    suppressed: null,
    suppressed_by: null,
  };
  const report = {
    format: 'runrl-sandbox-check/1',
    version: of.version,
    file: of.file,
    kind: of.kind,
    prompts: null,
    verdict: 'HACKABLE',
    why: finding.why,
    findings: [finding],
    statistics: [],
    unchecked: ['all but what the audit of a run found'],
    probes: 1,
    rows: 1,
    calls: 1,
    seconds: 0,
    seed: of.seed,
    level: of.level,
    basis: 'completions of a run, scored on other rows',
    gold_field: null,
    distributions: [],
    lengths: [],
    latency: { p50: 0, p95: 0, max: 0, load: 0 },
    constant_rows: [],
    command: `check ${of.file} --replay ${id} --report ${path}`,
  };
  makeFolder(dirname(path), 0o700);
  writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`, { mode: 0o600 });
  return { id, path };
};

const whyOf = (step: number, row: KeptCall['row'], pay: number, other: Elsewhere | undefined): string => {
  const own = `At step ${step} it was paid ${pay} on row ${row.label}`;
  if (other === undefined) return `${own}.`;
  return other.said === undefined
    ? `${own}, and it is paid ${other.pay} on row ${other.label}, which has another answer.`
    : `At step ${step} a completion was paid ${pay} on row ${row.label}; ${other.label} is paid ${other.pay} there.`;
};

/** A text, or the texts of messages or actions: what an exploit of a report can hold. */
const completionOf = (said: Buffer): string | string[] => {
  const value: unknown = JSON.parse(said.toString());
  if (typeof value === 'string') return value;
  const parts = value as (string | { content?: unknown })[];
  if (parts.every((part) => typeof part === 'string')) return parts as string[];
  return parts.map((part) => (typeof part === 'string' ? part : String(part.content ?? ''))).join('\n');
};
