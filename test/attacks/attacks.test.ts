/**
 * Every attack in this folder, once: its call ends as wanted, the honest call beside it is right and on time, nothing is
 * left of it, and the calls after it are right. All configurations and users: attacks.full.test.ts.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFights } from './fights.ts';
import { ALL, GROUP, PROJECT, shortCases } from './matrix.ts';
import { TABLE } from './table.ts';

testFights(shortCases());

describe('docs/attacks.md', () => {
  it.skipIf(GROUP)('lists every attack, and no other', () => {
    const page = readFileSync(join(PROJECT, TABLE), 'utf8');
    const listed = [...page.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name);
    expect(listed).toEqual(ALL.map(({ name }) => name));
  });
});
