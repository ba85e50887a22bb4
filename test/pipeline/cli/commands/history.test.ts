import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { historyTable } from '../../../../src/pipeline/cli/commands/history.js';
import type { HistoryLine } from '../../../../src/pipeline/store/history.js';
import { type Ended, nonomill, succeeds } from '../../../support/nonomill.js';
import { assertEach, temporaryFolder, eachOf, rowsIn } from '../../../support/tests.js';
import { doRun } from '../../../../src/pipeline/runs/do-run.js';
import { withCorpus } from '../../../support/csv-corpora.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { change } from '../../../support/runs/solve-parts.js';
import { FORMAT_DESCRIPTIONS, FORMAT_USERS } from '../../../../src/solver/formats/descriptions.js';
import { FORMATS } from '../../../../src/solver/formats/registry.js';

const named = (name: string, puzzle: string): string => `{"id":"${name}",${puzzle.slice(1)}`;
const CROSS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const CORNER = '{"rows":[[2],[1]],"columns":[[2],[1]]}';
const EITHER = '{"rows":[[1],[1]],"columns":[[1],[1]]}';

/** Runs a corpus that is written anew for each night. */
function nights(t: TestContext): {
  readonly folder: string;
  readonly night: (puzzles: readonly string[], ...more: string[]) => Promise<Ended>;
  readonly ask: (...words: string[]) => Promise<Ended>;
} {
  const folder = temporaryFolder(t);
  const place = { cwd: folder };
  return {
    folder,
    night: (puzzles, ...more) => {
      writeFileSync(join(folder, 'book.ndjson'), puzzles.join('\n'));
      const words = ['run', 'book.ndjson', '--db', 'r.sqlite', '--no-report', '--quiet'];
      return nonomill([...words, ...more], place);
    },
    ask: (...words) => nonomill([...words, '--db', 'r.sqlite'], place),
  };
}

test('a history has a line for each night, and unfolds what changed, with the command that shows each puzzle', async (t) => {
  const { folder, night, ask } = nights(t);
  await night([named('cross', CROSS), named('corner', CORNER)]);
  await night([named('cross', CROSS), named('corner', EITHER), named('late', CORNER)]);
  await night([named('corner', EITHER), named('late', CORNER)]);

  const last = await ask('history');
  assert.equal(last.code, 0, last.stderr);
  assert.match(last.stdout, /^ *1 +- +\S+ \S+ +2 +- +0 +0 +100 % +100 % +- +- /m);
  assert.match(last.stdout, /^ *2 +- +\S+ \S+ +3 +1 +0 +0 +66\.7 % +66\.7 % +0 +1 /m);
  assert.match(last.stdout, /^Run 3 since run 2: 1 not unique any more, 1 gone$/m);
  assert.match(last.stdout, /^ {4}corner .*, other clues, since run 2 {2}nonomill show/m);
  assert.doesNotMatch(last.stdout, /since run 1/);

  const all = await ask('history', './book.ndjson', '--changes');
  assert.match(all.stdout, /^Run 2 since run 1: 1 not unique any more, 1 new$/m);
  assert.match(
    all.stdout,
    /^ {4}corner {2}2x2 {2}unique, line -> multiple, other clues {2}nonomill show corner --run 2 --db r\.sqlite$/m,
  );
  const shown = await ask('show', 'cross', '--run', '2');
  assert.equal(shown.code, 0, shown.stderr);

  const json = JSON.parse((await ask('history', '--json')).stdout) as HistoryLine[];
  assertEach(json, ({ changes }) => changes?.first.map(({ kind, name }) => `${kind} ${name}`), [
    undefined,
    ['ambiguous corner', 'new late'],
    ['gone cross', 'ambiguous corner'],
  ]);
  const csv = (await ask('history', '--csv')).stdout.split('\n');
  assert.match(
    csv[0],
    /^run_id,.*,lost,ambiguous,guessing,decided,other,edited,new,gone,mended,moved,accepted$/,
  );
  assert.match(csv[2], /,1,0,1,0,0,0,0,1,0,0,0,0$/);

  assert.equal((await ask('history', '--chart', 'nights.svg')).code, 0);
  assert.match(readFileSync(join(folder, 'nights.svg'), 'utf8'), /Night after night/);
});

