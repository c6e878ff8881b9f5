/** What the live audit leaves in the record of a step. Passed on as it is: any part may be missing in an older store. */
export interface Alarm {
  step: number;
  since?: { from: number; step: number; to: number };
  unearned?: number | null;
  level?: number | null;
  message?: string;
  examples?: {
    row: string;
    prompt: string | null;
    completion: string;
    pay: number;
    foreign: { row: string; pay: number }[];
  }[];
  shared?: string | null;
  command?: string | null;
}

export interface AuditRecord {
  audited?: number;
  paid_well?: number;
  kept?: number;
  unearned?: number | null;
  level?: number | null;
  e?: number;
  limit?: number;
  state?: string;
  controls?: {
    policy?: number | null;
    empty?: number | null;
    echo?: number | null;
    frequent?: number | null;
  };
  signs?: { name: string; value: number | null; text: string; rows: string[] }[];
  notes?: string[];
}

/** What a state means, in words; others are shown as they are. */
export const STATES: Readonly<Record<string, string>> = {
  learning: '◌ learning the level of the first steps',
  watching: '✓ watching',
  'row-blind': '! this reward does not look at the row',
  'no-rows': '– no other rows to score against',
  alarm: '⚑ alarm',
};
