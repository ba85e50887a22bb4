import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { HistoryLine } from '../../../../src/pipeline/store/history.js';
import type { Summary } from '../../../../src/pipeline/report/summary/numbers.js';
import { nonomill, type Ended } from '../../../support/nonomill.js';
import { change } from '../../../support/runs/solve-parts.js';
import { assertEach, deepTest, temporaryFolder } from '../../../support/tests.js';

const named = (name: string, puzzle: string): string => `{"id":"${name}",${puzzle.slice(1)}`;
const CROSS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const CORNER = '{"rows":[[2],[1]],"columns":[[2],[1]]}';
const EITHER = '{"rows":[[1],[1]],"columns":[[1],[1]]}';
/** A clue of CORNER was mistyped. */
const TYPO = '{"rows":[[2],[1]],"columns":[[2],[2]]}';

interface Nights {
  readonly folder: string;
  /** Writes files, and runs the words over them with the gate; null removes a file. */
  readonly night: (
    files: Readonly<Record<string, string | null>>,
    ...words: string[]
  ) => Promise<Ended>;
  readonly ask: (...words: string[]) => Promise<Ended>;
}

function nights(t: TestContext, gate: readonly string[] = ['--require', 'no-worse']): Nights {
  const folder = temporaryFolder(t);
  const place = { cwd: folder };
  mkdirSync(join(folder, 'book'));
  return {
    folder,
    night: (files, ...words) => {
      for (const [name, text] of Object.entries(files)) {
        if (text === null) rmSync(join(folder, name));
        else writeFileSync(join(folder, name), text);
      }
      const how = ['--db', 'r.sqlite', '--no-report', '--quiet', '--threads', '1', ...gate];
      return nonomill(['run', ...words, ...how], place);
    },
    ask: (...words) => nonomill([...words, '--db', 'r.sqlite'], place),
  };
}

const BOOK = ['book', '--name', 'book'];
const codes = (all: readonly Ended[]): (number | null)[] => all.map(({ code }) => code);

