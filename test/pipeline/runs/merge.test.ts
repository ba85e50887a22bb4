import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test, type TestContext } from 'node:test';
import { StopRequest, type RunRequest } from '../../../src/pipeline/runs/request.js';
import { mergeParts } from '../../../src/pipeline/runs/merge.js';
import { UNWATCHED } from '../../../src/pipeline/record/progress.js';
import { doRun } from '../../../src/pipeline/runs/do-run.js';
import { StoreError } from '../../../src/pipeline/store/open/store-error.js';
import { contentsOf, finishTimes } from '../../support/runs/contents.js';
import { writeCsv, withCorpus } from '../../support/csv-corpora.js';
import { deepTest, depth, temporaryFolder, rowsIn } from '../../support/tests.js';
import { controls, requestFor } from '../../support/runs/requests.js';
import {
  change,
  merge,
  rowsOf,
  solvePart,
  solveParts,
  lookIn,
} from '../../support/runs/solve-parts.js';
import { referee } from '../../../src/lab/external/referee.js';

const IDS = 'SELECT puzzle_id, name FROM results JOIN puzzles USING (puzzle_id) ORDER BY puzzle_id';
const SOURCES = `SELECT position, run_sources.source_id, path, run_sources.entries, all_entries, sha256
  FROM run_sources JOIN sources USING (source_id) ORDER BY position`;

/** Two corpora with rejects, one of them named twice, and a folder of one-puzzle files. */
function someCorpora(folder: string): string[] {
  const many = join(folder, 'many');
  mkdirSync(many);
  for (let i = 0; i < 7; i++) {
    const clue = `[${i + 1}]`;
    const puzzle = `{"rows":[${clue}],"columns":[${new Array(i + 1).fill('[1]').join()}]}`;
    writeFileSync(join(many, `${i}.json`), puzzle);
  }
  const one = writeCsv(folder, 'one', { count: 201, width: 6, height: 6, brokenEvery: 30 });
  const large = { count: 60, width: 12, height: 12, seed: 5, brokenEvery: 7 };
  return [one, many, one, writeCsv(folder, 'two', large)];
}

interface Setting {
  readonly folder: string;
  readonly corpora: string[];
  /** The database of the same run on one machine. */
  readonly undisturbed: string;
  /** The databases of the two or three parts of that run. */
  readonly parts: string[];
  /** Where they are merged. */
  readonly db: string;
}

/** The corpora, and the databases of their runs, which every test gets as copies. */
let made: Promise<string> | null = null;
after(async () => made && rmSync(await made, { recursive: true, force: true }));

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-parts-'));
  const corpora = someCorpora(folder);
  const db = join(folder, 'undisturbed.sqlite');
  await doRun(requestFor(corpora, db, { name: 'night' }), controls());
  await solveParts(corpora, folder, 2);
  await solveParts(corpora, folder, 3, { name: 'night' });
  return folder;
}

async function setUp(t: TestContext, of: 2 | 3): Promise<Setting> {
  made ??= make();
  const shared = await made;
  const folder = temporaryFolder(t);
  for (const name of readdirSync(shared).filter((each) => each.endsWith('.sqlite'))) {
    copyFileSync(join(shared, name), join(folder, name));
  }
  return {
    folder,
    corpora: ['one.csv', 'many', 'one.csv', 'two.csv'].map((name) => join(shared, name)),
    undisturbed: join(folder, 'undisturbed.sqlite'),
    parts: Array.from({ length: of }, (_, i) => join(folder, `part-${i + 1}-of-${of}.sqlite`)),
    db: join(folder, 'all.sqlite'),
  };
}

deepTest('merged parts equal the run of one machine, down to ids and proofs', async (t) => {
  const { undisturbed, parts, db } = await setUp(t, 3);
  const sizes = parts.map((part) => contentsOf(part).results.length);
  const all = sizes.reduce((sum, size) => sum + size);
  assert.equal(all, 254);
  const spread = Math.max(...sizes) - Math.min(...sizes);
  assert.ok(spread <= 20, `parts of ${sizes.join(', ')} puzzles`);
  // In any order: the first part by its number counts.
  const outcome = await merge([...parts].reverse(), db);
  assert.equal(outcome.state, 'complete');
  const proof = { entries: 268, results: 254, rejects: 14, copied: 0, holds: true };
  assert.deepEqual(outcome.proof, proof);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
  const runs = 'SELECT name, state, options, tool_version, host, cpu FROM runs';
  for (const query of [IDS, SOURCES, runs]) {
    assert.deepEqual(rowsOf(db, query), rowsOf(undisturbed, query));
  }
});

