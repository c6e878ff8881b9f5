/** `offer` and `code`: a client brings a module. */
import type { ServedModule } from '../modules.ts';
import { PushedCode } from '../pushed/pushed-code.ts';
import type { Service } from '../service.ts';
import { Refusal } from './refusal.ts';
import type { Session } from './session.ts';
import type { HeaderOf } from './wire.ts';

/** What a `welcome` says of a module. */
export const moduleTold = (served: ServedModule): Record<string, unknown> => ({
  name: served.setting.name,
  kind: served.setting.kind,
  ready: served.ready,
  trouble: served.trouble ?? null,
  function: served.functionName,
  shape: served.module?.shape ?? null,
  reserved: served.module?.reserved ?? [],
  version: served.module?.version ?? null,
  concurrency: served.module?.concurrency ?? null,
});

/** @throws Refusal */
const pushedOf = (service: Service): PushedCode => {
  const { pushed, state } = service;
  if (pushed === undefined)
    throw new Refusal('invalid', 'This server does not accept modules from clients', {
      help: 'start it with `--accept-code 16MiB` if whoever has its token may bring code',
    });
  if (state === 'loading') throw new Refusal('not-ready', 'The server is starting');
  service.mustTakeWork();
  return pushed;
};

type Told = Awaited<ReturnType<PushedCode['offer']>>;

const answer = (header: HeaderOf<'offer'> | HeaderOf<'code'>, { state, served, error }: Told) => ({
  type: 'offered',
  hash: header.hash,
  state,
  name: PushedCode.nameOf(header),
  ...(state === 'ready' && served !== undefined ? { module: moduleTold(served) } : {}),
  ...(error === undefined ? {} : { error }),
});

/** @throws Refusal */
export const offer = (service: Service, session: Session, header: HeaderOf<'offer'>): void => {
  pushedOf(service)
    .offer(header)
    .then((told) => session.tell(answer(header, told)))
    .catch((error: Error) => session.tell(new Refusal('busy', error.message).header(header.id)));
};

/** @throws Refusal */
export const code = (service: Service, session: Session, header: HeaderOf<'code'>, block: Buffer): void => {
  const pushed = pushedOf(service);
  try {
    session.tell(answer(header, pushed.take(header, header.main, block)));
  } catch (error) {
    throw new Refusal('invalid', `The module is refused: ${(error as Error).message}`, { id: header.id });
  }
};
