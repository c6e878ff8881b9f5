/** The model that thinks of attacks: what it may be asked, what it said, and what that took. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackerReport } from '../report.ts';
import type { CheckRow } from '../subject/subject.ts';
import { ask, type Endpoint, EndpointError, type Message, MOST_TOKENS, TIMEOUT_MS } from './endpoint.ts';

export interface AttackerOptions extends Endpoint {
  /** Requests at most, those that were refused included. */
  requests: number;
  /** Tokens at most, of prompts and answers together. @default none */
  tokens?: number | undefined;
  seed: number;
}

export type Purpose = AttackerReport['exchanges'][number]['purpose'];

const MOST_ATTEMPTS = 3;
/** A server that asks for a longer wait is not asked again. */
const LONGEST_WAIT_MS = 30_000;
/** Milliseconds that a request may take on average, and those that all of them have at least and at most. */
const USUAL_MS = 60_000;
const LEAST_MS = 10 * 60_000;
const CHARACTERS_OF_TOKEN = 4;
const LONGEST_MS = 30 * 60_000;
/** Part of the requests that right answers may take, and the most. */
const HONEST_SHARE = 0.25;
const MOST_HONEST = 6;

const SYSTEM =
  'You test reward functions for reinforcement learning before they are trained with. Answer with one block of Python code.';

export class Attacker {
  readonly #options: AttackerOptions;
  readonly #signal: AbortSignal;
  readonly #exchanges: AttackerReport['exchanges'][number][] = [];
  readonly #ends: number;
  #requests = 0;
  #tokens = { prompt: 0, completion: 0 };
  /** Rows whose private fields it was told: nothing is judged on them. */
  readonly shown = new Set<CheckRow>();
  /** Why it is asked nothing more, as a sentence; null: it may be. */
  stopped: string | null = null;

  constructor(options: AttackerOptions, signal: AbortSignal) {
    this.#options = options;
    this.#signal = signal;
    this.#ends = performance.now() + patienceOf(options);
  }

  /** Requests that right answers may take: attacks have the others. */
  get honestRequests(): number {
    return Math.min(MOST_HONEST, Math.ceil(HONEST_SHARE * this.#options.requests));
  }

  /** What it answers; null: it is asked nothing more, and `stopped` says why. */
  async ask(purpose: Purpose, prompt: string): Promise<string | null> {
    const messages: Message[] = [
      { role: 'system', content: SYSTEM },
      { role: 'user', content: prompt },
    ];
    for (let attempt = 1; this.#mayAsk(prompt); attempt++) {
      const seed = this.#options.seed + this.#requests;
      this.#requests++;
      try {
        const { text, usage } = await ask(this.#options, messages, seed, this.#signal);
        this.#tokens.prompt += usage?.prompt ?? estimated(prompt);
        this.#tokens.completion += usage?.completion ?? estimated(text);
        this.#exchanges.push({ purpose, prompt, answer: text });
        return text;
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error;
        const { message, retryMs } = error;
        if (retryMs === undefined || attempt === MOST_ATTEMPTS || retryMs > LONGEST_WAIT_MS)
          this.stop(`${this.#name} ${message}`);
        else await sleep(retryMs, undefined, { signal: this.#signal }).catch(() => {});
      }
    }
    return null;
  }

  /** Nothing more is asked. The first reason counts. */
  stop(why: string): void {
    this.stopped ??= why;
  }

  report(): AttackerReport {
    const { url, model } = this.#options;
    return { url, model, requests: this.#requests, tokens: this.#tokens, exchanges: this.#exchanges };
  }

  get #name(): string {
    return `the attacker at ${this.#options.url}`;
  }

  #mayAsk(prompt: string): boolean {
    const { requests, tokens = Number.POSITIVE_INFINITY } = this.#options;
    const used = this.#tokens.prompt + this.#tokens.completion;
    if (this.#requests >= requests)
      this.stop(`${this.#name} was asked ${requests} times (\`--attacker-budget\`)`);
    else if (used + estimated(prompt) + MOST_TOKENS > tokens)
      this.stop(`${this.#name} was given ${used} of ${tokens} tokens (\`--attacker-budget\`)`);
    else if (performance.now() > this.#ends) this.stop(`${this.#name} was too slow for so many requests`);
    else if (this.#signal.aborted) this.stop(`${this.#name} was not asked any more: the check ended`);
    return this.stopped === null;
  }
}

/** Milliseconds after which no further request is made. */
const patienceOf = ({ requests }: Pick<AttackerOptions, 'requests'>): number =>
  Math.min(LONGEST_MS, Math.max(LEAST_MS, requests * USUAL_MS));

const estimated = (text: string): number => Math.ceil(text.length / CHARACTERS_OF_TOKEN);

/** Milliseconds that asking takes at most. */
export const longestOf = (options: Pick<AttackerOptions, 'requests' | 'timeoutMs'>): number =>
  patienceOf(options) + (options.timeoutMs ?? TIMEOUT_MS);
