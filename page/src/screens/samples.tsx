/** Five calls of a step, beside those of another step or run. */
import type { ComponentChildren } from 'preact';
import { usePage } from '../data/context.ts';
import { nearestIndex } from '../data/nearest.ts';
import { useStep, useStepNumbers } from '../data/steps.ts';
import type { OneStep } from '../data/types.ts';
import { useChosen } from '../parts/rows.tsx';
import { Line } from '../parts/text.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { useValue } from '../state/address.ts';
import { useKeys } from '../state/keys.ts';
import { nameOf } from './graphs/keys.ts';
import { NoRun } from './no-run.tsx';
import { Differences, StepLine } from './samples/figures.tsx';
import { Frequent } from './samples/frequent.tsx';
import { KINDS, type Kind, Picker, StepPicker } from './samples/picker.tsx';
import { SampleRows } from './samples/table.tsx';

const ALL_CALLS = '@calls';

const stringName = (key: string): string => (key === ALL_CALLS ? 'all calls' : nameOf(key));

/** The samples of one step, by kind; `name` keeps apart what is chosen in two of them. */
const Calls = ({ step, kind, name }: { step: OneStep; kind: Kind; name: string }) => {
  const rows = kind === 'frequent' ? [] : step.samples[kind];
  const chosen = useChosen(
    name,
    rows.map(({ hash }) => String(hash)),
    name === 'row'
      ? [
          ['j', 'k'],
          ['n', 'p'],
        ]
      : [],
  );
  const valueName = step.key === ALL_CALLS ? null : stringName(step.key);
  if (kind === 'frequent' && step.samples.frequent.length > 0)
    return <Frequent samples={step.samples} valueName={valueName ?? 'value'} />;
  if (rows.length === 0) return <p class="nothing">No call of this step has this.</p>;
  return (
    <SampleRows rows={rows} chosen={chosen} caption={`Step ${step.step}, ${kind}`} valueName={valueName} />
  );
};

/** Another step of the run, or the same step of the run that is laid over. */
const useComparison = (steps: readonly number[], step: number | undefined, key: string) => {
  const { shown, other } = usePage();
  const [text, set] = useValue('step2');
  const otherSteps = useStepNumbers(other).value?.steps;
  const isOn = text !== '' || other !== undefined;
  const list = other === undefined ? steps : (otherSteps ?? []);
  const wanted = text === '' ? step : Number(text);
  const at = wanted === undefined ? undefined : list[nearestIndex(list, wanted)];
  const { value } = useStep(isOn ? (other ?? shown) : undefined, at, key);
  return { isOn, set, list, at, value, run: other?.run };
};

const Heading = ({ children }: { children: ComponentChildren }) => <h2 class="side-title">{children}</h2>;

export const Samples = () => {
  const { shown } = usePage();
  const { value: numbers, error: noSteps } = useStepNumbers(shown);
  const [stepText] = useValue('step');
  const [key] = useValue('key');
  const [kindText] = useValue('kind', 'random');
  const kind = KINDS.find(({ value }) => value === kindText)?.value ?? 'random';
  const steps = numbers?.steps ?? [];
  const step = stepText === '' ? steps.at(-1) : steps[nearestIndex(steps, Number(stepText) || 0)];
  const { value: one, error } = useStep(shown, step, key);
  const compared = useComparison(steps, step, key);
  const toggle = () => compared.set(compared.isOn ? '' : (steps[0] ?? ''));
  useKeys({ v: toggle });
  if (shown === undefined) return <NoRun />;
  if (numbers === undefined) return noSteps == null ? <Loading /> : <Fault error={noSteps} />;
  if (step === undefined)
    return (
      <Empty title="No samples yet">
        <p>
          Five calls of each step are kept, for each string of <code>info</code>. They appear when the first
          calls have come.
        </p>
      </Empty>
    );
  if (one === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  return (
    <>
      <Picker
        steps={steps}
        step={step}
        strings={one.strings}
        stringKey={one.key}
        kind={kind}
        nameOf={stringName}
      >
        {compared.run === undefined && (
          <button type="button" aria-pressed={compared.isOn} onClick={toggle}>
            compare steps
          </button>
        )}
        {compared.isOn && compared.at !== undefined && (
          <StepPicker
            label="Compared with step"
            steps={compared.list}
            step={compared.at}
            set={(next) => compared.set(next, false)}
          />
        )}
      </Picker>
      {error != null && <Fault error={error} />}
      <section aria-label={`Step ${one.step}`}>
        {compared.isOn ? (
          <Heading>Step {one.step}</Heading>
        ) : (
          <h2 class="only-read">Calls of step {one.step}</h2>
        )}
        <StepLine step={one} />
        <Calls step={one} kind={kind} name="row" />
      </section>
      {compared.isOn && compared.value !== undefined && (
        <section aria-label={`Compared: step ${compared.value.step}`} class="compared">
          <Heading>
            Step {compared.value.step}{' '}
            {compared.run !== undefined && <Line text={`of ${compared.run.name}`} limit={60} />}
          </Heading>
          <StepLine step={compared.value} />
          <Calls step={compared.value} kind={kind} name="row2" />
          <Differences one={one} other={compared.value} />
        </section>
      )}
    </>
  );
};
