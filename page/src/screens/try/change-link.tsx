import { usePage } from '../../data/context.ts';
import type { Row } from '../../data/types.ts';
import { hrefOf } from '../../state/address.ts';
import { keepDraft } from './draft.ts';

/** Takes a call to "Try it", where it can be changed and run. */
export const ChangeLink = ({ again }: { again: Row['again'] }) => {
  const { runs } = usePage();
  const request = again?.request;
  if (request == null || !runs.serving) return null;
  return (
    <a href={hrefOf({ screen: 'try' })} onClick={() => keepDraft(request.body)}>
      Change it, then run
    </a>
  );
};
