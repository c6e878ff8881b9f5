/** Every number of a run as a small plot. */
import { useMemo, useState } from 'preact/hooks';
import { plural } from '../../../src/formats/text/visible.ts';
import { usePage } from '../data/context.ts';
import type { Keys } from '../data/types.ts';
import { useRoute, useVersion } from '../data/use-route.ts';
import { Choice } from '../parts/choice.tsx';
import { Line } from '../parts/text.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { useValue } from '../state/address.ts';
import { KeyCard } from './graphs/card.tsx';
import { groupKeys, isOwn, type KeyGroup, makeFilter, nameOf } from './graphs/keys.ts';
import { EqualGroups, Latency, Outcomes } from './graphs/overview.tsx';
import { type GraphView, setZoom, useGraphView, usePair, X_KINDS } from './graphs/view.ts';
import { NoRun } from './no-run.tsx';

/** Plots of a group that are made at once. */
const AT_ONCE = 60;

/** The plots of one prefix; which of two runs has a key does not matter. */
const Group = ({ group, view }: { group: KeyGroup; view: GraphView }) => {
  const { shown, other } = usePage();
  const [limit, setLimit] = useState(AT_ONCE);
  const keys = useMemo(() => group.keys.slice(0, limit), [group.keys, limit]);
  const pair = usePair(shown, other, keys, view);
  const left = group.keys.length - keys.length;
  return (
    <details open class={`group size-${Math.min(3, group.keys.length)}`}>
      <summary>
        <h2>
          <Line text={group.prefix === '' ? 'info' : `${group.prefix}/`} />
        </h2>
        <span class="soft">{plural(group.keys.length, 'number')}</span>
      </summary>
      {pair.one === undefined ? (
        pair.error == null ? (
          <Loading />
        ) : (
          <Fault error={pair.error} />
        )
      ) : (
        <div class="cards">
          {keys.map((key) => (
            <KeyCard key={key} name={key} pair={pair} view={view} />
          ))}
        </div>
      )}
      {left > 0 && (
        <button type="button" onClick={() => setLimit(limit + AT_ONCE)}>
          Show {Math.min(left, AT_ONCE)} of {plural(left, 'plot')} more
        </button>
      )}
    </details>
  );
};

const Toolbar = ({ view, isWrong }: { view: GraphView; isWrong: boolean }) => {
  const { shown, other } = usePage();
  const [, setFilter] = useValue('q');
  const [, setSmoothing] = useValue('smooth');
  const [, setKind] = useValue('x');
  return (
    <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
      <label class="field grow">
        <span class="label">Filter (regular expression)</span>
        <input
          type="search"
          value={view.filter}
          placeholder="e.g. ^format/|length"
          spellcheck={false}
          aria-invalid={isWrong}
          onInput={(event) => setFilter(event.currentTarget.value, false)}
        />
      </label>
      <label class="field">
        <span class="label">
          Smoothing <output>{view.smoothing.toFixed(2)}</output>
        </span>
        <input
          type="range"
          min="0"
          max="0.99"
          step="0.01"
          value={view.smoothing}
          onInput={(event) => setSmoothing(event.currentTarget.value, false)}
        />
      </label>
      <Choice
        label="X axis"
        options={X_KINDS.map((value) => ({ value, text: value }))}
        value={view.kind}
        set={(value) => setKind(value === 'step' ? '' : value)}
      />
      {view.zoom !== null && (
        <button type="button" onClick={() => setZoom(null)}>
          ✕ steps {view.zoom.join('–')}
        </button>
      )}
      {isWrong && <p class="wrong">No regular expression: looked for as it stands.</p>}
      {other !== undefined && (
        <p class="legend">
          <span class="key-a">A</span> <Line text={shown?.run.name ?? ''} limit={40} />{' '}
          <span class="key-b">B</span> <Line text={other.run.name} limit={40} />
        </p>
      )}
    </form>
  );
};

export const Graphs = () => {
  const { shown, other } = usePage();
  const view = useGraphView();
  const version = useVersion(shown?.run);
  const { value: keys, error } = useRoute<Keys>(
    shown === undefined ? null : `v1/view/runs/${shown.run.id}/keys`,
    { module: shown?.module },
    version,
  );
  const { test, isWrong } = useMemo(() => makeFilter(view.filter), [view.filter]);
  const names = useMemo(
    () => keys?.numbers.map(({ key }) => key) ?? [],
    [keys?.numbers.map(({ key }) => key).join('\n')],
  );
  const own = useMemo(
    () => ['@reward', ...names.filter((key) => isOwn(key) && key !== '@reward' && key !== '@duration')],
    [names],
  );
  const groups = useMemo(
    () => groupKeys(names.filter((key) => !isOwn(key) && test(nameOf(key)))),
    [names, test],
  );
  const pair = usePair(shown, other, own, view);
  if (shown === undefined) return <NoRun />;
  if (pair.one === undefined) return pair.error == null ? <Loading /> : <Fault error={pair.error} />;
  if (pair.one.x.step.length === 0)
    return (
      <Empty title="No step yet">
        <p>
          Nothing was scored so far. Send calls to the server (see <a href="docs">its routes</a>), with{' '}
          <code>step</code> for the training step; they appear here as they come.
        </p>
      </Empty>
    );
  return (
    <>
      <Toolbar view={view} isWrong={isWrong} />
      <section class="cards wide" aria-label="Overview">
        <h2 class="only-read">Overview</h2>
        {own
          .filter((key) => pair.one?.columns[key] !== undefined && test(nameOf(key)))
          .map((key) => (
            <KeyCard key={key} name={key} pair={pair} view={view} hasSpread={key === '@reward'} />
          ))}
        {test('groups with equal rewards') && <EqualGroups pair={pair} view={view} />}
        {test('outcomes') && <Outcomes pair={pair} view={view} />}
        {test('latency') && <Latency pair={pair} view={view} />}
      </section>
      {error != null && <Fault error={error} />}
      <div class="groups">
        {groups.map((group) => (
          <Group key={group.prefix} group={group} view={view} />
        ))}
      </div>
      {keys !== undefined && groups.length === 0 && view.filter !== '' && (
        <p class="nothing">
          No number of <code>info</code> has such a name.
        </p>
      )}
      {keys !== undefined && keys.left_out > 0 && (
        <p class="nothing">
          {plural(keys.left_out, 'value')} under further names are not kept: a step keeps 64 names.
        </p>
      )}
    </>
  );
};
