/** The report of `check` on the module that is shown, or the one that this page was made of. */
import { useEffect, useMemo } from 'preact/hooks';
import { oneLine } from '../../../src/formats/text/visible.ts';
import { usePage } from '../data/context.ts';
import type { Findings as FindingsAnswer } from '../data/types.ts';
import { useRoute } from '../data/use-route.ts';
import { Findings as FindingList } from '../report/findings.tsx';
import { Head } from '../report/head.tsx';
import { Lengths } from '../report/lengths.tsx';
import { readReport } from '../report/read.ts';
import { Times, Unchecked } from '../report/rest.tsx';
import { Rewards } from '../report/rewards.tsx';
import { Principles, Statistics } from '../report/statistics.tsx';
import { Fault } from '../shell/boundary.tsx';
import { Empty, Loading } from '../shell/empty.tsx';

export const Findings = () => {
  const { shown } = usePage();
  const path = shown === undefined ? 'v1/view/findings' : `v1/view/runs/${shown.run.id}/findings`;
  const { value, error } = useRoute<FindingsAnswer>(path, {}, shown?.run.has.findings ? 1 : 0);
  const report = useMemo(() => (value?.report == null ? undefined : readReport(value.report)), [value]);
  useEffect(() => {
    if (report !== undefined && shown === undefined)
      document.title = `${report.verdict}: ${oneLine(report.file, 80)}`;
  }, [report, shown]);
  if (value === undefined) return error == null ? <Loading /> : <Fault error={error} />;
  if (report === undefined)
    return (
      <Empty title="No report of a check">
        <p>
          <code>runrl-sandbox check --reward reward.py --prompts prompts.jsonl --json report.json</code> looks
          for ways to be paid without doing the task, before anything is trained.
        </p>
      </Empty>
    );
  return (
    <div class="report">
      <Head report={report} />
      <Principles report={report} />
      <FindingList report={report} />
      <Rewards report={report} />
      <Lengths report={report} />
      <Statistics report={report} />
      <Times report={report} />
      <Unchecked report={report} />
    </div>
  );
};
