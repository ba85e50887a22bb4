import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RESULT_COLUMN_LIST } from '../../../../src/solver/core/result/result-columns.js';
import { exportColumns, exportRows } from '../../../../src/pipeline/store/listing/result-page.js';
import {
  findPuzzle,
  resultDetail,
  resultsOfPuzzle,
  solvedPuzzle,
  solvedPuzzles,
  nearestMisses,
} from '../../../../src/pipeline/store/queries/stored-results.js';
import { repeatedShapes } from '../../../../src/pipeline/store/queries/scan-results.js';
import { findOffenders, findDuplicates } from '../../../../src/pipeline/store/gates.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { puzzleIdOf } from '../../../../src/pipeline/record/puzzle-id.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { findRun, listRuns } from '../../../../src/pipeline/store/stored-runs.js';
import { listRejects } from '../../../../src/pipeline/store/queries/rejects.js';
import {
  NEW_RUN,
  columnsOf,
  rejectOf,
  distinctResult,
  resultOf,
  temporaryStore,
  startedRun,
} from '../../../support/store-samples.js';
import { writeEntries, finishSource } from '../../../support/write-entries.js';
import { assertEach, eachOf } from '../../../support/tests.js';

/** By lines, ambiguous, a timeout, and unique by probing. */
const RESULTS: readonly Partial<PuzzleResult>[] = [
  {},
  {
    status: 'multiple',
    technique: 'search',
    guessDepth: null,
    guessDepthMin: null,
    solutions: '2',
    solutionsExact: false,
    sweeps: null,
    secondSolution: '#./##',
  },
  {
    status: 'timeout',
    stoppedBy: 'timeout',
    technique: null,
    guessDepth: null,
    guessDepthMin: null,
    solutions: '0',
    solutionsExact: false,
    sweeps: null,
    solution: null,
  },
  { technique: 'probe', guessDepth: 1, guessDepthMin: 1, probes: 2, sweeps: null },
];

/** A run of 1200 puzzles p0, p1 ... with the title "Title of <n>", each fourth a timeout. */
function writeRun(store: Store, name: string): number {
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name });
  const source = { sha256: 'aa', format: 'csv', path: 'in/a_b.csv', bytes: 1 };
  const [{ sourceId }] = writer.addSources([source]);
  writer.addSources([{ ...source, path: 'in/copy.csv' }]);
  const ordinals = Array.from({ length: 1200 }, (_, i) => i);
  const columns = columnsOf(...ordinals);
  for (const i of ordinals) {
    columns.names[i] = i === 1199 ? null : `p${i}`;
    columns.titles[i] = `Title of ${i}`;
  }
  const results = ordinals.map((i) => resultOf(RESULTS[i % 4]));
  writeEntries(writer, sourceId, columns, results, [rejectOf(1201), rejectOf(1200, { name: 'r' })]);
  writer.finishRun('complete');
  return runId;
}

test('runs are listed with the latest first, and found by id, by name, or as the latest', (t) => {
  const store = temporaryStore(t);
  assert.throws(() => findRun(store), /holds no run/);
  const ids = ['first', 'again', 'again'].map((name) => writeRun(store, name));
  assert.deepEqual(eachOf(listRuns(store), 'runId'), [ids[2], ids[1], ids[0]]);
  assert.equal(findRun(store).runId, ids[2]);
  assert.equal(findRun(store, String(ids[0])).runId, ids[0]);
  assert.equal(findRun(store, 'again').runId, ids[2]);
  const expected = /no run "nope".*3 \(again\), 2 \(again\), 1 \(first\)/;
  assert.throws(() => findRun(store, 'nope'), expected);
});

test('results come in pages in the order of entries, even while they are updated', (t) => {
  const store = temporaryStore(t);
  writeRun(store, 'other');
  const runId = writeRun(store, 'this');
  const seen = [...solvedPuzzles(store, runId)];
  const ordinals = Array.from({ length: 1200 }, (_, i) => i);
  assert.deepEqual(eachOf(seen, 'ordinal'), ordinals);
  assert.equal(seen[7].path, 'in/a_b.csv');
  assert.deepEqual(seen[7].puzzle.rows, [[2], [1]]);
  assert.equal(seen[7].result.solution, '##/#.');
  const writer = new RunWriter(store);
  writer.resumeRun(runId);
  let count = 0;
  for (const { puzzleId, result } of solvedPuzzles(store, runId, ['timeout'])) {
    assert.equal(result.status, 'timeout');
    writer.updateResults([{ puzzleId, result: resultOf() }]);
    count++;
  }
  assert.equal(count, 300);
});

