import assert from 'node:assert/strict';
import { NumberList } from '../../../src/pipeline/store/number-lists.js';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PNG } from 'pngjs';
import { decidedTimes } from '../../../src/pipeline/report/figures/chart.js';
import { reportPage, SOLVING_LIMITS, Solvings } from '../../../src/pipeline/report/html/page.js';
import { gatherNumbers, type Summary } from '../../../src/pipeline/report/summary/numbers.js';
import {
  ReportError,
  whyNoReport,
  writeReport,
} from '../../../src/pipeline/report/write-report.js';
import { RunWriter } from '../../../src/pipeline/store/write/run-writer.js';
import { begunRun, temporaryStore } from '../../support/store-samples.js';
import { assertNone, UNTIMED, temporaryFolder } from '../../support/tests.js';
import { randomNumbers, randomPicture } from '../../support/random-puzzle.js';
import { RATED, writeSampleRun } from './sample-run.js';
import { replaySolving } from '../../../src/solver/craft/replay/replay.js';
import { solvingSvg } from '../../../src/pipeline/report/figures/puzzle-svg.js';
import { PAGE_STYLE } from '../../../src/pipeline/report/html/page-style.js';
import type { SolvedPuzzle } from '../../../src/pipeline/store/stored.js';
import { chartPdf, chartPng } from '../../../src/pipeline/report/html/chart-picture.js';
import { correlationChart } from '../../../src/pipeline/report/statistics/answer.js';
import { readNumbers } from '../../../src/pipeline/report/statistics/question.js';
import { incomplete } from '../../../src/pipeline/record/outcome.js';
import { NO_OPEN_FILES, holdOpenFiles } from '../../support/windows-files.js';

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

/** The page of the sample run, made once for all tests that only read it. */
let made: Promise<string> | null = null;
function samplePage(t: TestContext): Promise<string> {
  const store = temporaryStore(t);
  made ??= reportPage(gatherNumbers(store, writeSampleRun(store)));
  return made;
}

test('the verdict of the gates stands before all figures', async (t) => {
  const store = temporaryStore(t);
  const numbers = gatherNumbers(store, writeSampleRun(store));
  const unwanted = /class="gate-verdict/;
  assert.doesNotMatch(await reportPage(numbers), unwanted, 'the sample run has no gates');
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
  const page = await reportPage({ ...numbers, gates });
  const wanted = /class="gate-verdict fails">1 of 2 gates does not hold<\/p><dl class="figures">/;
  assert.match(page, wanted);
});

test('names and titles from the corpus are text on the page, never markup', async (t) => {
  const page = await samplePage(t);
  assert.doesNotMatch(page, /<img|<script|\u202e|(?!\n)\p{Cc}/u);
  assert.ok(page.includes('&lt;img src=x onerror=alert(1)&gt;'));
  assert.deepEqual(unbalanced(page), []);
});

