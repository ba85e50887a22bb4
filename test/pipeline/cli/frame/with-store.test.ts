import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { nonomill } from '../../../support/nonomill.js';
import { change } from '../../../support/runs/solve-parts.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { temporaryFolder } from '../../../support/temporary.js';

/** Values that no run has written, and in which column. */
const DAMAGE = [
  ['result_rows', 'stars', '-1'],
  ['result_rows', 'line_solves', '9e15'],
  ['result_rows', 'probes', '-2'],
  ['result_rows', 'needs', `'['`],
  ['result_rows', 'cross_check', `'maybe'`],
  ['result_rows', 'difficulty', '1e308'],
  ['result_rows', 'guess_depth', '9e15'],
  ['result_rows', 'solve_ms', '1e308'],
  ['result_rows', 'status', '99'],
  ['result_rows', 'technique', `'magic'`],
  ['result_rows', 'solution', `'#'`],
  ['result_rows', 'finished_at', '9e17'],
  ['puzzle_rows', 'clues', `'['`],
  ['puzzle_rows', 'clues', `'{}'`],
  ['puzzle_rows', 'start', `'?'`],
  ['puzzle_rows', 'palette', `'x y z'`],
  ['puzzle_rows', 'width', '9e15'],
] as const;

test('whatever a database holds, the commands that show it end with a result or a sentence', async (t) => {
  const folder = temporaryFolder(t);
  const sound = join(folder, 'sound.sqlite');
  const corpus = writeCsv(folder, 'one', { count: 4, width: 4, height: 4 });
  await doRun(requestFor([corpus], sound), controls());
  const db = join(folder, 'a.sqlite');
  const commands = [
    ['report', '--report', join(folder, 'report'), '--quiet'],
    ['rank'],
    ['show', 'one-0'],
    ['export', '--out', join(folder, 'out.csv'), '--force'],
    ['export', '--out', join(folder, 'out.parquet'), '--force'],
  ];
  let refusals = 0;
  for (const [table, column, value] of DAMAGE) {
    copyFileSync(sound, db);
    change(db, `UPDATE ${table} SET ${column} = ${value}`);
    for (const words of commands) {
      const { code, stderr } = await nonomill([...words, '--db', db]);
      const what = `${words[0]} of ${column} = ${value}: ${stderr}`;
      assert.doesNotMatch(stderr, /should not have happened/, what);
      if (code === 0) continue;
      refusals++;
      assert.equal(code, 1, what);
      assert.match(stderr, /a\.sqlite is damaged: the result of \S+ in run 1 \(entry 0\)/, what);
      assert.match(stderr, /cannot be one: .*\. Restore it from a copy/, what);
    }
  }
  assert.ok(refusals > 5, `${refusals} sentences`);
});
