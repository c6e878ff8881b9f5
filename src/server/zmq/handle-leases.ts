/** `lease`: a host of the fleet asks how many calls of something that is capped it may run. */
import { type Keeper, LEASE_MS } from '../leases/keeper.ts';
import { Refusal } from './refusal.ts';
import type { HeaderOf } from './wire.ts';

/** @throws Refusal `invalid` */
export const lease = (
  keeper: Keeper | undefined,
  { call_ms: callMs, name, seq, ...ask }: HeaderOf<'lease'>,
): Record<string, unknown> => {
  if (keeper === undefined)
    throw new Refusal('invalid', 'This server does not grant leases', {
      help: 'start the server that should grant them with --grant-leases',
    });
  try {
    // One that was overtaken is answered so that nobody takes the answer.
    return {
      type: 'leased',
      name,
      seq,
      limit: keeper.grant({ ...ask, name, seq, callMs }) ?? 0,
      lease_ms: LEASE_MS,
    };
  } catch (error) {
    throw new Refusal('invalid', (error as Error).message);
  }
};
