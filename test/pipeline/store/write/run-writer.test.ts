import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeIndexes } from '../../../../src/pipeline/store/open/open.js';
import { fingerprint } from '../../../../src/solver/core/puzzle/fingerprint.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import {
  countRun,
  listRuns,
  runById,
  runSources,
  sameSources,
  findRun,
} from '../../../../src/pipeline/store/stored-runs.js';
import { puzzleIdOf } from '../../../../src/pipeline/record/puzzle-id.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import {
  countWanted,
  wantedPuzzles,
} from '../../../../src/pipeline/store/queries/stored-results.js';
import {
  begunRun,
  NEW_RUN,
  columnsOf,
  rejectOf,
  resultOf,
  temporaryStore,
  startedRun,
  SOURCE,
} from '../../../support/store-samples.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';
import { listRejects } from '../../../../src/pipeline/store/queries/rejects.js';
import { assertEach, deepTest, eachOf } from '../../../support/tests.js';
import { puzzleOfClues } from '../../../support/random-puzzle.js';

function range(first: number, length: number): number[] {
  return Array.from({ length }, (_, i) => first + i);
}

test('what is written is there once, with the names and times that it was given', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const columns = columnsOf(...range(0, 37));
  columns.names[1] = 'second';
  columns.goalMatches[2] = false;
  writeEntries(
    writer,
    sourceId,
    columns,
    range(0, 37).map(() => resultOf()),
    [rejectOf(37)],
  );
  assert.deepEqual(countRun(store, runId), { results: 37, rejects: 1 });
  const rows = store.db
    .prepare(
      `SELECT puzzle_id, entry, name, status, goal_matches, attempts, finished_at
       FROM results JOIN puzzles USING (puzzle_id) JOIN places USING (run_id, puzzle_id) ORDER BY puzzle_id LIMIT 3`,
    )
    .raw()
    .all();
  const base = puzzleIdOf(1, 0);
  const time = '2026-01-02T03:04:05.678Z';
  assert.deepEqual(rows, [
    [base, 0, null, 'unique', null, 1, time],
    [base + 1, 1, 'second', 'unique', null, 1, time],
    [base + 2, 2, null, 'unique', 0, 1, time],
  ]);
});

test('a piece that comes twice is written once, and has as many places as it has in the files', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const [other] = writer.addSources([{ ...SOURCE, sha256: 'bb', path: 'b.csv' }]);
  for (const id of [sourceId, other.sourceId]) {
    writeEntries(writer, id, columnsOf(0, 1), [resultOf(), resultOf()], [rejectOf(2)]);
  }
  assert.deepEqual(countRun(store, runId), { results: 2, rejects: 1 });
  const places = store.db.prepare('SELECT path, entry, puzzle_id FROM places').raw().all();
  const ids = [puzzleIdOf(1, 0), puzzleIdOf(1, 1)];
  const expected = ['a.csv', 'b.csv'].flatMap((path) => ids.map((id, i) => [path, i, id]));
  assert.deepEqual(places, expected);
});

test('two runs over the same content share its puzzles', (t) => {
  const store = temporaryStore(t);
  for (let run = 0; run < 2; run++) {
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const [{ sourceId }] = writer.addSources([SOURCE]);
    writeEntries(writer, sourceId, columnsOf(0, 1), [resultOf(), resultOf()], [rejectOf(2)]);
    writer.finishRun('complete');
  }
  const count = (table: string): unknown =>
    store.db.prepare(`SELECT count(*) FROM ${table}`).pluck().get();
  assert.deepEqual(['sources', 'puzzles', 'results', 'rejects'].map(count), [1, 2, 4, 2]);
});

test('other entries than those of the same content in an earlier run are refused', (t) => {
  const { store, writer, sourceId } = startedRun(t);
  writeEntries(writer, sourceId, columnsOf(0, 1), [resultOf(), resultOf()], []);
  const second = new RunWriter(store);
  second.startRun(NEW_RUN);
  second.addSources([SOURCE]);
  const changed = columnsOf(0, 1);
  changed.fingerprints[1] = 'f'.repeat(32);
  assert.throws(
    () => writeEntries(second, sourceId, changed, [resultOf(), resultOf()], []),
    /piece 0 of source 1 has other entries than an earlier run read there/,
  );
});

test('the same content twice in one run is one source, reported as repeated', (t) => {
  const { store, writer, runId } = begunRun(t);
  const [first] = writer.addSources([SOURCE]);
  const [other] = writer.addSources([{ ...SOURCE, sha256: 'bb', path: 'b.csv' }]);
  const [again] = writer.addSources([{ ...SOURCE, path: 'copy.csv' }]);
  assert.deepEqual([first.repeated, other.repeated, again.repeated], [false, false, true]);
  assert.equal(again.sourceId, first.sourceId);
  finishSource(writer, first.sourceId, { entries: 3 });
  assert.deepEqual(eachOf(runSources(store, runId), 'position', 'path', 'entries'), [
    [0, 'a.csv', 3],
    [1, 'b.csv', null],
    [2, 'copy.csv', 3],
  ]);
});

