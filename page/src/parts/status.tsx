/** Statuses look the same everywhere: a sign, a word and a colour. */
import { STATUSES, type Status } from '../../../src/outcome.ts';

export { STATUSES, type Status };

const SIGNS: Readonly<Record<Status, string>> = {
  ok: '✓',
  raised: '!',
  invalid: '≠',
  crashed: '✗',
  timeout: '◷',
  memory: '▲',
  tampered: '⚑',
  cancelled: '–',
  lost: '?',
};

export const signOf = (status: string): string => SIGNS[status as Status] ?? '·';

export const StatusMark = ({ status }: { status: string }) => (
  <span class={`status ${status}`}>
    <span aria-hidden="true">{signOf(status)}</span> {status}
  </span>
);
