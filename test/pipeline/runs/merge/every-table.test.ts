import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { RunRequest } from '../../../../src/pipeline/runs/request/run-request.js';
import { referee } from '../../../../src/lab/external/referee.js';
import { solverOf } from '../../../../src/pipeline/runs/request/external-solver.js';
import { doRun } from '../../../../src/pipeline/runs/stages/do-run.js';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { writeCsv } from '../../../support/csv-corpora.js';
import { temporaryFolder } from '../../../support/temporary.js';
import { controls, requestFor } from '../../../support/runs/requests.js';
import { merge } from '../../../support/runs/solve-parts.js';

/**
 * Who solved, and tried again, is what differs between one machine and several; and nobody accepts
 * a part.
 */
const MACHINES = new Set(['workers', 'solved_by', 'retries', 'accepted', 'standings']);

/** Times, and what says how a run was carried out rather than what it found. */
const OF_THE_WAY = new Set([
  'started_at',
  'finished_at',
  'wall_ms',
  'solve_ms',
  'queue_key',
  'counts',
]);

type Row = Readonly<Record<string, unknown>>;

/** How a run is made: what it asks for, and what carries it out. */
type Way = readonly [Partial<RunRequest>, (request: RunRequest) => Promise<unknown>];

/** All rows of all tables of a database, without times and machines. */
function tablesOf(db: string): Map<string, Row[]> {
  const store = openStore(db, { readonly: true });
  try {
    const names = store.db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    return new Map(
      names
        .filter((name) => !MACHINES.has(name))
        .map((name) => [name, rowsOf(store.db.prepare<[], Row>(`SELECT * FROM ${name}`).all())]),
    );
  } finally {
    store.close();
  }
}

/** Without times, in an order that does not depend on how the rows came in. */
function rowsOf(rows: readonly Row[]): Row[] {
  return rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !OF_THE_WAY.has(column))),
    )
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** A folder with puzzles, a file that is none, and two corpora with rejects. */
function someCorpora(folder: string): string[] {
  const many = join(folder, 'many');
  mkdirSync(many);
  writeFileSync(join(many, 'notes.txt'), 'not a puzzle\n');
  for (let i = 0; i < 3; i++) {
    const puzzle = `{"level":"hard","rows":[[${i + 1}]],"columns":[${new Array(i + 1).fill('[1]').join()}]}`;
    writeFileSync(join(many, `${i}.json`), puzzle);
  }
  const one = writeCsv(folder, 'one', { count: 40, width: 9, height: 9, brokenEvery: 20 });
  const two = writeCsv(folder, 'two', { count: 10, width: 5, height: 5, brokenEvery: 7, seed: 5 });
  return [many, one, two];
}

/** Claims about the puzzles of one corpus: some right, most wrong, and nothing about others. */
function someClaims(folder: string): string {
  const lines = Array.from({ length: 30 }, (_, i) => {
    const verdict = ['unique', 'multiple', 'contradiction'][i % 3];
    return `one-${i},${verdict},${i},${i / 2}`;
  });
  const file = join(folder, 'claims.csv');
  writeFileSync(file, ['id,verdict,ms,cpu_ms', ...lines, ''].join('\n'));
  return file;
}

test('a merged database equals the database of one machine in every table', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = someCorpora(folder);
  const file = someClaims(folder);
  const { limits } = requestFor([], '');
  const solve = (request: RunRequest): Promise<unknown> => doRun(request, controls());
  const ways: Record<string, Way> = {
    solved: [{ name: 'night', limits: { ...limits, prove: true, crossCheck: 0.5 } }, solve],
    refereed: [
      { solver: solverOf({ kind: 'referee', claims: file }) },
      (request) => referee(request, { file, judgeMs: 10_000 }, controls()),
    ],
  };
  const filled = new Set<string>();
  for (const [way, [changes, carryOut]] of Object.entries(ways)) {
    const undisturbed = join(folder, `${way}.sqlite`);
    await carryOut(requestFor(corpora, undisturbed, changes));
    const parts = [1, 2].map((part) => join(folder, `${way}-${part}.sqlite`));
    for (const [i, part] of parts.entries()) {
      await carryOut(requestFor(corpora, part, { ...changes, shard: { part: i + 1, of: 2 } }));
    }
    const db = join(folder, `${way}-merged.sqlite`);
    await merge(parts, db);
    const expected = tablesOf(undisturbed);
    const found = tablesOf(db);
    assert.deepEqual([...found.keys()], [...expected.keys()]);
    for (const [table, rows] of expected) {
      assert.deepEqual(found.get(table), rows, `${way}: ${table}`);
      if (rows.length > 0) filled.add(table);
    }
  }
  // A table that both leave empty would show nothing: a new one needs rows here, or a word in
  // MACHINES.
  assert.deepEqual([...filled].sort(), [...tablesOf(join(folder, 'solved.sqlite')).keys()].sort());
});
