import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestMisses } from '../../../../src/pipeline/store/queries/stored-results.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { columnsOf, NEW_RUN, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

test('the nearest misses differ in the fewest cells, the smaller puzzles first', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const { sourceId } = writer.addSource({
    sha256: 'aa',
    format: 'csv',
    path: 'a.csv',
    bytes: 1,
  });
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
