import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { openStore } from '../../../../src/pipeline/store/open/open.js';
import { killedAt } from '../../../support/killed.js';
import { type Ended, ends, nonomill, succeeds } from '../../../support/nonomill.js';
import { smallDisk } from '../../../support/small-disk.js';
import { deepTest, temporaryFolder } from '../../../support/tests.js';
import { holdOpenFiles, NO_OPEN_FILES } from '../../../support/windows-files.js';
import { change, lookIn } from '../../../support/runs/solve-parts.js';

const CROSS = '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}';
const CORNER = '{"rows":[[2],[1]],"columns":[[2],[1]]}';
const NOT_A_PUZZLE = '{"rows":[[9]],"columns":[[1]]}';

interface Place {
  readonly folder: string;
  readonly file: string;
  readonly run: (puzzles: readonly string[], ...more: string[]) => Promise<Ended>;
  readonly prune: (...words: string[]) => Promise<Ended>;
}

/** A database, runs over a file that is written anew for each, and removals. */
function place(t: TestContext): Place {
  const folder = temporaryFolder(t);
  const at = { cwd: folder };
  const db = ['--db', 'r.sqlite'];
  return {
    folder,
    file: join(folder, 'r.sqlite'),
    run: (puzzles, ...more) => {
      writeFileSync(join(folder, 'a.ndjson'), puzzles.join('\n'));
      return nonomill(['run', 'a.ndjson', ...db, '--quiet', ...more], at);
    },
    prune: (...words) => nonomill(['prune', ...words, ...db], at),
  };
}

/** How many rows the tables have, by SQL alone. */
function rowsOf(file: string): Record<string, unknown> {
  return lookIn(file, ({ db }) => {
    assert.equal(db.pragma('integrity_check', { simple: true }), 'ok');
    assert.deepEqual(db.pragma('foreign_key_check'), []);
    const runs: unknown = db.prepare('SELECT group_concat(run_id) FROM runs').pluck().get();
    const tables = ['sources', 'puzzles', 'results', 'rejects'].map((table): [string, unknown] => [
      table,
      db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(),
    ]);
    return { runs, ...Object.fromEntries(tables) };
  });
}

test('runs go with results, rejects and reports, and puzzles that no other run has go with them', async (t) => {
  const { folder, file, run, prune } = place(t);
  await run([CROSS, NOT_A_PUZZLE], '--name', 'a');
  await run([CROSS, CORNER], '--name', 'a', '--limit', '1');
  await run([CROSS, CORNER], '--name', 'a');
  await run([CROSS, CORNER], '--name', 'b', '--limit', '1');
  const all = { runs: '1,2,3,4', sources: 3, puzzles: 4, results: 5, rejects: 1 };
  assert.deepEqual(rowsOf(file), all);
  assert.ok(existsSync(join(folder, 'r-run-1', 'summary.json')));
  writeFileSync(join(folder, 'r-run-2', 'notes.txt'), 'mine');

  const dry = await prune('--keep', '1', '--dry-run');
  assert.equal(dry.code, 0, dry.stderr);
  assert.match(dry.stdout, /^ {2}run 1 \(a\), /m);
  assert.match(
    dry.stdout,
    /^To go: 2 runs, 2 results, 1 reject, 1 puzzle of 1 file that no other run has, 2 reports; about /m,
  );
  assert.deepEqual(rowsOf(file).runs, '1,2,3,4');

  const asked = await prune('--keep', '1');
  assert.deepEqual([asked.code, /say --yes, or --dry-run/.test(asked.stderr)], [2, true]);
  assert.deepEqual(rowsOf(file).runs, '1,2,3,4');

  const done = await prune('--keep', '1', '--yes');
  assert.equal(done.code, 0, done.stderr);
  assert.match(done.stderr, /^Removed 2 runs\.\nThe database takes .* now; before, it took .*\.$/m);
  assert.deepEqual(rowsOf(file), { runs: '3,4', sources: 2, puzzles: 3, results: 3, rejects: 0 });
  assert.equal(existsSync(join(folder, 'r-run-1')), false);
  assert.equal(existsSync(join(folder, 'r-run-2', 'summary.json')), false);
  assert.ok(existsSync(join(folder, 'r-run-2', 'notes.txt')), "what is somebody else's stays");
  assert.ok(existsSync(join(folder, 'r-run-3', 'summary.json')));

  const again = await prune('--keep', '1', '--yes');
  assert.deepEqual([again.code, again.stderr], [0, 'There is no run to remove.\n']);
  const named = await prune('--run', '3', '--yes');
  assert.equal(named.code, 0, named.stderr);
  // Run 4 was over the first entry alone.
  assert.deepEqual(rowsOf(file), { runs: '4', sources: 1, puzzles: 1, results: 1, rejects: 0 });
});

test('a run whose report is open stays, and the others go', { skip: NO_OPEN_FILES }, async (t) => {
  const { folder, file, run, prune } = place(t);
  for (const name of ['a', 'b', 'c']) await run([CROSS], '--name', name);
  const held = holdOpenFiles(t);
  held.add(join(folder, 'r-run-2', 'index.html'));
  const first = await prune('--run', '1,2', '--yes');
  assert.equal(first.code, 0, first.stderr);
  assert.match(
    first.stderr,
    /^Run 2 stays: .*index\.html cannot be removed: another program has it open\.\nRemoved 1 run\.$/m,
  );
  assert.equal(rowsOf(file).runs, '2,3');
  held.clear();
  await prune('--run', '2', '--yes');
  assert.equal(rowsOf(file).runs, '3');
  assert.equal(existsSync(join(folder, 'r-run-2')), false);
});

