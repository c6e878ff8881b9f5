/** The findings of a report, and the filter above them; it stands in the address. */
import { useEffect, useState } from 'preact/hooks';
import { type Finding, SEVERITIES } from '../../../src/check/finding.ts';
import { splitFindings } from '../../../src/check/report/words.ts';
import type { Report } from '../../../src/check/report.ts';
import { groupDigits } from '../../../src/formats/text/visible.ts';
import { useAddress, useValue } from '../state/address.ts';
import { useKeys } from '../state/keys.ts';
import { FindingCard, SOURCES } from './finding.tsx';

/** What is left out, as a list in the address: `critical,lint`. */
const useLeftOut = () => {
  const [text, set] = useValue('hide');
  const leftOut = new Set(text.split(',').filter((one) => one !== ''));
  const toggle = (name: string) => {
    if (!leftOut.delete(name)) leftOut.add(name);
    set([...leftOut].join(','), false);
  };
  return { leftOut, toggle };
};

/** Not by the state: printing does not wait for it. */
const openAll = (): void => {
  for (const one of document.querySelectorAll<HTMLDetailsElement>('.finding')) one.open = true;
};

interface ChipProps {
  name: string;
  text: string;
  count: number;
  isOn: boolean;
  toggle: (name: string) => void;
}

const Chip = ({ name, text, count, isOn, toggle }: ChipProps) => (
  <label class={`chip ${name}`}>
    <input type="checkbox" checked={isOn} onChange={() => toggle(name)} />
    <span>
      {text} <b>{groupDigits(count)}</b>
    </span>
  </label>
);

export const Findings = ({ report }: { report: Report }) => {
  const { open, suppressed } = splitFindings(report);
  const all = [...open, ...suppressed];
  const { leftOut, toggle } = useLeftOut();
  const { finding: linked = '' } = useAddress().values;
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(
    () => new Set(all.slice(0, 1).map(({ id }) => id)),
  );
  const shown = all.filter(
    ({ severity, source, suppressed: why }) =>
      !leftOut.has(severity) && !leftOut.has(source) && !(why !== null && leftOut.has('suppressed')),
  );
  const unfoldAll = () => setUnfolded(new Set(shown.map(({ id }) => id)));
  const foldAll = () => setUnfolded(new Set());
  useKeys({ e: unfoldAll, x: foldAll });
  useEffect(() => {
    addEventListener('beforeprint', openAll);
    return () => removeEventListener('beforeprint', openAll);
  }, []);
  // A link to one finding: `#/findings?finding=ID`.
  useEffect(() => {
    if (linked === '') return;
    setUnfolded((before) => new Set([...before, linked]));
    document.getElementById(`finding-${linked}`)?.scrollIntoView();
  }, [linked]);
  const count = (of: (finding: Finding) => boolean) => all.filter(of).length;
  const fold = (id: string) => (isOpen: boolean) =>
    setUnfolded((before) => {
      if (before.has(id) === isOpen) return before;
      const next = new Set(before);
      if (isOpen) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <section id="findings" aria-labelledby="findings-title">
      <h2 id="findings-title">
        Findings <span class="count">{groupDigits(open.length)}</span>
      </h2>
      {all.length === 0 && (
        <p class="nothing">
          {report.verdict === 'UNTESTABLE'
            ? 'None: nothing could be tried.'
            : 'Nothing was found. What was not checked is at the end.'}
        </p>
      )}
      {all.length > 1 && (
        <form
          class="filters"
          aria-label="Which findings are shown"
          onSubmit={(event) => event.preventDefault()}
        >
          <fieldset>
            <legend>Severity</legend>
            {SEVERITIES.map((name) => ({ name, of: count((one) => one.severity === name) }))
              .filter(({ of }) => of > 0)
              .map(({ name, of }) => (
                <Chip
                  key={name}
                  name={name}
                  text={name}
                  count={of}
                  isOn={!leftOut.has(name)}
                  toggle={toggle}
                />
              ))}
          </fieldset>
          <fieldset>
            <legend>Rests on</legend>
            {Object.entries(SOURCES)
              .map(([name, text]) => ({ name, text, of: count((one) => one.source === name) }))
              .filter(({ of }) => of > 0)
              .map(({ name, text, of }) => (
                <Chip
                  key={name}
                  name={name}
                  text={text}
                  count={of}
                  isOn={!leftOut.has(name)}
                  toggle={toggle}
                />
              ))}
            {suppressed.length > 0 && (
              <Chip
                name="suppressed"
                text="suppressed"
                count={suppressed.length}
                isOn={!leftOut.has('suppressed')}
                toggle={toggle}
              />
            )}
          </fieldset>
          <div class="all">
            <button type="button" class="open-all" onClick={unfoldAll}>
              Open all
            </button>
            <button type="button" class="close-all" onClick={foldAll}>
              Close all
            </button>
            <output class="shown">
              {shown.length} of {all.length} shown
            </output>
          </div>
        </form>
      )}
      <div class="findings">
        {shown.map((finding) => (
          <FindingCard
            key={finding.id}
            report={report}
            finding={finding}
            isOpen={unfolded.has(finding.id)}
            toggle={fold(finding.id)}
          />
        ))}
      </div>
      {all.length > 0 && shown.length === 0 && <p class="nothing">No finding is of these kinds.</p>}
    </section>
  );
};
