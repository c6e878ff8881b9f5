/** What could not be read of the run that is shown, and why. */
import { usePage } from '../data/context.ts';
import { Line } from '../parts/text.tsx';

const SIGNS = { info: 'i', warning: '!', error: '✗' };

export const Notes = () => {
  const { shown, other } = usePage();
  const notes = [shown, other].flatMap(
    (one) => one?.run.notes.map((note) => ({ ...note, run: one.run.name })) ?? [],
  );
  if (notes.length === 0) return null;
  return (
    <ul class="notes" aria-label="Notes on this run">
      {notes.map(({ level, text, help, run }) => (
        <li key={run + text} class={level}>
          <b aria-hidden="true">{SIGNS[level]}</b>
          <span>
            <span class="only-read">{level}: </span>
            {other !== undefined && <Line text={`${run}: `} limit={40} />}
            <Line text={help === undefined ? text : `${text}.`} limit={1_000} />
            {help !== undefined && (
              <span class="soft">
                {' '}
                <Line text={help} limit={1_000} />
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};