test('the machines and their shares are kept, and their working times are added up', async (t) => {
  const { parts, db } = await setUp(t, 2);
  change(parts[0], `UPDATE runs SET host = 'fast', cpu = 'x', wall_ms = 1000`);
  change(
    parts[1],
    `UPDATE runs SET host = 'slow', cpu = 'y', wall_ms = 500, started_at = '2001-01-01T00:00:00.000Z'`,
  );
  await merge(parts, db);
  await merge(parts, db);
  assert.deepEqual(rowsOf(db, 'SELECT host, cpu, wall_ms AS wall, started_at AS began FROM runs'), [
    { host: 'fast, slow', cpu: 'x, y', wall: 1500, began: '2001-01-01T00:00:00.000Z' },
  ]);
  const counts = parts.map((part) => contentsOf(part).results.length);
  assert.deepEqual(rowsOf(db, 'SELECT host, cpu, puzzles FROM workers ORDER BY name'), [
    { host: 'fast', cpu: 'x', puzzles: counts[0] },
    { host: 'slow', cpu: 'y', puzzles: counts[1] },
  ]);
  assert.deepEqual(
    rowsOf(db, 'SELECT count(*) AS n FROM solved_by GROUP BY worker_id ORDER BY worker_id'),
    counts.map((n) => ({ n })),
  );
});

test('a part may be given twice, and a merge may be repeated', async (t) => {
  const { folder, corpora, undisturbed, parts, db } = await setUp(t, 2);
  const copy = join(folder, 'copy.sqlite');
  copyFileSync(parts[0], copy);
  // The same part, solved once more.
  mkdirSync(join(folder, 'again'));
  const again = await solvePart(corpora, join(folder, 'again'), '2/2');
  await merge([parts[0], ...parts, copy, again], db);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
  const times = finishTimes(db);
  const outcome = await merge([again, ...parts], db);
  assert.equal(outcome.kind, 'untouched');
  assert.deepEqual(finishTimes(db), times);
  assert.equal(rowsOf(db, 'SELECT 1 FROM runs').length, 1);
});