test('standard input is a source of its own every time', (t) => {
  const { store, writer, runId } = begunRun(t);
  const source = { sha256: null, format: 'csv', path: '-', bytes: null };
  const [first] = writer.addSources([source]);
  finishSource(writer, first.sourceId, { entries: 1, bytes: 77 });
  assert.equal(runSources(store, runId)[0].bytes, 77);
  assert.equal(sameSources(runSources(store, runId), [source]), false);
  const second = new RunWriter(store);
  second.startRun(NEW_RUN);
  assert.notEqual(second.addSources([source])[0].sourceId, first.sourceId);
});

test('a run that goes on is of the same sources, in the same order, and knows which entries are done', (t) => {
  const store = temporaryStore(t);
  const other = { ...SOURCE, sha256: 'bb', path: 'b.csv' };
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const [{ sourceId }] = writer.addSources([SOURCE]);
  writer.addSources([other]);
  const columns = columnsOf(0, 2, 3, 9, 10);
  const four = range(0, 4).map(() => resultOf());
  writeEntries(writer, sourceId, columns, four, [rejectOf(1)]);
  assert.deepEqual(countRun(store, runId), { results: 4, rejects: 1 });

  const sources = runSources(store, runId);
  assert.equal(sameSources(sources, [other, SOURCE]), false);
  assert.equal(sameSources(sources, [SOURCE]), false);
  assert.equal(sameSources(sources, [SOURCE, other]), true);
  assert.deepEqual(runById(store, runId)?.options, NEW_RUN.options);

  const resumed = new RunWriter(store);
  resumed.resumeRun(runId);
  assert.deepEqual(resumed.addSources([SOURCE])[0], { sourceId, repeated: false });
  assert.throws(() => resumed.addSources([{ ...other, sha256: 'cc' }]), /another content/);
  const results = range(0, 5).map(() => resultOf());
  writeEntries(resumed, sourceId, columns, results, [rejectOf(1)]);
  assert.deepEqual(countRun(store, runId), { results: 5, rejects: 1 });
});

test('a run that goes on is running again, until it is finished', (t) => {
  const store = temporaryStore(t);
  const first = new RunWriter(store);
  const runId = first.startRun(NEW_RUN);
  first.finishRun('interrupted');
  const writer = new RunWriter(store);
  writer.resumeRun(runId);
  assert.equal(runById(store, runId)?.state, 'running');
  writer.finishRun('complete');
  assert.equal(runById(store, runId)?.state, 'complete');
});

test('the time of a run adds up over its sessions, from when each began its work', (t) => {
  const { store, writer, runId } = begunRun(t);
  writer.finishRun('interrupted');
  store.db.prepare('UPDATE runs SET wall_ms = 5000').run();
  const resumed = new RunWriter(store, performance.now() - 3000);
  resumed.resumeRun(runId);
  resumed.finishRun('complete');
  const wall = runById(store, runId)?.wallMs ?? 0;
  assert.ok(wall >= 8000 && wall < 60_000, String(wall));
});

const SAMPLE = puzzleOfClues([[2], [1]], [[2], [1]]);

test('retried results take the place of the old ones and count attempts', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const slow = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
  const results = range(0, 25).map((i) => (i % 2 === 0 ? slow : resultOf()));
  const columns = columnsOf(...range(0, 25));
  // Those of the sample's clues: a stored puzzle is checked before it is solved again.
  columns.fingerprints.fill(fingerprint(pack(SAMPLE), 0, null));
  writeEntries(writer, sourceId, columns, results, []);
  assert.equal(countWanted(store, runId, { statuses: ['timeout', 'crash'] }), 13);
  let tried = 0;
  const wanted = { statuses: ['timeout', 'crash'] } as const;
  for (const { puzzleId, puzzle } of wantedPuzzles(store, runId, wanted)) {
    tried++;
    assert.deepEqual(puzzle.rows, [[2], [1]]);
    writer.updateResults([{ puzzleId, result: resultOf({ solveMs: 90 }) }]);
  }
  assert.equal(tried, 13);
  assert.equal(countWanted(store, runId, { statuses: ['timeout'] }), 0);
  const attempts = store.db.prepare('SELECT attempts, count(*) FROM results GROUP BY 1').raw();
  assert.deepEqual(attempts.all(), [
    [1, 12],
    [2, 13],
  ]);
  const expected = /no result for puzzle 12/;
  assert.throws(() => writer.updateResults([{ puzzleId: 12, result: resultOf() }]), expected);
});

