/** Episodes, the newest first; one of them with its steps. */

import { formatMs, formatNumber } from '../../../src/formats/text/numbers.ts';
import { plural } from '../../../src/formats/text/visible.ts';
import { usePage } from '../data/context.ts';
import type { EpisodeInfo, Episodes as EpisodeList } from '../data/types.ts';
import { useRoute, useVersion } from '../data/use-route.ts';
import { Choice } from '../parts/choice.tsx';
import { type Chosen, useChosen, useInSight } from '../parts/rows.tsx';
import { StatusMark } from '../parts/status.tsx';
import { Line } from '../parts/text.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { useValue } from '../state/address.ts';
import { Timeline } from './episodes/timeline.tsx';

const PAGE = 50;

const EpisodeRow = ({ episode, index, chosen }: { episode: EpisodeInfo; index: number; chosen: Chosen }) => {
  const isOpen = chosen.index === index;
  const element = useInSight<HTMLTableSectionElement>(isOpen);
  const toggle = () => chosen.choose(isOpen ? -1 : index);
  return (
    <tbody ref={element} class={isOpen ? 'open' : undefined}>
      <tr onClick={(event) => (event.target as Element).closest('button, a') === null && toggle()}>
        <td class="prompt" data-label="Prompt">
          <button type="button" class="opener" aria-expanded={isOpen} onClick={toggle}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span>
            <span class="clip">
              <Line text={episode.prompt ?? episode.episode} limit={160} />
            </span>
          </button>
        </td>
        <td data-label="State">{episode.state === 'live' ? '● live' : `– ${episode.ended ?? 'ended'}`}</td>
        <td data-label="Status">
          <StatusMark status={episode.status} />
        </td>
        <td class="number" data-label="Steps">
          {episode.steps}
        </td>
        <td class="number" data-label="Return">
          <b>{episode.return === null ? '–' : formatNumber(episode.return)}</b>
        </td>
        <td class="number" data-label="Training step">
          {episode.step ?? '–'}
        </td>
        <td class="number" data-label="Idle">
          {episode.idle_ms === null ? '–' : formatMs(episode.idle_ms)}
        </td>
        <td class="soft">
          {episode.line === null ? <Line text={episode.id ?? '–'} limit={40} /> : `line ${episode.line}`}
        </td>
      </tr>
      {isOpen && (
        <tr class="details">
          <td colSpan={8}>
            <Timeline episode={episode} />
          </td>
        </tr>
      )}
    </tbody>
  );
};

const STATES = [
  { value: '', text: 'all' },
  { value: 'live', text: 'live' },
  { value: 'ended', text: 'ended' },
];

export const Episodes = () => {
  const { shown } = usePage();
  const [state, setState] = useValue('state');
  const [fromText, setFrom] = useValue('from', '0');
  const from = Number(fromText) || 0;
  const version = useVersion(shown?.run);
  const { value, error } = useRoute<EpisodeList>(
    shown === undefined ? null : `v1/view/runs/${shown.run.id}/episodes`,
    { module: shown?.module, state: state === '' ? undefined : state, from, limit: PAGE },
    version,
  );
  const episodes = value?.episodes.slice(0, PAGE) ?? [];
  const chosen = useChosen(
    'episode',
    episodes.map(({ episode }) => episode),
    [
      ['j', 'k'],
      ['n', 'p'],
    ],
  );
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  return (
    <>
      <form class="toolbar" onSubmit={(event) => event.preventDefault()}>
        <Choice
          label="Which"
          options={STATES}
          value={state}
          set={(next) => {
            setState(next);
            setFrom(0, false);
          }}
        />
        <p class="sum">{plural(value.total, 'episode')}</p>
      </form>
      {error != null && <Fault error={error} />}
      {episodes.length === 0 ? (
        <Empty title="No episode">
          <p>
            Episodes of environments appear here, live and ended
            {state === '' ? '' : `; of those that are ${state} there is none`}.
          </p>
        </Empty>
      ) : (
        <table class="samples episodes">
          <caption class="only-read">Episodes, the newest first</caption>
          <thead>
            <tr>
              <th scope="col">Prompt</th>
              <th scope="col">State</th>
              <th scope="col">Status</th>
              <th scope="col" class="number">
                Steps
              </th>
              <th scope="col" class="number">
                Return
              </th>
              <th scope="col" class="number">
                Training step
              </th>
              <th scope="col" class="number">
                Idle
              </th>
              <th scope="col">Line</th>
            </tr>
          </thead>
          {episodes.map((episode, index) => (
            <EpisodeRow key={episode.episode} episode={episode} index={index} chosen={chosen} />
          ))}
        </table>
      )}
      {value.total > PAGE && (
        <nav class="pages" aria-label="Pages of episodes">
          <button type="button" disabled={from === 0} onClick={() => setFrom(Math.max(0, from - PAGE))}>
            ‹ newer
          </button>
          <span>
            {from + 1}–{from + episodes.length} of {value.total}
          </span>
          <button type="button" disabled={value.next === null} onClick={() => setFrom(value.next ?? from)}>
            older ›
          </button>
        </nav>
      )}
    </>
  );
};
