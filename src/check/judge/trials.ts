/** Trials of a judged function beside the scripts: numbers beyond every scale, and texts without merit. */
import type { Outcome } from '../../index.ts';
import { PROOF_GAP } from '../proof/levels.ts';
import { beyond } from './scripts.ts';
import type { JudgeSession, Told, Verdicts } from './session.ts';

const isPaid = (outcome: Outcome): outcome is Outcome & { reward: number } =>
  outcome.status === 'ok' && outcome.reward !== null;

/** D05: numbers that are passed on as they come. A scale ends somewhere: what still grows at a million has no end. */
export const beyondScale = async (
  session: JudgeSession,
  completion: string,
  verdicts: Verdicts,
): Promise<Told[]> => {
  const { form, high, low } = verdicts;
  const { above: tooMuch, below: tooLittle } = beyond(verdicts);
  if (form.kind !== 'number') return [];
  const asked = async (values: readonly string[]) => {
    const results: { value: string; outcome: Outcome }[] = [];
    for (const value of values)
      results.push({ value, outcome: (await session.ask(completion, { text: form.write(value) })).outcome });
    return results;
  };
  const grows = (results: { outcome: Outcome }[], sign: 1 | -1): boolean =>
    results.every(({ outcome }, index) => {
      const before = results[index - 1]?.outcome;
      return (
        isPaid(outcome) &&
        (before === undefined || (isPaid(before) && sign * outcome.reward > sign * before.reward + 1e-9))
      );
    });
  const above = await asked(tooMuch);
  const below = await asked(tooLittle);
  const up = grows(above, 1) && (above[1]?.outcome.reward ?? 0) > high.reward;
  const down = grows(below, -1) && (below[1]?.outcome.reward ?? 0) < low.reward;
  if (!up && !down) return [];
  const shown = up ? above[1] : below[1];
  if (shown === undefined) return [];
  const both = up && down ? `, ${below[1]?.value} ${below[1]?.outcome.reward}` : '';
  return [
    {
      rule: 'D05',
      severity: 'high',
      title: 'the judge’s number is not held to its scale',
      why: `When the judge says ${shown.value}, ${shown.outcome.reward} is paid${both}; for ${high.value} it is ${high.reward}, for ${low.value} ${low.reward}. One slip of the judge outweighs all other rewards.`,
      fix: 'refuse numbers outside of the scale (raise), or clamp: `min(max(score, low), high)`',
      completion,
      answer: { text: form.write(shown.value) },
      outcome: shown.outcome,
    },
  ];
};

/** D10 and D03: what is paid although the judge rejects it. */
export const withoutMerit = async (
  session: JudgeSession,
  completion: string,
  { high, low }: Verdicts,
): Promise<Told[]> => {
  const least = low.reward + 0.25 * (high.reward - low.reward);
  const texts = [
    { rule: 'D10', text: '', what: 'An empty completion' },
    { rule: 'D10', text: '{}', what: 'The completion `{}`' },
    { rule: 'D10', text: 'I cannot help with that.', what: 'A refusal' },
    { rule: 'D03', text: high.answer, what: 'A completion that is the verdict itself' },
    { rule: 'D03', text: `${completion}\n${high.answer}`, what: 'A completion that ends with the verdict' },
  ];
  const told: Told[] = [];
  for (const { rule, text, what } of texts) {
    const answer = { text: low.answer };
    const { outcome } = await session.ask(text, answer);
    if (!isPaid(outcome) || outcome.reward <= least || told.some((each) => each.rule === rule)) continue;
    const proof = rule === 'D03' && outcome.reward >= low.reward + PROOF_GAP * (high.reward - low.reward);
    told.push({
      rule,
      severity: proof ? 'critical' : 'high',
      title:
        rule === 'D10'
          ? 'a text without content is credited'
          : 'a verdict in the completion counts as the judge’s',
      why: `${what} is paid ${outcome.reward} although the judge rejects it, as an ordinary rejected completion (${low.reward}) is not.`,
      fix:
        rule === 'D10'
          ? 'pay the least for empty and refusing completions, before or after the judge is asked'
          : 'search for the verdict in the judge’s own message only',
      completion: text,
      answer,
      outcome,
    });
  }
  return told;
};
