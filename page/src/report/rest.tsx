/** Time, rows that teach nothing, and what was not checked. */

import { rangesText } from '../../../src/check/report/words.ts';
import type { Report } from '../../../src/check/report.ts';
import { formatMs } from '../../../src/formats/text/numbers.ts';
import { groupDigits } from '../../../src/formats/text/visible.ts';
import { Bar } from './charts.tsx';
import { Rich } from './rich.tsx';

/** From a microsecond on, so that the bar of a fast call is not invisible beside a slow one. */
const logarithmic = (ms: number): number => Math.log10(1 + 1_000 * Math.max(0, ms));

export const Times = ({ report: { latency, calls, constantRows, rows } }: { report: Report }) => {
  if (calls === 0) return null;
  const times: [string, number][] = [
    ['median call', latency.p50],
    ['95th percentile', latency.p95],
    ['longest call', latency.max],
    ['import of the file', latency.load],
  ];
  const scale = { low: 0, high: Math.max(1, ...times.map(([, ms]) => logarithmic(ms))) };
  return (
    <div class="pair">
      <section id="latency" aria-labelledby="latency-title">
        <h2 id="latency-title">Time</h2>
        <div class="panel">
          <table class="times">
            <thead class="only-read">
              <tr>
                <th scope="col">what</th>
                <th scope="col">bar, logarithmic</th>
                <th scope="col">time</th>
              </tr>
            </thead>
            <tbody>
              {times.map(([name, ms]) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="drawn">
                    <Bar
                      value={logarithmic(ms)}
                      scale={scale}
                      kind="time"
                      label={`${name}: ${formatMs(ms)}`}
                    />
                  </td>
                  <td class="number">{formatMs(ms)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p class="hint">The bars are logarithmic.</p>
        </div>
      </section>
      <section id="constant" aria-labelledby="constant-title">
        <h2 id="constant-title">
          Rows that never vary{' '}
          <span class="count">
            {groupDigits(constantRows.length)} of {groupDigits(rows)}
          </span>
        </h2>
        <div class="panel">
          {constantRows.length === 0 ? (
            <p class="nothing">On every row, some completions were paid better than others.</p>
          ) : (
            <>
              <p>Every completion was paid the same on these lines of the prompts. They teach nothing.</p>
              <p class="lines">
                <code>{rangesText(constantRows)}</code>
              </p>
            </>
          )}
        </div>
      </section>
    </div>
  );
};

export const Unchecked = ({ report: { unchecked } }: { report: Report }) => (
  <section id="unchecked" aria-labelledby="unchecked-title">
    <h2 id="unchecked-title">
      Not checked <span class="count">{groupDigits(unchecked.length)}</span>
    </h2>
    <div class="panel">
      {unchecked.length === 0 ? (
        <p class="nothing">Everything that applies to this file was checked.</p>
      ) : (
        <ul class="unchecked">
          {unchecked.map((text) => (
            <li key={text}>
              <Rich text={text} />
            </li>
          ))}
        </ul>
      )}
      <p class="hint">
        A check looks for exploits of kinds that are known. It cannot prove that there are none.
      </p>
    </div>
  </section>
);
