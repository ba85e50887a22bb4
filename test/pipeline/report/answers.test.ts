import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test, type TestContext } from 'node:test';
import { nonomill, ROOT, succeeds } from '../../support/nonomill.js';
import { folderWith } from '../../support/tests.js';
import type { PuzzleResult } from '../../../src/solver/core/result/result.js';
import { answerOf } from '../../../src/pipeline/report/answers.js';
import { gatherNumbers, summaryOf } from '../../../src/pipeline/report/summary/numbers.js';
import {
  type Answer,
  answerCsv,
  answerMarkdown,
  answerChart,
} from '../../../src/pipeline/report/statistics/answer.js';
import { readGroupings, readMeasures } from '../../../src/pipeline/report/statistics/question.js';
import { answerForms } from '../../../src/pipeline/cli/answer-table.js';
import type { Store } from '../../../src/pipeline/store/open/open.js';
import { columnsOf, resultOf, startedRun } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

const folder = folderWith({});
const at = (name: string): string => join(folder, name);

interface Summary {
  readonly puzzles: number;
  readonly byStatus: Readonly<Record<string, number>>;
  readonly byTechnique: Readonly<Record<string, number>>;
  readonly bySize: Readonly<Record<string, number>>;
  readonly difficulty: {
    readonly rated: number;
    readonly median: number;
    readonly medianIsBound: boolean;
    readonly byStars: Readonly<Record<string, number>>;
    readonly byNeeds: Readonly<Record<string, number>>;
  };
  readonly sizes: readonly {
    readonly width: number;
    readonly height: number;
    readonly unique: number;
    readonly line: number;
    readonly medianScore: number | null;
  }[];
  readonly solveMs: Readonly<Record<'median' | 'p95' | 'p99' | 'max' | 'par2', number>>;
}

interface Figure {
  readonly value: number | null;
  readonly bounds?: number;
}

interface Row {
  readonly groups: Readonly<Record<string, string | number | null>>;
  readonly puzzles: number;
  readonly figures: Readonly<Record<string, Figure | null>>;
}

let summary: Summary;

before(async () => {
  const words = ['run', join(ROOT, 'data'), '--db', at('a.sqlite'), '--report', at('report')];
  // Some puzzles are left open, so that some figures are bounds.
  const limited = ['--max-steps', '400', '--metrics', at('metrics'), '--quiet'];
  await succeeds([...words, ...limited]);
  summary = JSON.parse(readFileSync(at('report/summary.json'), 'utf8')) as Summary;
  assert.ok(summary.byStatus.steps > 0 && summary.byStatus.unique > 0);
});

async function stats(...words: string[]): Promise<{ readonly rows: Row[]; readonly total: Row }> {
  const asked = ['stats', '1', '--db', at('a.sqlite'), '--json'];
  const { stdout, stderr } = await nonomill([...asked, ...words]);
  assert.equal(stderr, '');
  return JSON.parse(stdout) as { rows: Row[]; total: Row };
}

/** What is more than 0 of a part of the summary, by name. */
function found(counts: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}

for (const [fact, part] of [
  ['status', ({ byStatus }: Summary) => byStatus],
  ['size', ({ bySize }: Summary) => bySize],
  ['stars', ({ difficulty }: Summary) => difficulty.byStars],
  ['needs', ({ difficulty }: Summary) => difficulty.byNeeds],
] as const) {
  test(`stats and the summary count the same by ${fact}`, async () => {
    const { rows, total } = await stats('--by', fact, '--of', 'puzzles');
    const counts = rows
      .filter(({ groups }) => groups[fact] !== 'none')
      .map(({ groups, puzzles }) => [String(groups[fact]), puzzles] as const);
    assert.deepEqual(Object.fromEntries(counts), found(part(summary)));
    assert.equal(total.puzzles, summary.puzzles);
  });
}

/** The summary counts the scores of a size in bins of this width: a median is off by half of it. */
const BIN = 0.5;

test('stats and the summary have the same shares of each size, and medians but for their bins', async () => {
  const { rows } = await stats('--by', 'size', '--of', 'unique,line,score:median');
  const bySize = new Map(rows.map(({ groups, figures }) => [groups.size, figures]));
  for (const { width, height, unique, line, medianScore } of summary.sizes) {
    const figures = bySize.get(`${width}x${height}`)!;
    const count = summary.bySize[`${width}x${height}`];
    assert.equal(figures.unique?.value, unique / count);
    assert.equal(figures.line?.value, line / count);
    const value = figures['difficulty:median']?.value ?? null;
    if (value === null || medianScore === null) assert.equal(value, medianScore);
    else assert.ok(Math.abs(value - medianScore) <= BIN / 2, `${value}, ${medianScore}`);
  }
});

