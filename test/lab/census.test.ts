import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CensusCounter } from '../../src/lab/census.js';
import type { CensusCount } from '../../src/pipeline/store/census.js';
import { cluesOfPicture } from '../../src/solver/core/puzzle/picture.js';
import { solvePuzzle } from '../../src/solver/engine/solver/solve.js';
import { depth } from '../support/depth.js';

type Counts = Omit<CensusCount, 'filled'>;

/** All groups of a size, by filled cells. */
function counted(width: number, height: number, atOnce?: number): Map<number, Counts> {
  const counter = new CensusCounter({ width, height }, atOnce);
  const sums = new Map<number, Counts>();
  for (const { group } of counter.groupsInOrder()) {
    for (const { filled, ...counts } of counter.count({ group })) add(sums, filled, counts);
  }
  return sums;
}

function add(sums: Map<number, Counts>, filled: number, counts: Counts): void {
  const sum = sums.get(filled);
  const keys = Object.keys(counts) as (keyof Counts)[];
  const added = keys.map((key) => [key, (sum?.[key] ?? 0) + counts[key]]);
  sums.set(filled, Object.fromEntries(added) as Counts);
}

function totals(sums: Map<number, Counts>) {
  const all = new Map<number, Counts>();
  for (const counts of sums.values()) add(all, 0, counts);
  const { pictures, line, probe, search } = all.get(0)!;
  return { pictures, unique: line + probe + search, line, probe };
}

/** The same by solving each picture's puzzle. */
function solved(width: number, height: number): Map<number, Counts> {
  const sums = new Map<number, Counts>();
  for (let number = 0; number < 2 ** (width * height); number++) {
    const cells = Uint8Array.from({ length: width * height }, (_, i) => (number >>> i) & 1);
    const puzzle = { width, height, ...cluesOfPicture(cells, width, height) };
    const outcome = solvePuzzle({ ...puzzle, colours: 1, palette: null, start: null });
    const isUnique = outcome.status === 'unique';
    const took = (technique: string): number => Number(isUnique && outcome.technique === technique);
    add(
      sums,
      cells.reduce((sum, cell) => sum + cell, 0),
      {
        pictures: 1,
        line: took('line'),
        probe: took('probe'),
        search: took('search'),
        sweeps: outcome.sweeps ?? 0,
      },
    );
  }
  return sums;
}

/** A map that does not depend on the order in which it was made. */
function sorted(sums: Map<number, Counts>): [number, Counts][] {
  return [...sums].sort(([one], [other]) => one - other);
}

test('the counts of all pictures are those that others have published', () => {
  for (const [width, height, unique, line] of [
    [1, 1, 2, 2],
    [2, 2, 14, 14],
    [3, 3, 384, 384],
    [4, 4, 52_362, 51_234],
    [2, 8, 48_962, 48_448],
    [6, 3, 189_898, 188_042],
    ...depth<number[][]>(
      [],
      [
        [8, 2, 48_962, 48_448],
        [2, 13, 44_376_798, 43_631_762],
        [5, 4, 814_632, 801_832],
        [10, 2, 746_456, 736_786],
        [11, 2, 2_913_544, 2_872_076],
        [5, 5, 25_309_575, 24_976_511],
      ],
    ),
  ]) {
    const pictures = 2 ** (width * height);
    const found = totals(counted(width, height));
    assert.deepEqual(found, { pictures, unique, line, probe: unique - line });
  }
});

test('with one row or one column, lines say everything', () => {
  for (const [width, height] of [
    [12, 1],
    [1, 12],
  ]) {
    const found = totals(counted(width, height));
    assert.deepEqual(found, { pictures: 4096, unique: 4096, line: 4096, probe: 0 });
  }
});

test('each number of filled cells has what solving every picture finds, sweeps included', () => {
  const most = depth(9, 15);
  for (let width = 1; width <= most; width++) {
    for (let height = 1; width * height <= most; height++) {
      assert.deepEqual(
        sorted(counted(width, height)),
        sorted(solved(width, height)),
        `${width}x${height}`,
      );
    }
  }
});

test('a vector of many pictures is compared part by part', () => {
  assert.deepEqual(counted(4, 4, 7), counted(4, 4));
  assert.deepEqual(counted(5, 3, 1), counted(5, 3));
});

test('pictures that are drawn tell of all, and are the same for the same seed', () => {
  const drawn = (seed: number): CensusCount[] =>
    new CensusCounter({ width: 4, height: 4 }).count({ pictures: 20_000, seed });
  const lines = drawn(1).reduce((sum, { line }) => sum + line, 0);
  // Four standard errors.
  assert.ok(Math.abs(lines / 20_000 - 51_234 / 65_536) < 4 * 0.0029, String(lines));
  assert.deepEqual(drawn(1), drawn(1));
  assert.notDeepEqual(drawn(1), drawn(2));
});
