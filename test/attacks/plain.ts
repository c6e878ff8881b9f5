/** Runs attacks in the plain bubblewrap of plain-bwrap.py, and says which of them succeed there. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import type { Attack } from './catalogue.ts';
import type { Planted } from './plant.ts';

export interface PlainFight {
  name: string;
  /** Why it counts as a success; empty when it was stopped. */
  reasons: string[];
  /** Whether the kernel has not what it needs. */
  lacks: boolean;
}

const BWRAP =
  'bwrap --unshare-all --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp --die-with-parent'.split(' ');
const GIVEN_UP_MS = 10_000;

/** Runs one attack. When nothing comes back, what was in charge in there was killed or made to wait. */
export const fightPlainly = async (
  attack: Attack,
  {
    wrap,
    python,
    driver,
    planted,
  }: { wrap: readonly string[]; python: string; driver: string; planted: Planted },
): Promise<PlainFight> => {
  const program = driver.replace(/driver\.py$/, 'plain-bwrap.py');
  const [file = '', ...args] = [...wrap, ...BWRAP, python, '-B', program];
  // As a user would start it, with the environment that there is; in a group of its own, to be killed as one.
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'ignore'], detached: true });
  child.stdin.on('error', () => {});
  child.stdin.end(
    `${JSON.stringify({
      attack: attack.name,
      how: attack.how,
      beside: attack.beside ?? null,
      checks: attack.checks,
      planted: planted.forAttacks,
      secret: planted.neighbourSecret,
      timeout: attack.group === 'limits' ? 4 : 1.5,
    })}\n`,
  );
  const timer = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), GIVEN_UP_MS);
  const printed = await text(child.stdout);
  clearTimeout(timer);
  try {
    return { name: attack.name, ...JSON.parse(printed) };
  } catch {
    return { name: attack.name, reasons: ['whatever was in charge was killed or hung'], lacks: false };
  }
};
