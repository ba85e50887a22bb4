import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countWorse, type RunRetry } from '../../../src/pipeline/record/outcome.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import {
  compareRuns,
  puzzlesAtTimes,
  conditionDifferences,
  standingsOf,
} from '../../../src/pipeline/store/compare.js';
import { Nights } from '../../../src/pipeline/store/changes/nights.js';
import type { Store } from '../../../src/pipeline/store/open/open.js';
import { runById } from '../../../src/pipeline/store/stored-runs.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { assertEach, depth, eachOf } from '../../support/tests.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../support/store-samples.js';
import { finishSource, writeEntries } from '../../support/write-entries.js';

/** One run of a source whose content `sha256` names, over puzzles with these names and prints. */
function addRun(
  store: Store,
  sha256: string,
  puzzles: readonly { name: string; print: string; result: PuzzleResult }[],
  reading = '',
): number {
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: sha256.repeat(64), format: 'csv', bytes: 1 };
  const [{ sourceId }] = writer.addSources([{ ...source, reading }]);
  const columns = columnsOf(...puzzles.keys());
  puzzles.forEach(({ name, print }, i) => {
    columns.names[i] = name;
    columns.fingerprints[i] = print.repeat(32);
  });
  const results = puzzles.map(({ result }) => result);
  writeEntries(writer, sourceId, columns, results, []);
  finishSource(writer, sourceId, { entries: puzzles.length });
  writer.finishRun('complete');
  return runId;
}

const unique = resultOf();
const timeout = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null, solveMs: 50 });
const contradiction = resultOf({
  status: 'contradiction',
  technique: 'line',
  solutions: '0',
  solution: null,
});
const probe = resultOf({ technique: 'probe', guessDepth: 1 });

test('runs over the same file are compared puzzle by puzzle', async (t) => {
  const store = temporaryStore(t);
  const names = ['a', 'b', 'c'];
  const puzzles = (results: readonly PuzzleResult[]) =>
    names.map((name, i) => ({ name, print: name, result: results[i] }));
  const left = addRun(store, '1', puzzles([unique, unique, unique]));
  const right = addRun(store, '1', puzzles([unique, timeout, probe]));
  const found = await compareRuns(store, left, right);
  assert.equal(found.both, 3);
  assert.equal(found.changedCount, 1);
  assertEach(found.changed, ({ name, left: from, right: to }) => [name, from, to], [
    ['b', 'unique', 'timeout'],
  ]);
  assert.equal(found.harderOrEasierCount, 1);
  assert.equal(found.harderOrEasier[0].name, 'c');
  assert.deepEqual([found.goneCount, found.newCount], [0, 0]);
  assert.equal(found.rightMs, 51);
  const timed = found.times.reduce((sum, { count }) => sum + count, 0);
  assert.equal(timed, 3);
  assert.equal((await compareRuns(store, left, left)).changedCount, 0);
  for (const pair of found.times) {
    const rows = await puzzlesAtTimes(store, left, right, pair);
    assert.equal(rows.length, pair.count);
    const hasChanged = rows.some(({ name }) => name === 'b');
    assert.equal(hasChanged, pair.right > pair.left);
  }
  assert.deepEqual(await puzzlesAtTimes(store, left, right, { left: 0, right: 999 }), []);
});

test('a technique is another one only if both runs name one', async (t) => {
  const store = temporaryStore(t);
  const unnamed = resultOf({ technique: null, guessDepth: null });
  const puzzles = (...results: readonly PuzzleResult[]) =>
    results.map((result, i) => ({ name: `p${i}`, print: String(i), result }));
  const left = addRun(store, '1', puzzles(unique, unnamed, unique));
  const right = addRun(store, '1', puzzles(unnamed, unique, probe));
  const found = await compareRuns(store, left, right);
  assert.equal(found.harderOrEasierCount, 1);
  assert.deepEqual(eachOf(found.harderOrEasier, 'name'), ['p2']);
});

test('a comparison says how many puzzles are undecided on either side, and counts them in PAR-2', async (t) => {
  const store = temporaryStore(t);
  const puzzles = (results: readonly PuzzleResult[]) =>
    results.map((result, i) => ({ name: `p${i}`, print: String(i), result }));
  const left = addRun(store, '1', puzzles([unique, timeout, timeout]));
  const right = addRun(store, '1', puzzles([unique, unique, timeout]));
  const limit = (runId: number, options: object): void => {
    store.db
      .prepare(
        "UPDATE runs SET options = @text, timeout_ms = @text ->> 'timeoutMs' WHERE run_id = @runId",
      )
      .run({ text: JSON.stringify(options), runId });
  };
  limit(left, { timeoutMs: 50 });
  limit(right, { timeoutMs: 60 });
  store.db.exec(
    'UPDATE result_rows AS r SET limit_ms = (SELECT timeout_ms FROM runs WHERE run_id = r.run_id)',
  );
  const found = await compareRuns(store, left, right);
  assert.deepEqual([found.leftUndecided, found.rightUndecided], [2, 1]);
  const { solveMs } = unique;
  assert.ok(Math.abs(found.leftPar2! - (solveMs + 200) / 3) < 1e-9);
  assert.ok(Math.abs(found.rightPar2! - (2 * solveMs + 120) / 3) < 1e-9);
  limit(right, { timeoutMs: 60, maxSteps: 9 });
  const stepped = await compareRuns(store, left, right);
  assert.equal(stepped.rightPar2, null);
  assert.notEqual(stepped.leftPar2, null);
});

