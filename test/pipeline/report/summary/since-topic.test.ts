import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  gatherNumbers,
  withLines,
  type Numbers,
} from '../../../../src/pipeline/report/numbers/report-numbers.js';
import { withSlashes } from '../../../../src/pipeline/files/with-slashes.js';
import { reportPage } from '../../../../src/pipeline/report/html/page.js';
import { summaryOf } from '../../../../src/pipeline/report/summary/summary-json.js';
import { summaryMarkdown } from '../../../../src/pipeline/report/summary/summary-markdown.js';
import { summaryText } from '../../../../src/pipeline/report/summary/summary-text.js';
import { listRuns } from '../../../../src/pipeline/store/stored-runs/read-runs.js';
import { Book, OTHER, SEVERAL, TYPO, UNIQUE } from '../../../support/runs/book.js';
import { change } from '../../../support/runs/solve-parts.js';

/** The numbers of the latest run. */
function latest(book: Book): Promise<Numbers> {
  const store = book.open();
  return withLines(store, gatherNumbers(store, listRuns(store)[0].runId));
}

/** The same everywhere: the folder of a test has another name each time. */
function placeless(book: Book, text: string): string {
  const folder = withSlashes(`${book.folder}/`);
  return text
    .replaceAll(book.db, 'book.sqlite')
    .replaceAll(JSON.stringify(book.db).slice(1, -1), 'book.sqlite')
    .replaceAll(folder, '')
    .replaceAll(folder.replace(':', '&#58;'), '');
}

const NO_WORSE = { gates: { strict: false, require: ['no-worse' as const] } };

async function twoNights(book: Book): Promise<void> {
  await book.nightOf({ 'a.ndjson': { a: UNIQUE, b: UNIQUE }, 'b.ndjson': { c: UNIQUE } }, NO_WORSE);
  change(book.db, "UPDATE runs SET started_at = '2026-11-26T23:00:00.000Z' WHERE run_id = 1");
  const a = { a: SEVERAL, b: UNIQUE, d: TYPO };
  await book.nightOf({ 'a.ndjson': a, 'b.ndjson': { c: UNIQUE, e: SEVERAL, f: OTHER } }, NO_WORSE);
  change(book.db, "UPDATE runs SET started_at = '2026-11-27T23:00:00.000Z' WHERE run_id = 2");
}

test('a terminal says what is new before the figures of the whole corpus', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const text = placeless(book, summaryText(await latest(book)));
  const [, news, figures] = text.split('\n\n');
  assert.deepEqual(news.split('\n'), [
    'since        run 1 (the day before, 2026-11-26 23:00 UTC)',
    '             new      2 puzzles: 1 unique (1 by lines), 1 ambiguous',
    '             changed  1 puzzle: 1 not unique any more',
    '             rejects  1 new',
    '             gate     FAIL --require no-worse (1): compared with run 1, 2 of 5',
    '                      puzzles the same',
    '             worse    a  unique, line -> multiple, other clues  book/a.ndjson:1',
    '             rejects  1  book/a.ndjson:3  the rows hold … filled cells, the c...',
    '             files    book/a.ndjson  1 worse, 1 reject',
    '                      book/b.ndjson  2 new: 1 ambiguous',
    '             next     a: not unique any more',
    '                      nonomill show a --run 2 --db book.sqlite',
    '                      or, if it may stay so:',
    '                      nonomill history --accept 2 --db book.sqlite',
  ]);
  assert.match(figures, /^status /);
});

test('on a narrow terminal no line but a command is wider than it', async (t) => {
  const book = new Book(t);
  const long = 'a name that goes on and on, '.repeat(5);
  await book.night({ [long]: UNIQUE });
  await book.night({ [long]: SEVERAL, [`${long}2`]: OTHER });
  for (const line of summaryText(await latest(book), 40)
    .split('\n\n')[1]
    .split('\n')) {
    assert.ok(line.length <= 40 || line.includes('nonomill show'), line);
  }
});

