// A thread that pretends to solve: it sleeps for as long as that takes, and answers from a table.
import { labelOrdinal, viewBatch } from '../../src/solver/core/puzzle/packed-batch.js';
import { oneAtATime } from '../../src/pipeline/runs/pool/one-at-a-time.js';
import {
  begin,
  noteIndex,
  noteSolved,
  type SolveTask,
  type ThreadAnswer,
} from '../../src/pipeline/runs/pool/protocol.js';
import { movedAnswer } from '../../src/pipeline/runs/pool/solve-batch.js';
import { RowTable } from './row-table.js';

const table = new RowTable(process.env['PRETEND_TABLE']!);
const msEach = Number(process.env['PRETEND_MS']);
const sleeper = new Int32Array(new SharedArrayBuffer(4));

function pretend({ batch, progress }: SolveTask): ThreadAnswer | null {
  const underWork = new Int32Array(progress);
  if (!begin(underWork)) return null;
  const began = performance.now();
  const { words, offsets } = viewBatch(batch);
  const count = offsets.length;
  const rows = table.rows(labelOrdinal(words, offsets[0]), count);
  noteIndex(underWork, count - 1);
  const left = count * msEach - (performance.now() - began);
  if (left > 0) Atomics.wait(sleeper, 0, 0, left);
  // Not how long it slept: batches would get other sizes, and begin within blocks of the table.
  noteSolved(underWork, count * msEach);
  return { count, longestMs: msEach, results: null, rows, packed: null };
}

export default oneAtATime((task: SolveTask) => {
  const answer = pretend(task);
  return Promise.resolve(answer && movedAnswer(answer));
});