test('a history shows gates first, and leaves out columns that a terminal has no room for', () => {
  const gate = (name: 'unique' | 'no-worse', holds: boolean) => ({
    name,
    holds,
    flag: `--require ${name}`,
    misfits: Number(!holds),
    why: [],
    compared: null,
    isFirst: false,
  });
  const night: HistoryLine = {
    runId: 12,
    name: 'book',
    state: 'complete',
    startedAt: '2026-11-26T03:00:00.000Z',
    toolVersion: '1',
    puzzles: 20_000,
    reused: 0,
    rejects: 3,
    unique: 19_000,
    line: 15_000,
    open: 7,
    wallMs: 61_000,
    perSecond: 328,
    changes: null,
    acceptedAt: null,
    accepted: [],
    gates: [gate('unique', false), gate('no-worse', true)],
  };
  const lines: HistoryLine[] = [
    { ...night, runId: 9, gates: [gate('unique', true)] },
    { ...night, runId: 10, gates: [] },
    { ...night, runId: 11, state: 'stopped' },
    night,
  ];
  const titles = (columns: number): string =>
    historyTable(lines, { columns, colours: false }).split('\n')[0].replace(/ {2,}/g, '|').trim();
  const expected = 'run|gates|began|puzzles|worse|open|rejects|unique|by lines|gone|new|time|rate';
  assert.equal(titles(Infinity), expected);
  assert.match(titles(80), /^run\|gates\|began\|puzzles\|worse\|open\|rejects/);
  for (let columns = 30; columns < 140; columns++) {
    const text = historyTable(lines, { columns, colours: false });
    const widths = text.split('\n').map(({ length }) => length);
    assert.ok(Math.max(...widths) <= columns, `${columns}\n${text}`);
    assert.match(text, /^ 12 +FAIL unique( |$)/m);
    assert.match(text, /^ 11 +stopped without notice( |$)/m);
    const shown = text.split('\n')[0].split(/ {2,}/).length;
    assert.equal(shown < 13, text.includes('Not enough room for: '), text);
    assert.equal(text.includes('...'), false, text);
  }
  const red = historyTable(lines, { columns: 80, colours: true });
  const [, painted] = red.split('\u001b[31m');
  assert.match(painted.split('\u001b[39m')[0], /^FAIL unique *$/);
  assert.equal(stripVTControlCharacters(red), historyTable(lines, { columns: 80, colours: false }));
});

test('a history is of a name or of corpora, and begins where it is told to', async (t) => {
  const { night, ask } = nights(t);
  await night([CROSS], '--name', 'book');
  await night([CORNER]);
  await night([CROSS], '--name', 'book');
  const runsOf = async (...words: string[]): Promise<number[]> =>
    (JSON.parse((await ask('history', '--json', ...words)).stdout) as HistoryLine[]).map(
      ({ runId }) => runId,
    );
  assert.deepEqual(await runsOf('book'), [1, 3]);
  assert.deepEqual(await runsOf(), [1, 3]);
  assert.deepEqual(await runsOf('book.ndjson'), [1, 2, 3]);
  assert.deepEqual(await runsOf('--since', '1h'), [1, 3]);
  const none = await ask('history', '--since', '2999-01-01');
  assert.deepEqual([none.code, /no run began since then/.test(none.stderr)], [1, true]);
  const unknown = await ask('history', 'bok');
  assert.match(unknown.stderr, /no run is named "bok".*there are: book, book\.ndjson/);
  const wrong = await ask('history', '--since', 'yesterday');
  assert.deepEqual([wrong.code, /--since: expected a date/.test(wrong.stderr)], [2, true]);
  assert.equal((await ask('history', '--json', '--csv')).code, 2);
  assert.match((await ask('history', 'book', '--puzzle', 'x')).stderr, /leave out book/);
});