test('a puzzle that was tried again counts in PAR-2 under the limit of the retry, never less than its time', async (t) => {
  const store = temporaryStore(t);
  const puzzles = [timeout, timeout, unique].map((result, i) => ({
    name: `p${i}`,
    print: String(i),
    result: { ...result, solveMs: 50 },
  }));
  const plain = addRun(store, '1', puzzles);
  const retried = addRun(store, '1', puzzles);
  store.db.exec(`UPDATE runs SET timeout_ms = 50, options = '{"timeoutMs":50}';
    UPDATE result_rows SET limit_ms = 50`);
  const limits = { maxSteps: null, memoryMiB: null, puzzles: 2 };
  const writer = new RunWriter(store);
  writer.resumeRun(retried, { ...limits, statuses: ['timeout'], timeoutMs: 2000 });
  const [first, second] = store.db
    .prepare<[number], number>('SELECT puzzle_id FROM results WHERE run_id = ? ORDER BY 1')
    .pluck()
    .all(retried);
  writer.updateResults([
    { puzzleId: first, result: { ...unique, solveMs: 1400 } },
    { puzzleId: second, result: { ...timeout, solveMs: 4600 } },
  ]);
  writer.finishRun('complete');

  const two = await compareRuns(store, plain, retried);
  assert.equal(two.leftPar2, (100 + 100 + 50) / 3);
  // The second was ended late, after more than twice the limit.
  assert.equal(two.rightPar2, (1400 + 4600 + 50) / 3);
  assert.ok(two.rightPar2 >= two.rightMs / two.both);

  const runs = [plain, retried].map((runId) => ({ store, run: runById(store, runId)! }));
  const { runs: standings, virtualBest } = await standingsOf(runs);
  assert.deepEqual(eachOf(standings, 'par2Ms'), [two.leftPar2, two.rightPar2]);
  assert.equal(virtualBest.par2Ms, (1400 + 4000 + 50) / 3);

  writer.resumeRun(retried, { ...limits, statuses: ['timeout'], timeoutMs: 2000, maxSteps: 9 });
  assert.equal((await compareRuns(store, plain, retried)).rightPar2, null);
});

test('a puzzle is the same with and without its start position', async (t) => {
  const store = temporaryStore(t);
  const left = addRun(store, '1', [
    { name: 'a', print: 'a', result: unique },
    { name: 'twice', print: 'b', result: unique },
    { name: 'twice', print: 'b', result: unique },
  ]);
  const without = [
    { name: 'a', print: 'c', result: timeout },
    { name: 'twice', print: 'b', result: unique },
    { name: 'twice', print: 'b', result: probe },
  ];
  const right = addRun(store, '1', without, 'ignore-start');
  const found = await compareRuns(store, left, right);
  assert.deepEqual([found.both, found.goneCount, found.newCount], [3, 0, 0]);
  assert.deepEqual(eachOf(found.changed, 'name'), ['a']);
  assert.equal(found.harderOrEasierCount, 1);
  assert.equal(found.withoutStart, 'right');
  assert.equal((await compareRuns(store, right, left)).withoutStart, 'left');
  assert.equal((await compareRuns(store, right, right)).withoutStart, null);
});

test('runs over a file that has changed are compared by name and content, as nights are', async (t) => {
  const store = temporaryStore(t);
  const left = addRun(store, '1', [
    { name: 'same', print: 'a', result: unique },
    { name: 'edited', print: 'b', result: unique },
    { name: 'spoilt', print: 'f', result: unique },
    { name: 'old name', print: '2', result: unique },
    { name: 'gone', print: 'c', result: unique },
  ]);
  const right = addRun(store, '2', [
    { name: 'new', print: 'd', result: unique },
    { name: 'edited', print: 'e', result: resultOf({ solveMs: 900 }) },
    { name: 'spoilt', print: '1', result: contradiction },
    { name: 'new name', print: '2', result: unique },
    { name: 'same', print: 'a', result: timeout },
  ]);
  const found = await compareRuns(store, left, right);
  const named = (some: readonly { readonly name: string }[]) => some.map(({ name }) => name);
  assert.equal(found.both, 4);
  assertEach(found.changed, ({ name, left: from, right: to, edited }) => [name, from, to, edited], [
    ['same', 'unique', 'timeout', false],
    ['spoilt', 'unique', 'contradiction', true],
  ]);
  assert.deepEqual([found.editedCount, named(found.edited)], [1, ['edited']]);
  assert.deepEqual([found.goneCount, named(found.gone)], [1, ['gone']]);
  assert.deepEqual([found.newCount, named(found.fresh)], [1, ['new']]);
  assert.equal(found.leftMs, 2 * unique.solveMs, 'times of other clues are not compared');
  assert.equal(found.rightMs, unique.solveMs + timeout.solveMs);
  for (const pair of found.times) {
    const rows = await puzzlesAtTimes(store, left, right, pair);
    assert.equal(rows.length, pair.count);
  }
  assert.equal((await compareRuns(store, right, left)).both, 4);
});

