import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { test } from 'node:test';
import { nonomill, ROOT } from '../../support/nonomill.js';
import { temporaryFolder } from '../../support/temporary.js';

const PAGE = readFileSync(join(ROOT, 'docs', 'pipeline', 'nights.md'), 'utf8');

/** The one part of the page that fits. */
function onPage(pattern: RegExp): string {
  const found = PAGE.match(pattern);
  assert.ok(found !== null, String(pattern));
  return found[1];
}

/** A page of a book: its third puzzle, 20x20, has a first row of these blocks. */
function pageOfBook(firstRow: string): string {
  const side = (clues: readonly string[]): string =>
    [...clues, ...Array<string>(20 - clues.length).fill('0')].join(';');
  const puzzles = [
    '"2;1","2;1"',
    '"1;3;1","1;3;1"',
    `"${side([firstRow, '1'])}","${side(['1', '1', '1'])}"`,
  ];
  const lines = puzzles.map((clues, i) => `page-03-00${i + 1},${clues}`);
  return ['id,rows,columns', ...lines, ''].join('\n');
}

test('the thirty nights of docs/pipeline/nights.md go as the page tells them, by its file and its commands', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'book'));
  writeFileSync(join(folder, 'nonomill.toml'), onPage(/```toml\n([^`]*\[nights\.book\][^`]*)```/));
  const nightly = onPage(/&& nonomill (run @book [^\n]*) 2>> night\.log/).split(' ');
  const night = (firstRow: string): ReturnType<typeof nonomill> => {
    writeFileSync(join(folder, 'book', 'page-03.csv'), pageOfBook(firstRow));
    return nonomill(nightly, { cwd: folder });
  };
  for (let i = 0; i < 2; i++) {
    const { code, stderr } = await night('1 1');
    assert.equal(code, 0, stderr);
  }
  const worse = await night('2');
  assert.equal(worse.code, 3, worse.stderr);
  // The page has more puzzles, and more nights.
  const log = onPage(/( {4}2026\S+ nonomill: 1 puzzle is worse[^]*?)\n\n/)
    .replaceAll(/^ {4}2026\S+ /gm, '')
    .replaceAll('run 23', 'run 2')
    .replaceAll('un 24', 'un 3')
    .replace('5,199 of 5,300 puzzles', '2 of 3 puzzles')
    .replace('5,300 puzzles, 100 new', '3 puzzles, 0 new')
    .replace(/report .*$/, (path) => path.replace('run-24', 'run-3').replaceAll('/', sep));
  const untimed = (text: string): string => text.replace(/[\d.]+ m?s, report/, 'TIME, report');
  assert.ok(untimed(worse.stderr).endsWith(`${untimed(log)}\n`), `${worse.stderr}\n---\n${log}`);
  const typo = await night('1 2');
  assert.equal(typo.code, 3);
  assert.match(typo.stderr, /page-03-003, no puzzle now: the rows hold .*; book.page-03\.csv:4\n/);
  assert.equal((await night('2')).code, 3, 'still worse than in run 2');
  const accept = onPage(/^ {4}nonomill (history --accept \d+)$/m).replace('24', '5');
  const accepted = await nonomill(accept.split(' '), { cwd: folder });
  assert.equal(accepted.code, 0, accepted.stderr);
  assert.equal((await night('2')).code, 0);
  const history = await nonomill(onPage(/`nonomill (history book)`/).split(' '), { cwd: folder });
  assert.match(history.stdout, /^ *3 +FAIL no-worse /m);
  assert.match(history.stdout, /^ *6 +PASS /m);
});

test('a build fails on a mistyped clue by the command of docs/pipeline/exit-codes.md', async (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'book'));
  const page = readFileSync(join(ROOT, 'docs', 'pipeline', 'exit-codes.md'), 'utf8');
  const words = page.match(/^ {4}nonomill (run book\/ --strict --require line [^>\n]*) > /m)![1];
  for (const [firstRow, code] of [
    ['1 1', 0],
    ['1 2', 3],
  ] as const) {
    writeFileSync(join(folder, 'book', 'page-03.csv'), pageOfBook(firstRow));
    for (const asked of [words, words.replace('--strict ', '')]) {
      const ended = await nonomill(asked.split(' '), { cwd: folder });
      assert.equal(ended.code, code, ended.stdout);
    }
  }
});
