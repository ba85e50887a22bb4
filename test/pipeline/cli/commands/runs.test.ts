import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { nonomill } from '../../../support/nonomill.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { change } from '../../../support/runs/solve-parts.js';
import { temporaryFolder } from '../../../support/temporary.js';

test('runs --check finds what was written with the checks switched off, and names the first row', async (t) => {
  const folder = temporaryFolder(t);
  const db = join(folder, 'a.sqlite');
  const corpus = writeCsv(folder, 'one', { count: 6, width: 5, height: 5 });
  await doRun(requestFor([corpus], db), controls());
  const check = ['runs', '--check', '--db', db];
  const sound = await nonomill(check);
  assert.equal(sound.code, 0);
  assert.match(sound.stderr, /a\.sqlite is sound\./);
  assert.match(sound.stdout, /complete/);
  for (const [sql, said] of [
    [
      'UPDATE result_rows SET stars = 9',
      /CHECK constraint failed in result_rows; the result of \S+ in run 1 \(entry \d\) cannot be one: stars is 9, expected a whole number from 1 to 5/,
    ],
    [
      "UPDATE puzzle_rows SET clues = '{'",
      /CHECK constraint failed in puzzle_rows; .*its clues cannot be read/,
    ],
  ] as const) {
    change(db, sql);
    const { code, stdout, stderr } = await nonomill(check);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /a\.sqlite is damaged: /);
    assert.match(stderr, said);
  }
});