test('the gate stays red until somebody accepts, and then compares with what was accepted', async (t) => {
  const { night, ask } = nights(t);
  const good = named('corner', CORNER);
  const bad = named('corner', EITHER);
  const all: Ended[] = [];
  for (const puzzle of [good, bad, bad, bad]) {
    all.push(await night({ 'book/a.ndjson': puzzle }, ...BOOK));
  }
  assert.deepEqual(codes(all), [0, 3, 3, 3]);
  assert.match(
    all[0].stderr,
    /^Warning: --require no-worse: the first run of this name in this database: there is none/m,
  );
  for (const [i, { stderr }] of all.slice(1).entries()) {
    assert.match(stderr, /1 puzzle is worse than in run 1 \(--require no-worse\):/);
    const since = i === 0 ? '' : ', worse since run 2';
    const item = `corner, 2x2: multiple; in run 1 unique, line, with other clues${since}; .*:1\n`;
    assert.match(stderr, new RegExp(item));
  }
  const accepted = await ask('history', '--accept', '4');
  assert.equal(accepted.code, 0, accepted.stderr);
  assert.match(accepted.stderr, /Run 4 is accepted: --require no-worse compares later runs/);
  assert.match((await ask('history', '--accept', 'book')).stderr, /accepted once more \(before: /);
  const report = await ask('report', '4', '--gates');
  assert.equal(report.code, 0, report.stderr);
  assert.match(report.stderr, /run 4 was accepted .*: later runs are compared with it/);
  assert.equal((await night({}, ...BOOK)).code, 0);
  // What got better since then counts again.
  assert.equal((await night({ 'book/a.ndjson': good }, ...BOOK)).code, 0);
  const again = await night({ 'book/a.ndjson': bad }, ...BOOK);
  assert.equal(again.code, 3);
  assert.match(again.stderr, /worse than in run 6/);
  const lines = JSON.parse((await ask('history', 'book', '--json')).stdout) as HistoryLine[];
  assertEach(lines, ({ gates }) => gates.map(({ holds }) => holds), [
    [true],
    [false],
    [false],
    [true],
    [true],
    [true],
    [false],
  ]);
});

test('only a complete run is accepted, and nothing is shown beside it', async (t) => {
  const { night, ask } = nights(t);
  await night({ 'book/a.ndjson': named('corner', CORNER) }, ...BOOK);
  assert.match((await ask('history', '--accept', '7')).stderr, /has no run "7"/);
  assert.equal((await ask('history', '--accept', '1', '--json')).code, 2);
  const limited = await night({}, ...BOOK, '--limit', '1');
  assert.equal(limited.code, 0, limited.stderr);
  assert.match((await ask('history', '--accept', '2')).stderr, /nights are not compared with it/);
});

test('puzzles are accepted one by one, and files that hold nothing, and runs and history agree on it', async (t) => {
  const { night, ask } = nights(t);
  const book = (one: string, other: string) =>
    ({ 'book/a.ndjson': [named('one', one), named('other', other)].join('\n') }) as const;
  await night({ ...book(CORNER, CORNER), 'book/b.ndjson': named('cross', CROSS) }, ...BOOK);
  const bad = await night({ ...book(EITHER, TYPO), 'book/b.ndjson': '' }, ...BOOK);
  // One number everywhere, and a line for a file after those for single puzzles.
  const lines =
    /^nonomill: 3 puzzles are worse than in run 1.*\n {2}one, .*\n {2}other, .*\n {2}\S*b\.ndjson: 1 puzzle gone/m;
  assert.match(bad.stderr, lines);
  const expected = /^gates: FAIL --require no-worse \(3\)\nRun 2 \(book\) .*, 0 gone, 3 worse, /m;
  assert.match(bad.stderr, expected);
  const shownWorse = (await ask('history', 'book')).stdout;
  assert.match(shownWorse, /^ +2 +FAIL no-worse +\S+ \S+ +1 +3 /m);
  const wanted = /^ {2}whole files\n {4}\S*b\.ndjson {2}1 puzzle: the file holds nothing now$/m;
  assert.match(shownWorse, wanted);
  const json = await ask('report', '2', '--json', '--report', 'shown');
  assert.equal((JSON.parse(json.stdout) as { since: { worse: number } }).since.worse, 3);
  const unknown = await ask('history', '--accept', '2', 'ones');
  assert.deepEqual(
    [
      unknown.code,
      /no puzzle "ones" is worse.* these are: one, other, \S*b\.ndjson/.test(unknown.stderr),
    ],
    [1, true],
  );
  const first = await ask('history', '--accept', '2', 'one');
  assert.match(first.stderr, /^Accepted as in run 2: one; 2 puzzles are worse still\.$/m);
  const still = await night({}, ...BOOK);
  assert.match(still.stderr, /^nonomill: 2 puzzles are worse than in run 1/m);
  const files = /\S*b\.ndjson(?=: 1 puzzle gone)/.exec(still.stderr)!;
  const rest = await ask('history', '--accept', '3', 'other', files[0]);
  assert.match(rest.stderr, /; nothing else is worse\.$/m);
  assert.equal((await night({}, ...BOOK)).code, 0);
  const shown = async (...words: string[]) =>
    [...(await ask(...words)).stdout.matchAll(/(?:PASS|FAIL no-worse)(?:, \d accepted)?/g)].map(
      String,
    );
  const judged = ['PASS', 'FAIL no-worse, 1 accepted', 'PASS, 2 accepted', 'PASS'];
  assert.deepEqual(await shown('history', 'book'), judged);
  assert.deepEqual(await shown('runs'), judged.toReversed());
  const pruned = await ask('prune', '--keep', '1', '--yes');
  const found = pruned.stderr;
  assert.match(found, /Run 2 stays: puzzles of it were accepted .*\n.*Run 3 stays: puzzles/);
  assert.equal((await night({}, ...BOOK)).code, 0, 'what was accepted stays so');
  // What was accepted is what later nights are compared with.
  assert.equal((await night(book(CORNER, CORNER), ...BOOK)).code, 0);
  assert.equal((await night(book(EITHER, CORNER), ...BOOK)).code, 3);
});

deepTest('a reject counts as lost while it has the name or place of a puzzle', async (t) => {
  const both = (second: string): string => `${named('cross', CROSS)}\n${second}\n`;
  const cut = '{"rows":[[2],[1]],';
  for (const reject of [named('corner', TYPO), named('corner', cut), '{"rows":[']) {
    const { night } = nights(t);
    await night({ 'book/a.ndjson': both(named('corner', CORNER)) }, ...BOOK);
    const lost = await night({ 'book/a.ndjson': both(reject) }, ...BOOK);
    assert.equal(lost.code, 3, reject);
    assert.match(
      lost.stderr,
      /1 puzzle is worse than in run 1 .*:\n {2}corner, no puzzle now: .*; in run 1 unique, line; \S*book.a\.ndjson:2\n/,
    );
    const still = await night({}, ...BOOK);
    assert.equal(still.code, 3);
    // Repaired badly, and with another puzzle before it.
    const other = `${named('other', CROSS)}\n${both(named('corner', EITHER))}`;
    const worse = await night({ 'book/a.ndjson': other }, ...BOOK);
    assert.equal(worse.code, 3, worse.stderr);
    assert.match(worse.stderr, /corner, 2x2: multiple; in run 1 unique, line, with other clues/);
    assert.equal((await night({ 'book/a.ndjson': named('cross', CROSS) }, ...BOOK)).code, 0);
  }
});

deepTest('an empty file does not fail the gate unless puzzles of it are gone', async (t) => {
  const { night } = nights(t);
  const files = {
    'book/a.ndjson': named('cross', CROSS),
    'book/b.ndjson': named('corner', CORNER),
  };
  const all = [
    await night({ ...files, 'book/c.csv': '' }, ...BOOK),
    await night({}, ...BOOK),
    await night({ 'book/b.ndjson': '' }, ...BOOK),
    await night({}, ...BOOK),
    await night({ 'book/b.ndjson': 'nothing that looks like one' }, ...BOOK),
    await night({ 'book/b.ndjson': null }, ...BOOK),
  ];
  assert.deepEqual(codes(all), [0, 0, 3, 3, 3, 0], all.map(({ stderr }) => stderr).join('---\n'));
  const expected = /b\.ndjson: 1 puzzle gone, as its file holds nothing now; there in run 2/;
  assert.match(all[2].stderr, expected);
});

deepTest('it says what it compared with, in every form', async (t) => {
  const { night, ask, folder } = nights(t);
  const first = [named('cross', CROSS), named('corner', CORNER)].join('\n');
  await night({ 'book/a.ndjson': first }, ...BOOK);
  await night({ 'book/a.ndjson': `${first}\n${named('new', EITHER)}` }, ...BOOK);
  const said = 'compared with run 1, 2 of 3 puzzles the same';
  const text = await ask('report', '2', '--gates');
  assert.match(text.stderr, new RegExp(`^--require no-worse: ${said}$`, 'm'));
  const github = await ask('report', '2', '--gates', '--gate-format', 'github');
  assert.match(github.stdout, new RegExp(`^::notice title=--require no-worse::${said}$`, 'm'));
  const junit = await ask('report', '2', '--gates', '--gate-format', 'junit');
  const expected = new RegExp(`<testcase classname="--require no-worse" name="${said}"/>`);
  assert.match(junit.stdout, expected);
  await ask('report', '2', '--report', 'shown');
  const summary = JSON.parse(
    readFileSync(join(folder, 'shown', 'summary.json'), 'utf8'),
  ) as Summary;
  assert.equal(summary.gates[0].compared, said);
  for (const page of ['summary.md', 'index.html']) {
    assert.ok(readFileSync(join(folder, 'shown', page), 'utf8').includes(said), page);
  }
});

deepTest('corpora are the same from wherever they are typed, and names in any case', async (t) => {
  const { night, folder } = nights(t);
  symlinkSync(join(folder, 'book'), join(folder, 'linked'), 'junction');
  const good = named('corner', CORNER);
  await night({ 'book/a.ndjson': good }, './book/a.ndjson');
  const bad = { 'book/a.ndjson': named('corner', EITHER) };
  for (const words of [
    [join(folder, 'book', 'a.ndjson')],
    [join('linked', 'a.ndjson')],
    ['book/../book/a.ndjson'],
  ]) {
    const { code, stderr } = await night(bad, ...words);
    assert.equal(code, 3, words.join(' '));
    assert.match(stderr, /worse than in run 1/);
  }
  const other = nights(t);
  await other.night({ 'book/a.ndjson': good }, ...BOOK);
  assert.equal((await other.night(bad, 'book', '--name', 'Book ')).code, 3);
  assert.equal((await other.night({}, 'book')).code, 3, 'without the name');
  const elsewhere = await other.night({}, 'book', '--name', 'magazine');
  assert.equal(elsewhere.code, 0, 'the first night of a name');
  const expected = /the first run of this name in this database: there is none to compare it with/;
  assert.match(elsewhere.stderr, expected);
});

test('a puzzle without a name is the same in its place, from wherever its file is typed', async (t) => {
  const { night, folder } = nights(t);
  await night({ 'book/a.ndjson': `${CROSS}\n${CORNER}` }, './book/a.ndjson');
  const edited = { 'book/a.ndjson': `${CROSS}\n${EITHER}` };
  const { code, stderr } = await night(edited, join(folder, 'book', 'a.ndjson'));
  assert.equal(code, 3);
  assert.match(stderr, /2x2: multiple; in run 1 unique, line, with other clues/);
});

test('it fails if runs were made before and none can be compared', async (t) => {
  const { night, folder } = nights(t);
  const files = { 'book/a.ndjson': named('cross', CROSS) };
  await night(files, ...BOOK);
  change(join(folder, 'r.sqlite'), `UPDATE runs SET state = 'interrupted'`);
  const broken = await night({}, ...BOOK);
  assert.equal(broken.code, 3);
  assert.match(
    broken.stderr,
    /nothing to compare with: run 1 of this name is not complete, .*"nonomill history --accept 2"/,
  );
  const other = await night({ 'book/a.ndjson': named('corner', CORNER) }, ...BOOK);
  assert.equal(other.code, 3);
  assert.match(other.stderr, /run 2 of this name has none of these puzzles/);
});

test('a run with a limit, or of one part, does not make the others forgotten', async (t) => {
  const { night } = nights(t);
  const text = (second: string): string =>
    [named('cross', CROSS), named('corner', second)].join('\n');
  await night({ 'book/a.ndjson': text(CORNER) }, ...BOOK);
  assert.equal((await night({}, ...BOOK, '--limit', '1')).code, 0);
  assert.equal((await night({}, ...BOOK, '--shard', '1/2')).code, 0);
  const worse = await night({ 'book/a.ndjson': text(EITHER) }, ...BOOK);
  assert.equal(worse.code, 3);
  assert.match(worse.stderr, /corner, 2x2: multiple; in run 1 unique, line/);
});

deepTest('prune keeps the run in which a puzzle was better, and the accepted one', async (t) => {
  const { night, ask } = nights(t);
  for (const puzzle of [CORNER, EITHER, EITHER]) {
    await night({ 'book/a.ndjson': named('corner', puzzle) }, ...BOOK);
  }
  const pruned = await ask('prune', '--keep', '1', '--yes');
  assert.match(pruned.stderr, /Run 1 stays: a puzzle was better in it than it is now/);
  assert.equal((await night({}, ...BOOK)).code, 3);
  await ask('history', '--accept', '4');
  await night({}, ...BOOK);
  // No night is compared with one that has a limit.
  await night({}, ...BOOK, '--limit', '1');
  const later = await ask('prune', '--keep', '1', '--yes');
  assert.match(later.stderr, /Run 4 stays: it was accepted.*\n.*Run 5 stays: it is the last/);
  assert.doesNotMatch(later.stderr, /Run 1 stays/);
});

test('what is good again is told as such after prune, without the gate, and under another name', async (t) => {
  const { night, ask } = nights(t, []);
  const nightOf = (name: string, puzzle: string): Promise<Ended> =>
    night({ 'book/a.ndjson': named(name, puzzle) }, ...BOOK);
  await nightOf('corner', CORNER);
  await nightOf('corner', EITHER);
  await nightOf('edge', EITHER);
  const pruned = await ask('prune', '--keep', '1', '--yes');
  assert.match(pruned.stderr, /Run 1 stays: a puzzle was better in it than it is now/);
  await nightOf('edge', CORNER);
  const lines = JSON.parse((await ask('history', 'book', '--json')).stdout) as HistoryLine[];
  assertEach(lines, ({ runId, changes }) => [runId, changes?.counts.mended], [
    [1, undefined],
    [3, 0],
    [4, 1],
  ]);
});
