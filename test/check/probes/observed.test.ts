/** What is heard when a function compares, and what follows from it. */
import { describe, expect, it } from 'vitest';
import { observe, observedFindings } from '../../../src/check/probes/listening/observed.ts';
import { withContext } from '../stage.ts';

const setting = {
  rows: ['Paris', 'Rome', 'Oslo', 'Bern'].map((answer, line) => ({
    prompt: `Which is capital number ${line}?`,
    answer,
  })),
  top: 1,
};

describe('a function that is listened to', () => {
  it('tells words, expressions and comparisons that its source does not show', async () => {
    await withContext('hears.py', setting, async (context) => {
      const observation = await observe(context);
      expect([...observation.tokens].sort()).toEqual(['Because', 'Therefore']);
      expect(observation.patterns.map(({ pattern, templates }) => [pattern, templates])).toEqual([
        ['<result>(.*?)</result>', ['<result>\0</result>']],
      ]);
      expect(observation.comparisons).toEqual([{ kind: 'contained', field: 'answer', rows: 4, of: 4 }]);
      expect(observation.heard).toBe(observation.calls);

      const findings = await observedFindings(context);
      const exploit = findings.find((finding) => finding.exploit)?.exploit;
      expect(exploit?.completion).toMatch(/Because.*Therefore|Therefore.*Because/s);
      expect(exploit?.reward).toBe(0.5);
      expect(findings.find(({ rule, severity }) => rule === 'A01' && severity === 'info')?.why).toMatch(
        /^On 4 of 4 rows that were listened to, `answer` was searched in text of the completion\./,
      );
    });
  });

  it('says nothing of one that compares for equality', async () => {
    await withContext('equal.py', setting, async (context) => {
      expect(await observe(context)).toMatchObject({ tokens: [], patterns: [], comparisons: [] });
      expect(await observedFindings(context)).toEqual([]);
    });
  });
});
