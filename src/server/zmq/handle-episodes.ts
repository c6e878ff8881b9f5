/** Episodes of a client: started, stepped, branched, closed. What it started ends with its session. */
import type { StepOutcome } from '../../module/episodes/environment.ts';
import type { Outcome } from '../../outcome.ts';
import { exact, toJson } from '../../outcome-json.ts';
import type { NamedEpisode } from '../episodes.ts';
import { stepCall } from '../routes/handle-episodes.ts';
import type { Service } from '../service.ts';
import { type Desk, neverBegun } from './handle-calls.ts';
import { noteInternal, Refusal, refusalOf } from './refusal.ts';
import { type Account, ClientCall, type Session } from './session.ts';
import type { Turns } from './turns.ts';
import { type HeaderOf, jsonOf } from './wire.ts';

interface Told {
  outcome: Outcome;
  json: string;
  done?: boolean;
}

interface Job {
  id: number;
  account: Account;
  /** What it is in words. */
  what: string;
  bytes?: number;
  turns?: Turns;
  run: (signal: AbortSignal) => Promise<Told>;
  release?: () => void;
}

class EpisodeCall extends ClientCall {
  readonly #service: Service;
  readonly #job: Job;
  readonly #abort = new AbortController();

  constructor(session: Session, service: Service, job: Job) {
    super(session, { id: job.id, account: job.account, bytes: job.bytes ?? 0, turns: job.turns });
    this.#service = service;
    this.#job = job;
  }

  protected run(): void {
    this.#job.run(this.#abort.signal).then(
      ({ outcome, json, done }) => this.answer(outcome, json, { done: done ?? false }),
      (error: unknown) => {
        const refusal = refusalOf(error);
        noteInternal(this.#service, refusal);
        this.refuse(refusal);
      },
    );
  }

  protected stop(): void {
    this.#abort.abort();
  }

  protected drop(): void {
    const outcome = neverBegun(this.#job.what, this.#service);
    this.answer(outcome, jsonOf(outcome), { ran: false });
  }

  protected release(): void {
    this.#job.release?.();
  }
}

/**
 * Does a job unless it has been asked for before.
 * @param makeJob throws what keeps it from being done
 * @throws Refusal
 */
const once = (desk: Desk, session: Session, id: number, makeJob: () => Job): void => {
  const known = session.calls.get(id);
  if (known?.kept !== undefined) session.resend(new Set([known.kept]));
  if (known !== undefined) return;
  try {
    const job = makeJob();
    try {
      desk.credits.mustHave(session, job.account, 1, job.bytes ?? 0);
    } catch (error) {
      job.release?.();
      throw error;
    }
    session.add(new EpisodeCall(session, desk.service, job));
  } catch (error) {
    throw refusalOf(error, [id]);
  }
};

const observationOf = ({ observation_json }: StepOutcome): string =>
  observation_json === null ? '' : `,"observation":${observation_json}`;

/** @throws Refusal */
export const start = (
  desk: Desk,
  session: Session,
  { call, module, seed, step: training }: HeaderOf<'start'>,
  block: Buffer,
): void =>
  once(desk, session, call, () => {
    const { service } = desk;
    service.mustTakeWork();
    const row = jsonIn(block);
    if (typeof row !== 'object' || row === null || Array.isArray(row))
      throw new Refusal('invalid', 'The block of a `start` must be the JSON text of an object');
    const lease = service.lease('environment', module ?? undefined);
    const { module: environment, name, release } = lease;
    const run = async (signal: AbortSignal): Promise<Told> => {
      const seeded = typeof seed === 'number' ? { seed } : {};
      const episode = await environment.start(block, { signal, ...seeded });
      const { setup } = episode;
      const counted = typeof training === 'number' ? { step: training, row: block } : undefined;
      service.note('setup', setup, counted && { ...counted, module: name, said: '' });
      if (episode.ended !== undefined) return { outcome: setup, json: jsonOf(setup) };
      const { id } = keep(service, session, { module: name, episode, training: counted }, block);
      const more = `,"episode_id":${JSON.stringify(id)}${observationOf(setup)}`;
      return { outcome: setup, json: jsonOf(setup, more) };
    };
    const turns = desk.turns('setup', name);
    const bytes = block.length;
    return { id: call, account: 'new', what: 'setup', bytes, turns, run, release };
  });

/** The episode ends with the session, and at once when that is over already. */
const keep = (
  service: Service,
  session: Session,
  { module, episode, training }: Omit<NamedEpisode, 'id' | 'told'>,
  row?: Uint8Array,
): NamedEpisode => {
  const named = service.episodes.add(module, episode, training, row);
  if (!session.isOver) session.episodes.add(named.id);
  else
    episode
      .close()
      .catch((error: unknown) => service.log.event('error', 'close_failed', { error: String(error) }));
  return named;
};

/** @throws Refusal */
export const step = (
  desk: Desk,
  session: Session,
  { call, episode: episodeId }: HeaderOf<'step'>,
  block: Buffer,
): void =>
  once(desk, session, call, () => {
    const { service } = desk;
    const named = service.episodes.get(episodeId);
    const { episode, module, training } = named;
    const action = jsonIn(block);
    if (typeof action !== 'string')
      throw new Refusal('invalid', 'The block of a `step` must be the JSON text of a string');
    const run = async (signal: AbortSignal): Promise<Told> => {
      const outcome = await episode.step(action, { signal });
      const { steps, ended = null } = episode;
      if (ended !== null) named.training = undefined; // its row may be large
      service.note('step', outcome, training && stepCall({ module, training, episode }, action));
      service.episodes.stepped(named, action, outcome);
      if (ended !== null) session.episodes.delete(episodeId);
      const more = `,"steps":${steps},"return":${toJson(exact(episode.return))},"ended":${JSON.stringify(ended)}`;
      return { outcome, json: jsonOf(outcome, more + observationOf(outcome)), done: outcome.done };
    };
    const turns = desk.turns('step', module);
    return { id: call, account: 'there', what: 'step', bytes: block.length, turns, run };
  });

/** Undefined when it is no JSON. */
const jsonIn = (block: Buffer): unknown => {
  try {
    return JSON.parse(block.toString());
  } catch {
    return undefined;
  }
};

/** @throws Refusal */
export const branch = (
  desk: Desk,
  session: Session,
  { call, episode: episodeId, n, same_random }: HeaderOf<'branch'>,
): void =>
  once(desk, session, call, () => {
    const { service } = desk;
    service.mustTakeWork();
    const { episode, module, training } = service.episodes.get(episodeId);
    const run = async (signal: AbortSignal): Promise<Told> => {
      const copies = await episode.branch(n, { sameRandom: same_random ?? false, signal });
      const ids = copies.map((copy) => keep(service, session, { module, episode: copy, training }).id);
      return { outcome: done(service), json: `{"episode_ids":${JSON.stringify(ids)}}` };
    };
    return { id: call, account: 'there', what: 'branch', run };
  });

/** @throws Refusal */
export const close = (desk: Desk, session: Session, { call, episode }: HeaderOf<'close'>): void =>
  once(desk, session, call, () => {
    const { service } = desk;
    const run = async (): Promise<Told> => {
      await service.episodes.close(episode);
      session.episodes.delete(episode);
      return { outcome: done(service), json: '' };
    };
    return { id: call, account: 'there', what: 'close', run };
  });

/** What is no call of user code has been done. */
const done = (service: Service): Outcome => ({
  ...neverBegun('', service),
  status: 'ok',
  error: null,
});
