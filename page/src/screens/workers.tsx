/** What serves the calls, as of now. */
import { useEffect, useState } from 'preact/hooks';
import { formatMs } from '../../../src/formats/text/numbers.ts';
import { groupDigits, plural } from '../../../src/formats/text/visible.ts';
import { live } from '../data/live.ts';
import type { Workers as WorkersAnswer } from '../data/types.ts';
import { useRoute } from '../data/use-route.ts';
import { Line, Text } from '../parts/text.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';

const EVERY_MS = 1_000;

const STATE_SIGNS: Readonly<Record<string, string>> = {
  loading: '◌',
  ready: '✓',
  failed: '✗',
  starting: '◌',
  busy: '●',
  ending: '–',
};

/** Grows each second, but not while updates are held or nobody sees the page. */
const useTicks = (): number => {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => {
      if (live.state !== 'paused' && !document.hidden) setCount((before) => before + 1);
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return count;
};

type ModuleWorkers = WorkersAnswer['modules'][number];

const mebibytes = (bytes: number | null): string =>
  bytes === null ? '–' : `${(bytes / 2 ** 20).toFixed(0)} MiB`;

type WorkerInfo = NonNullable<ModuleWorkers['workers']>[number];

/** Why a worker was replaced, in words. */
const REASONS: Readonly<Record<string, string>> = {
  retired: 'it left traces, or had served enough',
  timeout: 'its call ran into the deadline',
  memory: 'its call took more memory than it may',
  crashed: 'it ended during a call',
  cancelled: 'its call was cancelled',
  idle: 'it ended between calls',
  replaced: 'it was not to be trusted any more',
  start: 'it did not start',
  sandbox: 'the whole sandbox ended',
};

const WorkerTable = ({ workers }: { workers: readonly WorkerInfo[] }) => (
  <table class="workers">
    <caption class="only-read">Workers</caption>
    <thead>
      <tr>
        <th scope="col" class="number">
          PID
        </th>
        <th scope="col">State</th>
        <th scope="col" class="number">
          Age
        </th>
        <th scope="col" class="number">
          Calls
        </th>
        <th scope="col" class="number">
          Memory
        </th>
        <th scope="col" class="number">
          This call
        </th>
        <th scope="col" class="number">
          Restarts
        </th>
      </tr>
    </thead>
    <tbody>
      {workers.map(({ pid, state, age_ms, calls, restarts, rss_bytes, running_ms }, index) => (
        <tr key={pid ?? `-${index}`}>
          <th scope="row" class="number">
            {pid ?? '–'}
          </th>
          <td>
            <span aria-hidden="true">{STATE_SIGNS[state]}</span> {state}
          </td>
          <td class="number">{formatMs(age_ms)}</td>
          <td class="number">{groupDigits(calls)}</td>
          <td class="number">{mebibytes(rss_bytes)}</td>
          <td class="number">{running_ms === null ? '–' : formatMs(running_ms)}</td>
          <td class="number">{restarts}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const ModuleCard = ({ module }: { module: ModuleWorkers }) => {
  const { state, states, restarts, oldest, workers, ended: latest, trouble } = module;
  const facts: readonly (readonly [string, string | number])[] = [
    ['waiting', groupDigits(module.queue)],
    ['running', `${groupDigits(module.running)} of ${module.concurrency}`],
    ...(Object.entries(states) as [string, number][]).map(([name, count]) => [name, count] as const),
  ];
  const ended = Object.entries(restarts).filter(([, count]) => count > 0);
  return (
    <section class="panel module" aria-label={`Module ${module.module}`}>
      <h2>
        <Line text={module.module} limit={60} /> <span class="tag">{module.kind}</span>{' '}
        <span class={`status ${state === 'failed' ? 'crashed' : 'ok'}`}>
          <span aria-hidden="true">{STATE_SIGNS[state]}</span> {state}
        </span>
      </h2>
      <p class="soft">
        <code>
          <Line text={module.file} limit={160} />
        </code>
        {module.level !== null && <> · confined by {module.level}</>}
        {module.version !== null && <> · {module.version.slice(0, 12)}</>}
      </p>
      {trouble !== null && <Text text={trouble} label="Trouble" folded={2_000} />}
      <dl class="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {workers !== null && workers.length > 0 && (
        <div class="scroll-x">
          <WorkerTable workers={workers} />
        </div>
      )}
      <h3>Workers that were replaced</h3>
      {ended.length === 0 ? (
        <p class="nothing">None.</p>
      ) : (
        <ul class="reasons">
          {ended.map(([reason, count]) => (
            <li key={reason}>
              <b>{groupDigits(count)}</b> {reason} <span class="soft">{REASONS[reason]}</span>
            </li>
          ))}
        </ul>
      )}
      {latest.length > 0 && (
        <details>
          <summary>The latest {latest.length}</summary>
          <ol class="reasons">
            {latest.map(({ reason, ago_ms, age_ms, calls }, index) => (
              <li key={index}>
                <b>{reason}</b> {formatMs(ago_ms)} ago, after {formatMs(age_ms)} and {plural(calls, 'call')}
              </li>
            ))}
          </ol>
        </details>
      )}
      {oldest.length > 0 && <h3>Calls that have run longest</h3>}
      {oldest.map(({ running_ms, stack }, at) => (
        <details key={at}>
          <summary>{formatMs(running_ms)}</summary>
          {stack === null ? (
            <p class="nothing">Its stack is not known yet.</p>
          ) : (
            <Text text={stack} label="Stack" fromEnd />
          )}
        </details>
      ))}
    </section>
  );
};

export const Workers = () => {
  const { value, error } = useRoute<WorkersAnswer>('v1/view/workers', {}, useTicks());
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  if (value.modules.length === 0)
    return (
      <Empty title="No module is served">
        <p>
          <code>runrl-sandbox serve --reward reward.py</code> serves one.
        </p>
      </Empty>
    );
  return (
    <>
      {error != null && <Fault error={error} />}
      {value.modules.map((module) => (
        <ModuleCard key={module.module} module={module} />
      ))}
    </>
  );
};