test('the history of one puzzle says when it was first seen, and last decided', async (t) => {
  const { night, ask } = nights(t);
  await night([named('other', CORNER)]);
  await night([named('late', CROSS), named('other', CORNER)]);
  await night([named('late', EITHER), named('other', CORNER)], '--max-steps', '1');
  const { stdout } = await ask('history', '--puzzle', 'late');
  assert.match(stdout, /^first seen +run 2, /m);
  assert.match(stdout, /^last decided +run 2, .*: unique, line$/m);
  assert.match(stdout, /^ *3 .* 2x2 .* other clues than before$/m);
  assert.match((await ask('history', '--puzzle', 'lat')).stdout, /^late: in 2 results$/m);
  const none = await ask('history', '--puzzle', 'nothing');
  assert.deepEqual([none.code, /has no puzzle "nothing"/.test(none.stderr)], [1, true]);
});

test('--require no-worse fails if a puzzle lost its verdict, its uniqueness or its line-solvability', async (t) => {
  const { night, ask } = nights(t);
  const gate = ['--name', 'book', '--require', 'no-worse'];
  const first = await night([named('cross', CROSS), named('corner', CORNER)], ...gate);
  assert.equal(first.code, 0, first.stderr);
  await night([named('corner', EITHER)], '--name', 'elsewhere');
  const worse = await night([named('new', EITHER), named('corner', EITHER)], ...gate);
  assert.equal(worse.code, 3);
  assert.match(worse.stderr, /1 puzzle is worse than in run 1 \(--require no-worse\):/);
  const expected = /corner, 2x2: multiple; in run 1 unique, line, with other clues; book\.ndjson:2/;
  assert.match(worse.stderr, expected);
  const wanted = /^gates: FAIL --require no-worse \(1\)\nRun 3 \(book\) .*, 1 worse, .*\n$/m;
  assert.match(worse.stderr, wanted);
  const again = await ask('report', '3', '--gates', '--gate-format', 'junit');
  assert.equal(again.code, 3);
  assert.match(again.stdout, /classname="--require no-worse \(worse\)" name="corner"/);
  const lines = JSON.parse((await ask('history', 'book', '--json')).stdout) as HistoryLine[];
  assertEach(lines, ({ gates }) => gates.map(({ name, holds }) => [name, holds]), [
    [['no-worse', true]],
    [['no-worse', false]],
  ]);
  const same = await night([named('new', EITHER), named('corner', EITHER)], ...gate);
  assert.equal(same.code, 3, 'it is worse than it was once, as long as nobody accepts that');
  await ask('history', '--accept', '4');
  assert.match((await ask('runs')).stdout, /PASS, accepted .*\n.*FAIL no-worse {2}/);
  const [listed] = JSON.parse((await ask('runs', '--json')).stdout) as { acceptedAt: string }[];
  assert.ok(Date.parse(listed.acceptedAt) <= Date.now());
});

test('runs --check finds rows that no run can have written, and names the first', async (t) => {
  const { corpus, db } = withCorpus(t, { count: 6, width: 5, height: 5 });
  await doRun(requestFor([corpus], db), controls());
  const check = ['runs', '--check', '--db', db];
  const sound = await succeeds(check);
  assert.match(sound.stderr, /a\.sqlite is sound\./);
  assert.match(sound.stdout, /complete/);
  for (const [sql, said] of rowsIn`
    UPDATE result_rows SET sweeps = NULL ¦ the result of \S+ in run 1 \(entry \d\) cannot be one: sweeps is null where .*; what run 1 wrote of .*one\.csv, entries 0 to 5, was changed
    UPDATE result_rows SET stars = 9 ¦ CHECK constraint failed in result_rows; the result of \S+ in run 1 \(entry \d\) cannot be one: stars is 9, expected a whole number from 1 to 5
    UPDATE puzzle_rows SET clues = '{' ¦ CHECK constraint failed in puzzle_rows; .*its clues cannot be read
  `) {
    change(db, sql);
    const { code, stdout, stderr } = await nonomill(check);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /a\.sqlite is damaged: /);
    assert.match(stderr, new RegExp(said));
  }
});

