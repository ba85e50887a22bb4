import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../support/nonomill.js';

const MODULE = pathToFileURL(join(ROOT, 'scripts', 'coverage-table.mjs')).href;

/** What Node.js says of a file. */
interface Covered {
  readonly path: string;
  readonly branches: readonly { line: number; count: number }[];
  readonly functions: readonly { name: string; line: number; count: number }[];
  readonly lines: readonly { line: number; count: number }[];
  readonly coveredBranchCount: number;
  readonly totalBranchCount: number;
  readonly coveredLineCount: number;
  readonly totalLineCount: number;
}

const { coverageTable } = (await import(MODULE)) as {
  readonly coverageTable: (
    files: readonly Covered[],
    root: string,
  ) => { table: string; gaps: string[] };
};

/**
 * A file of ten lines with two branches, on lines 3 and 5; `counts` says how often each was taken.
 */
function covered(name: string, counts: readonly [number, number]): Covered {
  return {
    path: join(ROOT, name),
    branches: counts.map((count, i) => ({ line: 3 + 2 * i, count })),
    functions: [{ name: 'some', line: 1, count: 1 }],
    lines: Array.from({ length: 10 }, (_, i) => ({ line: i + 1, count: 1 })),
    coveredBranchCount: counts.filter((count) => count > 0).length,
    totalBranchCount: 2,
    coveredLineCount: 8,
    totalLineCount: 10,
  };
}

/** With no file covered, each place that has to be reached whole is a gap of that name. */
const PLACES = coverageTable([], ROOT).gaps;

test('every place whose branches must all be reached is there', () => {
  assert.ok(PLACES.length > 0);
  for (const place of PLACES) assert.ok(existsSync(join(ROOT, place)), place);
});

test('a branch of the verdicts that no test takes is a gap, and so is a place without a file', () => {
  const whole = PLACES.map((place) =>
    covered(place.endsWith('/') ? `${place}some.ts` : place, [1, 2]),
  );
  assert.deepEqual(coverageTable(whole, ROOT).gaps, []);

  for (const [i, place] of PLACES.entries()) {
    const others = whole.filter((_, at) => at !== i);
    const name = place.endsWith('/') ? `${place}other.ts` : place;
    const { gaps } = coverageTable([...others, covered(name, [1, 0])], ROOT);
    assert.deepEqual(gaps, [`${name}:5`]);
    assert.deepEqual(coverageTable(others, ROOT).gaps, [place]);
  }
});

test('what is to be ignored is no gap, nor is what gives the fields of a class their values', () => {
  const [place] = PLACES.filter((name) => name.endsWith('/'));
  const file = covered(`${place}some.ts`, [1, 0]);
  const gapsOf = (changed: Partial<Covered>): string[] =>
    coverageTable([{ ...file, ...changed }], ROOT).gaps.filter((gap) => gap.startsWith(place));
  assert.deepEqual(gapsOf({}), [`${place}some.ts:5`]);
  assert.deepEqual(gapsOf({ lines: file.lines.filter(({ line }) => line !== 5) }), []);

  const idle = (name: string): Partial<Covered> => {
    return { branches: [{ line: 1, count: 0 }], functions: [{ name, line: 1, count: 0 }] };
  };
  assert.deepEqual(gapsOf(idle('some')), [`${place}some.ts:1`]);
  assert.deepEqual(gapsOf(idle('<instance_members_initializer>')), []);
});

test('elsewhere a branch that no test takes shows in the table alone', () => {
  const { table } = coverageTable([covered('src/solver/craft/fix/some.ts', [1, 0])], ROOT);
  assert.match(table, /^ *50\.0 % +80\.0 % {2}src\/solver\/craft\/fix$/m);
  assert.deepEqual(
    coverageTable([covered('src/solver/craft/fix/some.ts', [1, 0])], ROOT).gaps,
    PLACES,
  );
});
