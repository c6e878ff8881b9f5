import { useEffect, useRef } from 'preact/hooks';

const KEYS: readonly (readonly [string, string])[] = [
  ['← →', 'screen before, screen after'],
  ['[ ]', 'step before, step after (with Shift: ten)'],
  ['j k', 'next row, row before'],
  ['n p', 'next sample or group, the one before'],
  ['g G', 'top, end'],
  ['Enter', 'open what is chosen'],
  ['Esc b', 'close it again'],
  ['/ s', 'search'],
  ['f', 'failures'],
  ['v', 'compare with another run or step'],
  ['e x', 'unfold all findings, fold them'],
  ['m', 'completions as Markdown, or as they are'],
  ['c', 'copy the chosen call as JSON'],
  ['u', 'copy a link to this view'],
  ['r', 'run the chosen call again'],
  ['Space', 'hold live updates, and let them go on'],
  ['t', 'theme: the system’s, light, dark'],
  ['?', 'this list'],
];

export const Help = ({ close }: { close: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog class="help" ref={dialog} onClose={close} aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl>
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="hint">
        In a plot: ← → move along it, Enter opens the samples of that step, dragging zooms all plots, a double
        click shows all again.
      </p>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
};
