import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decidedTimes } from '../../../../src/pipeline/report/figures/within.js';
import { reportPage } from '../../../../src/pipeline/report/html/page.js';
import { gatherNumbers } from '../../../../src/pipeline/report/numbers/report-numbers.js';
import type { Summary } from '../../../../src/pipeline/report/summary/summary-json.js';
import { ReportError, writeReport } from '../../../../src/pipeline/report/write-report.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, temporaryStore } from '../../../support/store-samples.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { randomNumbers, randomPicture } from '../../../support/random-puzzle.js';
import { RATED, writeSampleRun } from '../sample-run.js';

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[0]);
}

/** The elements whose end is missing or whose start is: none in a page that is well formed. */
function unbalanced(html: string): string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  for (const [, end, name, alone] of html.matchAll(
    /<(\/?)([a-z][a-z0-9]*)(?:\s[^<>]*?)?(\/?)>/gi,
  )) {
    if (alone === '/' || name === 'meta') continue;
    if (end === '') open.push(name);
    else if (open.pop() !== name) wrong.push(name);
  }
  return [...wrong, ...open];
}

test('the verdict of the gates stands before all figures', (t) => {
  const store = temporaryStore(t);
  const numbers = gatherNumbers(store, writeSampleRun(store));
  assert.doesNotMatch(reportPage(numbers), /class="gate-verdict/, 'the sample run has no gates');
  const asked = {
    flag: '--require unique',
    holds: true,
    misfits: 0,
    why: [],
    compared: null,
    isFirst: false,
  };
  const holds = { ...asked, name: 'unique' } as const;
  const fails = { ...asked, name: 'line', holds: false, misfits: 2 } as const;
  const gates = { ...numbers.gates, verdicts: [holds, fails] };
  const page = reportPage({ ...numbers, gates });
  assert.match(
    page,
    /class="gate-verdict fails">1 of 2 gates does not hold<\/p><dl class="figures">/,
  );
});

test('names and titles from the corpus are text on the page, never markup', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  assert.doesNotMatch(page, /<img|<script|\u202e|(?!\n)\p{Cc}/u);
  assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'));
  assert.deepEqual(unbalanced(page), []);
});

