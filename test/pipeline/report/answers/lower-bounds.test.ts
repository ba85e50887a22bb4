import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { PuzzleResult } from '../../../../src/solver/core/result/result.js';
import { answerOf } from '../../../../src/pipeline/report/answers/answer-question.js';
import { gatherNumbers } from '../../../../src/pipeline/report/numbers/report-numbers.js';
import type { Answer } from '../../../../src/pipeline/report/statistics/answer.js';
import { answerChart } from '../../../../src/pipeline/report/statistics/answer-chart.js';
import {
  answerCsv,
  answerMarkdown,
} from '../../../../src/pipeline/report/statistics/answer-text.js';
import {
  readGroupings,
  readMeasures,
} from '../../../../src/pipeline/report/statistics/question.js';
import { summaryOf } from '../../../../src/pipeline/report/summary/summary-json.js';
import { answerTable } from '../../../../src/pipeline/cli/answer-table.js';
import type { Store } from '../../../../src/pipeline/store/open/open.js';
import { RunWriter } from '../../../../src/pipeline/store/write/run-writer.js';
import { NEW_RUN, columnsOf, resultOf, temporaryStore } from '../../../support/store-samples.js';
import { writeEntries } from '../../../support/write-entries.js';

/** A run of puzzles with these scores, of which those after a `+` are lower bounds. */
function runOf(t: TestContext, scores: readonly string[]): { store: Store; runId: number } {
  const store = temporaryStore(t);
  const writer = new RunWriter(store);
  const runId = writer.startRun(NEW_RUN);
  const source = { path: 'a.csv', sha256: 'a', format: 'csv', bytes: 1 };
  const { sourceId } = writer.addSource(source);
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
  for (const text of [answerTable(answer, false), answerMarkdown(answer).replace('&#58;', ':')]) {
    assert.match(text, /\b2\+/);
    assert.ok(text.includes('may be more, '), text);
  }
  assert.ok(answerTable(answer, false).includes(why));
  const [head, row] = answerCsv(answer).split('\n');
  assert.ok(head.endsWith(',difficulty_median_n,difficulty_median_at_least'), head);
  assert.ok(row.endsWith(',3,1'), row);
  const chart = answerChart(answer);
  assert.ok(chart.note.endsWith(why), chart.note);
  assert.match(chart.table.rows[0][1], /^2\+/);

  const sure = asked(t, ['1', '2', '3+'], 'score');
  assert.doesNotMatch(answerTable(sure, false), /\+/);
});

test('a summary marks the median of all scores, and that of each size, which is about the same', (t) => {
  const { store, runId } = runOf(t, ['1', '2+', '3', '6']);
  const { difficulty, sizes } = summaryOf(gatherNumbers(store, runId));
  assert.deepEqual([difficulty.median, difficulty.medianIsBound], [2.5, true]);
  const [{ medianScore, medianScoreIsBound }] = sizes;
  assert.deepEqual([medianScore, medianScoreIsBound], [2.75, true]);
});