test('Markdown has the news first, with a table for each list, and is safe whatever puzzles are called', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const hostile = '<img src=x>`|\u001b[31m';
  await book.nightOf({ 'b.ndjson': { [hostile]: UNIQUE } });
  await book.nightOf({ 'b.ndjson': { [hostile]: SEVERAL } });
  const text = placeless(book, summaryMarkdown(await latest(book)));
  const news = text.slice(text.indexOf('## Since run 3 ('), text.indexOf('## Figures'));
  assert.ok(text.indexOf('## Since') < text.indexOf('## Figures'));
  assert.match(news, /^- changed: 1 puzzle: 1 not unique any more$/m);
  assert.match(news, /^### Puzzles that are worse$/m);
  assert.match(news, /^\| file \| changed \| worse \|\n.*\n\| b.ndjson \| 1 \| 1 \|/m);
  assert.match(news, /^Next: .*: `nonomill show \d+ --run 4 --db book.sqlite`$/m);
  assert.ok(!text.includes('<img') && !text.includes('\u001b'));
});

test('the summary for programs has the run that was compared with, counts, names with lines, and files', async (t) => {
  const book = new Book(t);
  await twoNights(book);
  const { since } = summaryOf(await latest(book));
  assert.deepEqual(JSON.parse(placeless(book, JSON.stringify(since))), {
    run: 1,
    startedAt: '2026-11-26T23:00:00.000Z',
    by: 'name',
    unfinished: null,
    new: { puzzles: 2, unique: 1, line: 1, ambiguous: 1, contradiction: 0, open: 0 },
    gone: 0,
    changed: 1,
    worse: 1,
    standing: 0,
    byKind: {
      lost: 0,
      ambiguous: 1,
      guessing: 0,
      decided: 0,
      other: 0,
      edited: 0,
      new: 2,
      gone: 0,
      mended: 0,
      moved: 0,
      accepted: 0,
    },
    lost: [
      {
        kind: 'ambiguous',
        name: 'a',
        title: null,
        path: 'a.ndjson',
        line: 1,
        edited: true,
        was: 'unique, line',
        is: 'multiple',
        rejected: null,
        best: 1,
        since: 2,
      },
    ],
    gained: [],
    wholeFiles: [],
    rejects: {
      count: 1,
      kinds: [
        {
          reason:
            'the rows hold … filled cells, the columns …; a clue may be mistyped: row … (… would fit), row … (… would fit), column … (… would fit)',
          count: 1,
          path: 'a.ndjson',
          line: 3,
        },
      ],
    },
    files: [
      {
        path: 'a.ndjson',
        new: { puzzles: 0, unique: 0, line: 0, ambiguous: 0, contradiction: 0, open: 0 },
        changed: 1,
        worse: 1,
        gone: 0,
        rejects: 1,
      },
      {
        path: 'b.ndjson',
        new: { puzzles: 2, unique: 1, line: 1, ambiguous: 1, contradiction: 0, open: 0 },
        changed: 0,
        worse: 0,
        gone: 0,
        rejects: 0,
      },
    ],
    moreFiles: 0,
    next: {
      what: 'a: not unique any more',
      accept: 'nonomill history --accept 2 --db book.sqlite',
      command: 'nonomill show a --run 2 --db book.sqlite',
    },
  });
});

test('a first night and one in which nothing is new are told in a sentence', async (t) => {
  const book = new Book(t);
  await book.night({ a: UNIQUE, b: SEVERAL });
  const first = await latest(book);
  assert.deepEqual(summaryOf(first).since, { run: null, why: 'first' });
  const sentence = 'the first complete run of this name: nothing to compare it with';
  assert.equal(summaryText(first).split('\n\n')[1], `since        ${sentence}`);
  await book.night({ a: UNIQUE, b: SEVERAL });
  const second = summaryText(await latest(book))
    .split('\n\n')[1]
    .split('\n');
  assert.match(second[0], /^since {8}run 1 \(the same day, .* UTC\)$/);
  assert.deepEqual(second.slice(1), ['             nothing is new: all 2 puzzles are as before']);
});

test('the report page says it before the gates and the figures, and escapes what puzzles are called', async (t) => {
  const book = new Book(t);
  const hostile = '<img src=x onerror=alert(1)>';
  await book.night({ [hostile]: UNIQUE }, NO_WORSE);
  await book.night({ [hostile]: SEVERAL }, NO_WORSE);
  const page = reportPage(await latest(book));
  const places = ['<h2>Since run 1 (', 'class="gate-verdict', '<dl class="figures"'].map((text) =>
    page.indexOf(text),
  );
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  );
  assert.ok(places[0] > 0);
  assert.match(page, /<h3>Puzzles that are worse<\/h3>/);
  assert.match(page, /&lt;img src=x onerror=alert\(1\)&gt;: not unique any more: <code>nonomill/);
  assert.ok(!page.includes('<img src=x'));
});