test('offenders are counted, and the first of them named', (t) => {
  const store = temporaryStore(t);
  const runId = writeRun(store, 'this');
  const unique = findOffenders(store, runId, 'unique', 3);
  assert.equal(unique.total, 600);
  assert.deepEqual(eachOf(unique.first, 'name', 'status', 'path'), [
    ['p1', 'multiple', 'in/a_b.csv'],
    ['p2', 'timeout', 'in/a_b.csv'],
    ['p5', 'multiple', 'in/a_b.csv'],
  ]);
  assert.equal(findOffenders(store, runId, 'line', 0).total, 900);
});

test('rejects come in the order of their entries, as many as asked for', (t) => {
  const store = temporaryStore(t);
  const runId = writeRun(store, 'this');
  const rejects = listRejects(store, runId, 10);
  assert.deepEqual(eachOf(rejects, 'ordinal', 'name', 'path'), [
    [1200, 'r', 'in/a_b.csv'],
    [1201, null, 'in/a_b.csv'],
  ]);
  assert.equal(listRejects(store, runId, 1).length, 1);
});

test('a puzzle is found by name, id, place, title, fingerprint or the beginning of its name', (t) => {
  const store = temporaryStore(t);
  const runId = writeRun(store, 'this');
  const named = (wanted: string): string[] => findPuzzle(store, wanted).found.map((p) => p.name);
  assert.deepEqual(named('p12'), ['p12']);
  assert.deepEqual(named(String(puzzleIdOf(1, 13))), ['p13']);
  assert.deepEqual(named('in/a_b.csv#14'), ['p14']);
  assert.deepEqual(named('a_b.csv#15'), ['p15']);
  assert.deepEqual(named('copy.csv#16'), ['p16']);
  assert.deepEqual(named('a_b.csv#1199'), ['in/a_b.csv#1199']);
  assert.deepEqual(named('title OF 17'), ['p17']);
  assert.deepEqual(named('00000000000000000000000000000012'), ['p18']);
  assert.deepEqual(named('P119').slice(0, 2), ['p119', 'p1190']);
  assert.deepEqual(named('p%'), []);
  const { puzzleId } = findPuzzle(store, 'p12').found[0];
  assertEach(resultsOfPuzzle(store, puzzleId), (solved) => solved.runId, [runId]);
});

test('a name that is not there brings up names that resemble it', (t) => {
  const store = temporaryStore(t);
  writeRun(store, 'this');
  const { found, suggestions } = findPuzzle(store, 'xp119');
  assert.deepEqual(found, []);
  assert.equal(suggestions[0], 'p119');
  assert.deepEqual(findPuzzle(store, 'something else').suggestions, []);
});

test('every field of a result comes back as it was written, from every query', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const written = distinctResult();
  const columns = columnsOf(0);
  columns.goals[0] = '##/#.';
  columns.goalMatches[0] = true;
  writeEntries(writer, sourceId, columns, [written], []);
  const id = puzzleIdOf(1, 0);
  const found = {
    ...written,
    finishedAt: new Date(written.finishedAt).toISOString(),
    goalMatches: true,
    attempts: 1,
    limitMs: 10_000,
    reusedRun: null,
    reusedFrom: null,
  };
  assert.deepEqual(solvedPuzzle(store, runId, id)?.result, found);
  const { puzzle, isRunThere, ...placed } = resultDetail(store, runId, id)!;
  assert.deepEqual(placed, found);
  assert.equal(isRunThere, true);
  assert.deepEqual([puzzle.path, puzzle.ordinal], ['a.csv', 0]);

  const [row] = [
    ...exportRows(store, { runId, filter: {}, sort: 'order', descending: false, withClues: false }),
  ];
  const exported = Object.fromEntries(
    exportColumns({ withClues: false }).map((name, i) => [name, row[i]]),
  );
  for (const { name, field } of RESULT_COLUMN_LIST) {
    const value = found[field];
    assert.equal(exported[name], typeof value === 'boolean' ? Number(value) : value, name);
  }
  assert.equal(exported.path, 'a.csv');
  writer.updateResults([{ puzzleId: id, result: { ...written, probes: 99 } }]);
  assert.equal(solvedPuzzle(store, runId, id)?.result.probes, 99);
  assert.equal(solvedPuzzle(store, runId, id)?.result.attempts, 2);
});