test('what was found changed in a run is said by those who show its results, until a check finds nothing', async (t) => {
  const { corpus, db } = withCorpus(t, { count: 9, width: 5, height: 5, brokenEvery: 3 });
  await doRun(requestFor([corpus], db), controls());
  const showing = [
    ['stats', '--db', db],
    ['export', '--db', db],
    ['report', '--gates', '--db', db],
  ];
  const check = ['runs', '--check', '--db', db];
  const isSaid = /Run 1 is damaged, .*what run 1 wrote of \S+one\.csv, entries 0 to 8, was changed/;
  for (const [from, to] of [
    ['clues', 'text'],
    ['text', 'clues'],
  ]) {
    change(db, `UPDATE piece_rejects SET kind = '${to}' WHERE kind = '${from}'`);
    const found = await nonomill(check);
    const isChanged = to === 'text';
    assert.equal(found.code, isChanged ? 1 : 0, found.stderr);
    for (const args of showing) {
      const { stderr } = await nonomill(args);
      assert.equal(isSaid.test(stderr), isChanged, `${args[0]}: ${stderr}`);
    }
  }
});

test('a label that somebody has changed, removed or added is found', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'a.sqlite');
  const corpus = join(folder, 'judged.ndjson');
  const lines = ['"label":"hard",', '"level":"3",', ''].map(
    (said, i) => `{"id":"${i}",${said}"rows":[[1]],"columns":[[1]]}\n`,
  );
  writeFileSync(corpus, lines.join(''));
  await doRun(requestFor([corpus], db), controls());
  const check = ['runs', '--check', '--db', db];
  const isSound = async (): Promise<boolean> => {
    const { code, stderr } = await nonomill(check);
    assert.match(stderr, code === 0 ? /^/ : /judged\.ndjson, entries 0 to 2, was changed/);
    return code === 0;
  };
  assert.ok(await isSound());
  for (const [wrong, right] of rowsIn`
    UPDATE label_rows SET label = 'easy' WHERE label = 'hard' ¦ UPDATE label_rows SET label = 'hard' WHERE label = 'easy'
    UPDATE label_rows SET puzzle_id = puzzle_id + 1 WHERE label = '3' ¦ UPDATE label_rows SET puzzle_id = puzzle_id - 1 WHERE label = '3'
    INSERT INTO label_rows SELECT max(puzzle_id), 'new' FROM puzzle_rows ¦ DELETE FROM label_rows WHERE label = 'new'
  `) {
    change(db, wrong);
    assert.ok(!(await isSound()), wrong);
    change(db, right);
    assert.ok(await isSound(), right);
  }
});

test('every format is listed, as text and as JSON', async () => {
  const text = await nonomill(['formats']);
  const json = await nonomill(['formats', '--json']);
  const listed = JSON.parse(json.stdout) as { name: string; read: boolean; write: boolean }[];
  assert.deepEqual(eachOf(listed, 'name'), eachOf(FORMATS, 'name'));
  assert.deepEqual(Object.keys(FORMAT_DESCRIPTIONS), eachOf(FORMATS, 'name'));
  assert.ok(listed.every(({ read, write }) => read || write));
  for (const { name } of listed) assert.match(text.stdout, new RegExp(`^${name} `, 'm'));
});

test('each format that is written is offered once, under those who use it', () => {
  const written = FORMATS.filter(({ write }) => write !== null).map(({ name }) => name);
  assert.deepEqual(FORMAT_USERS.flatMap(([, names]) => names).toSorted(), written.toSorted());
});
