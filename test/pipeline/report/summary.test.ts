import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import {
  type Numbers,
  gatherNumbers,
  withLines,
  type Summary,
  summaryJson,
  summaryOf,
} from '../../../src/pipeline/report/summary/numbers.js';
import { textWidth } from '../../../src/solver/core/text/plain-text.js';
import { summaryMarkdown, summaryText } from '../../../src/pipeline/report/summary/summary-text.js';
import { calledText } from '../../../src/pipeline/record/puzzle-id.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { begunRun, NEW_RUN, resultOf, temporaryStore } from '../../support/store-samples.js';
import { assertEach, assertGolden, eachOf } from '../../support/tests.js';
import { HOSTILE, writeSampleRun } from './sample-run.js';
import { withSlashes } from '../../../src/pipeline/files/files.js';
import { reportPage } from '../../../src/pipeline/report/html/page.js';
import { listRuns } from '../../../src/pipeline/store/stored-runs.js';
import { Book, OTHER, SEVERAL, TYPO, UNIQUE } from '../../support/runs/book.js';
import { change } from '../../support/runs/solve-parts.js';

/** Numbers of the sample run so many times over, gathered once: the tests only read them. */
const gathered = new Map<number, Numbers>();
function sampleNumbers(t: TestContext, times = 1): Numbers {
  const store = temporaryStore(t);
  const numbers = gathered.get(times) ?? gatherNumbers(store, writeSampleRun(store, times));
  gathered.set(times, numbers);
  return numbers;
}

test('the summary counts every puzzle once under each heading', (t) => {
  const summary = summaryOf(sampleNumbers(t, 3));
  const sum = (counts: Readonly<Record<string, number>>): number =>
    Object.values(counts).reduce((total, count) => total + count, 0);
  assert.equal(summary.puzzles, 21);
  assert.equal(summary.rejects, 6);
  const { byStatus, byTechnique, byGuessDepth, bySize } = summary;
  assert.deepEqual([byStatus, byTechnique, byGuessDepth, bySize].map(sum), [21, 21, 21, 21]);
  assert.deepEqual(byStatus, {
    unique: 12,
    multiple: 3,
    contradiction: 3,
    timeout: 3,
    steps: 0,
    memory: 0,
    crash: 0,
  });
  const techniques = { line: 9, probe: 3, search: 0, ambiguous: 3, contradiction: 3, unproven: 3 };
  assert.deepEqual(byTechnique, techniques);
  assert.deepEqual(byGuessDepth, { '0': 12, '1': 3, ambiguous: 3, open: 3 });
  assert.deepEqual(bySize, { '2x2': 9, '3x3': 9, '5x5': 3 });
  const { sizes } = summary;
  assertEach(
    sizes,
    ({ width, height, puzzles }) => [`${width}x${height}`, puzzles],
    Object.entries(bySize),
  );
  const all = (of: 'unique' | 'line' | 'open'): number =>
    sizes.reduce((total, size) => total + size[of], 0);
  assert.deepEqual([all('unique'), all('line'), all('open')], [12, 9, 3]);
});

test('a puzzle that is named by its place is named by its file, not by the whole path', () => {
  const place = { path: '../some/where/far/a.csv', ordinal: 7 };
  const called = (name: string, title: string | null): string =>
    calledText({ ...place, name, title });
  assert.equal(called('../some/where/far/a.csv#7', null), 'a.csv#7');
  assert.equal(called('../some/where/far/a.csv#8', null), '../some/where/far/a.csv#8');
  assert.equal(called('../some/where/far/a.csv#7', 'Heart'), 'Heart');
  assert.equal(called('\u0000', ' '), '\ufffd');
});

test('solve times have exact quantiles, and PAR-2 counts a timeout as twice the limit', (t) => {
  const { solveMs } = summaryOf(sampleNumbers(t));
  const times = [0.02, 0.5, 0.5, 1.5, 2, 3.25, 10_000.4];
  assert.equal(solveMs.median, 1.5);
  // Between the two longest, by 0.95 of six ranks.
  assert.ok(Math.abs(solveMs.p95! - (3.25 + 0.7 * (10_000.4 - 3.25))) < 1e-6);
  assert.equal(solveMs.max, 10_000.4);
  const total = times.reduce((sum, ms) => sum + ms, 0);
  assert.ok(Math.abs(solveMs.total - total) < 1e-9);
  assert.ok(Math.abs((solveMs.par2 ?? 0) - (total - 10_000.4 + 20_000) / 7) < 1e-9);
});