test('a row that holds no puzzle is refused, whatever it is asked for: it cannot be solved', (t) => {
  const damages = {
    'colours = 2': /its colours are 2/,
    [`clues = '99;1|1;1'`]: /the row of p0: it is not a puzzle/,
    'width = 3': /the row of p0: it is not a puzzle: the width is 3/,
    "palette = '#ffffff red'": /the row of p0: it is not a puzzle: colour 1 of the palette/,
  };
  const store = temporaryStore(t);
  const runId = writeRun(store, 'damaged');
  const id = puzzleIdOf(1, 0);
  assert.equal(solvedPuzzle(store, runId, id)?.name, 'p0');
  for (const [damage, message] of Object.entries(damages)) {
    store.db.exec('SAVEPOINT sound');
    store.db.prepare(`UPDATE puzzle_rows SET ${damage} WHERE puzzle_id = ?`).run(id);
    assert.throws(() => solvedPuzzle(store, runId, id), message, damage);
    store.db.exec('ROLLBACK TO sound');
  }
});

test('the nearest misses differ in the fewest cells, the smaller puzzles first', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const pairs = [
    ['#.#.#./.#.#.#', '.#.#.#/#.#.#.'],
    ['#...#./.#....', '.#..#./#.....'],
    ['#./.#', '.#/#.'],
    ['#..#./.##..', '#...#/.##..'],
  ];
  const results = pairs.map(([solution, secondSolution]) =>
    resultOf({ status: 'multiple', technique: 'search', solution, secondSolution }),
  );
  const others = [resultOf(), resultOf({ status: 'timeout', solution: null })];
  writeEntries(writer, sourceId, columnsOf(0, 1, 2, 3, 4, 5), [...others, ...results], []);
  writer.finishRun('complete');
  const [, , noise, four, small, two] = store.db
    .prepare<[], number>('SELECT puzzle_id FROM puzzles ORDER BY puzzle_id')
    .pluck()
    .all();
  assert.deepEqual(nearestMisses(store, runId, 3, 100), { ids: [two, small, four], seen: 4 });
  assert.deepEqual(nearestMisses(store, runId, 9, 1), { ids: [noise], seen: 1 });
});

test('puzzles of one shape are a group, in the order of the corpus, and pages list them all', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const count = 3000;
  const columns = columnsOf(...Array(count).keys());
  // The first 13 digits are the same in all: only the whole shape tells them apart.
  columns.shapes.splice(
    0,
    count,
    ...Array.from({ length: count }, (_, i) =>
      (i % 1000 < 10 ? i % 1000 : i).toString(16).padStart(16, 'fedcba9876543000'),
    ),
  );
  writeEntries(writer, sourceId, columns, Array(count).fill(resultOf()), []);
  finishSource(writer, sourceId, { entries: count });
  writer.finishRun('complete');
  const all = findDuplicates(store, runId, { groups: 100, members: 2 });
  assert.deepEqual([all.groups, all.surplus], [10, 20]);
  assert.deepEqual(
    all.first.map(({ puzzles, first }) => [puzzles, ...first.map(({ ordinal }) => ordinal)]),
    Array.from({ length: 10 }, (_, i) => [3, i, 1000 + i]),
  );
  const page = findDuplicates(store, runId, { skip: 8, groups: 5, members: 3 });
  assertEach(page.first, ({ first }) => first.map(({ ordinal }) => ordinal), [
    [8, 1008, 2008],
    [9, 1009, 2009],
  ]);
  const limits = { skip: 3, groups: 5, members: 3 };
  const atOnce = repeatedShapes(store, runId, limits);
  for (const most of [7, 100, 1500])
    assert.deepEqual(repeatedShapes(store, runId, limits, most), atOnce);
});
