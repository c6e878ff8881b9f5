/** Keeps the leases of this host: asks whoever grants them, twice a second. */
import { randomBytes } from 'node:crypto';
import { Dealer } from 'zeromq';
import { gated } from '../../module/calls/gate.ts';
import { FlagError } from '../../options/flag-error.ts';
import { resolveOptions, rewardOptionsSchema } from '../../options.ts';
import { SERVING_PROTOCOL } from '../../protocol/serving.ts';
import type { Log } from '../log.ts';
import type { ServedModule } from '../modules.ts';
import { decodeMap, encodeHeader } from '../zmq/wire.ts';
import { Holder } from './holder.ts';

const ASK_MS = 500;

export interface CapOptions {
  /** Calls of a module that may run at the same time on all hosts together, by its name. */
  caps: ReadonlyMap<string, number>;
  /** Who grants leases: an address over ZeroMQ. */
  address: string;
  token: string | undefined;
}

export class LeaseClient {
  readonly #options: CapOptions;
  readonly #log: Log;
  readonly #session = randomBytes(16);
  readonly #holders: Holder[];
  #socket: Dealer | undefined;
  #timer: NodeJS.Timeout | undefined;
  readonly #told = new Set<Holder>();

  /** Puts a gate before the modules that have a cap. @throws SandboxError RS101 for one that is not there */
  constructor(options: CapOptions, modules: readonly ServedModule[], log: Log) {
    this.#options = options;
    this.#log = log;
    this.#holders = [...options.caps].map(([name, cap]) => this.#hold(name, cap, modules));
  }

  #hold(name: string, cap: number, modules: readonly ServedModule[]): Holder {
    const served = modules.find(({ setting }) => setting.name === name && setting.kind === 'reward');
    if (served === undefined)
      throw new FlagError('fleet-cap', ` ${name}=${cap}: there is no reward called \`${name}\``);
    const holder = new Holder({
      name,
      cap,
      callMs: resolveOptions(rewardOptionsSchema, served.setting.options).timeout,
      holder: this.#session.toString('hex'),
      wanted: () => Math.min(gated(served.module)?.wanted ?? 0, served.module?.concurrency ?? 0),
      loseWaiting: (message) => gated(served.module)?.loseWaiting(message),
    });
    served.gate = holder.gate;
    served.held = () => holder.trouble();
    return holder;
  }

  /** Begins to ask. */
  start(): void {
    const socket = new Dealer({ linger: 0, immediate: true, sendTimeout: 0, sendHighWaterMark: 16 });
    this.#socket = socket;
    socket.connect(this.#options.address);
    this.#timer = setInterval(() => void this.#ask(socket), ASK_MS).unref();
    this.#hello(socket);
    void this.#receive(socket);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#socket?.close();
    this.#socket = undefined;
  }

  #hello(socket: Dealer): void {
    const { token } = this.#options;
    const hello = {
      type: 'hello',
      protocol: SERVING_PROTOCOL,
      session: this.#session,
      ack: 0,
      name: 'leases',
    };
    void this.#send(socket, token === undefined ? hello : { ...hello, token });
  }

  async #ask(socket: Dealer): Promise<void> {
    for (const holder of this.#holders) {
      if (holder.awaits()) {
        holder.look();
        this.#tell(holder);
        continue;
      }
      const { callMs, ...ask } = holder.ask();
      await this.#send(socket, { type: 'lease', ...ask, call_ms: callMs });
      this.#tell(holder);
    }
  }

  /** Only once, until it is over. */
  #tell(holder: Holder): void {
    const trouble = holder.trouble();
    if (trouble !== undefined && !this.#told.has(holder)) {
      this.#told.add(holder);
      this.#log.event('error', 'lease_lost', { module: holder.name, message: trouble });
    } else if (trouble === undefined && this.#told.delete(holder))
      this.#log.event('info', 'lease_back', { module: holder.name });
  }

  async #send(socket: Dealer, header: Record<string, unknown>): Promise<void> {
    try {
      await socket.send(encodeHeader(header));
    } catch {
      // Nobody is there, or takes it: asked again soon.
      const why = `${this.#options.address} cannot be reached`;
      for (const holder of this.#holders) holder.refused(why);
    }
  }

  async #receive(socket: Dealer): Promise<void> {
    while (this.#socket === socket) {
      try {
        const [frame] = await socket.receive();
        if (frame !== undefined) this.#take(socket, decodeMap(frame));
      } catch (error) {
        if (this.#socket !== socket) return;
        this.#log.event('error', 'lease_answer', { error: String(error) });
      }
    }
  }

  #take(socket: Dealer, answer: Readonly<Record<string, unknown>>): void {
    if (answer.type === 'leased') {
      const holder = this.#holders.find(({ name }) => name === answer.name);
      holder?.granted(Number(answer.seq), Number(answer.limit), `${this.#options.address} does not answer`);
    } else if (answer.type === 'error') {
      for (const holder of this.#holders)
        holder.refused(`${this.#options.address}: ${String(answer.message)}`);
      if (answer.code === 'hello-needed') this.#hello(socket);
    }
  }
}
