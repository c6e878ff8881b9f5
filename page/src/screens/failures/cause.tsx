/** One cause: examples, each with where it failed, and what runs it again. */
import { useState } from 'preact/hooks';
import { usePage } from '../../data/context.ts';
import type { Cause, Example, OneCause } from '../../data/types.ts';
import { useRoute } from '../../data/use-route.ts';
import { Choice } from '../../parts/choice.tsx';
import { Command } from '../../parts/copy.tsx';
import { Line, Text } from '../../parts/text.tsx';
import { Fault } from '../../shell/boundary.tsx';
import { Loading } from '../../shell/empty.tsx';
import { RowDetails } from '../samples/table.tsx';
import { RunAgain } from './run-again.tsx';

export const CauseDetails = ({ cause }: { cause: Cause }) => {
  const { shown } = usePage();
  const { value, error } = useRoute<OneCause>(
    `v1/view/runs/${shown?.run.id}/failures/${encodeURIComponent(cause.cause)}`,
    { module: shown?.module },
    cause.count, // another count: other examples
  );
  const [at, setAt] = useState(-1);
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  const { examples } = value;
  const example = examples.at(at);
  if (example === undefined) return <p class="nothing">No example was kept.</p>;
  return (
    <div class="cause-details">
      {examples.length > 1 && (
        <Choice
          label={`Examples, the newest last`}
          options={examples.map(({ step }, index) => ({ value: String(index), text: `step ${step}` }))}
          value={String(at < 0 ? examples.length + at : at)}
          set={(value) => setAt(Number(value))}
        />
      )}
      <ExampleDetails example={example} />
    </div>
  );
};

const Frames = ({ frames }: { frames: Example['frames'] }) => (
  <section aria-label="Where it failed">
    <h3>Where it failed</h3>
    <ol class="frames">
      {frames.map(({ file, line, function: name, own }) => (
        <li key={`${file}:${line} ${name}`} class={own ? 'own' : undefined}>
          <code>
            <Line text={`${file}:${line}`} limit={200} />
          </code>
          {name !== null && (
            <>
              {' '}
              in{' '}
              <code>
                <Line text={name} />
              </code>
            </>
          )}
          {own && <span class="tag">your code</span>}
        </li>
      ))}
    </ol>
  </section>
);

const Block = ({ title, text, isOpen = false }: { title: string; text: string | null; isOpen?: boolean }) =>
  text === null || text === '' ? null : (
    <details open={isOpen}>
      <summary>{title}</summary>
      <Text text={text} label={title} folded={4_000} fromEnd />
    </details>
  );

const ExampleDetails = ({ example }: { example: Example }) => {
  const { row, frames, again, warnings, evidence } = example;
  return (
    <>
      <h2 class="only-read">An example</h2>
      {again.command !== null && <Command label="Run this one again" text={again.command} />}
      <RunAgain again={again} />
      {frames.length > 0 && <Frames frames={frames} />}
      <Block title="Stack where it hung" text={example.stack} isOpen />
      <Block title="Traceback" text={example.traceback} isOpen={example.stack === null} />
      {evidence.length > 0 && (
        <section aria-label="Evidence">
          <h3>Evidence</h3>
          <ul>
            {evidence.map(({ kind, detail }) => (
              <li key={kind + detail}>
                <b>{kind}</b> <Line text={detail} limit={300} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {warnings.length > 0 && (
        <ul class="warnings" aria-label="Warnings">
          {warnings.map((warning) => (
            <li key={warning}>
              <Line text={warning} limit={300} />
            </li>
          ))}
        </ul>
      )}
      <Block title="Output, its end" text={example.stdout} />
      <Block title="Error output, its end" text={example.stderr} isOpen={frames.length === 0} />
      <RowDetails row={row} valueName={null} />
    </>
  );
};
