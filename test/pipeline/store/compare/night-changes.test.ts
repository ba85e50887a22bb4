import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeKind } from '../../../../src/pipeline/record/changes.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { Contents, verdictShares } from '../../../../src/pipeline/store/compare/night-rows.js';
import { Nights } from '../../../../src/pipeline/store/compare/nights.js';
import { historyOf } from '../../../../src/pipeline/store/history/run-history.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { listRuns } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

type Night = Readonly<Record<string, readonly [print: string, result: PuzzleResult]>>;

/**
 * A complete run over a file whose content `digit` names; puzzles by name, with the digit of their
 * fingerprint.
 */
function addNight(
  store: Store,
  digit: string,
  night: Night,
  state: 'complete' | 'interrupted' = 'complete',
): number {
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name: 'book' });
  const source = { path: 'a.csv', sha256: digit.repeat(64), format: 'csv', bytes: 1, label: 'a' };
  const { sourceId } = writer.addSource(source);
  const puzzles = Object.entries(night);
  const columns = columnsOf(...puzzles.keys());
  puzzles.forEach(([name, [print]], i) => {
    columns.names[i] = name;
    columns.fingerprints[i] = print.repeat(32);
  });
  writeEntries(
    writer,
    sourceId,
    columns,
    puzzles.map(([, [, result]]) => result),
    [],
  );
  writer.finishSource(sourceId, { entries: puzzles.length });
  writer.finishRun(state);
  return runId;
}

const line = resultOf();
const probe = resultOf({ technique: 'probe', guessDepth: 1, guessDepthMin: 1, sweeps: null });
const several = resultOf({
  status: 'multiple',
  technique: 'search',
  guessDepth: null,
  guessDepthMin: null,
  sweeps: null,
  solutions: '2',
  secondSolution: '#./##',
});
const open = resultOf({ status: 'timeout', stoppedBy: 'timeout', technique: null });
const none = resultOf({
  status: 'contradiction',
  technique: 'line',
  sweeps: null,
  solutions: '0',
  solution: null,
});

function changed(
  store: Store,
  before: number,
  after: number,
  nights = new Nights(store),
): Record<string, ChangeKind> {
  const { first } = nights.changes(nights.rows(before), nights.rows(after), 200);
  const name = store.db
    .prepare<[number], string>('SELECT name FROM puzzles WHERE puzzle_id = ?')
    .pluck();
  return Object.fromEntries(first.map((one) => [name.get(one.after ?? one.before!)!, one.kind]));
}

test('long files are compared from both ends, and the changes are those of short ones', (t) => {
  const store = temporaryStore(t);
  const same: Night = { a: ['1', line], b: ['2', line], y: ['3', several], z: ['4', probe] };
  const { a, b, y, z } = same;
  const nights: Night[] = [
    { ...same, gone: ['5', line] },
    { new: ['6', open], ...same },
    { a, b, middle: ['7', probe], y, z },
    { a, b: ['8', several], y, z: ['4', several] },
    {},
    same,
  ];
  const runs = nights.map((night, i) => addNight(store, String(i), night));
  for (const before of runs) {
    for (const after of runs.filter((run) => run > before)) {
      const long = new Nights(store, new Contents(store, 0));
      assert.deepEqual(changed(store, before, after, long), changed(store, before, after));
    }
  }
});

test('of a file that did not change, each puzzle is compared in its place', (t) => {
  const store = temporaryStore(t);
  const names = ['stays', 'lost', 'got', 'guesses', 'better', 'wrong', 'torn'];
  const night = (...results: PuzzleResult[]): Night =>
    Object.fromEntries(names.map((name, i) => [name, [String(i), results[i]]]));
  const before = addNight(store, '1', night(line, line, open, line, probe, line, several));
  const after = addNight(store, '1', night(line, open, several, probe, line, several, none));
  assert.deepEqual(changed(store, before, after), {
    lost: 'lost',
    got: 'decided',
    guesses: 'guessing',
    wrong: 'ambiguous',
    torn: 'other',
  });
  assert.deepEqual(verdictShares(new Nights(store).rows(after)), { unique: 3, line: 2, open: 1 });
});

test('of a file that has changed, puzzles are the same by content and name, by content, or by name', (t) => {
  const store = temporaryStore(t);
  const before = addNight(store, '1', {
    first: ['a', line],
    edited: ['b', line],
    'edited badly': ['c', line],
    'edited for the better': ['d', open],
    'a#4': ['e', line],
    gone: ['f', line],
  });
  const after = addNight(store, '2', {
    first: ['a', open],
    'a#1': ['e', line],
    edited: ['1', line],
    'edited badly': ['2', several],
    'edited for the better': ['3', line],
    new: ['4', line],
  });
  assert.deepEqual(changed(store, before, after), {
    first: 'lost',
    edited: 'edited',
    'edited badly': 'ambiguous',
    'edited for the better': 'decided',
    new: 'new',
    gone: 'gone',
  });
});

test('equal puzzles under one name are paired one to one', (t) => {
  const store = temporaryStore(t);
  const twice = (results: readonly PuzzleResult[]): Night =>
    Object.fromEntries(results.map((result, i) => [`p${i}`, ['a', result]]));
  const before = addNight(store, '1', twice([line, line]));
  const after = addNight(store, '2', twice([line, line, line]));
  assert.deepEqual(changed(store, before, after), { p2: 'new' });
  assert.deepEqual(changed(store, after, before), { p2: 'gone' });
});

test('a run that is not complete is compared with none, and the next one with the last that is', async (t) => {
  const store = temporaryStore(t);
  addNight(store, '1', { a: ['a', line], b: ['b', line] });
  addNight(store, '1', { a: ['a', line] }, 'interrupted');
  addNight(store, '1', { a: ['a', line], b: ['b', open] });
  const runs = listRuns(store).reverse();
  const lines = await historyOf(store, runs, { listed: 5 });
  assert.deepEqual(
    lines.map(({ changes }) => changes && [changes.since, changes.first.map(({ name }) => name)]),
    [null, null, [1, ['b']]],
  );
  const since = await historyOf(store, runs, { listed: 5, since: runs[2].startedAt });
  assert.deepEqual(since.at(-1), lines[2]);
});
