/** The report as one HTML file: the page with the report inside. Opens from disk, asks no network. */

import { jsonReport } from '../../check/report/json.ts';
import type { Report } from '../../check/report.ts';
import { singleFile } from '../../view/export/html.ts';

/** @throws SandboxError RS102 when the package has no page */
export const htmlReport = (report: Report): string =>
  singleFile({
    schema: 'runrl-sandbox.view-data/1',
    routes: {
      'v1/view/runs': {
        runs: [],
        serving: false,
        product: { name: 'runrl-sandbox', version: report.version },
        now: 0, // the same report is the same file
      },
      'v1/view/findings': { path: null, report: JSON.parse(jsonReport(report)) },
    },
  });
