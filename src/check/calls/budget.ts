/**
 * How many calls a check may make. Time has no say in what is tried: on a busy machine the same is found, only later.
 * Calls that take long count as several, so that what hangs does not take hours.
 */

/** Milliseconds of one call, as few as are counted with: what it takes on its way. */
const LEAST_COST_MS = 0.5;
/** A call that takes this long, and this much longer than usual, counts as several; one that is as much quicker, as a part. */
const LONG_MS = 250;
const MUCH_OTHER = 16;
/** Calls in a check for which everything can be tried. */
const CALLS_FOR_ALL = 1_600;

/** Of its share, as most need less than theirs. */
const APART = 3;
/** Part of the quota that is left for repeating what was found: nothing else begins when no more is left. */
const FOR_PROOF = 0.1;

/** What a call that starts a process is counted with at least, a class of its own: twice the CPU time that it takes. */
export const PROCESS_MS = 80;

/**
 * What calls take at most, in a few classes that are powers of four: a busy machine chooses the same, and what fits into
 * a time by the slowest call of its class fits by any.
 */
export const costStep = (milliseconds: number): number => {
  if (milliseconds === PROCESS_MS) return PROCESS_MS;
  let step = LEAST_COST_MS;
  while (step < milliseconds) step *= 4;
  return step;
};

/**
 * Calls that fit into a time.
 * @param milliseconds what the person gave (`--budget`)
 * @param cost milliseconds of a call, those side by side taken together
 */
export const quotaOf = (milliseconds: number, cost = 0): number =>
  Math.max(1, Math.floor(milliseconds / costStep(cost)));

export class Budget {
  #quota: number;
  #calls = 0;
  #spent = 0;
  #usual = LEAST_COST_MS;
  /** Whether a number of calls was given: then each counts as one, on every machine. */
  #isFixed = true;
  #isStopped = false;
  #isInterrupted = false;
  readonly #whole: Budget | undefined;
  readonly #before: number;

  /**
   * @param quota calls
   * @param whole what this is a part of: it ends with that one, and counts calls there
   */
  constructor(quota: number, whole?: Budget) {
    this.#quota = quota;
    this.#whole = whole;
    this.#before = whole?.spent ?? 0;
  }

  /** All calls that there are. */
  get quota(): number {
    return this.#quota;
  }

  /** Chooses the quota, once, when it is known what calls take. Both in milliseconds. */
  choose(cost: number, time: number): void {
    this.#isFixed = false;
    this.#quota = quotaOf(time, cost);
    this.#usual = costStep(cost);
  }

  /** How much of everything there are calls for: 1 is all of it. */
  get reach(): number {
    return Math.min(1, this.#root.#quota / CALLS_FOR_ALL);
  }

  /** Calls and steps that were made, by whatever program. */
  get calls(): number {
    return this.#whole?.calls ?? this.#calls;
  }

  /** What of the quota was used up, from the beginning. */
  get spent(): number {
    return this.#whole?.spent ?? this.#spent;
  }

  /**
   * A call was made.
   * @param milliseconds how long it took, those side by side taken together
   * @param around what it took besides, always the same: a process of its own
   */
  call(milliseconds = 0, around = 0): void {
    this.#root.#calls++;
    const root = this.#root;
    root.#spent += root.#isFixed ? 1 : Math.max(around / root.#usual, root.#weightOf(milliseconds));
  }

  /** Calls were made by a program that has a limit of its own. @param cost what that takes of the quota */
  count(calls: number, cost = 1): void {
    this.#root.#calls += calls;
    this.#root.#spent += cost;
  }

  /** Calls that are left beside those for proofs; 0 when it is used up. */
  get left(): number {
    if (this.#isStopped) return 0;
    const own = this.#quota - (this.spent - this.#before);
    const left = this.#whole === undefined ? own - FOR_PROOF * this.#quota : Math.min(own, this.#whole.left);
    return Math.max(0, left);
  }

  /** Whether more than a part of the budget is left: `has(0.25)` leaves a quarter for what comes later. */
  has(reserved = 0): boolean {
    return this.left > this.#quota * reserved;
  }

  /** Whether all of it is used up, not only this part. */
  get isOver(): boolean {
    return this.#root.left === 0;
  }

  /** Whether no call may be made any more, whatever it is for. */
  get isSpent(): boolean {
    return this.#root.#isStopped || this.spent >= this.#root.#quota;
  }

  /** A part of what is left, for one of several that come one after the other. */
  part(share: number): Budget {
    return this.upTo(this.left * Math.min(1, share));
  }

  /** So many calls of it. */
  upTo(calls: number): Budget {
    return new Budget(Math.max(1, Math.floor(calls)), this);
  }

  /** Whether the clock ended it before its calls were made: what was not found then says nothing. */
  get isCutShort(): boolean {
    const root = this.#root;
    return root.#isStopped && !root.#isInterrupted;
  }

  /** Why it ends: a sentence for reports. */
  get why(): string {
    const root = this.#root;
    if (root.#isInterrupted) return 'the check was interrupted';
    return root.#isStopped
      ? 'the machine was too slow for so many calls'
      : 'its share of the calls was used up';
  }

  /**
   * Ends it now: what runs ends by itself, with what it has found.
   * @param isInterrupted the user ended it, not the clock
   */
  stop(isInterrupted = false): void {
    this.#isInterrupted = isInterrupted;
    this.#isStopped = true;
  }

  get #root(): Budget {
    return this.#whole === undefined ? this : this.#whole.#root;
  }

  /** Powers of four: what takes a little longer on a busy machine counts the same. */
  #weightOf(milliseconds: number): number {
    if (this.#isFixed) return 1;
    const times = Math.max(milliseconds, LEAST_COST_MS) / this.#usual;
    const isUsual = times > 1 / MUCH_OTHER && (milliseconds < LONG_MS || times < MUCH_OTHER);
    return isUsual ? 1 : 4 ** Math.round(Math.log(times) / Math.log(4));
  }
}

/**
 * What stays of a whole for each of several, when those after it have their shares: none takes what is another's, and
 * what one does not need is for those after it.
 * @param isApart what is left of one is for nobody: its share does not depend on those before it
 */
export const sharesOf = (
  budget: Budget,
  weights: readonly number[],
  isApart = false,
): ((at: number) => Budget) => {
  const whole = budget.left;
  const sum = weights.reduce((total, each) => total + each, 0);
  return (at) => {
    if (isApart) return budget.upTo((whole * (weights[at] ?? 0) * APART) / Math.max(1, sum));
    const later = weights.slice(at + 1).reduce((total, each) => total + each, 0);
    return budget.upTo(budget.left - (whole * later) / Math.max(1, sum));
  };
};
