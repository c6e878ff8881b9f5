/** Counts the evidence of calls by kind, each with its first example. */
import { oneLine } from '../../formats/text/visible.ts';
import { EVIDENCE_KINDS, type EvidenceKind } from '../../outcome.ts';
import type { ScoredRow } from '../output/row.ts';

export interface EvidenceCount {
  kind: EvidenceKind;
  /** Calls that have such evidence. */
  calls: number;
  /** The first of them by index. */
  example: {
    index: number;
    /** Number of the step, in a run with an environment. */
    step?: number;
    id: string | null;
    message: string;
    where: string | null;
    source: string | null;
  };
}

const KEPT_CHARACTERS = 300;

export class EvidenceCounts {
  readonly #kinds = new Map<EvidenceKind, EvidenceCount>();
  /** Calls with evidence of any kind. */
  calls = 0;

  add({ outcome, index, id, step }: ScoredRow): void {
    if (outcome.evidence.length === 0) return;
    this.calls++;
    const seen = new Set<EvidenceKind>();
    for (const { kind, message, where, source } of outcome.evidence) {
      if (seen.has(kind)) continue;
      seen.add(kind);
      const known = this.#kinds.get(kind);
      if (known !== undefined && known.example.index <= index) known.calls++;
      else {
        const example = {
          index,
          ...(step === undefined ? {} : { step }),
          id,
          message: oneLine(message, KEPT_CHARACTERS),
          where,
          source: shorten(source),
        };
        this.#kinds.set(kind, { kind, calls: (known?.calls ?? 0) + 1, example });
      }
    }
  }

  /** In the order of the kinds: those that make a number worthless first. */
  list(): EvidenceCount[] {
    return EVIDENCE_KINDS.flatMap((kind) => this.#kinds.get(kind) ?? []);
  }
}

const shorten = (source: string | null): string | null =>
  source === null ? null : oneLine(source, KEPT_CHARACTERS);
