/** `score`: many calls in one message, each answered by itself. */
import { SandboxError } from '../../errors.ts';
import type { CallText } from '../../module/calls/call.ts';
import { saidOf } from '../../module/calls/call-text.ts';
import { unansweredOutcome } from '../../module/calls/outcomes.ts';
import type { Outcome } from '../../outcome.ts';
import type { OutcomeKind } from '../counts/tallies.ts';
import type { Lease } from '../modules.ts';
import type { Service } from '../service.ts';
import type { Credits } from './credits.ts';
import { noteInternal, Refusal, refusalOf } from './refusal.ts';
import { ClientCall, type Kept, type Session } from './session.ts';
import type { Turns } from './turns.ts';
import { type CallFrame, decodeCalls, type HeaderOf, jsonOf, textOf } from './wire.ts';

/** What handlers need of the server. */
export interface Desk {
  readonly service: Service;
  readonly credits: Credits;
  /** Where calls of a kind wait for their turn with a module. */
  turns: (kind: OutcomeKind, module: string) => Turns;
}

/** No policy: they are not for what the caller ends. */
const NO_POLICY = { onTimeout: null, onError: null, onTamper: null, onLost: null };

/** Bytes of a completion that is text, and told to the audit: more may have no JSON that a string can hold. */
const MOST_SAID = 64 * 2 ** 20;

/** The outcome of what was cancelled before its turn. */
export const neverBegun = (what: string, { level }: Service): Outcome =>
  unansweredOutcome(
    'cancelled',
    `the caller cancelled the ${what}`,
    Number.POSITIVE_INFINITY, // its waiting is counted by the call
    { level: level ?? 'none', files: { version: '' } }, // neither is told
    NO_POLICY,
  );

/** What the calls of one message share: the module is theirs until the last one is over. */
interface Together {
  service: Service;
  lease: Lease<'reward'>;
  /** The training step. */
  step: number | undefined;
  block: Buffer;
  left: number;
}

const nothing = (): void => {};

class ScoreCall extends ClientCall {
  #together: Together | undefined;
  readonly #frame: CallFrame;
  #stop = nothing;

  constructor(session: Session, frame: CallFrame, turns: Turns, together: Together) {
    super(session, { id: frame.call, account: 'new', bytes: frame.bytes, turns });
    this.#frame = frame;
    this.#together = together;
  }

  protected run(): void {
    const { service, lease, block } = this.#together as Together; // until it is over
    const text = textOf(block, this.#frame);
    this.#stop = lease.module.begin(text, (outcome) => {
      if (outcome instanceof SandboxError) {
        const refusal = refusalOf(outcome);
        noteInternal(service, refusal);
        this.refuse(refusal);
      } else {
        this.#note(outcome, text);
        this.answer(outcome, jsonOf(outcome));
      }
    });
  }

  protected stop(): void {
    this.#stop();
  }

  protected drop(): void {
    const { service, block } = this.#together as Together;
    const outcome = neverBegun('call', service);
    this.#note(outcome, textOf(block, this.#frame));
    this.answer(outcome, jsonOf(outcome), { ran: false });
  }

  #note(outcome: Outcome, text: CallText): void {
    const { service, lease, step } = this.#together as Together;
    const isLong = text.completionIsText === true && text.completion.length > MOST_SAID;
    const said = step === undefined || isLong ? null : text.completionIsText ? saidOf(text) : text.completion;
    service.note(
      'call',
      outcome,
      step === undefined ? undefined : { module: lease.name, step, row: text.row, said },
    );
  }

  protected release(): void {
    const together = this.#together as Together;
    this.#together = undefined; // it holds the whole message
    this.#stop = nothing;
    together.left--;
    if (together.left === 0) together.lease.release();
  }
}

/** @throws Refusal */
export const score = (
  desk: Desk,
  session: Session,
  { count, module, step }: HeaderOf<'score'>,
  block: Buffer,
): void => {
  desk.credits.mustFit(count);
  const fresh = unknownOf(session, decodeCalls(block, count));
  if (fresh.length === 0) return;
  const { service } = desk;
  try {
    let bytes = 0;
    for (const frame of fresh) bytes += frame.bytes;
    service.mustTakeWork();
    desk.credits.mustHave(session, 'new', fresh.length, bytes);
    const lease = service.lease('reward', module ?? undefined);
    const turns = desk.turns('call', lease.name);
    const together = { service, lease, block, step: step ?? undefined, left: fresh.length };
    for (const frame of fresh) session.add(new ScoreCall(session, frame, turns, together));
  } catch (error) {
    throw refusalOf(
      error,
      fresh.map(({ call }) => call),
    );
  }
};

/**
 * Those that the session has not asked for yet. One that runs is not run again, one whose outcome is kept gets it again.
 * @throws Refusal `malformed` when an id is there twice
 */
const unknownOf = (session: Session, frames: CallFrame[]): CallFrame[] => {
  const ids = new Set(frames.map(({ call }) => call));
  if (ids.size < frames.length) throw new Refusal('malformed', 'Two calls of the block have the same id');
  const again = new Set<Kept>();
  const fresh = frames.filter(({ call }) => {
    const known = session.calls.get(call);
    if (known?.kept !== undefined) again.add(known.kept);
    return known === undefined;
  });
  if (again.size > 0) session.resend(again);
  return fresh;
};
