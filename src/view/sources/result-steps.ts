/** Which rows of a result file belong to which step: blocks of rows as they stand, or the steps that completions carry. */
import { CauseFinder } from '../store/causes.ts';
import { StepFigures } from '../store/step-figures.ts';
import type { Place } from '../store/step-index.ts';
import type { InputRows } from './input-rows.ts';
import type { ResultRow } from './result-rows.ts';

/** Rows of a block, where there are no steps. */
export const ROWS_PER_STEP = 100;
/** Steps whose figures are in memory; those of another are made of its rows again. */
const OPEN = 128;

interface Step {
  /** Offset and length of each row. */
  places: number[];
  calls: number;
}

export class ResultSteps {
  readonly module: string;
  readonly #finder: CauseFinder;
  readonly #inputs: InputRows | undefined;
  readonly #read: (place: Place) => ResultRow | undefined;
  readonly #steps = new Map<number, Step>();
  readonly #open = new Map<number, StepFigures>();
  readonly #touched = new Set<number>();
  readonly all: StepFigures;
  #calls = 0;

  constructor(
    module: string,
    moduleFile: string,
    inputs: InputRows | undefined,
    read: (place: Place) => ResultRow | undefined,
  ) {
    this.module = module;
    this.#finder = new CauseFinder(moduleFile);
    this.#inputs = inputs;
    this.#read = read;
    this.all = new StepFigures(module, 0, this.#finder);
  }

  get bySteps(): boolean {
    return this.#inputs?.hasSteps === true;
  }

  add(row: ResultRow, place: Place): void {
    const number = this.#stepOf(row);
    let step = this.#steps.get(number);
    if (step === undefined) {
      step = { places: [], calls: 0 };
      this.#steps.set(number, step);
    }
    const open = this.figures(number);
    step.places.push(place.offset, place.length);
    if (row.kind !== 'episode') this.#calls++;
    this.#note(open, row);
    this.#note(this.all, row);
    this.#touched.add(number);
  }

  /** Figures of steps that have changed since this was last asked for. */
  *takeTouched(): Generator<StepFigures> {
    for (const number of this.#touched) {
      const figures = this.figures(number);
      this.#touched.delete(number);
      yield figures;
    }
  }

  has(step: number): boolean {
    return this.#steps.has(step);
  }

  /** Made of the rows again, where they are not in memory any more. */
  figures(number: number): StepFigures {
    const known = this.#open.get(number);
    if (known !== undefined) {
      this.#open.delete(number);
      this.#open.set(number, known);
      return known;
    }
    const figures = new StepFigures(this.module, number, this.#finder);
    const { places } = this.#steps.get(number) ?? { places: [] };
    for (let at = 0; at < places.length; at += 2) {
      const row = this.#read({ offset: places[at] as number, length: places[at + 1] as number });
      if (row !== undefined) this.#note(figures, row);
    }
    this.#open.set(number, figures);
    if (this.#open.size > OPEN) {
      const [oldest] = this.#open.keys();
      if (oldest !== undefined) this.#open.delete(oldest);
    }
    return figures;
  }

  #stepOf(row: ResultRow): number {
    if (this.bySteps) return this.#inputs?.of(row.index)?.step ?? 0;
    return Math.floor(this.#calls / ROWS_PER_STEP);
  }

  #note(figures: StepFigures, { index, id, kind, at, outcome, episode }: ResultRow): void {
    const input = this.#inputs?.of(index);
    const row = input?.row ?? Buffer.from(JSON.stringify(id === null ? { index } : { id }));
    const source = {
      module: this.module,
      step: figures.step,
      row,
      said: input?.actions == null ? (input?.said ?? null) : (input.actions[at ?? 0] ?? null),
      ...(input?.said == null ? { mark: index + 1 } : {}),
      ...(at === null ? {} : { at: at + 1 }),
      line: input === undefined ? undefined : input.promptLine + 1,
      completionLine: index + 1,
    };
    if (episode === null) figures.note(kind === 'step' ? 'step' : 'call', outcome, source);
    else {
      const setup = episode.length > 0 ? { ...outcome, status: 'ok' as const } : outcome;
      figures.note('setup', setup, source);
      if (episode.length > 0) figures.noteEnd({ return: episode.return, steps: episode.length }, row);
    }
  }
}
