/**
 * Notices an agent that does not answer: stopped (SIGSTOP, a debugger), or stuck. The agent owns every deadline, so
 * without it none would hold.
 *
 * Counts its own ticks, never the clock: while this process stands still itself (a laptop asleep, a long turn of the
 * event loop) nothing is counted, and what the agent has answered meanwhile is read first. An agent that others keep
 * from the processor gets more time: after a fork bomb at level `landlock`, where every process of it may make a session
 * and with it a scheduling group of its own (sched_autogroup), it gets less than a hundredth of one for seconds, and
 * killing it would lose the calls beside the bomb.
 */
const TICK_MS = 1_000;
/** Ticks without an answer after which the agent, if it was stopped, is told to go on. */
const WAKE_AFTER = 3;
/** Ticks without an answer after which it is killed. */
const GIVE_UP_AFTER = 10;
/** With ticks in which it starved, too; and before its first word: Python may have to be read from a slow disk. */
const GIVE_UP_AT_LAST = 60;

export interface HeartbeatEvents {
  /** Whether an answer could be heard now: nobody listens to an idle sandbox. */
  isListening: () => boolean;
  /** Pings it. */
  ask: () => void;
  /** Whether it has had to wait for the processor since the last time that this was asked. */
  isStarved: () => boolean;
  /** It has been silent for some time: sends it SIGCONT. */
  wake: (seconds: number, isStarved: boolean) => void;
  /** It has been silent for too long. Called once. */
  giveUp: (seconds: number) => void;
}

export class Heartbeat {
  readonly #events: HeartbeatEvents;
  readonly #timer: NodeJS.Timeout;
  #silentTicks = 0;
  #starvedTicks = 0;
  #hasSpoken = false;

  constructor(events: HeartbeatEvents, tickMs = TICK_MS) {
    this.#events = events;
    // An idle sandbox must not keep the process alive.
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** The agent has said something, whatever it was. */
  heard(): void {
    this.#hasSpoken = true;
    this.#silentTicks = 0;
    this.#starvedTicks = 0;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#events.isListening()) {
      this.#silentTicks = 0;
      this.#starvedTicks = 0;
      return;
    }
    this.#silentTicks++;
    const silent = this.#silentTicks - 1;
    const isStarved = silent > 0 && this.#events.isStarved();
    if (isStarved) this.#starvedTicks++;
    if (silent >= GIVE_UP_AT_LAST || (this.#hasSpoken && silent - this.#starvedTicks >= GIVE_UP_AFTER)) {
      this.stop();
      this.#events.giveUp(silent);
      return;
    }
    if (silent >= WAKE_AFTER) this.#events.wake(silent, isStarved);
    if (this.#hasSpoken) this.#events.ask();
  }
}
