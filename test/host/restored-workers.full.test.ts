/** All memory, all registers and what can be told of pages are compared after each restoration, over many calls. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/index.ts';
import { newFolder, scoreEach } from '../helpers/with-reward.ts';
import { realPython } from '../python/interpreters.ts';

const MODULE = `
import json, math, random, re
def reward_fn(completion, answer, **kwargs):
    names = {}
    exec(completion, names)
    return float(names["x"] == answer)
`;

/** Each with what it comes to; they write far and wide, and none asks the kernel for anything. */
const CALLS: readonly (readonly [completion: string, answer: number])[] = [
  ['x = sum(i * i for i in range(2000))', 2664667000],
  ['import json\nx = len(json.dumps({str(i): "a" * i for i in range(90)}))', 4895],
  ['class A:\n  def f(self): return [self] * 9\nx = len([A().f() for _ in range(500)])', 500],
  ['def f(n): return n and 1 + f(n - 1)\nx = f(400)', 400],
  ['kept = [str(i) for i in range(9000)]; x = len(kept)', 9000],
  ['import re, random; random.seed(7); x = len(re.sub("a|b", "cc", "ab" * 50))', 200],
];

const OF_LIBRARIES: Readonly<Record<string, string>> = {
  numpy:
    'import numpy\na = numpy.arange(90.0); numpy.random.rand(5); x = float((numpy.outer(a, a) @ a).sum() > 0)',
  sympy: 'import sympy\nx = float(sympy.simplify(sympy.sympify("sin(x)**2 + cos(x)**2")) == 1)',
};

/** Its value is kept out of all output, so that it must be none that is in there. */
const CHECK = 'RUNRL_CHECK_RESTORED';
process.env[CHECK] = 'after-each-call';

const python = process.env.RUNRL_LIBRARIES_PYTHON ?? realPython();

const has = (library: string): boolean => {
  if (process.env.RUNRL_LIBRARIES_PYTHON === undefined) return false;
  try {
    execFileSync(python, ['-c', `import ${library}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('after each of many calls', () => {
  /** `RUNRL_RESTORED_CALLS=2000` for longer; libraries are those of `RUNRL_LIBRARIES_PYTHON`. */
  const count = Number(process.env.RUNRL_RESTORED_CALLS ?? 300);

  it.each(['', ...Object.keys(OF_LIBRARIES)].filter((each) => each === '' || has(each)))(
    'nothing differs: %s',
    async (library) => {
      const file = join(newFolder(), 'reward.py');
      writeFileSync(file, library === '' ? MODULE : `import ${library}\n${MODULE}`);
      await using sandbox = await createSandbox({ python, env: [CHECK] });
      await using reward = await sandbox.loadReward(file, {
        concurrency: 1,
        restore: 'always',
        timeout: '30s',
      });
      const text = OF_LIBRARIES[library];
      const calls = text === undefined ? CALLS : [...CALLS, [text, 1] as const];
      let restored = 0;
      for (let done = 0; done < count; done += calls.length) {
        for (const [completion, answer] of calls) {
          const [outcome] = await scoreEach(reward, [completion], { answer });
          expect(outcome, completion).toMatchObject({ status: 'ok', reward: 1, stderr: '' });
          if (outcome?.restored) restored += 1;
        }
      }
      expect(restored).toBeGreaterThan(count * 0.7);
    },
    600_000,
  );
});
