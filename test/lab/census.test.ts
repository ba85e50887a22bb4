import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CensusCounter, countAsked, Recount, type CensusTask } from '../../src/lab/census.js';
import type { CensusCount } from '../../src/pipeline/store/census.js';
import { cluesOfPicture } from '../../src/solver/core/puzzle/picture.js';
import { solvePuzzle } from '../../src/solver/engine/solver/solve.js';
import { depth } from '../support/tests.js';

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
      const found = sorted(counted(width, height));
      assert.deepEqual(found, sorted(solved(width, height)), `${width}x${height}`);
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

/** The counts of a task with one of them changed. */
function changed(counts: readonly CensusCount[], change: Partial<CensusCount>): CensusCount[] {
  return counts.map((count, i) => (i === 2 ? { ...count, ...change } : count));
}

function refusal(read: CensusCount[] | string): string {
  assert.ok(typeof read === 'string');
  return read;
}

test('what a stranger counted is looked at: whether it can be', () => {
  for (const [width, height] of [
    [4, 4],
    [5, 4],
    [3, 7],
    [8, 1],
  ]) {
    const counter = new CensusCounter({ width, height });
    for (const { group } of counter.groupsInOrder()) {
      const task = { group };
      assert.deepEqual(counter.read(task, counter.count(task)), counter.count(task));
    }
  }
  const counter = new CensusCounter({ width: 4, height: 4 });
  const task: CensusTask = { group: 0 };
  const counts = counter.count(task);
  const { pictures, line } = counts[2];
  for (const [answer, reason] of [
    [null, /has not got the counts/],
    [[...counts, null], /has not got the counts/],
    [changed(counts, { line: line + 0.5 }), /has not got the counts/],
    [changed(counts, { line: -1 }), /has not got the counts/],
    [changed(counts, { probe: pictures - line + 1 }), /has not got the counts/],
    [changed(counts, { sweeps: line - 1 }), /has not got the counts/],
    [changed(counts, { sweeps: 60 * pictures }), /has not got the counts/],
    [changed(counts, { pictures: pictures + 1 }), /group 0 has other pictures/],
    [changed(counts, { filled: 30 }), /group 0 has other pictures/],
    [counts.slice(1), /group 0 has other pictures/],
    [[...counts, counts[0]], /group 0 has other pictures/],
    [counter.count({ group: 1 }), /group 0 has other pictures/],
  ] as const) {
    assert.match(refusal(counter.read(task, answer)), reason);
  }
  const drawn = counter.count({ pictures: 100, seed: 1 });
  assert.deepEqual(counter.read({ pictures: 100, seed: 1 }, drawn), drawn);
  const why = refusal(counter.read({ pictures: 99, seed: 1 }, drawn));
  assert.match(why, /100 of 99 pictures/);
});

test('a task that is none, or of a size that nobody counts, is refused', () => {
  const census = { width: 4, height: 4 };
  const found = countAsked({ census, task: { group: 3 } });
  assert.deepEqual(found, new CensusCounter(census).count({ group: 3 }));
  for (const asked of [
    null,
    { census },
    { census, task: { group: -1 } },
    { census, task: { pictures: 1e9, seed: 1 } },
    { census: { width: 8, height: 7 }, task: { group: 0 } },
    { census: { width: 17, height: 1 }, task: { group: 0 } },
    { census: { width: 4, height: 1e9 }, task: { group: 0 } },
  ]) {
    assert.throws(() => countAsked(asked), /^Error: this build knows no such task$/);
  }
});

test('who counts wrongly is found by counting again, and believed in nothing more', async () => {
  const size = { width: 4, height: 4 };
  const counter = new CensusCounter(size);
  const task = { group: 0 };
  let recounts = 0;
  const count = (one: CensusTask): Promise<CensusCount[]> => {
    recounts++;
    return Promise.resolve(counter.count(one));
  };
  const right = counter.count(task);
  // Possible, and wrong.
  const wrong = changed(right, { line: right[2].line - 1, sweeps: right[2].sweeps - 3 });
  const every = new Recount(size, count, 1);
  assert.equal(await every.look(task, wrong, 'a'), 'its counts are wrong');
  assert.equal(await every.look(task, right, 'a'), 'its counts are wrong');
  assert.deepEqual(await every.look(task, right, 'b'), right);
  // What comes while it is counted again waits for that.
  const both = [every.look(task, wrong, 'b'), every.look(task, right, 'b')];
  assert.deepEqual(await Promise.all(both), [null, 'its counts are wrong']);
  assert.equal(await every.look(task, right, 'b'), 'its counts are wrong');
  recounts = 0;
  const first = new Recount(size, count, 0);
  for (const worker of ['a', 'b', 'a', 'b', 'a']) {
    assert.deepEqual(await first.look(task, right, worker), right);
  }
  assert.equal(recounts, 2);
});
