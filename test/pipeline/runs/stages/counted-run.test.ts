import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { STATUSES, TECHNIQUES } from '../../../../src/solver/core/result/outcome.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore, type Store } from '../../../../src/pipeline/store/open/open.js';
import { scanResults } from '../../../../src/pipeline/store/queries/scan-results.js';
import { removeRuns } from '../../../../src/pipeline/store/prune/prune-runs.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { depth } from '../../../support/depth.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { Recorder, controls, requestFor } from '../../../support/runs/requests.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { figuresIn } from '../../../support/tally-figures.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { writeEntries } from '../../../support/write-entries.js';

/** The counts that are stored with the pieces of a run are those of their rows. */
function assertCounted(store: Store, runId: number): void {
  const counted = figuresIn(scanResults(store, runId));
  store.db.exec('BEGIN; UPDATE run_pieces SET counts = NULL');
  const scanned = figuresIn(scanResults(store, runId));
  store.db.exec('ROLLBACK');
  assert.deepEqual(counted, scanned);
}

function idsInOrder(store: Store, runId: number): number[] {
  const ids = store.db.prepare<[number], number>(
    'SELECT puzzle_id FROM places WHERE run_id = ? ORDER BY entry',
  );
  return ids.pluck().all(runId);
}

test('what is counted while rows are made is what their rows say, of puzzles of every kind, taken over or not', async (t) => {
  const folder = temporaryFolder(t);
  const [db, other] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')];
  const corpora = [
    'data/classics.json',
    'data/colours.json',
    'data/gallery.json',
    'data/random-small.csv',
    'data/broken.ndjson',
  ];
  const more = writeCsv(folder, 'more', { count: 30, width: 9, height: 9 });
  const nights = [
    requestFor(corpora, db),
    requestFor([...corpora, more], other, { reuse: { from: db } }),
    requestFor([more, ...corpora], other, { reuse: { from: null } }),
  ];
  for (const request of nights) {
    const { runId } = await doRun(request, controls(new Recorder()));
    const store = openStore(request.db, { readonly: false });
    assertCounted(store, runId);
    store.close();
  }
});

test('runs are counted right after the run that wrote their rows is removed', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'nights.sqlite');
  const corpora = [writeCsv(folder, 'large', { width: 6, height: 6, count: 300, seed: 1 })];
  const night = async (): Promise<number> => {
    const request = requestFor(corpora, db, { name: 'nightly', reuse: { from: null } });
    return (await doRun(request, controls(new Recorder()))).runId;
  };
  await night();
  const runId = await night();
  const store = openStore(db, { readonly: false });
  const before = figuresIn(scanResults(store, runId));
  removeRuns(store, [1]);
  assert.deepEqual(figuresIn(scanResults(store, runId)), before);
  assertCounted(store, runId);
  const heirs = store.db.prepare('SELECT DISTINCT held_by FROM run_pieces').pluck().all();
  assert.deepEqual(heirs, [runId]);
  store.close();
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
      const ids = idsInOrder(store, writer.runId);
      const all = numbered.flatMap(({ results, ordinals }) =>
        results.map((result, i) => ({ id: ids[ordinals[i]], result })),
      );
      for (const place of all.length === 0 ? [] : shortened) {
        const { id, result } = all[place % all.length];
        const isDecided = ['unique', 'multiple', 'contradiction'].includes(result.status);
        if (isDecided) writer.shortenTime(id, 0.125 * (1 + (place % 9)));
      }
      writer.finishRun('complete');
      assertCounted(store, writer.runId);
    }),
    { numRuns: depth(25, 400) },
  );
});

function begun(store: Store, sha256: string): { writer: RunWriter; sourceId: number } {
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256, format: 'csv', bytes: 1 };
  return { writer, sourceId: writer.addSource(source).sourceId };
}
