import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import fc from 'fast-check';
import { countWorse, type ChangeKind } from '../../../../src/pipeline/record/outcome.js';
import { accept, historyOf } from '../../../../src/pipeline/store/history.js';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { noWorse } from '../../../../src/pipeline/store/gates.js';
import { Nights } from '../../../../src/pipeline/store/changes/nights.js';
import { firstChanges } from '../../../../src/pipeline/store/changes/since.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { listRuns, runById, type Run } from '../../../../src/pipeline/store/stored-runs.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { assertEach, depth } from '../../../support/tests.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { finishSource, writeEntries } from '../../../support/write-entries.js';
import { holds } from '../../../support/property.js';

type Night = Readonly<Record<string, readonly [print: string, result: PuzzleResult]>>;

/** A run over files, each with the digit of its content: complete, or with one result of each. */
function addFiles(
  store: Store,
  files: Readonly<Record<string, readonly [sha256: string, night: Night]>>,
  state: 'complete' | 'interrupted' = 'complete',
): number {
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name: 'book' });
  for (const [path, [sha256, night]] of Object.entries(files)) {
    const [{ sourceId }] = writer.addSources([{ path, sha256, format: 'csv', bytes: 1 }]);
    const puzzles = Object.entries(night);
    const columns = columnsOf(...puzzles.keys());
    puzzles.forEach(([name, [print]], i) => {
      columns.names[i] = name.startsWith(`${path}#`) ? null : name;
      columns.fingerprints[i] = print.repeat(32);
    });
    const results = puzzles.map(([, [, result]]) => result);
    const isWhole = state === 'complete';
    writeEntries(writer, sourceId, columns, isWhole ? results : results.slice(0, 1), []);
    if (isWhole) finishSource(writer, sourceId, { entries: puzzles.length });
  }
  writer.finishRun(state);
  return runId;
}

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
  return addFiles(store, { 'a.csv': [digit.repeat(64), night] }, state);
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
    'a.csv#4': ['e', line],
    gone: ['f', line],
  });
  const after = addNight(store, '2', {
    first: ['a', open],
    'a.csv#1': ['e', line],
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

test('without names, puzzles are the same by content, else by place, whatever was added above them', (t) => {
  const store = temporaryStore(t);
  const unnamed = (...puzzles: [print: string, result: PuzzleResult][]): Night =>
    Object.fromEntries(puzzles.map((puzzle, i) => [`a.csv#${i}`, puzzle]));
  const before = addNight(store, '1', unnamed(['a', line], ['b', line], ['c', line]));
  const shifted = unnamed(['d', line], ['a', line], ['e', several], ['c', line]);
  const after = addNight(store, '2', shifted);
  assert.deepEqual(changed(store, before, after), { 'a.csv#0': 'new', 'a.csv#2': 'ambiguous' });
});

test('a puzzle under another name has moved, and one with other clues besides is gone, which the gate says', (t) => {
  const store = temporaryStore(t);
  const good: Night = { stays: ['1', line], heart: ['a', line], moon: ['b', line] };
  const before = addNight(store, '1', good);
  const { stays, heart } = good;
  const after = addNight(store, '2', { stays, love: heart, star: ['c', several] });
  assert.deepEqual(changed(store, before, after), { love: 'moved', star: 'new', moon: 'gone' });
  const { finding, said } = noWorse(store, new Nights(store).of(runById(store, after)!), 5);
  assert.deepEqual([finding, said], [null, 'compared with run 1, 2 of 3 puzzles the same, 1 gone']);
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
  addNight(store, '1', { a: ['a', line], b: ['b', line] }, 'interrupted');
  addNight(store, '1', { a: ['a', line], b: ['b', open] });
  const runs = listRuns(store).reverse();
  const lines = await historyOf(store, runs, { listed: 5 });
  assertEach(
    lines,
    ({ changes }) => changes && [changes.since, changes.first.map(({ name }) => name)],
    [null, null, [1, ['b']]],
  );
  const since = await historyOf(store, runs, { listed: 5, since: runs[2].startedAt });
  assert.deepEqual(since.at(-1), lines[2]);
});

/** The verdicts of four puzzles in each of two files: -1 for one that is not there. */
const BOOK_NIGHT = fc.record({
  files: fc.array(fc.array(fc.integer({ min: -1, max: 3 }), { minLength: 4, maxLength: 4 }), {
    minLength: 2,
    maxLength: 2,
  }),
  /** Which of the files holds nothing. */
  empty: fc.option(fc.nat(1), { freq: 2 }),
  isAccepted: fc.boolean(),
});

test('what is worse is what is worse than the best of all nights, whether or not that was kept', (t) => {
  const verdicts = [line, probe, several, open];
  const rank = (verdict: number): number => (verdict === 3 ? 4 : verdict);
  const isWorse = (best = 4, now: number): boolean =>
    (best !== 4 && now === 4) || (best <= 1 && now > 1) || (best === 0 && now === 1);
  holds(depth(3, 400), [fc.array(BOOK_NIGHT, { minLength: 2, maxLength: 6 })], (all) => {
    const store = temporaryStore(t);
    /** The best of each puzzle that is in the corpus, or whose file holds nothing. */
    let best = new Map<string, number>();
    for (const [i, { files, empty, isAccepted }] of all.entries()) {
      const corpus = Object.fromEntries(
        files.map((file, f) => {
          const puzzles = empty === f ? [] : [...file.entries()].filter(([, one]) => one >= 0);
          const night = puzzles.map(([k, one]) => [`p${f}${k}`, [HEX[4 * f + k], verdicts[one]]]);
          return [`f${f}.csv`, [`${f}${JSON.stringify(puzzles)}`, Object.fromEntries(night)]];
        }),
      ) as Parameters<typeof addFiles>[1];
      const runId = addFiles(store, corpus);
      const now = new Map<string, number>();
      for (const [f, file] of files.entries())
        for (const [k, one] of file.entries())
          if (one >= 0 && empty !== f) now.set(`p${f}${k}`, rank(one));
      const isEmpty = (f: number): boolean => empty === f || files[f].every((one) => one < 0);
      const lost = [...best.keys()].filter((name) => isEmpty(Number(name[1])));
      const worse = [...now].filter(([name, one]) => isWorse(best.get(name), one));
      const run = runById(store, runId)!;
      const [kept, anew] = [true, false].map((isKept) => {
        if (!isKept) store.db.exec('DELETE FROM standings');
        const nights = new Nights(store);
        const { changes } = nights.of(run);
        if (isKept) keepStanding(store, run, nights);
        return changes;
      });
      assert.deepEqual(kept?.counts, anew?.counts);
      assert.deepEqual(kept?.list, anew?.list);
      assert.deepEqual(kept?.files, anew?.files);
      if (i > 0) assert.equal(countWorse(anew!.counts), worse.length + lost.length);
      keepStanding(store, run, new Nights(store));
      best = new Map([
        ...lost.map((name) => [name, best.get(name)!] as const),
        ...[...now].map(([name, one]) => {
          const before = best.get(name);
          return [name, isWorse(before, one) ? before! : one] as const;
        }),
      ]);
      if (!isAccepted) continue;
      accept(store, String(runId), [], null);
      best = now;
    }
  });
});

function keepStanding({ db }: Store, run: Run, nights: Nights): void {
  nights.of(run);
  const kept = nights.kept(run);
  if (kept === null) return;
  db.prepare('INSERT OR REPLACE INTO standings VALUES (@runId, @version, @losses)').run({
    runId: run.runId,
    ...kept,
  });
}

/** How many statements it takes to compare the last of some nights with the one before, and all. */
async function statements(
  t: TestContext,
  { files = 4, runs = 3, equal = 4 }: { files?: number; runs?: number; equal?: number },
): Promise<{ readonly last: number; readonly all: number }> {
  const store = temporaryStore(t);
  for (let run = 0; run < runs; run++) {
    const corpus = Array.from({ length: files }, (_, f) => {
      // In half of the files something is new every night; all puzzles are equal.
      const names = Array.from({ length: equal + (f % 2 === 0 ? run : 0) }, (_, i) => `p${f} ${i}`);
      const night = Object.fromEntries(names.map((name) => [name, ['a', line] as const]));
      return [`f${f}.csv`, [`${f} ${names.length}`, night] as const] as const;
    });
    addFiles(store, Object.fromEntries(corpus));
  }
  let count = 0;
  const db = new SqliteDatabase(store.path, { readonly: true, verbose: () => (count += 1) });
  t.after(() => db.close());
  const counted: Store = { ...store, db };
  const listed = listRuns(counted).reverse();
  count = 0;
  new Nights(counted).between(runs - 1, listed[runs - 1]);
  const last = count;
  await historyOf(counted, listed, { listed: 0 });
  return { last, all: count - last };
}

test('the work of comparing nights doubles at most with files and nights, and equal puzzles cost none', async (t) => {
  const once = await statements(t, {});
  const moreFiles = await statements(t, { files: 8 });
  const moreRuns = await statements(t, { runs: 6 });
  const moreEqual = await statements(t, { equal: 8 });
  assert.ok(moreFiles.last <= 2 * once.last, `${moreFiles.last} for ${once.last}`);
  assert.ok(moreFiles.all <= 2 * once.all, `${moreFiles.all} for ${once.all}`);
  assert.equal(moreRuns.last, once.last);
  assert.ok(moreRuns.all <= 2.5 * once.all, `${moreRuns.all} for ${once.all}`);
  assert.deepEqual(moreEqual, once);
});
