/** Principles and statistics, each with a verdict and its interval. */
import type { Share } from '../../../src/check/finding.ts';
import { PRINCIPLES, principlesOf } from '../../../src/check/report/principles.ts';
import { isFailing } from '../../../src/check/report/words.ts';
import type { Report, Statistic } from '../../../src/check/report.ts';
import { groupDigits, shorten } from '../../../src/formats/text/visible.ts';
import { Interval } from './charts.tsx';
import { Rich } from './rich.tsx';
import { percent } from './scale.ts';

const ORDER: Readonly<Record<Statistic['verdict'], number>> = { fail: 0, warn: 1, pass: 2, skip: 3 };

const Head = ({ second }: { second: string }) => (
  <thead class="only-read">
    <tr>
      <th scope="col">verdict</th>
      <th scope="col">{second}</th>
      <th scope="col">interval</th>
    </tr>
  </thead>
);

/** A share with its interval drawn. */
const ShareCell = ({ share }: { share: Share | null }) => (
  <td class="drawn">
    {share !== null && (
      <>
        <Interval share={share} />
        <span class="what">{share.of === 0 ? 'no data' : percent(share.hits / share.of)}</span>
      </>
    )}
  </td>
);

/** One line for each principle, above everything that they are made of. */
export const Principles = ({ report }: { report: Report }) => {
  if (report.calls === 0) return null;
  return (
    <section id="principles" aria-labelledby="principles-title">
      <h2 id="principles-title">Principles</h2>
      <table class="panel statistics principles stacks">
        <Head second="principle" />
        <tbody>
          {principlesOf(report).map(({ principle, verdict, rule, text, share }) => (
            <tr class={verdict} key={principle}>
              <td>
                <span class={`badge ${verdict}`}>{verdict}</span>
              </td>
              <th scope="row">
                {PRINCIPLES[principle]}
                <span class="what">
                  {rule !== null && <span class="rule">{shorten(rule, 12)} </span>}
                  <Rich text={text} limit={300} />
                </span>
              </th>
              <ShareCell share={share} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};

export const Statistics = ({ report: { statistics } }: { report: Report }) => {
  if (statistics.length === 0) return null;
  const failing = statistics.filter(isFailing).length;
  const groups = (Object.keys(PRINCIPLES) as Statistic['principle'][])
    .map((principle) => ({ principle, members: statistics.filter((one) => one.principle === principle) }))
    .filter(({ members }) => members.length > 0);
  return (
    <section id="statistics" aria-labelledby="statistics-title">
      <h2 id="statistics-title">
        Statistics{' '}
        <span class="count">{failing === 0 ? 'none failed' : `${groupDigits(failing)} did not pass`}</span>
      </h2>
      <div class="groups">
        {groups.map(({ principle, members }) => (
          <table class="panel statistics stacks" key={principle}>
            <caption>{PRINCIPLES[principle]}</caption>
            <Head second="statistic" />
            <tbody>
              {[...members]
                .sort((one, other) => ORDER[one.verdict] - ORDER[other.verdict])
                .map(({ id, name, verdict, text, share }) => (
                  <tr class={verdict} key={id}>
                    <td>
                      <span class={`badge ${verdict}`}>{verdict}</span>
                    </td>
                    <th scope="row">
                      <span class="rule">{id}</span> <Rich text={name} limit={100} />
                      <span class="what">
                        <Rich text={text} limit={400} />
                      </span>
                    </th>
                    <ShareCell share={share} />
                  </tr>
                ))}
            </tbody>
          </table>
        ))}
      </div>
    </section>
  );
};
