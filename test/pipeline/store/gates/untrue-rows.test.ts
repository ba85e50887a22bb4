import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { GATE_REQUIREMENTS } from '../../../../src/pipeline/record/outcome.js';
import { doRun } from '../../../../src/pipeline/runs/do-run.js';
import { compareRuns } from '../../../../src/pipeline/store/compare/comparison.js';
import { evaluateGates, type EvaluatedGates } from '../../../../src/pipeline/store/gates.js';
import { openStore, type Store } from '../../../../src/pipeline/store/open/open.js';
import { runById } from '../../../../src/pipeline/store/stored-runs.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { change, rowsOf } from '../../../support/runs/solve-parts.js';
import { ONLY_DEEP, depth } from '../../../support/depth.js';
import { temporaryFolder } from '../../../support/temporary.js';

const REQUIRE = GATE_REQUIREMENTS.filter((gate) => gate !== 'distinct' && gate !== 'goal');
const GATES = { gates: { strict: false, require: REQUIRE } };

/** A database with two runs of three puzzles, and what they were made of. */
async function twoNights(
  t: TestContext,
): Promise<{ readonly corpus: string; readonly db: string }> {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  writeFileSync(corpus, '{"rows":[[2],[1]],"columns":[[2],[1]]}\n'.repeat(3));
  const db = join(folder, 'book.sqlite');
  for (let night = 0; night < 2; night++) await doRun(requestFor([corpus], db, GATES), controls());
  return { corpus, db };
}

async function reading<T>(db: string, work: (store: Store) => T | Promise<T>): Promise<T> {
  const store = openStore(db, { readonly: true });
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

const gatesOfRun = (db: string, runId: number): Promise<EvaluatedGates> =>
  reading(db, (store) => evaluateGates(store, runById(store, runId)!));

/** Rows that claim a verdict, and cannot be true. */
const UNTRUE = [
  'stars = 4',
  'guess_depth = 1',
  'sweeps = NULL',
  `status = 'contradiction'`,
  `status = 'multiple'`,
];

for (const [i, sql] of UNTRUE.entries()) {
  const skip = i > 0 && ONLY_DEEP;
  test(
    `a result with ${sql} counts as open, and --retry crash solves it alone again`,
    { skip },
    async (t) => {
      const { db } = await twoNights(t);
      change(db, `UPDATE result_rows SET ${sql} WHERE run_id = 2 AND puzzle_id % 3 = 0`);
      const { verdicts, findings } = await gatesOfRun(db, 2);
      assert.deepEqual(
        verdicts.map(({ name, misfits }) => [name, misfits]),
        REQUIRE.map((name) => [name, 1]),
      );
      for (const { headline } of findings) {
        assert.match(
          headline,
          /; 1 result cannot be true: "nonomill run --retry crash --db .*" solves it again$/,
        );
      }
      const { worseCount } = await reading(db, (store) => compareRuns(store, 1, 2));
      assert.equal(worseCount, 1);
      const retry = { mode: { kind: 'retry', statuses: ['crash'], given: [] } } as const;
      assert.equal((await doRun(requestFor([], db, retry), controls())).solved, 1);
      assert.deepEqual(
        (await gatesOfRun(db, 2)).verdicts.map(({ holds }) => holds),
        REQUIRE.map(() => true),
      );
      assert.deepEqual(rowsOf(db, 'SELECT sum(attempts) AS tries FROM results WHERE run_id = 2'), [
        { tries: 4 },
      ]);
      assert.equal((await doRun(requestFor([], db, retry), controls())).kind, 'untouched');
    },
  );
}

test('of a run that is not the latest, the gates name a run without --reuse, as one with it takes over what cannot be true', async (t) => {
  const { corpus, db } = await twoNights(t);
  change(db, 'UPDATE result_rows SET stars = 4 WHERE run_id = 1');
  const { findings } = await gatesOfRun(db, 1);
  assert.match(
    findings[0].headline,
    /3 results cannot be true: a run of these corpora without --reuse solves them again$/,
  );
  change(db, 'UPDATE result_rows SET stars = 4');
  for (const [i, reuse] of [{ from: null }, null].entries()) {
    const { reused } = await doRun(requestFor([corpus], db, { ...GATES, reuse }), controls());
    const isTrue = reuse === null;
    assert.equal(reused, isTrue ? 0 : 3);
    const { verdicts } = await gatesOfRun(db, 3 + i);
    assert.equal(
      verdicts.every(({ holds }) => holds),
      isTrue,
    );
  }
});

test('a typo stays one, whatever somebody makes of the kind of its reject', async (t) => {
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'book.ndjson');
  const right = '{"rows":[[2],[1]],"columns":[[2],[1]]}\n';
  for (const [i, typo] of [
    '{"rows":[[2],[2]],"columns":[[2],[1]]}\n',
    '{"rows":[[3],[1]],"columns":[[2],[1]]}\n',
    '{"rows":[[2],[1]],"columns":[[2],[3]]}\n',
  ]
    .slice(depth(2, 0))
    .entries()) {
    writeFileSync(corpus, right + typo);
    const db = join(folder, `${i}.sqlite`);
    await doRun(requestFor([corpus], db, GATES), controls());
    for (const kind of [`'text'`, `''`, '7']) {
      change(db, `UPDATE piece_rejects SET kind = ${kind}`);
      const { verdicts } = await gatesOfRun(db, 1);
      assert.deepEqual(
        verdicts.map(({ holds }) => holds),
        REQUIRE.map((gate) => gate === 'no-worse'),
        `${typo}${kind}`,
      );
    }
  }
});
