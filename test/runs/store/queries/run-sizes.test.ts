import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { sizesOfRun } from '../../../../src/runs/store/queries/run-sizes.js';
import { RunWriter } from '../../../../src/runs/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { depth } from '../../../support/depth.js';
import { writeEntries } from '../../../support/write-entries.js';

const PUZZLES = depth(800, 1600);

/** A run of puzzles 2, 3, 4 and 5 cells wide in turn, from one file or from a file each. */
function runOf(t: TestContext, from: 'one file' | 'a file each') {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const perFile = from === 'one file' ? PUZZLES : 1;
  for (let first = 0; first < PUZZLES; first += perFile) {
    const source = {
      path: `${first}.csv`,
      sha256: `${first}`,
      format: 'csv',
      bytes: 1,
      label: 'a',
    };
    const { sourceId } = writer.addSource(source);
    const columns = columnsOf(...Array.from({ length: perFile }, (_, i) => i));
    columns.ordinals.forEach((_, i) => {
      columns.widths[i] = 2 + ((first + i) % 4);
      columns.heights[i] = 1;
      columns.filled[i] = 1;
    });
    const results = columns.ordinals.map(() =>
      resultOf({ difficulty: 3, stars: 1, needs: 'count' }),
    );
    writeEntries(writer, sourceId, columns, results, []);
    writer.finishSource(sourceId, { entries: perFile });
  }
  writer.finishRun('complete');
  return { store, runId };
}

for (const from of ['one file', 'a file each'] as const) {
  test(`a sample of a run shows sizes that come in turn as often as they are, from ${from}`, (t) => {
    const { store, runId } = runOf(t, from);
    for (const sample of [PUZZLES, PUZZLES / 2, PUZZLES / 4, PUZZLES / 7]) {
      const { sizes, step } = sizesOfRun(store, runId, PUZZLES, { sample });
      assert.equal(step, Math.ceil(PUZZLES / sample));
      assert.deepEqual(
        sizes.map(({ width }) => width),
        [2, 3, 4, 5],
      );
      for (const { width, puzzles, densities } of sizes) {
        const expected = PUZZLES / 4;
        const words = `${width} wide, every ${step}th: ${puzzles} of ${expected}`;
        assert.ok(Math.abs(puzzles - expected) <= (step === 1 ? 0 : expected / 4), words);
        assert.deepEqual(
          densities.flatMap((density) => density?.puzzles ?? []),
          [puzzles],
        );
      }
    }
  });
}