test('the hardest puzzles are the slowest, and the deepest with the slower one first', (t) => {
  const { hardest } = summaryOf(sampleNumbers(t));
  assert.deepEqual(eachOf(hardest.byTime.slice(0, 3), 'name'), ['slow', 'two', 'none']);
  assert.deepEqual(eachOf(hardest.byGuessDepth, 'name', 'ordinal'), [
    ['slow', 5],
    [HOSTILE.name, 2],
  ]);
});

test('a run whose steps were limited has no PAR-2', (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const options = JSON.stringify({ timeoutMs: 10_000, maxSteps: 500 });
  store.db.prepare('UPDATE runs SET options = ? WHERE run_id = ?').run(options, runId);
  const { solveMs, run } = summaryOf(gatherNumbers(store, runId));
  assert.equal(solveMs.par2, null);
  assert.deepEqual(run.options, { timeoutMs: 10_000, maxSteps: 500 });
});

test('scores, stars and needs are counted, and the hardest puzzles come first', (t) => {
  const { difficulty, hardest } = summaryOf(sampleNumbers(t, 2));
  assert.deepEqual(difficulty, {
    rated: 8,
    bounds: 2,
    median: 4.12,
    medianIsBound: false,
    lowest: 3.2,
    lowestIsBound: false,
    highest: 9.6,
    highestIsBound: true,
    byScore: { '3.0': 2, '4.0': 4, '9.5': 2 },
    byStars: { '1': 6, '2': 0, '3': 0, '4': 0, '5': 2 },
    byNeeds: {
      count: 2,
      overlap: 4,
      bounds: 0,
      runs: 0,
      line: 0,
      lookahead: 0,
      assumption: 0,
      nested: 2,
    },
  });
  assert.deepEqual(eachOf(hardest.byScore.slice(0, 3), 'name', 'stars', 'needs'), [
    [HOSTILE.name, 5, 'nested'],
    [HOSTILE.name, 5, 'nested'],
    ['flag', 1, 'overlap'],
  ]);
});

test('a summary says where it was made, with which options, and from which files', (t) => {
  const { run, files } = summaryOf(sampleNumbers(t));
  const { host, cpu, nodeVersion } = NEW_RUN;
  assert.deepEqual(run.machine, { host, cpu, nodeVersion });
  assert.deepEqual(run.options, { timeoutMs: 10_000 });
  assert.deepEqual(files.sources, [
    { path: 'data/sample.json', format: 'json', sha256: 'aa', bytes: 1000, entries: 9 },
  ]);
  assert.equal(files.sha256, createHash('sha256').update('aa\n').digest('hex'));
});

test('a summary lists the retries of a run, under whose limits some results were found', (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  assert.deepEqual(summaryOf(gatherNumbers(store, runId)).run.retries, []);
  const writer = new RunWriter(store);
  const asked = { statuses: ['timeout', 'crash'], maxSteps: null, memoryMiB: 64 } as const;
  writer.resumeRun(runId, { ...asked, timeoutMs: 120_000, puzzles: 2 });
  const late = resultOf({ status: 'timeout', technique: null, solveMs: 120_000 });
  const ids = store.db.prepare<[], number>('SELECT puzzle_id FROM results').pluck().all();
  writer.updateResults([{ puzzleId: ids[0], result: late }]);
  writer.finishRun('complete');
  const numbers = gatherNumbers(store, runId);
  const { solveMs, puzzles, run } = summaryOf(numbers);
  assert.ok(solveMs.par2! > 240_000 / puzzles && solveMs.par2! > solveMs.total / puzzles);
  assert.equal(numbers.timeoutMs, 120_000);
  assert.equal(run.retries.length, 1);
  const began = `${run.retries[0].startedAt.slice(0, 10)} ${run.retries[0].startedAt.slice(11, 16)} UTC`;
  assert.ok(
    summaryText(numbers, 120).includes(`retries      1 retry: its results replace earlier ones\n`),
  );
  const cells = [began, 'timeout, crash', '2m 0s, 64 MiB', '2', '1', '0'];
  assert.ok(summaryMarkdown(numbers).includes(`| ${cells.join(' | ')} |`));
});