test('stats and the summary have the same summaries of score and time', async () => {
  const measures = 'score:median,solve_ms:median,solve_ms:p95,solve_ms:p99,solve_ms:max';
  const { figures } = (await stats('--of', measures)).total;
  const { median, p95, p99, max } = summary.solveMs;
  assert.equal(figures['difficulty:median']?.value, summary.difficulty.median);
  for (const [name, value] of Object.entries({ median, p95, p99, max })) {
    assert.equal(figures[`solve_ms:${name}`]?.value, value, name);
  }
});

test('metrics count what the summary counts', () => {
  const metrics = readFileSync(at('metrics'), 'utf8');
  for (const [status, count] of Object.entries(summary.byStatus)) {
    assert.ok(
      metrics.includes(`nonomill_results_total{run="1",status="${status}"} ${count}\n`),
      `${status} ${count}`,
    );
  }
});

/** A run of puzzles with these scores, of which those after a `+` are lower bounds. */
function runOf(t: TestContext, scores: readonly string[]): { store: Store; runId: number } {
  const { store, writer, runId, sourceId } = startedRun(t);
  const results = scores.map((text): PuzzleResult => {
    const isBound = text.endsWith('+');
    const difficulty = parseFloat(text);
    const [stars, needs] = isBound ? ([5, 'nested'] as const) : ([1, 'count'] as const);
    return resultOf({ difficulty, difficultyBound: isBound, stars, needs });
  });
  writeEntries(writer, sourceId, columnsOf(...scores.keys()), results, []);
  writer.finishRun('complete');
  return { store, runId };
}

function asked(t: TestContext, scores: readonly string[], of: string): Answer {
  const { store, runId } = runOf(t, scores);
  const question = { by: readGroupings('size'), of: readMeasures(of) };
  return answerOf(store, { runIds: [runId], filter: {} }, question);
}

/** Which figures may be more, and how many of their values are lower bounds. */
function marks({ total }: Answer): unknown[] {
  return total.figures.map((figure) => [figure?.isAtLeast === true, figure?.bounds]);
}

test('a figure may be more if a lower bound is among the values that it is made of', (t) => {
  const of = 'score,score:p25,score:min,score:max,score:mean,sweeps';
  assert.deepEqual(marks(asked(t, ['1', '2', '3', '4+'], of)), [
    [false, 1],
    [false, 1],
    [false, 1],
    [true, 1],
    [true, 1],
    [false, undefined],
  ]);
  assert.deepEqual(marks(asked(t, ['1', '2', '3+', '4'], of)).slice(0, 3), [
    [true, 1],
    [false, 1],
    [false, 1],
  ]);
});

test('all forms of an answer mark what may be more, and say why', (t) => {
  const answer = asked(t, ['1', '2+', '3'], 'score');
  const why = 'since lower bounds are among the values: 1 of 3 (score).';
  for (const text of [
    answerForms(answer, false).text(),
    answerMarkdown(answer).replace('&#58;', ':'),
  ]) {
    assert.match(text, /\b2\+/);
    assert.ok(text.includes('may be more, '), text);
  }
  assert.ok(answerForms(answer, false).text().includes(why));
  const [head, row] = answerCsv(answer).split('\n');
  assert.ok(head.endsWith(',difficulty_median_n,difficulty_median_at_least'), head);
  assert.ok(row.endsWith(',3,1'), row);
  const chart = answerChart(answer);
  assert.ok(chart.note.endsWith(why), chart.note);
  assert.match(chart.table.rows[0][1], /^2\+/);

  const sure = asked(t, ['1', '2', '3+'], 'score');
  assert.doesNotMatch(answerForms(sure, false).text(), /\+/);
});

test('a summary marks the median of all scores, and that of each size, which is about the same', (t) => {
  const { store, runId } = runOf(t, ['1', '2+', '3', '6']);
  const { difficulty, sizes } = summaryOf(gatherNumbers(store, runId));
  assert.deepEqual([difficulty.median, difficulty.medianIsBound], [2.5, true]);
  const [{ medianScore, medianScoreIsBound }] = sizes;
  assert.deepEqual([medianScore, medianScoreIsBound], [2.75, true]);
});
