/** An episode that is played by hand. */
import { useEffect, useRef, useState } from 'preact/hooks';
import { formatNumber } from '../../../../src/formats/text/numbers.ts';
import { usePage } from '../../data/context.ts';
import { StatusMark } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Fault } from '../../shell/boundary.tsx';
import { OutcomeView, type ScoredOutcome } from './outcome.tsx';
import { parseFields, RowFields } from './row.tsx';

interface Place extends ScoredOutcome {
  observation: unknown;
  done: boolean;
}

interface Started extends Place {
  episode_id: string | null;
}

interface Stepped extends Place {
  steps: number;
  return: number | null;
  ended: string | null;
}

interface Turn {
  action: string | null;
  place: Place;
}

const textOf = (observation: unknown): string =>
  typeof observation === 'string' ? observation : JSON.stringify(observation, null, 2);

export const PlayForm = ({ module }: { module: string }) => {
  const { source } = usePage();
  const [fields, setFields] = useState('{}');
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [end, setEnd] = useState<Stepped | undefined>();
  const [error, setError] = useState<unknown>();
  const [isRunning, setRunning] = useState(false);
  const [action, setAction] = useState('');
  const episode = useRef<string | null>(null);
  const parsed = parseFields(fields);

  const close = () => {
    const id = episode.current;
    episode.current = null;
    if (id !== null) source.send('DELETE', `v1/episodes/${id}`).catch(() => {});
  };
  useEffect(() => close, []);

  const ask = async <T extends Place>(
    path: string,
    body: unknown,
    said: string | null,
  ): Promise<T | undefined> => {
    setRunning(true);
    setError(undefined);
    try {
      const place = await source.send<T>('POST', path, body);
      setTurns((before) => [...before, { action: said, place }]);
      return place;
    } catch (fault) {
      setError(fault);
      return undefined;
    } finally {
      setRunning(false);
    }
  };
  const start = async () => {
    if ('fault' in parsed) return;
    close();
    setTurns([]);
    setEnd(undefined);
    const place = await ask<Started>(
      'v1/episodes',
      `{"module":${JSON.stringify(module)},"kwargs":${parsed.fields}}`,
      null,
    );
    episode.current = place?.episode_id ?? null;
  };
  const step = async () => {
    const place = await ask<Stepped>(`v1/episodes/${episode.current}/step`, { action }, action);
    setAction('');
    if (place?.ended != null) {
      setEnd(place);
      episode.current = null;
    }
  };
  return (
    <div class="try">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        <RowFields text={fields} set={setFields} />
        <button
          type="submit"
          class={turns.length === 0 ? 'main' : ''}
          disabled={isRunning || 'fault' in parsed}
        >
          {turns.length === 0 ? 'Set up an episode' : 'Begin anew'}
        </button>
      </form>
      <ol class="turns" aria-label="Steps" aria-live="polite">
        {turns.map(({ action: said, place }, index) => (
          <li key={index}>
            {said !== null && <Text text={said} label="Action" />}
            {place.observation != null && <Text text={textOf(place.observation)} label="Observation" />}
            {said !== null || place.status !== 'ok' ? (
              <OutcomeView outcome={place} />
            ) : (
              <StatusMark status={place.status} />
            )}
          </li>
        ))}
      </ol>
      {error != null && <Fault error={error} />}
      {episode.current !== null && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void step();
          }}
        >
          <label class="field">
            <span class="label">Action</span>
            <textarea
              rows={3}
              spellcheck={false}
              value={action}
              onInput={(event) => setAction(event.currentTarget.value)}
            />
          </label>
          <button type="submit" class="main" disabled={isRunning}>
            {isRunning ? 'Running …' : 'Step'}
          </button>
        </form>
      )}
      {end !== undefined && (
        <p class="sum">
          Ended ({end.ended}) after {end.steps} steps, return{' '}
          <b>{end.return === null ? '–' : formatNumber(end.return)}</b>.
        </p>
      )}
    </div>
  );
};