test('a run without a puzzle has a summary too', (t) => {
  const { store, writer, runId } = begunRun(t);
  writer.finishRun('complete');
  const numbers = gatherNumbers(store, runId);
  const { puzzles, solveMs, hardest } = JSON.parse(summaryJson(numbers)) as Summary;
  assert.equal(puzzles, 0);
  const none = { total: 0, median: null, p95: null, p99: null, max: null, par2: null };
  assert.deepEqual(solveMs, none);
  assert.deepEqual(hardest, { byScore: [], byTime: [], byGuessDepth: [] });
  assert.match(summaryText(numbers), /^Run 1\n0 puzzles/);
  assert.match(summaryMarkdown(numbers), /^# Run 1\n\n0 puzzles/);
});

test('the summary on a terminal is as it was', (t) => {
  assertGolden('summary.txt', summaryText(sampleNumbers(t, 200)));
});

test('the summary in Markdown is as it was', (t) => {
  assertGolden('summary.md', summaryMarkdown(sampleNumbers(t, 200)));
});

test('summary.json has the fields that it had', (t) => {
  const summary = summaryOf(sampleNumbers(t, 200));
  assertGolden('summary.json.txt', `${fieldsOf(JSON.parse(JSON.stringify(summary))).join('\n')}\n`);
});

/** Each field below `value` with its type, once for all elements of a list. */
function fieldsOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) {
    return [...new Set(value.flatMap((one) => fieldsOf(one, `${path}[]`)))].sort();
  }
  if (typeof value !== 'object' || value === null) {
    return [`${path}: ${value === null ? 'null' : typeof value}`];
  }
  return Object.entries(value).flatMap(([name, below]) =>
    fieldsOf(below, path === '' ? name : `${path}.${name}`),
  );
}

test('no line of the terminal summary is wider than 80 columns or holds a control character', (t) => {
  const text = summaryText(sampleNumbers(t));
  for (const line of text.split('\n')) {
    assert.ok(textWidth(line) <= 80, `${textWidth(line)} columns: ${line}`);
    assert.doesNotMatch(line, /\p{Cc}|\u202e/u);
  }
});

test('markup in names does not reach Markdown as markup', (t) => {
  const text = summaryMarkdown(sampleNumbers(t));
  assert.doesNotMatch(text, /<img|<script/);
  assert.match(text, /&lt;img src=x onerror=alert\(1\)&gt;/);
});

test('on a narrow terminal the summary is narrower, and says the same', (t) => {
  const numbers = sampleNumbers(t, 200);
  for (const columns of [79, 60, 54]) {
    const text = summaryText(numbers, columns);
    for (const line of text.split('\n'))
      assert.ok(textWidth(line) <= columns, `${columns}: ${line}`);
    assert.match(text, /guess depth\n {2}0: lines alone +800 +57\.1 %/);
    assert.match(text, /no verdict +200/);
    for (const word of ['median', 'longest', 'PAR-2']) assert.ok(text.includes(word), word);
  }
});

test('of many sizes a terminal shows the most frequent ones, and adds up the others', (t) => {
  const store = temporaryStore(t);
  const samples = Array.from({ length: 11 }, (_, i) => ({ picture: '#'.repeat(i + 1) }));
  const often = Array.from({ length: 3 }, () => ({ picture: '#####' }));
  const numbers = gatherNumbers(store, writeSampleRun(store, 1, [...samples, ...often]));
  const text = summaryText(numbers);
  assert.match(text, /^ +5x1 +4 +28\.6 %/m);
  assert.match(text, /^ +4 other sizes +4 +28\.6 %/m);
  assert.doesNotMatch(text, / 11x1 /);
  assert.match(summaryMarkdown(numbers), /^\| 11x1 \| 1 \| 7\.1 % \|$/m);
});

test('what people should see is first in Markdown, and last on a terminal', (t) => {
  const store = temporaryStore(t);
  const numbers = { ...gatherNumbers(store, writeSampleRun(store)), proven: 2 };
  const markdown = summaryMarkdown(numbers);
  const order = (...words: readonly string[]): number[] =>
    words.map((word) => markdown.indexOf(word));
  const places = order('Proven: 2 of 5', '## Figures', '## Rej');
  const ascending = places.toSorted((a, b) => a - b);
  assert.deepEqual(places, ascending);
  assert.ok(places[0] > 0);
  assert.match(summaryText(numbers), /\nrejects [^]*\nproven {7}2 of 5 [^\n]*\n$/);
});

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
  assertGolden('summary-since.txt', `${news}\n`);
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
  assertGolden('summary-since.json.txt', `${placeless(book, JSON.stringify(since, null, 2))}\n`);
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
  const page = await reportPage(await latest(book));
  const places = ['<h2>Since run 1 (', 'class="gate-verdict', '<dl class="figures"'].map((text) =>
    page.indexOf(text),
  );
  const ascending = places.toSorted((a, b) => a - b);
  assert.deepEqual(places, ascending);
  assert.ok(places[0] > 0);
  assert.match(page, /<h3>Puzzles that are worse<\/h3>/);
  assert.match(page, /&lt;img src=x onerror=alert\(1\)&gt;: not unique any more: <code>nonomill/);
  assert.ok(!page.includes('<img src=x'));
});