test('parts that share a database merge too', async (t) => {
  const { folder, corpora, undisturbed, db } = await setUp(t, 2);
  const parts = join(folder, 'parts.sqlite');
  for (const part of [1, 2]) {
    const shard = `${part}/2`;
    // Each goes on with its own part only.
    const mode = { kind: 'resume', given: ['shard'] } as const;
    const outcome = await doRun(requestFor(corpora, parts, { shard, mode }), controls());
    assert.equal(outcome.kind, 'started');
  }
  await merge([parts], db);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

test('parts share the limit of the whole run', async (t) => {
  const { folder, corpora, db } = await setUp(t, 2);
  const parts = await solveParts(corpora, folder, 3, { limit: 50 });
  assert.equal((await merge(parts, db)).proof.entries, 50);
  const limited = join(folder, 'limited.sqlite');
  await doRun(requestFor(corpora, limited, { limit: 50 }), controls());
  assert.deepEqual(contentsOf(db), contentsOf(limited));
});

test('an interrupted part is resumed as the same part', async (t) => {
  const { undisturbed, parts, db } = await setUp(t, 2);
  // As a kill would leave it, in the middle.
  change(
    parts[1],
    `DELETE FROM result_rows WHERE puzzle_id % 3 = 0; UPDATE runs SET state = 'running';
     DELETE FROM piece_counts; UPDATE run_sources SET entries = NULL, all_entries = NULL`,
  );
  await assert.rejects(
    merge(parts, db),
    /part 2\/2 is not complete \(.*part-2-of-2\.sqlite: stopped without notice\)\. Finish it/,
  );
  const mode = { kind: 'resume', given: [] } as const;
  const outcome = await doRun(requestFor([], parts[1], { mode }), controls());
  assert.equal(outcome.kind, 'resumed');
  assert.equal(outcome.proof.holds, true);
  await merge(parts, db);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

test('parts that do not belong together are refused with the reason', async (t) => {
  const { folder, corpora, parts, db } = await setUp(t, 2);
  const other = async (name: string, changed: Parameters<typeof requestFor>[2], over = corpora) => {
    mkdirSync(join(folder, name));
    return solvePart(over, join(folder, name), '2/2', changed);
  };
  const first = parts[0];
  const count = await other('count', { count: 5 });
  await assert.rejects(
    merge([first, count], db),
    /part 2\/2\) does not belong to .*\(part 1\/2\): their options differ: --count was 2, now 5\./,
  );
  const start = await other('start', { ignoreStart: true });
  await assert.rejects(merge([first, start], db), /its content differs, or how it is read\./);
  const fewer = await other('fewer', {}, corpora.slice(0, 1));
  await assert.rejects(merge([first, fewer], db), /their corpora have 9 and 1 files\./);
  const thirds = await solvePart(corpora, folder, '2/3');
  const expected = /one run was divided into 2 parts, the other into 3\./;
  await assert.rejects(merge([first, thirds], db), expected);
  const newer = join(folder, 'newer.sqlite');
  copyFileSync(parts[1], newer);
  change(newer, `UPDATE runs SET options = json_set(options, '$.solver', '0123456789abcdef')`);
  const wanted = /different versions \(nonomill test, solver .* 0123456789abcdef\)/;
  await assert.rejects(merge([first, newer], db), wanted);
  await assert.rejects(
    merge([first], db),
    /part 2\/2 is missing\. Finish it .* or name its database/,
  );
  await assert.rejects(merge(parts, first), /is one of the parts: name another database/);
  const whole = join(folder, 'undisturbed.sqlite');
  await assert.rejects(merge([whole], db), /undisturbed\.sqlite holds no part of a run/);
  assert.throws(() => contentsOf(db), /There is no database/);
});

test('a part with a different puzzle at some place is refused', async (t) => {
  const { folder, parts } = await setUp(t, 2);
  const db = join(folder, 'undisturbed.sqlite');
  change(db, `UPDATE puzzle_rows SET fingerprint = zeroblob(16) WHERE puzzle_id = 2048 + 4`);
  const expected = /the entry at .*one\.csv#4 is another puzzle than the part has/;
  await assert.rejects(merge(parts, db), expected);
});

test('a partial merge is an unfinished run, which a resume completes', async (t) => {
  const { undisturbed, parts, db } = await setUp(t, 3);
  const outcome = await merge([parts[0], parts[2]], db, { partial: true });
  assert.equal(outcome.state, 'interrupted');
  assert.deepEqual(outcome.missing, ['part 2/3 is missing']);
  const before = finishTimes(db);
  const mode = { kind: 'resume', given: [] } as const;
  const resumed = await doRun(requestFor([], db, { mode }), controls());
  assert.equal(resumed.kind, 'resumed');
  assert.equal(resumed.solved, contentsOf(parts[1]).results.length);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
  const after = finishTimes(db);
  for (const [id, time] of before) assert.equal(after.get(id), time);
});

test('parts do not go into an unfinished run of another name', async (t) => {
  const { folder, parts } = await setUp(t, 3);
  const db = join(folder, 'names.sqlite');
  await merge([parts[0]], db, { partial: true });
  change(db, "UPDATE runs SET name = 'other'");
  assert.equal((await merge(parts, db)).state, 'complete');
  assert.deepEqual(rowsOf(db, 'SELECT run_id, name, state FROM runs'), [
    { run_id: 1, name: 'other', state: 'interrupted' },
    { run_id: 2, name: 'night', state: 'complete' },
  ]);
});

test('a merge that is stopped keeps what it has, and goes on', async (t) => {
  const { undisturbed, parts, db } = await setUp(t, 2);
  const stop = new StopRequest();
  const outcome = await mergeParts(
    { parts, db, partial: false },
    { stop, warn: () => undefined, watch: { ...UNWATCHED, reached: () => stop.request('signal') } },
  );
  assert.equal(outcome.state, 'interrupted');
  assert.equal(outcome.stoppedBy, 'signal');
  assert.ok(outcome.proof.results > 0);
  assert.equal((await merge(parts, db)).state, 'complete');
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

test('retries and limits of a part work in the part, and count after the merge', async (t) => {
  const { folder, corpus } = withCorpus(t, { count: 20, width: 14, height: 14 }, 'hard');
  const parts = await solveParts([corpus], folder, 2, { maxSteps: 1 });
  const retry = { kind: 'retry', statuses: ['steps'], given: [] } as const;
  for (const part of parts) {
    const request = requestFor([], part, { mode: retry, timeoutMs: 20_000 });
    const outcome = await doRun(request, controls());
    assert.equal(outcome.proof.holds, true);
  }
  const db = join(folder, 'all.sqlite');
  await merge(parts, db);
  assert.deepEqual(rowsOf(db, `SELECT count(*) AS n FROM results WHERE status = 'steps'`), [
    { n: 0 },
  ]);
  const retries = (path: string): unknown[] =>
    rowsOf(path, 'SELECT statuses, timeout_ms, tried, decided, started_at FROM retries');
  assert.equal(retries(parts[0]).length, 1);
  assert.deepEqual(retries(db), parts.flatMap(retries));
  await merge(parts, db);
  assert.equal(retries(db).length, 2);
  const limited = 'SELECT count(*) AS n FROM results WHERE limit_ms = 20000';
  assert.deepEqual(rowsOf(db, limited), rowsOf(db, 'SELECT sum(tried) AS n FROM retries'));
});

/** What may be wrong with a part, how it is done, and what is said. */
const DAMAGE = rowsIn`
  stars beyond five ¦ UPDATE result_rows SET stars = 9000000000000000 ¦ stars is 9000000000000000, expected a whole number from 1 to 5
  a depth beyond the puzzle ¦ UPDATE result_rows SET search_depth = 9000000000000000 ¦ search_depth is 9000000000000000, expected
  a difficulty beyond all ¦ UPDATE result_rows SET difficulty = 1e308 ¦ difficulty is 1e\+308, expected a number from 0 to 64
  lines that guess ¦ UPDATE result_rows SET guess_depth = 1, guess_depth_min = 1 WHERE technique = 'line' ¦ guess_depth is 1 where technique is "line" and status is "unique": expected 0
  an easy puzzle with a high score ¦ UPDATE result_rows SET difficulty = 12 WHERE stars = 1 ¦ difficulty is 12 where status is "unique": expected log2
  an unknown word ¦ UPDATE result_rows SET status = 99 ¦ status is "99", expected one of unique, \w
  a wrong time ¦ UPDATE result_rows SET finished_at = 9e17 ¦ finished_at is 900000000000000000, expected
  another solution ¦ UPDATE result_rows AS r SET solution = (SELECT replace(s.solution, '#', '.') FROM results s WHERE s.run_id = r.run_id AND s.puzzle_id = r.puzzle_id) WHERE status = 'unique' ¦ a solution is none: row \d+ breaks its clue
  a solution that is no picture ¦ UPDATE result_rows SET solution = '?' ¦ a picture of it is not one of known cells
  other clues ¦ UPDATE puzzle_rows SET clues = replace(clues, ';1;', ';;') ¦ it is not a puzzle|not those of its fingerprint
  no clues ¦ UPDATE puzzle_rows SET clues = 'x' ¦ its clues cannot be read
  another fingerprint ¦ UPDATE puzzle_rows SET fingerprint = zeroblob(16) ¦ its clues are not those of its fingerprint
  a puzzle from nowhere ¦ PRAGMA foreign_keys = OFF; UPDATE result_rows SET puzzle_id = puzzle_id + 2048000; UPDATE puzzle_rows SET puzzle_id = puzzle_id + 2048000 ¦ it has no place in a corpus
  a reject of an unknown kind ¦ UPDATE piece_rejects SET kind = 'typo' ¦ its reject at .*#\d+ cannot be one
`;

const UNREADABLE = rowsIn`
  without a table ¦ PRAGMA foreign_keys = OFF; DROP TABLE run_pieces ¦ bad\.sqlite is not as nonomill makes it: its table run_pieces is missing, or another\.
  without a column ¦ ALTER TABLE run_sources RENAME COLUMN position TO place ¦ bad\.sqlite is not as nonomill makes it: its table run_sources is missing, or another\.
  with options that are not JSON ¦ UPDATE runs SET options = '{"shard":' ¦ bad\.sqlite cannot be read as a part of a run \(
`;

test('a part that holds what no run has written is refused with the row, and the others can be merged', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { count: 40, width: 5, height: 5, brokenEvery: 9 })];
  const [sound, part] = await solveParts(corpora, folder, 2);
  const bad = join(folder, 'bad.sqlite');
  for (const [i, [what, sql, reason]] of DAMAGE.entries()) {
    if (i % depth(3, 1) !== 0) continue;
    const db = join(folder, `all-${i}.sqlite`);
    copyFileSync(part, bad);
    change(bad, sql);
    await assert.rejects(
      merge([sound, bad], db),
      (error) => {
        assert.ok(error instanceof StoreError);
        assert.ok(error.message.startsWith(`${bad} is refused: `), error.message);
        assert.match(error.message, new RegExp(reason));
        return true;
      },
      what,
    );
    assert.equal((await merge([sound, part], db)).state, 'complete', what);
  }
});

test('a part that cannot be read is refused with a sentence', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'one', { count: 4, width: 5, height: 5 })];
  const [sound, part] = await solveParts(corpora, folder, 2);
  const bad = join(folder, 'bad.sqlite');
  for (const [what, sql, reason] of UNREADABLE) {
    copyFileSync(part, bad);
    change(bad, sql);
    await assert.rejects(
      merge([sound, bad], join(folder, 'all.sqlite')),
      { name: 'StoreError', message: new RegExp(reason) },
      what,
    );
  }
});

