/**
 * Notices an agent that does not answer: stopped (SIGSTOP, a debugger), or stuck. The agent owns every deadline, so
 * without it none would hold.
 *
 * Counts its own ticks, never the clock: while this process stands still itself (a laptop asleep, a long turn of the
 * event loop) nothing is counted, and what the agent has answered meanwhile is read first.
 */
const TICK_MS = 1_000;
/** Ticks without an answer after which the agent, if it was stopped, is told to go on. */
const WAKE_AFTER = 3;
/** Ticks without an answer after which it is killed. */
const GIVE_UP_AFTER = 10;
/** The same before its first word: Python and ZeroMQ may have to be read from a slow disk. */
const START_WITHIN = 60;

export interface HeartbeatEvents {
  /** Whether an answer could be heard now: nobody listens to an idle sandbox. */
  isListening: () => boolean;
  /** Asks for a word. */
  ask: () => void;
  /** It has been silent for some time: sends it SIGCONT. */
  wake: (seconds: number) => void;
  /** It has been silent for too long. Called once. */
  giveUp: (seconds: number) => void;
}

export class Heartbeat {
  readonly #events: HeartbeatEvents;
  readonly #timer: NodeJS.Timeout;
  #silentTicks = 0;
  #hasSpoken = false;

  constructor(events: HeartbeatEvents, tickMs = TICK_MS) {
    this.#events = events;
    // An idle sandbox must not keep the process alive.
    this.#timer = setInterval(() => this.#tick(), tickMs).unref();
  }

  /** The agent has said something, whatever it was. */
  heard(): void {
    this.#silentTicks = 0;
    this.#hasSpoken = true;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #tick(): void {
    if (!this.#events.isListening()) {
      this.#silentTicks = 0;
      return;
    }
    this.#silentTicks++;
    if (this.#silentTicks > (this.#hasSpoken ? GIVE_UP_AFTER : START_WITHIN)) {
      this.stop();
      this.#events.giveUp(this.#silentTicks - 1);
      return;
    }
    if (this.#silentTicks > WAKE_AFTER) this.#events.wake(this.#silentTicks - 1);
    if (this.#hasSpoken) this.#events.ask();
  }
}
