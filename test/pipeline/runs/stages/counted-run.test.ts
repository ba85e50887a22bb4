import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { STATUSES, TECHNIQUES } from '../../../../src/solver/core/result/outcome.js';
import { LOCAL, doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore, type Store } from '../../../../src/pipeline/store/open/open.js';
import { scanResults } from '../../../../src/pipeline/store/queries/scan-results.js';
import { puzzleId } from '../../../../src/pipeline/store/rows/stored-puzzle-id.js';
import { removeRuns } from '../../../../src/pipeline/store/prune/prune-runs.js';
import { gatherNumbers } from '../../../../src/pipeline/report/numbers/report-numbers.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { depth } from '../../../support/depth.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { figuresIn } from '../../../support/tally-figures.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { writeEntries } from '../../../support/write-entries.js';

/** What is counted of a run, and the figures of a scan of what it has stored. */
function scanOf(db: string, runId: number): object {
  const store = openStore(db, { readonly: true });
  try {
    return figuresIn(scanResults(store, runId));
  } finally {
    store.close();
  }
}

test('what is counted while rows pass is what a scan counts, of puzzles of every kind, taken over or not', async (t) => {
  const folder = temporaryFolder(t);
  const [db, other] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')];
  const corpora = [
    'data/classics.json',
    'data/colours.json',
    'data/gallery.json',
    'data/random-small.csv',
    'data/broken.ndjson',
  ];
  const one = await doRun(requestFor(corpora, db), controls(new Recorder()));
  assert.ok(one.counted != null);
  const figures = figuresIn(one.counted.tally);
  assert.deepEqual(figures, scanOf(db, one.runId));

  const more = writeCsv(folder, 'more', { count: 30, width: 9, height: 9 });
  const request = requestFor([...corpora, more], other, { reuse: { from: db } });
  const two = await doRun(request, controls(new Recorder()));
  assert.ok(two.reused > 0 && two.counted != null);
  assert.deepEqual(figuresIn(two.counted.tally), scanOf(other, two.runId));

  const again = await doRun(requestFor(corpora, db), controls(new Recorder()), LOCAL);
  assert.equal(
    again.counted,
    null,
    'the database had the puzzles, which somebody may have changed',
  );
});

test('a run that passes files over is counted as a scan counts it, large or small, whoever has the rows', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'nights.sqlite');
  const made = { width: 6, height: 6 };
  const corpora = [
    writeCsv(folder, 'large', { ...made, count: 300, seed: 1 }),
    writeCsv(folder, 'other', { ...made, count: 270, seed: 2 }),
    writeCsv(folder, 'small', { ...made, count: 20, seed: 3 }),
  ];
  const kept = 'SELECT run_id AS run FROM source_counts ORDER BY run_id';
  const night = async (more: readonly string[] = []): Promise<number> => {
    const request = requestFor([...corpora, ...more], db, {
      name: 'nightly',
      reuse: { from: null },
    });
    const { runId, counted } = await doRun(request, controls(new Recorder()));
    assert.ok(counted != null);
    assert.deepEqual(figuresIn(counted.tally), scanOf(db, runId));
    const store = openStore(db, { readonly: true });
    try {
      const [known, read] = [counted, null].map((one) =>
        gatherNumbers(store, runId, { counted: one }),
      );
      assert.deepEqual(known, read);
    } finally {
      store.close();
    }
    const passed = `SELECT source_id FROM held_results WHERE run_id = ${runId} AND held_by < run_id`;
    return rowsOf(db, passed).length;
  };
  assert.equal(await night(), 0);
  assert.deepEqual(rowsOf(db, kept), [{ run: 1 }, { run: 1 }]);
  assert.equal(await night(), 3);
  assert.equal(await night([writeCsv(folder, 'new', { ...made, count: 30, seed: 4 })]), 3);
  // What somebody has changed in what is kept is not believed.
  change(db, 'UPDATE source_counts SET counts = zeroblob(length(counts)) WHERE source_id = 1');
  assert.equal(await night(), 3);
  const store = openStore(db, { readonly: false });
  removeRuns(store, [1]);
  store.close();
  assert.deepEqual(rowsOf(db, kept), [{ run: 2 }, { run: 2 }]);
  assert.equal(await night(), 3);
});

