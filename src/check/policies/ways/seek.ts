/** Ways to win that a search over the states of the class itself finds. */
import { jsonValue, unique } from '../../lists.ts';
import type { CheckRow } from '../../subject/subject.ts';
import { rowText } from '../../subject/subject.ts';
import { SLOT, slotsOf } from '../actions/command-forms.ts';
import { fillAll, tokensOf } from '../actions/commands.ts';
import { fill, isJsonForm } from '../actions/forms.ts';
import { markedCalls } from '../actions/marked-calls.ts';
import { listedIn, ownMoves } from '../actions/own-moves.ts';
import type { RowExplorer } from '../actions/row-moves.ts';
import type { Direct } from '../play/direct.ts';

/** Rows that are searched: the first few say whether it is of use. */
const MOST_ROWS = 8;
const FIRST_ROWS = 3;
/** Actions that are tried in each state, until most of them are seen to do nothing. */
const MOST_ACTIONS = 420;
/** The same with what the row says of itself. */
const MOST_HONEST = 560;
const MOST_PRODUCT = 150;
const STEPS = 20_000;
const SECONDS = 1;
const AT_ONCE = 2;
/** What another program may take for all its rows. */
const ASKED_SECONDS = 0.8;
/** Share of the budget that is left for the proofs of what it finds. */
const ASKED_RESERVE = 0.15;
/** Share of the budget that is left for attacks and their proofs. */
const RESERVE = 0.35;
/** The same while further rows are searched, where some are known already. */
const MORE_ROWS = 0.5;
/** Values that make a task easy, and that no row has. */
const EDGES = [1, 0, 2, -1];

interface Asked {
  row: CheckRow;
  /** Only what states themselves ask for is tried, which takes no episode to find out. */
  isHeard?: boolean;
}

interface Found {
  actions: string[] | null;
  learned: string[];
}

export class Seeker {
  readonly #direct: Direct;
  readonly #explorer: RowExplorer;
  readonly #learned = new Map<CheckRow, readonly string[]>();
  readonly #ways = new Map<CheckRow, readonly string[]>();

  constructor(direct: Direct, explorer: RowExplorer) {
    this.#direct = direct;
    this.#explorer = explorer;
  }

  /** Ways to win; `isHeard`: by what each state of an episode asks for alone, which is quick, on most rows where it is on one. */
  async ways(rows: readonly CheckRow[], isHeard = false): Promise<ReadonlyMap<CheckRow, readonly string[]>> {
    const { budget } = this.#explorer.player;
    const some = isHeard ? rows : rows.slice(0, MOST_ROWS);
    for (let at = 0; at < some.length && budget.has(at === 0 ? RESERVE : MORE_ROWS); at += FIRST_ROWS) {
      await this.#learn(some.slice(at, at + FIRST_ROWS), isHeard);
      if (this.#ways.size === 0) break;
    }
    return this.#ways;
  }

  async #learn(rows: readonly CheckRow[], isHeard: boolean): Promise<void> {
    const found = await this.#search(rows.map((row) => ({ row, isHeard })));
    for (const [at, row] of rows.entries()) {
      const actions = found[at]?.actions;
      if (actions !== null && actions !== undefined) this.#ways.set(row, actions);
    }
  }

