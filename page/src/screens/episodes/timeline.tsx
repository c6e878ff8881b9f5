/** The steps of one episode: what was done, what came back, what it was paid. */

import { formatMs, formatNumber } from '../../../../src/formats/text/numbers.ts';
import { plural } from '../../../../src/formats/text/visible.ts';
import { usePage } from '../../data/context.ts';
import type { EpisodeInfo, OneEpisode, TimelineStep } from '../../data/types.ts';
import { useRoute } from '../../data/use-route.ts';
import { Copy, copyAsJson } from '../../parts/copy.tsx';
import { StatusMark } from '../../parts/status.tsx';
import { Line, Text } from '../../parts/text.tsx';
import { Fault } from '../../shell/boundary.tsx';
import { Loading } from '../../shell/empty.tsx';
import { useKeys } from '../../state/keys.ts';

const Said = ({ who, text, label }: { who: string; text: string; label: string }) => (
  <div class={`said-by ${who}`}>
    <span class="label">{label}</span>
    <Text text={text} label={label} folded={400} isSaid />
  </div>
);

const Step = ({ step }: { step: TimelineStep }) => (
  <li class="turn">
    <div class="turn-head">
      <span class="at">{step.at}</span>
      <b class="number">{step.reward === null ? '–' : formatNumber(step.reward)}</b>
      {step.status !== 'ok' && <StatusMark status={step.status} />}
      {step.done === true && <span class="tag">done</span>}
      <span class="soft">{formatMs(step.duration_ms)}</span>
    </div>
    <div class="turn-texts">
      {step.action !== null && <Said who="model" text={step.action} label="Action" />}
      {step.observation !== null && <Said who="world" text={step.observation} label="Observation" />}
      {step.error !== null && (
        <p class="error-line">
          <b>
            <Line text={step.error.type} />
          </b>{' '}
          <Line text={step.error.message} limit={500} />
        </p>
      )}
      {Object.keys(step.info).length > 0 && (
        <dl class="info">
          {Object.entries(step.info).map(([name, value]) => (
            <div key={name}>
              <dt>
                <Line text={name} limit={60} />
              </dt>
              <dd>
                {typeof value === 'number' ? formatNumber(value) : <Line text={value ?? 'NaN'} limit={200} />}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  </li>
);

export const Timeline = ({ episode }: { episode: EpisodeInfo }) => {
  const { shown } = usePage();
  const path = `v1/view/runs/${shown?.run.id}/episodes/${encodeURIComponent(episode.episode)}`;
  const { value, error } = useRoute<OneEpisode>(episode.recorded ? path : null, {}, episode.steps);
  useKeys({ c: value === undefined ? undefined : () => void copyAsJson(value) });
  if (!episode.recorded) return <p class="nothing">Of this episode only these figures are kept.</p>;
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  const gap = value.left_out > 0 ? Math.ceil(value.timeline.length / 2) : -1;
  return (
    <div class="timeline">
      {value.observation !== null && <Said who="world" text={value.observation} label="First observation" />}
      <ol aria-label="Steps of the episode">
        {value.timeline.map((step, index) => (
          <>
            {index === gap && <li class="nothing">{plural(value.left_out, 'step')} left out</li>}
            <Step key={step.at} step={step} />
          </>
        ))}
      </ol>
      {value.error !== null && (
        <p class="error-line">
          <b>
            <Line text={value.error.type} />
          </b>{' '}
          <Line text={value.error.message} limit={500} />
        </p>
      )}
      <Copy text={JSON.stringify(value, null, 2)} label="Copy JSON of this episode">
        Copy JSON
      </Copy>
    </div>
  );
};