test('the page needs no network, and its policy allows only its style sheet', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  assert.doesNotMatch(page, /https?:|\s(?:src|href|style|on\w+)="|url\(|@import/);
  const [style, ...more] = matches(page, /<style>([\s\S]*?)<\/style>/g);
  assert.deepEqual(more, []);
  const hash = createHash('sha256').update(style).digest('base64');
  const [policy] = matches(page, /Content-Security-Policy" content="([^"]*)"/g);
  assert.equal(
    policy,
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`,
  );
});

test('every colour of a chart has its variable in the style of the page, so that it follows light and dark', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  const charts = matches(page, /<svg class="chart"[\s\S]*?<\/svg>/g);
  assert.ok(charts.length > 0);
  for (const chart of charts) {
    const colours = matches(chart, /(?:fill|stroke)="([^"]*)"/g);
    assert.deepEqual(
      colours.filter(
        (colour) => colour !== 'none' && !page.includes(`[fill="${colour}"] { fill: var(--`),
      ),
      [],
    );
    assert.ok(colours.length > 3);
  }
});

test('the bars and fields of a chart say what they mean under the pointer', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  const tips = matches(page, /<(?:path|rect)[^>]*><title>([^<]*)<\/title>/g);
  assert.ok(tips.includes('multiple, ambiguous: 1 (14.3 %)'), tips.join('\n'));
  assert.ok(
    tips.some((tip) => /^3x3: 1 of \d puzzles in .* to .*s$/.test(tip)),
    tips.join('\n'),
  );
});

test('every picture has a title and a description of its own', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  const pictures = matches(page, /<svg [\s\S]*?<\/svg>/g);
  const solvings = matches(page, /<details class="solving">/g);
  assert.ok(solvings.length > 0);
  const charts = matches(page, /<svg class="chart"/g);
  // Besides the charts, the seven puzzles, and the map of the ambiguous one.
  assert.equal(pictures.length, charts.length + 7 + 1 + solvings.length);
  const ids = matches(page, /\sid="([^"]*)"/g);
  assert.equal(new Set(ids).size, ids.length);
  for (const picture of pictures) {
    const [labels] = matches(picture, /aria-labelledby="([^"]*)"/g);
    for (const id of labels.split(' ')) {
      assert.match(picture, new RegExp(`<(title|desc) id="${id}">[^<]`));
    }
  }
});

test('a run of one size, or of one puzzle, has no map, which would be a stripe', (t) => {
  for (const puzzles of [1, 10]) {
    const store = temporaryStore(t);
    const runId = writeSampleRun(store, 10);
    store.db
      .prepare(
        `DELETE FROM result_rows WHERE puzzle_id NOT IN
           (SELECT puzzle_id FROM puzzles WHERE width = 3 LIMIT ?)`,
      )
      .run(puzzles);
    store.db.exec('UPDATE run_pieces SET counts = NULL');
    const page = reportPage(gatherNumbers(store, runId));
    assert.doesNotMatch(page, /id="(?:score-sizes|unique-map|line-map)-title"/);
    assert.match(page, /<h3>Solve times<\/h3><p class="note">All puzzles are 3x3/);
    assert.doesNotMatch(page, /NaN|Infinity|undefined/);
  }
});

test('the curve of what is solved within a time ends at the share that has a verdict', (t) => {
  const store = temporaryStore(t);
  const numbers = gatherNumbers(store, writeSampleRun(store));
  assert.equal(numbers.decidedMs.length, 6);
  const { timeAt } = decidedTimes(numbers.decidedMs, numbers.puzzles);
  assert.equal(timeAt(6 / 7), 3.25);
  assert.equal(timeAt(0.9), null);
  assert.equal(timeAt(0), 0.02);
  assert.match(reportPage(numbers), /14\.3 % never got one: the curve ends at 85\.7 %/);
  const none = { ...numbers, decidedMs: new Float64Array(0) };
  assert.doesNotMatch(reportPage(none), /NaN|Infinity|undefined/);
});

test('a report is three files, which replace those of an older one', async (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const dir = join(temporaryFolder(t), 'deep', 'report');
  const { paths } = await writeReport(store, runId, dir);
  writeFileSync(join(dir, 'index.html'), readFileSync(paths[0], 'utf8').slice(0, 500));
  await writeReport(store, runId, dir);
  assert.deepEqual(readdirSync(dir).sort(), ['index.html', 'summary.json', 'summary.md']);
  assert.deepEqual(
    paths,
    ['index.html', 'summary.md', 'summary.json'].map((name) => join(dir, name)),
  );
  assert.match(readFileSync(paths[0], 'utf8'), /^<!doctype html>[\s\S]*<\/html>\n$/);
  assert.equal((JSON.parse(readFileSync(paths[2], 'utf8')) as Summary).puzzles, 7);
});

test('a folder that cannot be written to is named, with what to type instead', async (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const dir = join(temporaryFolder(t), 'file');
  writeFileSync(dir, '');
  await assert.rejects(
    writeReport(store, runId, dir),
    (error) => error instanceof ReportError && error.message.includes(`nonomill report ${runId}`),
  );
  const taken = join(temporaryFolder(t), 'taken');
  mkdirSync(join(taken, 'index.html'), { recursive: true });
  await assert.rejects(writeReport(store, runId, taken), ReportError);
  assert.deepEqual(readdirSync(taken), ['index.html']);
});

test('an interrupted run without a puzzle has a page that says so', (t) => {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  writer.finishRun('interrupted');
  const page = reportPage(gatherNumbers(store, runId));
  assert.match(page, /It is not complete \(interrupted, 0 entries done\)/);
  assert.doesNotMatch(page, /<svg|NaN|Infinity|undefined/);
});

test('a run, or a retry, that was stopped just now has a page that says how far it is', (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const done = { done: 3, of: 1200, isEstimate: false } as const;
  const retry = reportPage(gatherNumbers(store, runId, { stopped: { kind: 'retry', ...done } }));
  assert.match(retry, /It is complete; a retry was interrupted, 3 of 1,200 tried again\./);
  new RunWriter(store).resumeRun(runId);
  const run = { kind: 'run', ...done, isEstimate: true } as const;
  const page = reportPage(gatherNumbers(store, runId, { stopped: run }));
  assert.match(page, /It is not complete \(\w+, 3 of about 1,200 entries done\)/);
});

test('the nearest misses come first, and the cards leave out empty grids and name noise', (t) => {
  const store = temporaryStore(t);
  const noise = Array.from(randomPicture(randomNumbers(1), 400, 0.5), (cell) => '.#'[cell]);
  const rows = Array.from({ length: 20 }, (_, y) => noise.slice(20 * y, 20 * y + 20).join(''));
  const multiple = { status: 'multiple', stoppedBy: 'count', technique: 'search' } as const;
  const runId = writeSampleRun(store, 1, [
    {
      name: 'far',
      picture: '#.../.#../..#./...#',
      ...multiple,
      secondSolution: '...#/..#./.#../#...',
    },
    {
      name: 'near',
      picture: '#..../.#.../##...',
      ...multiple,
      secondSolution: '.#.../#..../##...',
    },
    { name: 'empty', picture: '.../...', solveMs: 90_000, ...RATED },
    { name: 'noise', picture: rows.join('/'), solveMs: 80_000 },
  ]);
  const page = reportPage(gatherNumbers(store, runId));
  const [section] = matches(page, /<h2>Why puzzles are ambiguous<\/h2>([\s\S]*?)<\/section>/g);
  assert.deepEqual(matches(section, /<h3>(.*?)<\/h3>/g), ['near', 'far']);
  const [slowest] = matches(page, /<h2>The slowest puzzles<\/h2>([\s\S]*?)<\/section>/g);
  assert.deepEqual(matches(slowest, /<h3>(.*?)<\/h3>/g), ['noise', 'far', 'near']);
  assert.equal(matches(slowest, /looks.like.noise/g).length, 2);
});

test('an ambiguous puzzle has a map, with a switch for each place', (t) => {
  const store = temporaryStore(t);
  const page = reportPage(gatherNumbers(store, writeSampleRun(store)));
  const [section] = matches(page, /<h2>Why puzzles are ambiguous<\/h2>([\s\S]*?)<\/section>/g);
  assert.match(section, /1 puzzle has several solutions\./);
  assert.match(section, /All solutions agree in 0 of 4 cells\. 1 place varies, in 2 ways\./);
  assert.equal(matches(section, /<input type="radio"/g).length, 2);
  assert.equal(matches(section, /<g class="way p1 w\d">/g).length, 2);
  const [style] = matches(page, /<style>([\s\S]*?)<\/style>/g);
  assert.ok(style.includes('.mapped:has(.s1 label:nth-of-type(2) input:checked) .p1.w2'));
});
