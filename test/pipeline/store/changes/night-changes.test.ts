import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChangeKind } from '../../../../src/pipeline/record/changes.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { Nights } from '../../../../src/pipeline/store/changes/nights.js';
import { historyOf } from '../../../../src/pipeline/store/changes/history.js';
import { firstChanges } from '../../../../src/pipeline/store/changes/since.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { listRuns, runById } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';

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
  const source = { path: 'a.csv', sha256: digit.repeat(64), format: 'csv', bytes: 1 };
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
  finishSource(writer, sourceId, { entries: puzzles.length });
  writer.finishRun(state);
  return runId;
}

const HEX = '0123456789abcdef';
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

/** What became of each puzzle between two runs, by its name. */
function changed(store: Store, before: number, after: number): Record<string, ChangeKind> {
  const nights = new Nights(store);
  const changes = nights.between(before, runById(store, after)!);
  const first = firstChanges(nights.reader, changes, 200);
  return Object.fromEntries(first.map(({ name, kind }) => [name, kind]));
}

test('of a long file only the stretches in which something changed are matched, wherever that is', (t) => {
  const store = temporaryStore(t);
  const long = Array.from({ length: 2300 }, (_, i) => [`p${i}`, [HEX[i % 16], line]] as const);
  const edited = long.with(700, ['p700', ['f', several]]).with(2299, ['p2299', ['a', open]]);
  const nights = [
    long,
    edited,
    [['first', ['1', line]] as const, ...edited],
    long.filter((_, i) => i !== 1500),
  ];
  const [same, once, shifted, fewer] = nights.map((night, i) =>
    addNight(store, String(i), Object.fromEntries(night)),
  );
  const two = { p700: 'ambiguous', p2299: 'lost' };
  assert.deepEqual(changed(store, same, once), two);
  assert.deepEqual(changed(store, once, shifted), { first: 'new' });
  assert.deepEqual(changed(store, same, shifted), { first: 'new', ...two });
  assert.deepEqual(changed(store, same, fewer), { p1500: 'gone' });
});

test('of a file that did not change, each puzzle is compared in its place', async (t) => {
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
  const [, { unique, line: byLines, open: left }] = await historyOf(
    store,
    [before, after].map((runId) => runById(store, runId)!),
    { listed: 0 },
  );
  assert.deepEqual([unique, byLines, left], [3, 2, 1]);
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
