/** Which step is looked at, which string of it, and which of its calls. */
import type { ComponentChildren } from 'preact';
import { nearestIndex } from '../../data/nearest.ts';
import { Choice, Select } from '../../parts/choice.tsx';
import { useValue } from '../../state/address.ts';
import { useKeys } from '../../state/keys.ts';

export const KINDS = [
  { value: 'random', text: 'random', title: 'Five calls, the same ones in whatever order they came' },
  { value: 'highest', text: 'highest', title: 'The best paid calls: hacks are found here' },
  { value: 'lowest', text: 'lowest', title: 'The worst paid calls' },
  { value: 'slowest', text: 'slowest', title: 'The calls that took longest' },
  { value: 'frequent', text: 'most frequent', title: 'The values that came most often' },
] as const;

export type Kind = (typeof KINDS)[number]['value'];

export interface StepPickerProps {
  label: string;
  steps: readonly number[];
  step: number;
  set: (step: number) => void;
}

export const StepPicker = ({ label, steps, step, set }: StepPickerProps) => {
  const at = nearestIndex(steps, step);
  const move = (by: number) => set(steps[Math.max(0, Math.min(steps.length - 1, at + by))] ?? step);
  return (
    <fieldset class="steps">
      <legend class="label">{label}</legend>
      <div>
        <button type="button" aria-label="Step before" disabled={at <= 0} onClick={() => move(-1)}>
          ‹
        </button>
        <input
          type="range"
          min="0"
          max={Math.max(0, steps.length - 1)}
          value={at}
          aria-label={`${label}: slider`}
          aria-valuetext={`step ${step}`}
          onInput={(event) => set(steps[Number(event.currentTarget.value)] ?? step)}
        />
        <button
          type="button"
          aria-label="Step after"
          disabled={at >= steps.length - 1}
          onClick={() => move(1)}
        >
          ›
        </button>
        <input
          type="number"
          class="number-input"
          aria-label={`${label}: number`}
          value={step}
          onChange={(event) => set(steps[nearestIndex(steps, Number(event.currentTarget.value))] ?? step)}
        />
      </div>
    </fieldset>
  );
};

interface PickerProps {
  steps: readonly number[];
  step: number;
  strings: readonly { key: string; n: number }[];
  stringKey: string;
  kind: Kind;
  nameOf: (key: string) => string;
  children?: ComponentChildren;
}

export const Picker = ({ steps, step, strings, stringKey, kind, nameOf, children }: PickerProps) => {
  const [, setStep] = useValue('step');
  const [, setKey] = useValue('key');
  const [, setKind] = useValue('kind', 'random');
  const at = nearestIndex(steps, step);
  const move = (by: number) => () => {
    const next = steps[Math.max(0, Math.min(steps.length - 1, at + by))];
    if (next !== undefined && next !== step) setStep(next, false);
  };
  useKeys({ '[': move(-1), ']': move(1), '{': move(-10), '}': move(10) });
  return (
    <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
      <StepPicker label="Step" steps={steps} step={step} set={(next) => setStep(next, false)} />
      <Select
        label="String"
        options={strings.map(({ key, n }) => ({ value: key, text: `${nameOf(key)} (${n})` }))}
        value={stringKey}
        set={setKey}
      />
      <Choice label="Calls" options={KINDS} value={kind} set={setKind} />
      {children}
    </form>
  );
};
