import { Empty } from '../shell/empty.tsx';

export const NoRun = () => (
  <Empty title="There is no run to show">
    <p>
      Open one with <code>runrl-sandbox view PATH</code>: a data folder of <code>serve --data</code>, a{' '}
      <code>steps.jsonl</code>, or a result file of <code>run -o</code>. <code>runrl-sandbox run --view</code>{' '}
      shows a run while it goes on.
    </p>
  </Empty>
);
