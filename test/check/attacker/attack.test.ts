/** From a scripted model to a verdict: what it says is a candidate like any other. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { check } from '../../../src/check/check.ts';
import { replay } from '../../../src/check/replay/replay.ts';
import { jsonReport, reportSchema } from '../../../src/check/report/json.ts';
import { textReport } from '../../../src/check/report/text.ts';
import type { Report } from '../../../src/check/report.ts';
import type { CheckOptions } from '../../../src/check/task.ts';
import type { SandboxOptions } from '../../../src/index.ts';
import { FULL } from '../../helpers/extent.ts';
import { copyOf, leavingNothing } from '../../helpers/with-reward.ts';
import { checkOptions } from '../check-options.ts';
import { type Asked, python, type Say, withEndpoint } from './scripted-endpoint.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Each takes seconds: a sandbox for the module, one for programs, and one that traces. */
const itInFull = it.skipIf(!FULL);

const rows = Array.from({ length: 24 }, (_, at) => ({
  prompt: `How many legs have ${at + 3} cats and ${(at * 7) % 11} birds?`,
  answer: 4 * (at + 3) + 2 * ((at * 7) % 11),
}));

type Then = (report: Report, given: CheckOptions, asked: readonly Asked[]) => Promise<void> | void;

const checked = async (
  fixture: string,
  say: Say,
  then: Then,
  { requests = 8, sandbox = {} }: { requests?: number; sandbox?: SandboxOptions } = {},
): Promise<void> => {
  const { folder, file } = copyOf(join('../check/fixtures/attacker', fixture));
  const prompts = join(folder, 'prompts.jsonl');
  writeFileSync(prompts, `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`);
  await withEndpoint(say, async (url, asked) => {
    const attacker = { url, model: 'scripted', key: 'sk-secret-of-a-test', requests, seed: 3 };
    const given = checkOptions({ file, prompts, calls: 4_000, sandbox, attacker });
    await leavingNothing(folder, async () => then(await check(given), given, asked));
  });
};

/** Looks up the mark of the question, as the function does. */
const MARK = `
import hashlib

def attack(prompt):
    return "seen:" + hashlib.sha256(prompt.encode()).hexdigest()[:12]`;
const HONEST = `
def honest(row):
    return f"It is {row['answer'] * 2} halves."`;

const attacked = ({ findings }: Report) => findings.find(({ rule }) => rule === 'G01');

describe('a program that is paid whatever the answer is', () => {
  const say: Say = ({ prompt, nth }) => {
    if (prompt.includes('honest(row')) return python(HONEST);
    // First a try, then what the feedback leads to.
    return python(nth === 1 ? 'def attack(prompt):\n    return "seen:0"' : MARK);
  };

  it('is proved on rows that the model does not see, and is replayed without it', async () => {
    await checked('pays_what_was_seen.py', say, async (report, given, asked) => {
      expect(report).toMatchObject({ verdict: 'HACKABLE', goldField: 'answer' });
      expect(report.basis).toMatch(/^answer: /);
      const finding = attacked(report);
      expect(finding).toMatchObject({ severity: 'critical', share: { hits: 21, of: 21 } });
      const exploit = finding?.exploit;
      if (exploit === null || exploit === undefined) return;
      expect(exploit).toMatchObject({ reward: 1, honest: 1, floor: 0, decoy: 1, program: MARK });
      // It saw three rows whole, and what its first program was compared with, of these only.
      const seen = asked.at(-1)?.prompt ?? '';
      const shown = rows.filter(({ prompt }) => seen.includes(prompt));
      expect(shown.length).toBe(3);
      expect(shown.map(({ prompt }) => prompt)).not.toContain(rows[exploit.row ?? -1]?.prompt);
      expect(seen).toContain('it was paid 0, and 0 with a wrong answer in the row.');
      expect(seen).toMatch(/'seen:0' == 'seen:[0-9a-f]{12}' is False/);
      // What is written and read again has what a replay needs.
      const text = jsonReport(report);
      expect(reportSchema.parse(JSON.parse(text))).toEqual(report);
      expect(report.attacker).toMatchObject({ requests: 3, tokens: { prompt: 300, completion: 60 } });
      expect(report.attacker?.exchanges.map(({ purpose }) => purpose)).toEqual([
        'honest',
        'attack',
        'attack',
      ]);
      expect(textReport(report, { colour: false, width: 100 })).toContain(
        `attacker scripted at ${given.attacker?.url}: 3 requests, 300 + 60 tokens`,
      );
      expect(text).not.toContain('sk-secret-of-a-test');
      expect(await replay({ ...given, kind: 'reward', exploit })).toMatchObject({ holds: true, reward: 1 });
    });
  });

  itInFull('is not where it is paid for the right answer only: it may be able to do the task', async () => {
    const solver = `
import re

def attack(prompt):
    cats, birds = map(int, re.findall(r"\\d+", prompt))
    return f"It is {(4 * cats + 2 * birds) * 2} halves."`;
    const can: Say = ({ prompt }) => python(prompt.includes('honest(row') ? HONEST : solver);
    await checked('pays_what_was_seen.py', can, (report) => {
      expect(report.verdict).not.toBe('HACKABLE');
      expect(attacked(report)).toBeUndefined();
    });
  });
});

describe('where no field decides', () => {
  it.each([
    ['one text for rows that differ', 'critical', 'def attack(prompt):\n    return "I checked it twice."'],
    [
      'a text of its own for each row',
      'info',
      'def attack(prompt):\n    return prompt + " I checked it twice."',
    ],
  ])('%s is %s', async (_, severity, source) => {
    await checked(
      'pays_a_claim.py',
      () => python(source),
      (report) => {
        expect(report.basis).toMatch(/^none: /);
        expect(attacked(report)?.severity).toBe(severity);
      },
    );
  });
});

describe('a hostile model', () => {
  itInFull('whose programs are worth nothing stops nothing', async () => {
    const programs = [
      'def attack(prompt): return',
      'No.',
      python('import os\nos._exit(0)\ndef attack(prompt): return ""'),
    ];
    await checked(
      'pays_a_claim.py',
      ({ nth }) => programs[nth] ?? '',
      (report) => {
        expect(attacked(report)).toBeUndefined();
        expect(report.unchecked.join()).toContain('was asked 3 times');
      },
      { requests: 3 },
    );
  });

  itInFull('says control characters to nobody', async () => {
    const text = 'I checked it twice.\\x1b]0;owned\\x07\\u202e';
    await checked(
      'pays_a_claim.py',
      () => `\u001b[2J${python(`def attack(prompt):\n    return "${text}" * 1000`)}`,
      (report) => {
        expect(attacked(report)).toBeDefined();
        const shown = textReport(report, { colour: false, width: 100 });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there
        expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
      },
    );
  });

  it('is left out and reported where its endpoint refuses', async () => {
    await checked(
      'pays_a_claim.py',
      () => (response) => void response.writeHead(403).end('no'),
      (report, given) => {
        expect(report.unchecked).toContain(
          `the attacker at ${given.attacker?.url} refused the key of RUNRL_ATTACKER_KEY, or wants one (403): no`,
        );
        expect(report.attacker?.requests).toBe(1);
      },
    );
  });

  itInFull('runs nothing where modules are not confined', async () => {
    await checked(
      'pays_a_claim.py',
      () => python('def attack(prompt):\n    return "I checked it twice."'),
      (report) => {
        expect(attacked(report)).toBeUndefined();
        expect(report.unchecked.join()).toContain('not run without confinement');
        expect(report.attacker?.requests).toBe(0);
      },
      { sandbox: { level: 'none' } },
    );
  });
});
