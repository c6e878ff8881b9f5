/** Scores a completion that somebody writes, or plays an episode by hand. */
import { useState } from 'preact/hooks';
import { usePage } from '../data/context.ts';
import type { Workers } from '../data/types.ts';
import { useRoute } from '../data/use-route.ts';
import { Select } from '../parts/choice.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';
import { useValue } from '../state/address.ts';
import { takeDraft } from './try/draft.ts';
import { PlayForm } from './try/play.tsx';
import { ScoreForm } from './try/score.tsx';

export const TryIt = () => {
  const { runs } = usePage();
  const [draft] = useState(takeDraft);
  const [name, setName] = useValue('served');
  const { value, error } = useRoute<Workers>(runs.serving ? 'v1/view/workers' : null);
  if (!runs.serving)
    return (
      <Empty title="Nothing is served here">
        <p>
          <code>runrl-sandbox serve --reward reward.py</code> serves a module that can be tried.
        </p>
      </Empty>
    );
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  const wanted = draft?.module ?? name;
  const module = value.modules.find((one) => one.module === wanted) ?? value.modules[0];
  if (module === undefined) return <p class="nothing">No module is served.</p>;
  return (
    <>
      {value.modules.length > 1 && (
        <form class="toolbar">
          <Select
            label="Module"
            options={value.modules.map((one) => ({ value: one.module, text: `${one.module} (${one.kind})` }))}
            value={module.module}
            set={setName}
          />
        </form>
      )}
      {module.kind === 'reward' ? (
        <ScoreForm key={module.module} module={module.module} draft={draft} />
      ) : (
        <PlayForm key={module.module} module={module.module} />
      )}
    </>
  );
};