test('a result keeps the limit that it was found under, and the run notes each retry', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, { options: { timeoutMs: 50 } });
  const late = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
  writeEntries(writer, sourceId, columnsOf(0, 1, 2), [resultOf(), late, late], []);
  writer.finishRun('complete');
  const limits = (): unknown[] =>
    store.db.prepare('SELECT limit_ms FROM results ORDER BY puzzle_id').pluck().all();
  assert.deepEqual(limits(), [50, 50, 50]);

  const asked = { statuses: ['timeout', 'crash'], maxSteps: null, memoryMiB: 64 } as const;
  const told = { ...asked, round: null, reused: 0, hasTime: true };
  const retry = (
    timeoutMs: number | null,
    ...results: (readonly [number, PuzzleResult])[]
  ): void => {
    writer.resumeRun(runId, { ...asked, timeoutMs, puzzles: 2 });
    for (const [i, result] of results) {
      writer.updateResults([{ puzzleId: puzzleIdOf(1, i), result }]);
    }
  };
  retry(2000, [1, resultOf()], [2, late]);
  writer.finishRun('complete');
  assert.deepEqual(limits(), [50, 2000, 2000]);
  retry(null, [2, late]);
  writer.finishRun('complete');
  assert.deepEqual(limits(), [50, 2000, null]);
  retry(50, [2, late]);
  assert.deepEqual(limits(), [50, 2000, 50]);

  const { options, retries } = runById(store, runId)!;
  assert.deepEqual(options, { timeoutMs: 50 });
  assertEach(
    retries,
    ({ startedAt, finishedAt, wallMs, ...rest }) => ({
      ...rest,
      hasTime: wallMs !== null,
      hasEnded: finishedAt !== null && finishedAt >= startedAt,
    }),
    [
      { ...told, timeoutMs: 2000, puzzles: 2, tried: 2, decided: 1, hasEnded: true },
      { ...told, timeoutMs: null, puzzles: 2, tried: 1, decided: 0, hasEnded: true },
      { ...told, timeoutMs: 50, puzzles: 2, tried: 1, decided: 0, hasEnded: false },
    ],
  );
  assert.deepEqual(listRuns(store)[0].retries, retries);
});

test('a small run keeps the indexes; a large one drops them and makes them anew at the end', (t) => {
  const store = temporaryStore(t);
  const indexes = (): unknown =>
    store.db
      .prepare(
        "SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND tbl_name IN ('result_rows', 'puzzles') AND sql IS NOT NULL",
      )
      .pluck()
      .get();
  const run = (entries: number): unknown => {
    const writer = new RunWriter(store);
    writer.startRun(NEW_RUN);
    const [{ sourceId }] = writer.addSources([{ ...SOURCE, sha256: String(entries) }]);
    for (let first = 0; first < entries; first += 500) {
      const ordinals = range(first, 500);
      writeEntries(
        writer,
        sourceId,
        columnsOf(...ordinals),
        ordinals.map(() => resultOf()),
        [],
      );
    }
    const left = indexes();
    writer.finishRun('complete');
    makeIndexes(store);
    return left;
  };
  run(500);
  const all = indexes();
  assert.ok(Number(all) > 0);
  assert.equal(run(1000), all);
  assert.equal(run(20_000), 0);
  assert.equal(indexes(), all);
});

test('a retry that tried all its puzzles and was killed before it could say so ends with whoever goes on', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t);
  const late = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
  writeEntries(writer, sourceId, columnsOf(0, 1), [late, late], []);
  writer.finishRun('complete');
  const limits = { statuses: ['timeout'], timeoutMs: 9, maxSteps: null, memoryMiB: null } as const;
  // The first was killed after one of two, the second after its only one.
  for (const [i, puzzles] of [2, 1].entries()) {
    new RunWriter(store).resumeRun(runId, { ...limits, puzzles });
    const killed = new RunWriter(store);
    killed.resumeRun(runId, { ...limits, puzzles });
    killed.updateResults([{ puzzleId: puzzleIdOf(1, i), result: resultOf() }]);
  }
  const last = new RunWriter(store);
  last.resumeRun(runId, null);
  last.finishRun('complete');
  const { retries } = runById(store, runId)!;
  assertEach(retries, ({ tried, puzzles, finishedAt }) => [tried, puzzles, finishedAt !== null], [
    [0, 2, false],
    [1, 2, false],
    [0, 1, false],
    [1, 1, true],
  ]);
});

/** The CPU time, in us, of a run over so many files of two entries, and of reading its rejects. */
function cpuOf(t: TestContext, files: number): number {
  const store = temporaryStore(t);
  const began = process.cpuUsage();
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const sources = writer.addSources(
    Array.from({ length: files }, (_, i) => {
      const path = `book/${i}.json`;
      return { path, sha256: `hash ${i}`, format: 'json', bytes: 100 };
    }),
  );
  for (const [i, { sourceId }] of sources.entries()) {
    writeEntries(writer, sourceId, columnsOf(2 * i), [resultOf()], [rejectOf(2 * i + 1)]);
    finishSource(writer, sourceId, { entries: 2 });
  }
  assert.equal(listRejects(store, writer.runId, files).length, files);
  assert.ok(runSources(store, findRun(store).runId).every(({ entries }) => entries === 2));
  const { user, system } = process.cpuUsage(began);
  store.close();
  return user + system;
}

deepTest('the time for many files grows with their number, not with its square', (t) => {
  const [few, many] = [cpuOf(t, 3000), cpuOf(t, 12_000)];
  assert.ok(many < 8 * few, `${many} us for ${few}`);
});