test('a comparison counts as worse what the gate no-worse does, whatever happened to a file', async (t) => {
  const results = [unique, probe, timeout, contradiction];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3)), { maxLength: 8 }),
      fc.array(fc.tuple(fc.nat(5), fc.nat(3), fc.nat(3)), { maxLength: 8 }),
      fc.boolean(),
      async (old, now, isSame) => {
        const store = temporaryStore(t);
        const night = (some: typeof old) =>
          some.map(([name, print, result]) => ({
            name: `p${name}`,
            print: String(print),
            result: results[result],
          }));
        const later = isSame ? night(old) : night(now);
        const before = addRun(store, '1', night(old));
        const after = addRun(store, isSame ? '1' : '2', later);
        const nights = new Nights(store);
        const { counts } = nights.between(before, runById(store, after)!);
        const found = await compareRuns(store, before, after);
        assert.equal(found.worseCount, countWorse(counts));
        assert.deepEqual([found.goneCount, found.newCount], [counts.gone, counts.new]);
        assert.equal(found.both + found.goneCount + found.rejectedCount, old.length);
      },
    ),
    { numRuns: depth(8, 300) },
  );
});

test('a comparison without a PAR-2 says why: steps, results that were taken over, or other clues', async (t) => {
  const store = temporaryStore(t);
  const puzzle = { name: 'a', print: 'a', result: unique };
  const left = addRun(store, '1', [puzzle]);
  const right = addRun(store, '1', [puzzle]);
  const edited = addRun(store, '2', [{ ...puzzle, print: 'b' }]);
  const other = addRun(store, '3', [{ ...puzzle, name: 'b', print: 'c' }]);
  const why = async (one: number, two: number) => (await compareRuns(store, one, two)).noPar2;
  assert.equal(await why(left, right), null);
  assert.equal(await why(left, edited), 'edited');
  assert.equal(await why(left, other), null, 'no puzzle is in both');
  store.db.exec(`UPDATE runs SET options = '{"maxSteps":9}' WHERE run_id = ${right}`);
  assert.equal(await why(left, right), 'steps');
  store.db.exec(`UPDATE result_rows SET reused_run = ${left} WHERE run_id = ${right}`);
  assert.equal(await why(left, right), 'taken over');
  assert.equal(await why(right, left), 'taken over');
});

const run = (changes: object) => ({ ...NEW_RUN, options: {}, retries: [], ...changes });

test('options, versions and machines that differ are named, and no others', () => {
  const left = run({ options: { timeoutMs: 10_000, count: 2, limit: null, corpora: ['a.csv'] } });
  const right = run({
    options: { timeoutMs: 3000, count: 2, ignoreStart: true, corpora: ['a.csv'] },
    toolVersion: '0.2.0',
    cpu: '8 x Other CPU',
  });
  assert.deepEqual(conditionDifferences(left, right), [
    { name: '--timeout', left: '10s', right: '3s' },
    { name: '--ignore-start', left: '-', right: 'set' },
    { name: 'nonomill', left: '0.1.0', right: '0.2.0' },
    { name: 'processor', left: '2 x Test CPU', right: '8 x Other CPU' },
  ]);
  assert.deepEqual(conditionDifferences(left, left), []);
});

test('limits of retries are named beside those of the run, if they are others', () => {
  const retry = (timeoutMs: number | null, maxSteps: number | null = null) =>
    ({ timeoutMs, maxSteps, memoryMiB: null, round: null }) as RunRetry;
  const options = { timeoutMs: 50, maxSteps: null };
  const retried = run({ options, retries: [retry(50), retry(2000), retry(2000), retry(null)] });
  const other = run({ options: { timeoutMs: 1000 } });
  assert.deepEqual(conditionDifferences(retried, other), [
    { name: '--timeout', left: '50ms (retried with 2s, none)', right: '1s' },
  ]);
  const found = conditionDifferences(run({ options }), run({ options, retries: [retry(50)] }));
  assert.deepEqual(found, []);
  const bySteps = run({ options, retries: [retry(50, 9)] });
  assert.deepEqual(conditionDifferences(run({ options }), bySteps), [
    { name: '--max-steps', left: '-', right: 'none (retried with 9)' },
  ]);
});

test('only the first of thousands of corpora are named', () => {
  const corpora = Array.from({ length: 1000 }, (_, i) => `${i}.csv`);
  const [{ name, right }] = conditionDifferences(run({}), run({ options: { corpora } }));
  assert.equal(name, 'corpora');
  assert.equal(right, '0.csv 1.csv 2.csv 3.csv 4.csv and 995 more');
});
