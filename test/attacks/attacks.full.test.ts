/**
 * What attacks.test.ts leaves out: every attack as every user in every configuration, but not all users where it would
 * take long. With RUNRL_ATTACKS_ALL: everything, and each attack also in a plain bubblewrap, which says nothing about
 * this project.
 */
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AWAITED } from './awaited.ts';
import { attacks } from './catalogue.ts';
import { testFights } from './fights.ts';
import { ALL, allCases, otherCases, PROJECT, stage, unprivileged } from './matrix.ts';
import { fightPlainly, type PlainFight } from './plain.ts';
import { plant, SECRET_VARIABLE } from './plant.ts';
import type { Fight } from './suite.ts';
import { TABLE, tableOf } from './table.ts';

const EVERYTHING = process.env.RUNRL_ATTACKS_ALL !== undefined;
const PLAIN_MS = 600_000;

const reports = testFights(EVERYTHING ? allCases() : otherCases());
const plainly: PlainFight[] = [];

const holds = ({ name, status, reward, wronged, next, left }: Fight): boolean => {
  const attack = ALL.find((each) => each.name === name);
  if (attack === undefined || reward === 1) return false;
  return attack.wanted === status && [wronged, next, left].every((each) => each.length === 0);
};

it('awaits only layers that are not there', () => {
  const names = Object.keys(AWAITED);
  expect(names.filter((name) => !ALL.some((attack) => attack.name === name))).toEqual([]);
  const fightsOf = (name: string): Fight[] =>
    reports.flatMap(({ report }) => report.fights.filter((fight) => fight.name === name));
  const stopped = names.filter((name) => fightsOf(name).every(holds));
  expect(stopped, 'stopped now: take them out of awaited.ts').toEqual([]);
});

describe.skipIf(!EVERYTHING)('in a plain bubblewrap', () => {
  // Never as root, which would be no sandbox at all.
  const who = unprivileged;

  beforeAll(async () => {
    const { folder, driver } = await stage(who);
    process.env[SECRET_VARIABLE] = 'canary-0123456789abcdef0123456789abcdef';
    const planted = await plant(join(folder, 'plain'), join(folder, 'plain-home'), join(folder, 'module'));
    chmodSync(join(folder, 'plain/docker.sock'), 0o777);
    const queue = ALL.filter(({ plain }) => plain !== 'not tried');
    const next = async (): Promise<void> => {
      for (let attack = queue.shift(); attack !== undefined; attack = queue.shift())
        plainly.push(await fightPlainly(attack, { wrap: who.wrap, python: who.python(), driver, planted }));
    };
    await Promise.all([next(), next()]);
    planted.close();
  }, PLAIN_MS);

  it.skipIf(who.uid === 0)('succeeds what is marked so, and nothing else', () => {
    const marked = new Map(ALL.map(({ name, plain }) => [name, plain]));
    const wrong = plainly
      .filter(
        ({ name, reasons, lacks }) => (marked.get(name) === 'succeeds') !== reasons.length > 0 && !lacks,
      )
      .map(({ name, reasons }) => `${name}: ${reasons.join(', ') || 'stopped'}`);
    expect(wrong).toEqual([]);
  });
});

afterAll(() => {
  if (!process.env.RUNRL_ATTACKS_TABLE) return;
  const page = join(PROJECT, TABLE);
  writeFileSync(page, tableOf(attacks(), reports, readFileSync(page, 'utf8')));
});