test('the page needs no network, and its policy allows only its style sheet', async (t) => {
  const page = await samplePage(t);
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

test('every colour of a chart has its variable in the style of the page, so that it follows light and dark', async (t) => {
  const page = await samplePage(t);
  const charts = matches(page, /<svg class="chart"[\s\S]*?<\/svg>/g);
  assert.ok(charts.length > 0);
  for (const chart of charts) {
    const colours = matches(chart, /(?:fill|stroke)="([^"]*)"/g);
    assertNone(
      colours,
      (colour) => colour !== 'none' && !page.includes(`[fill="${colour}"] { fill: var(--`),
    );
    assert.ok(colours.length > 3);
  }
});

test('the bars and fields of a chart say what they mean under the pointer', async (t) => {
  const page = await samplePage(t);
  const tips = matches(page, /<(?:path|rect)[^>]*><title>([^<]*)<\/title>/g);
  assert.ok(tips.includes('multiple, ambiguous: 1 (14.3 %)'), tips.join('\n'));
  assert.ok(
    tips.some((tip) => /^3x3: 1 of \d puzzles in .* to .*s$/.test(tip)),
    tips.join('\n'),
  );
});

test('every picture has a title and a description of its own', async (t) => {
  const page = await samplePage(t);
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

test('a run of one size has no map, which would be a stripe; of one puzzle nothing is drawn', async (t) => {
  for (const puzzles of [1, 10]) {
    const store = temporaryStore(t);
    const runId = writeSampleRun(store, 10);
    store.db
      .prepare(
        `DELETE FROM result_rows WHERE puzzle_id NOT IN
           (SELECT puzzle_id FROM puzzles WHERE width = 3 LIMIT ?)`,
      )
      .run(puzzles);
    store.db.exec('DELETE FROM piece_counts');
    const page = await reportPage(gatherNumbers(store, runId));
    assert.doesNotMatch(page, /id="score-sizes-title"/);
    assert.equal(page.includes('<svg class="chart"'), puzzles > 1);
    assert.match(page, /<h3>Solve times<\/h3><p class="note">All puzzles are 3x3/);
    assert.doesNotMatch(page, /NaN|Infinity|undefined/);
  }
});

test('the curve of what is solved within a time ends at the share that has a verdict', async (t) => {
  const store = temporaryStore(t);
  const numbers = gatherNumbers(store, writeSampleRun(store));
  assert.equal(numbers.decidedMs.length, 6);
  const { timeAt } = decidedTimes(numbers.decidedMs, numbers.puzzles);
  assert.equal(timeAt(6 / 7), 3.25);
  assert.equal(timeAt(0.9), null);
  assert.equal(timeAt(0), 0.02);
  assert.match(await reportPage(numbers), /14\.3 % never got one: the curve ends at 85\.7 %/);
  const none = { ...numbers, decidedMs: new NumberList() };
  assert.doesNotMatch(await reportPage(none), /NaN|Infinity|undefined/);
});

test('a report is three files, which replace those of an older one', async (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const dir = join(temporaryFolder(t), 'deep', 'report');
  const { paths } = await writeReport(store, runId, dir);
  writeFileSync(join(dir, 'index.html'), readFileSync(paths[0], 'utf8').slice(0, 500));
  await writeReport(store, runId, dir);
  assert.deepEqual(readdirSync(dir).sort(), ['index.html', 'summary.json', 'summary.md']);
  const expected = ['index.html', 'summary.md', 'summary.json'].map((name) => join(dir, name));
  assert.deepEqual(paths, expected);
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

test('an interrupted run without a puzzle has a page that says so', async (t) => {
  const { store, writer, runId } = begunRun(t);
  writer.finishRun('interrupted');
  const page = await reportPage(gatherNumbers(store, runId));
  assert.match(page, /It is not complete \(interrupted, 0 entries done\)/);
  assert.doesNotMatch(page, /<svg|NaN|Infinity|undefined/);
});

test('a run, or a retry, that was stopped just now has a page that says how far it is', async (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const done = { done: 3, of: 1200, isEstimate: false } as const;
  const retry = await reportPage(
    gatherNumbers(store, runId, { stopped: { kind: 'retry', ...done } }),
  );
  assert.match(retry, /It is complete; a retry was interrupted, 3 of 1,200 tried again\./);
  new RunWriter(store).resumeRun(runId);
  const run = { kind: 'run', ...done, isEstimate: true } as const;
  const page = await reportPage(gatherNumbers(store, runId, { stopped: run }));
  assert.match(page, /It is not complete \(\w+, 3 of about 1,200 entries done\)/);
});

test('the nearest misses come first, and the cards leave out empty grids and name noise', async (t) => {
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
  const page = await reportPage(gatherNumbers(store, runId));
  const [section] = matches(page, /<h2>Why puzzles are ambiguous<\/h2>([\s\S]*?)<\/section>/g);
  assert.deepEqual(matches(section, /<h3>(.*?)<\/h3>/g), ['near', 'far']);
  const [slowest] = matches(page, /<h2>The slowest puzzles<\/h2>([\s\S]*?)<\/section>/g);
  assert.deepEqual(matches(slowest, /<h3>(.*?)<\/h3>/g), ['noise', 'far', 'near']);
  assert.equal(matches(slowest, /looks.like.noise/g).length, 2);
});

test('an ambiguous puzzle has a map, with a switch for each place', async (t) => {
  const page = await samplePage(t);
  const [section] = matches(page, /<h2>Why puzzles are ambiguous<\/h2>([\s\S]*?)<\/section>/g);
  assert.match(section, /1 puzzle has several solutions\./);
  assert.match(section, /All solutions agree in 0 of 4 cells\. 1 place varies, in 2 ways\./);
  assert.equal(matches(section, /<input type="radio"/g).length, 2);
  assert.equal(matches(section, /<g class="way p1 w\d">/g).length, 2);
  const [style] = matches(page, /<style>([\s\S]*?)<\/style>/g);
  assert.ok(style.includes('.mapped:has(.s1 label:nth-of-type(2) input:checked) .p1.w2'));
});

function samples(t: Parameters<typeof temporaryStore>[0]): readonly SolvedPuzzle[] {
  const store = temporaryStore(t);
  return gatherNumbers(store, writeSampleRun(store)).hardest.byTime;
}

function named(solved: readonly SolvedPuzzle[], name: string): SolvedPuzzle {
  const found = solved.find((one) => one.name === name);
  assert.ok(found, `no puzzle ${name}`);
  return found;
}

/** The cells whose path of the given class is to be seen at the end of an animation, sorted. */
function seenAtEnd(svg: string, kind: string): string[] {
  const path = new RegExp(
    `<path class="${kind}"[^>]*? d="([^"]*)"(?:/>|>(<animate[^>]*>)</path>)`,
    'g',
  );
  return [...svg.matchAll(path)]
    .filter(([, , animate]) => (animate ?? 'visible"').includes('visible"'))
    .flatMap(([, d]) => d.split('M').slice(1))
    .map((cell) => cell.split('h')[0])
    .sort();
}

test('an animation ends in the solution, every cell known', (t) => {
  const { puzzle } = named(samples(t), 'cross');
  const { replay } = replaySolving(puzzle, UNTIMED);
  const svg = solvingSvg({ id: 'x', title: 'cross', puzzle, steps: replay.steps });
  assert.deepEqual(seenAtEnd(svg, 'filled'), ['0 10', '10 0', '10 10', '10 20', '20 10']);
  assert.deepEqual(seenAtEnd(svg, 'unknown'), []);
});

test('the times of an animation ascend from 0 and each has its value', (t) => {
  const { puzzle } = named(samples(t), 'two');
  const { replay } = replaySolving(puzzle, UNTIMED);
  const svg = solvingSvg({ id: 'x', title: 'two', puzzle, steps: replay.steps });
  const animations = [...svg.matchAll(/keyTimes="([^"]*)" values="([^"]*)"/g)];
  assert.ok(animations.length > 0);
  for (const [, keyTimes, values] of animations) {
    const times = keyTimes.split(';').map(Number);
    assert.equal(times[0], 0);
    assert.ok(times.every((time, i) => i === 0 || (time > times[i - 1] && time < 1)));
    assert.equal(values.split(';').length, times.length);
  }
});

test('an animation that would take too many steps, or too much room or time, is not shown', (t) => {
  const cross = named(samples(t), 'cross');
  const { length } = new Solvings().show(cross);
  assert.ok(length > 0);
  for (const limit of [{ steps: 1 }, { length: length - 1 }, { timeMs: 0 }, { lineSolves: 1 }]) {
    const found = new Solvings({ ...SOLVING_LIMITS, ...limit }).show(cross);
    assert.equal(found, '', JSON.stringify(limit));
  }
  const twice = new Solvings({ ...SOLVING_LIMITS, lengthInAll: 2 * length - 1 });
  assert.equal(twice.show(cross).length, length);
  assert.equal(twice.show(cross), '');
});

test('a puzzle without a solution has no animation', (t) => {
  assert.equal(new Solvings().show(named(samples(t), 'none')), '');
});

test('those who ask for reduced motion get the steps in words, and no animation', (t) => {
  const html = new Solvings().show(named(samples(t), 'cross'));
  assert.match(html, /<ol tabindex="0" aria-label="Steps"><li>row 2: /);
  const reduced = /prefers-reduced-motion: reduce\) \{([\s\S]*?)\n\}/.exec(PAGE_STYLE)?.[1] ?? '';
  assert.match(reduced, /\.solving svg \{ display: none; \}/);
});

test('if the search is too long, the lines go as far as they can, and the known solutions follow', (t) => {
  const two = named(samples(t), 'two');
  const clues = { rows: [[1], [1], [], [3]], columns: [[1, 1], [1, 1], [1]] };
  const ambiguous: SolvedPuzzle = {
    ...two,
    puzzle: { ...two.puzzle, ...clues, width: 3, height: 4 },
    result: { ...two.result, solution: '#../.#./.../###', secondSolution: '.#./#../.../###' },
  };
  const html = new Solvings({ ...SOLVING_LIMITS, lineSolves: 10 }).show(ambiguous);
  const told = [...html.matchAll(/<li>(.*?)<\/li>/g)].map(([, words]) => words);
  assert.match(told[0], /^row 3: the clue is empty/);
  assert.match(told[told.length - 2], /too long to show; it finds this solution$/);
  assert.match(told[told.length - 1], /^another solution: it differs in 4 cells$/);
  // The first of them is to be seen for a good while.
  const [, times] = /keyTimes="([^"]*)" values="hidden;visible;hidden"/.exec(html) ?? [];
  const [, from, to] = times.split(';').map(Number);
  assert.ok(to - from > 0.15, times);
});

const TOKENS = readFileSync(
  new URL('../../../../src/pipeline/pages/client/style/tokens.css', import.meta.url),
  'utf8',
);

test('the report and the pages draw techniques in the same colours', () => {
  for (const proof of ['line', 'probe', 'search', 'ambiguous', 'contradiction', 'unproven']) {
    const report = colours(PAGE_STYLE, `--${proof}`);
    assert.equal(report.length, 2, 'one for light, one for dark');
    assert.deepEqual(colours(TOKENS, `--proof-${proof}`), report, proof);
  }
});

test('charts without techniques have the same colour in the report and on the pages', () => {
  const report = colours(PAGE_STYLE, '--accent');
  assert.equal(report.length, 2, 'one for light, one for dark');
  assert.deepEqual(colours(TOKENS, '--accent'), report);
});

function colours(style: string, name: string): string[] {
  return [...style.matchAll(new RegExp(`${name}: (#[0-9a-f]{6})`, 'g'))].map(([, value]) => value);
}

const [A, B] = readNumbers('score,density');
const FIGURE = { value: 1, low: 0.9, high: 1, n: 400 };
const CHART = correlationChart([A, B], [{ facts: [A, B], figure: FIGURE, n: 400, why: null }]);

/** The light accent of the pages, in which a correlation of 1 is drawn. */
const BLUE = [0x1f, 0x5f, 0xa0];

test('a picture in PNG has the shapes and the words of the chart, on light paper', async () => {
  const { width, height, data } = PNG.sync.read(Buffer.from(await chartPng(CHART)));
  assert.deepEqual([width, height], [1900, Math.ceil((CHART.height + 58) * 2.5)]);
  const at = (x: number, y: number): number[] => [
    ...data.subarray((y * width + x) * 4).subarray(0, 3),
  ];
  assert.deepEqual(at(5, 5), [0xfc, 0xfb, 0xf8]);
  const rows = Array.from({ length: height }, (_, y) => y);
  const seen = (
    x0: number,
    x1: number,
    ys: readonly number[],
    colour: readonly number[],
  ): boolean =>
    ys.some((y) =>
      Array.from({ length: x1 - x0 }, (_, i) => at(x0 + i, y)).some((found) =>
        found.every((part, i) => part === colour[i]),
      ),
    );
  assert.ok(seen(600, 1800, rows, BLUE), 'no field is drawn');
  assert.ok(seen(40, 800, rows.slice(0, 75), [0x1c, 0x20, 0x24]), 'the title is not drawn');
});

test('a page of PDF has the size of the chart, its colours and its words', async () => {
  const pdf = Buffer.from(await chartPdf(CHART)).toString('latin1');
  assert.match(pdf, /^%PDF-1\.\d/);
  assert.ok(pdf.includes(`/MediaBox [0 0 760 ${CHART.height + 58}]`));
  const streams = Array.from(pdf.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g), ([, bytes]) => {
    try {
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const drawing = streams.find((text) => text.includes(' Tf')) ?? '';
  const blue = BLUE.map((part) => part / 255);
  const fills = Array.from(drawing.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g), (found) =>
    found.slice(1).map(Number),
  );
  assert.ok(
    fills.some((fill) => fill.every((part, i) => Math.abs(part - blue[i]) < 0.01)),
    'no field is drawn',
  );
  assert.ok(drawing.match(/ Tf/g)!.length >= 5, 'the words are not drawn');
});

test('an unfinished file that a killed command left is replaced; what somebody else put there stays, and is named', async (t) => {
  const dir = join(temporaryFolder(t), 'report');
  mkdirSync(dir);
  const aside = join(dir, incomplete('summary.md'));
  writeFileSync(aside, '# Run 1, of which half');
  const store = temporaryStore(t);
  const run = writeSampleRun(store);
  const { paths } = await writeReport(store, run, dir);
  assert.deepEqual(readdirSync(dir).sort(), ['index.html', 'summary.json', 'summary.md']);
  for (const path of paths) assert.ok(statSync(path).size > 100 && statSync(path).isFile());
  assert.equal(whyNoReport(dir), null);
  writeFileSync(aside, 'a summary of my own');
  await assert.rejects(writeReport(store, run, dir), /summary\.md\.tmp holds something else/);
  assert.equal(readFileSync(aside, 'utf8'), 'a summary of my own');
  assert.match(whyNoReport(dir) ?? '', /summary\.md\.tmp holds something else/);
});

test('a file that is open is named, the others are written', { skip: NO_OPEN_FILES }, async (t) => {
  const store = temporaryStore(t);
  const runId = writeSampleRun(store);
  const dir = temporaryFolder(t);
  holdOpenFiles(t).add(join(dir, 'index.html'));
  await assert.rejects(writeReport(store, runId, dir), /another program has it open/);
  assert.deepEqual(readdirSync(dir).sort(), ['summary.json', 'summary.md']);
});
