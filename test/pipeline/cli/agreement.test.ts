import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayErrors } from '../../../src/pipeline/cli/running/report-run.js';
import type { Terminal } from '../../../src/pipeline/cli/terminal.js';
import { gatherNumbers, summaryOf } from '../../../src/pipeline/report/summary/numbers.js';
import { reportPage } from '../../../src/pipeline/report/html/page.js';
import { summaryMarkdown, summaryText } from '../../../src/pipeline/report/summary/summary-text.js';
import { columnsOf, resultOf, startedRun } from '../../support/store-samples.js';
import { writeEntries } from '../../support/write-entries.js';

test('a run on which the engines differ fails, and lists every puzzle with both verdicts', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, { path: 'in/a.csv' });
  const said: string[] = [];
  const terminal = { say: (message: string) => said.push(message) } as unknown as Terminal;

  writeEntries(
    writer,
    sourceId,
    columnsOf(0, 1),
    [resultOf({ crossCheck: 'agree' }), resultOf()],
    [],
  );
  assert.equal(sayErrors(store, runId, 'differs', terminal), 'done');
  assert.deepEqual(said, []);

  const error = 'the solver says unique, CaDiCaL finds several';
  writeEntries(writer, sourceId, columnsOf(2), [resultOf({ crossCheck: 'differ', error })], []);
  assert.equal(sayErrors(store, runId, 'differs', terminal), 'negative');
  assert.match(said[0], /DIFFERS on 1 puzzle/);
  assert.match(said[1], /a\.csv#2, 2x2: unique.*in\/a\.csv: the solver says unique, CaDiCaL finds/);
});

test('of more than ten puzzles on which the engines differ ten are named', (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, { path: 'in/a.csv' });
  const ordinals = Array.from({ length: 12 }, (_, i) => i);
  const results = ordinals.map(() => resultOf({ crossCheck: 'differ', error: null }));
  writeEntries(writer, sourceId, columnsOf(...ordinals), results, []);
  const said: string[] = [];
  const terminal = { say: (message: string) => said.push(message) } as unknown as Terminal;
  assert.equal(sayErrors(store, runId, 'differs', terminal), 'negative');
  assert.equal(said.length, 12);
  assert.equal(said.at(-1), '  and 2 more');
});

test('every summary counts the verdicts that were checked, or says nothing if none was', async (t) => {
  const { store, writer, runId, sourceId } = startedRun(t, { path: 'in/a.csv' });
  writeEntries(writer, sourceId, columnsOf(0), [resultOf()], []);
  const unchecked = gatherNumbers(store, runId);
  assert.equal(summaryOf(unchecked).crossCheck, null);
  for (const write of [summaryText, summaryMarkdown, reportPage]) {
    const text = await write(unchecked);
    assert.doesNotMatch(text, /cross-check by|cross-check {2}|<dt>Cross-check/i);
  }

  const checks = ['agree', 'agree', 'unknown', 'differ'] as const;
  checks.forEach((crossCheck, i) => {
    writeEntries(writer, sourceId, columnsOf(i + 1), [resultOf({ crossCheck })], []);
  });
  const numbers = gatherNumbers(store, runId);
  const counts = { agreed: 2, disagreed: 1, undecided: 1 };
  assert.deepEqual(summaryOf(numbers).crossCheck, counts);
  assert.match(summaryText(numbers), /^cross-check {2}2 agreed, 1 disagreed, 1 undecided$/m);
  assert.match(summaryMarkdown(numbers), /second engine: 2 agreed, 1 disagreed, 1 undecided\./);
  const expected = /Cross-check<\/dt><dd>1 differs<small>2 agree, 1 undecided</;
  assert.match(await reportPage(numbers), expected);
});
