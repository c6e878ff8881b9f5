/** Calls that failed, by what made them fail. */

import { formatShare } from '../../../src/formats/text/numbers.ts';
import { groupDigits, plural } from '../../../src/formats/text/visible.ts';
import { usePage } from '../data/context.ts';
import type { Cause, Failures as FailureList } from '../data/types.ts';
import { useRoute, useVersion } from '../data/use-route.ts';
import { Select } from '../parts/choice.tsx';
import { Meter, Sparkline } from '../parts/meter.tsx';
import { type Chosen, useChosen, useInSight } from '../parts/rows.tsx';
import { STATUSES, StatusMark } from '../parts/status.tsx';
import { Line } from '../parts/text.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { useValue } from '../state/address.ts';
import { CauseDetails } from './failures/cause.tsx';
import { makeFilter } from './graphs/keys.ts';
import { setZoom, useZoom } from './graphs/view.ts';
import { NoRun } from './no-run.tsx';

interface CauseRowProps {
  cause: Cause;
  index: number;
  chosen: Chosen;
  /** The count of the most frequent cause. */
  most: number;
  /** First and last step that are shown: what came at the same time stands one below the other. */
  span: readonly [number, number];
}

const CauseRow = ({ cause, index, chosen, most, span }: CauseRowProps) => {
  const isOpen = chosen.index === index;
  const element = useInSight<HTMLLIElement>(isOpen);
  const { step, count } = cause.steps;
  return (
    <li ref={element}>
      <button
        type="button"
        class="cause"
        aria-expanded={isOpen}
        onClick={() => chosen.choose(isOpen ? -1 : index)}
      >
        <span class="count">
          <b>{groupDigits(cause.count)}</b>
          <Meter share={cause.count / most} />
          <span class="soft">{(100 * cause.share).toFixed(1)} %</span>
        </span>
        <span class="what">
          <span>
            <StatusMark status={cause.status} />{' '}
            {cause.type !== null && (
              <b>
                <Line text={cause.type} limit={60} />
              </b>
            )}
          </span>
          <span class={isOpen ? undefined : 'clip'}>
            <Line text={cause.message} limit={500} />
          </span>
          {cause.where !== null && (
            <code>
              <Line text={cause.where} limit={100} />
            </code>
          )}
        </span>
        <Sparkline
          places={step}
          span={span}
          counts={count}
          label={
            step.length === 0
              ? 'no steps'
              : `steps ${step[0]} to ${step.at(-1)}, at most ${Math.max(...count)} in one`
          }
        />
      </button>
      {isOpen && <CauseDetails cause={cause} />}
    </li>
  );
};

const useFailures = () => {
  const { shown } = usePage();
  const zoom = useZoom();
  const version = useVersion(shown?.run);
  return useRoute<FailureList>(
    shown === undefined ? null : `v1/view/runs/${shown.run.id}/failures`,
    { module: shown?.module, from: zoom?.[0], to: zoom?.[1] },
    version,
  );
};

export const Failures = () => {
  const { shown } = usePage();
  const { value, error } = useFailures();
  const zoom = useZoom();
  const [status, setStatus] = useValue('status');
  const [search, setSearch] = useValue('find');
  const { test } = makeFilter(search);
  const causes = (value?.causes ?? []).filter(
    (cause) =>
      (status === '' || cause.status === status) && test(`${cause.type} ${cause.message} ${cause.where}`),
  );
  const chosen = useChosen(
    'cause',
    causes.map(({ cause }) => cause),
    [
      ['j', 'k'],
      ['n', 'p'],
    ],
  );
  if (shown === undefined) return <NoRun />;
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  if (value.total === 0)
    return (
      <Empty title="No call failed">
        <p>
          {plural(value.calls, 'call')} {zoom === null ? 'so far' : `in steps ${zoom.join(' to ')}`}, all of
          them <StatusMark status="ok" />. Failures are grouped here by what caused them, with the stack of
          hangs and a command that runs one again.
        </p>
      </Empty>
    );
  const steps = value.causes.flatMap(({ steps: { step } }) => [step[0] ?? 0, step.at(-1) ?? 0]);
  const { first, latest } = shown.run;
  const span = zoom ?? ([first ?? Math.min(...steps), latest ?? Math.max(...steps)] as const);
  const present = STATUSES.filter((one) => value.causes.some((cause) => cause.status === one));
  return (
    <>
      <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
        <label class="field grow">
          <span class="label">Search</span>
          <input
            type="search"
            value={search}
            placeholder="type, message, line"
            spellcheck={false}
            onInput={(event) => setSearch(event.currentTarget.value, false)}
          />
        </label>
        <Select
          label="Status"
          options={[{ value: '', text: 'all' }, ...present.map((one) => ({ value: one, text: one }))]}
          value={status}
          set={setStatus}
        />
        {zoom !== null && (
          <button type="button" onClick={() => setZoom(null)}>
            ✕ steps {zoom.join('–')}
          </button>
        )}
        <p class="sum">
          <b>{groupDigits(value.total)}</b> of {plural(value.calls, 'call')} failed (
          {formatShare(value.total, value.calls)}), {plural(value.causes.length, 'cause')}
        </p>
      </form>
      {error != null && <Fault error={error} />}
      <ul class="causes" aria-label="Causes, the most frequent first">
        {causes.map((cause, index) => (
          <CauseRow
            key={cause.cause}
            cause={cause}
            index={index}
            chosen={chosen}
            most={value.causes[0]?.count ?? 1}
            span={span}
          />
        ))}
      </ul>
      {causes.length === 0 && <p class="nothing">No cause is like this.</p>}
      {value.left_out > 0 && <p class="nothing">{plural(value.left_out, 'failure')} of further causes.</p>}
    </>
  );
};