const RESULT = fc
  .record({
    status: fc.constantFrom(...STATUSES),
    technique: fc.constantFrom(null, ...TECHNIQUES),
    guessDepth: fc.constantFrom(null, 0, 1, 2),
    guessDepthMin: fc.constantFrom(null, 0, 1, 2),
    solveMs: fc.constantFrom(0.25, 1.5, 20, 300, 4000),
    difficulty: fc.constantFrom(null, 0.5, 3.25),
    difficultyBound: fc.constantFrom(null, false, true),
    stars: fc.constantFrom(null, 1, 5),
    needs: fc.constantFrom(null, ...NEEDS),
    proof: fc.constantFrom(null, 3),
  })
  .map(resultOf);

/** Batches in the order in which they are committed, and times that are shortened afterwards. */
const WORK = fc.record({
  batches: fc.array(fc.array(RESULT, { minLength: 1, maxLength: 30 }), { maxLength: 8 }),
  turns: fc.infiniteStream(fc.nat()),
  shortened: fc.array(fc.nat(), { maxLength: 12 }),
});

test('batches that are committed in any order, and puzzles that are timed again, are counted as a scan counts them', (t) => {
  const store = temporaryStore(t);
  let named = 0;
  fc.assert(
    fc.property(WORK, ({ batches, turns, shortened }) => {
      const { writer, sourceId } = begun(store, String(named++));
      let ordinal = 0;
      const numbered = batches.map((results) => {
        const ordinals = results.map(() => ordinal++);
        return { results, ordinals, at: turns.next().value as number };
      });
      numbered.sort((a, b) => a.at - b.at);
      for (const { results, ordinals } of numbered) {
        writeEntries(writer, sourceId, columnsOf(...ordinals), results, []);
      }
      const all = numbered.flatMap(({ results, ordinals }) =>
        results.map((result, i) => ({ id: puzzleId(sourceId, ordinals[i]), result })),
      );
      for (const place of all.length === 0 ? [] : shortened) {
        const { id, result } = all[place % all.length];
        const isDecided = ['unique', 'multiple', 'contradiction'].includes(result.status);
        if (isDecided) writer.shortenTime(id, 0.125 * (1 + (place % 9)));
      }
      writer.finishRun('complete');
      const scanned = figuresIn(scanResults(store, writer.runId));
      assert.deepEqual(figuresIn(writer.counted!.tally), scanned);
    }),
    { numRuns: depth(25, 400) },
  );
});

function begun(store: Store, sha256: string): { writer: RunWriter; sourceId: number } {
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256, format: 'csv', bytes: 1, label: 'a' };
  return { writer, sourceId: writer.addSource(source).sourceId };
}

test('a run that goes on, is tried again, or loses a source is not counted while rows pass', (t) => {
  const store = temporaryStore(t);
  const { writer, sourceId } = begun(store, 'aa');
  writeEntries(writer, sourceId, columnsOf(0, 1), [resultOf(), resultOf()], []);
  assert.ok(writer.counted !== null);
  writer.updateResults([{ puzzleId: puzzleId(sourceId, 0), result: resultOf() }]);
  assert.equal(writer.counted, null);
  writer.finishRun('interrupted');
  const later = new RunWriter(store);
  later.resumeRun(writer.runId);
  assert.equal(later.counted, null);
  const { writer: third, sourceId: lost } = begun(store, 'bb');
  writeEntries(third, lost, columnsOf(0), [resultOf()], []);
  third.discardSource(lost);
  assert.equal(third.counted, null);
});
