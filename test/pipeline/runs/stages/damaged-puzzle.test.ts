import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { contentsOf } from '../../../support/runs/contents.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';

for (const [what, clues] of [
  ['are another puzzle', '{"rows":[[1]],"columns":[[1]]}'],
  ['do not fit the size', '{"rows":[[99]],"columns":[[99]]}'],
  ['are no JSON', '{"rows":[[1'],
]) {
  test(`a retry does not solve stored clues that ${what}`, async (t) => {
    const folder = temporaryFolder(t);
    const corpus = writeCsv(folder, 'hard', { count: 12, width: 25, height: 25 });
    const db = join(folder, 'a.sqlite');
    const limits = { ...DEFAULT_SOLVE_LIMITS, maxSteps: 60 };
    await doRun(requestFor([corpus], db, { limits }), controls());
    const store = openStore(db, { readonly: false });
    store.db.pragma('ignore_check_constraints = ON');
    store.db
      .prepare(
        `UPDATE puzzle_rows SET clues = ? WHERE puzzle_id =
           (SELECT min(puzzle_id) FROM results WHERE status = 'steps')`,
      )
      .run(clues);
    store.close();
    const mode = { kind: 'retry', statuses: ['steps'], given: [] } as const;
    await assert.rejects(
      doRun(requestFor([], db, { mode }), controls()),
      /a\.sqlite is damaged: its puzzle .* is not the one that was stored/,
    );
    assert.equal(contentsOf(db).state, 'complete');
  });
}