  /** Has another of the programs beside the class look at rows; all that may be done is tried on the first `tried` of them. */
  async ask<T>(
    kind: string,
    asked: readonly {
      row: CheckRow;
      way?: readonly string[] | undefined;
    }[],
    rest: object,
    tried = 1,
    odd: readonly string[] = [],
  ): Promise<T[]> {
    const { space, player } = this.#explorer;
    if (asked.length === 0 || !player.budget.has(ASKED_RESERVE)) return [];
    const parts = await Promise.all(
      asked.map(async ({ row, way }, at) => {
        const options =
          at >= tried
            ? { actions: [], calls: [], things: [] }
            : {
                actions: [...this.#filledWith(odd), ...(await this.#actionsOn(row))],
                calls: markedCalls(space),
                things: [...odd, ...this.#thingsOn(row)],
              };
        return `{"fields": ${rowText(row)}, ${JSON.stringify({ ...options, way }).slice(1)}`;
      }),
    );
    const request = JSON.stringify({ kind, seed: player.seed, seconds: ASKED_SECONDS, ...rest }).slice(1);
    return (await this.#direct.ask<T>(`{"rows": [${parts.join(', ')}], ${request}`)) ?? [];
  }

  async #search(asked: readonly Asked[]): Promise<(Found | undefined)[]> {
    if (asked.length === 0) return [];
    const rows = await Promise.all(
      asked.map(async ({ row, isHeard = false }) => {
        const actions = isHeard ? [] : await this.#actionsOn(row, true);
        const listen = this.#learned.has(row)
          ? {}
          : { listen: true, calls: markedCalls(this.#explorer.space), things: this.#thingsOn(row) };
        const rest = { actions, asks: true, ...listen };
        return `{"fields": ${rowText(row)}, ${JSON.stringify(rest).slice(1)}`;
      }),
    );
    const seed = this.#explorer.player.seed;
    // A few in one call, so that a slow machine is not the end of all of them.
    const parts = Array.from({ length: Math.ceil(rows.length / AT_ONCE) }, (_, at) =>
      rows.slice(at * AT_ONCE, (at + 1) * AT_ONCE),
    );
    const found: (Found | undefined)[] = [];
    for (const part of parts) {
      const request = `{"rows": [${part.join(', ')}], "seed": ${seed}, "steps": ${STEPS}, "seconds": ${SECONDS}}`;
      found.push(...((await this.#direct.ask<Found>(request)) ?? part.map(() => undefined)));
    }
    for (const [at, { row }] of asked.entries())
      if (!this.#learned.has(row)) this.#learned.set(row, found[at]?.learned ?? []);
    return found;
  }

  #thingsOn(row: CheckRow): (string | number)[] {
    return unique([
      ...this.#explorer.thingsOn(row),
      ...EDGES.slice(0, 1),
      ...tokensOf(row.prompt, () => false),
    ]);
  }

  #filledWith(values: readonly string[]): string[] {
    const { space, commands } = this.#explorer;
    const single = unique([...commands, ...space.forms]).filter((form) => slotsOf(form) === 1);
    return values.flatMap((value) =>
      single.slice(0, 12).map((form) => fill(form, isJsonForm(form) ? (jsonValue(value) ?? value) : value)),
    );
  }

  /** All that may be an action on this row; what the row says of itself may be said by an honest player, and by no attack. */
  async #actionsOn(row: CheckRow, isHonest = false): Promise<string[]> {
    const { space, commands } = this.#explorer;
    const { live, made } = await this.#explorer.of(row);
    const { setup } = await this.#explorer.player.play(row, []);
    const things = this.#thingsOn(row);
    const pairs = commands
      .filter((form) => slotsOf(form) === 2)
      .slice(0, 4)
      .flatMap((form) =>
        things
          .slice(0, 12)
          .flatMap((one) => things.slice(0, 12).map((other) => fillAll(form, [one, other])))
          .slice(0, MOST_PRODUCT),
      );
    const numbers = Array.from({ length: 13 }, (_, number) => number);
    // The same thing twice is what many forget to look for.
    const twice = commands
      .filter((form) => slotsOf(form) === 2)
      .slice(0, 4)
      .flatMap((form) => numbers.map((number) => fillAll(form, [number, number])));
    // Places and pieces are numbered from 0 or 1, and no prompt names each of them.
    const numbered = commands
      .filter((form) => slotsOf(form) === 1)
      .slice(0, 4)
      .flatMap((form) => numbers.map((number) => fill(form, number)));
    const edges = space.forms
      .filter((form) => slotsOf(form) === 1)
      .slice(0, 16)
      .flatMap((form) => EDGES.map((edge) => fill(form, edge)));
    const plain = space.live.map(({ action }) => action).filter((action) => action.length <= 200);
    return unique([
      ...plain,
      ...(isHonest ? ownMoves(row, [SLOT, ...commands, ...space.forms]) : []),
      ...live,
      ...[...space.words.words].slice(0, 40),
      ...numbered,
      ...twice,
      ...numbers.map(String),
      ...edges,
      ...(this.#learned.get(row) ?? []),
      ...listedIn(`${row.prompt}\n${setup.observation}`),
      ...pairs,
      ...made,
    ]).slice(0, isHonest ? MOST_HONEST : MOST_ACTIONS);
  }
}