test('the last complete run of a name stays unless it is named, and so does one that others write', async (t) => {
  const { file, run, prune } = place(t);
  await run([CROSS], '--name', 'a', '--no-report');
  await run([CORNER], '--name', 'b', '--no-report');
  change(file, "UPDATE runs SET started_at = '2020-01-01T00:00:00.000Z'");
  const old = await prune('--older-than', '4w', '--yes');
  assert.match(old.stderr, /^Run 1 stays: it is the last complete one of its name or corpora\.$/m);
  assert.match(old.stderr, /^There is no run to remove\.$/m);
  const held = openStore(file, { readonly: false });
  const locked = await prune('--run', '1', '--yes');
  held.close();
  assert.equal(locked.code, 1);
  assert.match(locked.stderr, /is in use by another run/);
  assert.equal(rowsOf(file).runs, '1,2');
  assert.equal((await prune('--run', '1..2', '--yes')).code, 0);
  assert.deepEqual(rowsOf(file), { runs: null, sources: 0, puzzles: 0, results: 0, rejects: 0 });
});

test('what does not say which runs is refused', async (t) => {
  const { run, prune } = place(t);
  await run([CROSS], '--no-report');
  const cases: [string[], number, RegExp][] = [
    [[], 2, /needs to know which runs: --keep 30, --older-than 90d or --run 3,5\.\.8/],
    [['--run', '1', '--keep', '1'], 2, /--run names runs: leave out --keep/],
    [['--run', '5..3'], 2, /expected numbers of runs such as 3,5\.\.8, got "5\.\.3"/],
    [['--older-than', '90'], 2, /--older-than: expected .* such as 90d/],
    [['--run', '7', '--yes'], 1, /has no run 7: "nonomill runs" lists them/],
  ];
  for (const [words, code, message] of cases) {
    const ended = await prune(...words);
    assert.equal(ended.code, code, ended.stderr);
    assert.match(ended.stderr, message);
  }
});

deepTest('whenever a removal is killed, the database is whole, before or after it', async (t) => {
  const { folder, file, prune } = place(t);
  const corpus = join(folder, 'many.csv');
  await nonomill(['generate', '--size', '8x8', '--count', '1000', '--out', corpus]);
  const all = join(folder, 'all.sqlite');
  for (const name of ['a', 'a', 'a']) {
    await nonomill(['run', corpus, '--db', all, '--no-report', '--quiet', '--name', name]);
  }
  const had = rowsOf(all);
  const { size } = statSync(all);
  for (const when of ['begin', 'end', 'after'] as const) {
    new SqliteDatabase(all, { readonly: true }).exec(`VACUUM INTO '${file}'`).close();
    const words = ['prune', '--keep', '1', '--yes', '--db', file];
    assert.ok(await killedAt(`transaction:1:${when}`, words), 'it was not killed');
    const found = rowsOf(file);
    assert.equal(found.runs, when === 'after' ? '3' : '1,2,3');
    assert.equal(found.results, when === 'after' ? 1000 : 3000);
    assert.equal((await prune('--keep', '1', '--yes')).code, 0);
    assert.deepEqual(rowsOf(file), { ...had, runs: '3', results: 1000 });
    assert.ok(statSync(file).size < size);
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
  }
});

deepTest('databases that differ in endings alone have their own reports, for prune', async (t) => {
  const { folder, run } = place(t);
  const at = { cwd: folder };
  await run([CROSS, CORNER]);
  for (const db of ['r.db', 'r']) await nonomill(['run', 'a.ndjson', '--db', db, '--quiet'], at);
  const reports = (): string[] => readdirSync(folder).filter((name) => name.includes('run-'));
  assert.deepEqual(reports().sort(), ['r-run-1', 'r.db.run-1', 'r.run-1']);
  await succeeds(['prune', '--run', '1', '--yes', '--db', 'r.db'], at);
  assert.deepEqual(reports().sort(), ['r-run-1', 'r.run-1']);
});

deepTest('runs are removed where the disk has less room than they take', async (t) => {
  const disk = smallDisk(t, '24m');
  if (disk === null) return;
  const folder = temporaryFolder(t);
  const corpus = join(folder, 'many.csv');
  await nonomill(['generate', '--size', '8x8', '--count', '12000', '--out', corpus]);
  const db = join(disk, 'r.sqlite');
  await nonomill(['run', corpus, '--db', db, '--no-report', '--quiet', '--name', 'a']);
  writeFileSync(join(folder, 'one.ndjson'), CROSS);
  await nonomill(['run', join(folder, 'one.ndjson'), '--db', db, '--no-report', '--quiet']);
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(Math.max(0, bavail * bsize - 700_000)));
  const { size } = statSync(db);
  await succeeds(['prune', '--run', '1', '--yes', '--db', db]);
  assert.equal(rowsOf(db).runs, '2');
  assert.ok(statSync(db).size < size / 2, `${statSync(db).size} of ${size} bytes`);
});

deepTest('without any room prune says that nothing was removed, and what to do', async (t) => {
  const disk = smallDisk(t, '16m');
  if (disk === null) return;
  const corpus = join(temporaryFolder(t), 'many.csv');
  await nonomill(['generate', '--size', '8x8', '--count', '1000', '--out', corpus]);
  const db = join(disk, 'r.sqlite');
  for (const name of ['a', 'b']) {
    await nonomill(['run', corpus, '--db', db, '--no-report', '--quiet', '--name', name]);
  }
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 40_000));
  const { stderr } = await ends(1, ['prune', '--run', '1', '--yes', '--db', db]);
  assert.match(stderr, /nothing was removed from it, as the disk is full/);
  assert.doesNotMatch(stderr, /go on with the run/);
  assert.equal(rowsOf(db).runs, '1,2');
});