test('late parts are merged one by one into an unfinished run, and the last one completes it', async (t) => {
  const { undisturbed, parts, db } = await setUp(t, 3);
  await assert.rejects(merge([parts[1]], db), /part 1\/3 is missing; part 3\/3 is missing/);
  const states = [
    await merge([parts[1]], db, { partial: true }),
    await merge([parts[2]], db),
    await merge([parts[0]], db),
  ].map(({ state, missing }) => [state, ...missing]);
  assert.deepEqual(states, [
    ['interrupted', 'part 1/3 is missing', 'part 3/3 is missing'],
    ['interrupted', 'part 1/3 is missing'],
    ['complete'],
  ]);
  assert.deepEqual(contentsOf(db), contentsOf(undisturbed));
});

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
  return lookIn(db, (store) => {
    const names = store.db
      .prepare<[], string>(
        `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
      )
      .pluck()
      .all();
    return new Map(
      names
        .filter((name) => !MACHINES.has(name))
        .map((name) => [
          name,
          rowsOfTable(store.db.prepare<[], Row>(`SELECT * FROM ${name}`).all()),
        ]),
    );
  });
}

/** Without times, in an order that does not depend on how the rows came in. */
function rowsOfTable(rows: readonly Row[]): Row[] {
  return rows
    .map((row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !OF_THE_WAY.has(column))),
    )
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
}

/** A folder with puzzles, a file that is none, and two corpora with rejects. */
function corporaOfAll(folder: string): string[] {
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
  const corpora = corporaOfAll(folder);
  const file = someClaims(folder);
  const solve = (request: RunRequest): Promise<unknown> => doRun(request, controls());
  const ways: Record<string, Way> = {
    solved: [{ name: 'night', prove: true, crossCheck: 0.5 }, solve],
    refereed: [
      { solver: { kept: { kind: 'referee', claims: file }, flags: [] } },
      (request) => referee(request, { file, judgeMs: 10_000 }, controls()),
    ],
  };
  const filled = new Set<string>();
  for (const [way, [changes, carryOut]] of Object.entries(ways)) {
    const undisturbed = join(folder, `${way}.sqlite`);
    await carryOut(requestFor(corpora, undisturbed, changes));
    const parts = [1, 2].map((part) => join(folder, `${way}-${part}.sqlite`));
    for (const [i, part] of parts.entries()) {
      await carryOut(requestFor(corpora, part, { ...changes, shard: `${i + 1}/2` }));
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
