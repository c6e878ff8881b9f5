/** Runs a call again, here and now, and shows what it comes to. */
import { useState } from 'preact/hooks';
import { usePage } from '../../data/context.ts';
import type { Example } from '../../data/types.ts';
import { Fault } from '../../shell/boundary.tsx';
import { useKeys } from '../../state/keys.ts';
import { ChangeLink } from '../try/change-link.tsx';
import { OutcomeView, type ScoredOutcome } from '../try/outcome.tsx';

export const RunAgain = ({ again }: { again: Example['again'] }) => {
  const { source, runs } = usePage();
  const [state, setState] = useState<{ isRunning: boolean; outcome?: ScoredOutcome; error?: unknown }>({
    isRunning: false,
  });
  const { request } = again;
  const isPossible = request !== null && runs.serving;
  const run = () => {
    if (request === null || state.isRunning) return;
    setState({ isRunning: true });
    source.send<ScoredOutcome>('POST', request.route, request.body).then(
      (outcome) => setState({ isRunning: false, outcome }),
      (error) => setState({ isRunning: false, error }),
    );
  };
  useKeys({ r: isPossible ? run : undefined });
  if (!isPossible) return null;
  return (
    <div class="again">
      <button type="button" class="main" disabled={state.isRunning} onClick={run}>
        {state.isRunning ? 'Running …' : 'Run it here'}
      </button>{' '}
      <ChangeLink again={again} />
      {state.error != null && <Fault error={state.error} />}
      {state.outcome !== undefined && <OutcomeView outcome={state.outcome} />}
    </div>
  );
};
