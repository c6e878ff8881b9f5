/** Questions that the agent has not answered yet. */

interface Waiting {
  resolve: (answer: unknown) => void;
  /** What is answered when nobody is left who could. */
  otherwise: unknown;
}

export class Questions {
  readonly #waiting = new Map<number, Waiting>();
  readonly #keep: { hold: (count: number) => void; release: (count: number) => void };
  #next = 1;

  /** @param keep keeps the process alive while an answer is awaited */
  constructor(keep: { hold: (count: number) => void; release: (count: number) => void }) {
    this.#keep = keep;
  }

  /** @param otherwise the answer when the agent ends first */
  ask<Answer>(otherwise: Answer, send: (request: number) => void): Promise<Answer> {
    const request = this.#next++;
    this.#keep.hold(1);
    return new Promise((resolve) => {
      this.#waiting.set(request, { resolve: resolve as (answer: unknown) => void, otherwise });
      send(request);
    });
  }

  /** Undefined when there is no answer in time. */
  async askWithin<Answer>(ms: number, send: (request: number) => void): Promise<Answer | undefined> {
    const answered = this.ask<Answer | undefined>(undefined, send);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, ms, undefined);
    });
    try {
      return await Promise.race([answered, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** @param answer of the type that was asked for */
  answer(request: number, answer: unknown): void {
    const waiting = this.#waiting.get(request);
    if (waiting === undefined) return;
    this.#waiting.delete(request);
    this.#keep.release(1);
    waiting.resolve(answer);
  }

  /** Nobody is left to answer. */
  endAll(): void {
    for (const { resolve, otherwise } of this.#waiting.values()) {
      this.#keep.release(1);
      resolve(otherwise);
    }
    this.#waiting.clear();
  }
}
