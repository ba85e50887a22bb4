import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import SqliteDatabase from 'better-sqlite3';
import { deepTest, temporaryFolder, until } from '../../support/tests.js';
import { begin, ends, nonomill, start, succeeds } from '../../support/nonomill.js';
import { startRedis, deepRedisTest, redisTest } from '../../support/redis.js';
import { change } from '../../support/runs/solve-parts.js';

interface Told {
  readonly isComplete: boolean;
  readonly pictures: number;
  readonly unique: number;
  readonly line: number;
}

const WHOLE = { isComplete: true, pictures: 2 ** 20, unique: 814_632, line: 801_832 };

async function told(words: readonly string[]): Promise<Told> {
  const { stdout, stderr } = await nonomill(['study', 'census', ...words, '--json', '--quiet']);
  assert.equal(stderr, '');
  const { isComplete, pictures, unique, line } = JSON.parse(stdout) as Told;
  return { isComplete, pictures, unique, line };
}

test('a census prints a table and draws a chart, and is there the next time', async (t) => {
  const folder = temporaryFolder(t);
  const [db, chart] = [join(folder, 'a.sqlite'), join(folder, 'a.svg')];
  const words = ['study', 'census', '4x4', '--db', db];
  const { stdout } = await succeeds([...words, '--chart', chart]);
  assert.match(stdout, /^4x4: all 65,536 pictures are counted\.\n/);
  assert.match(stdout, /one solution +52,362 +79\.8981 %\nby lines +51,234 +78\.1769 %/);
  assert.match(stdout, /\n8 +12,870 +10,868 +10,692 +176 +0 +2,002 +3\.\d+\n/);
  assert.match(stdout, /\nall +65,536 +52,362 +51,234 +1,128 +0 +13,174 +3\.\d+\n$/);
  assert.match(readFileSync(chart, 'utf8'), /^<svg [^]*4x4: what the pictures take/);
  const again = await nonomill(words);
  assert.equal(again.stdout, stdout);
  const csv = await nonomill([...words, '--csv']);
  const expected = '8,12870,10868,10692,176,0,2002';
  assert.equal(csv.stdout.split('\n')[9].split(',').slice(0, 7).join(), expected);
});

deepTest('shards add up, in one database or merged', async (t) => {
  const folder = temporaryFolder(t);
  const parts = [1, 2, 3].map((part) => join(folder, `${part}.sqlite`));
  const found = [];
  for (const [i, db] of parts.entries()) {
    found.push(await told(['5x4', '--db', db, '--shard', `${i + 1}/3`]));
  }
  assert.ok(found.every(({ isComplete, pictures }) => !isComplete && pictures > 0));
  const all = join(folder, 'all.sqlite');
  const merged = await succeeds(['merge', ...parts, '--db', all]);
  assert.match(merged.stderr, /11 groups of a census added\./);
  assert.match((await nonomill(['merge', ...parts, '--db', all])).stderr, / 0 groups of a census/);
  assert.deepEqual(await told(['5x4', '--db', all]), WHOLE);
  // What one shard lacks is counted where it goes on.
  assert.deepEqual(await told(['5x4', '--db', parts[0]]), WHOLE);
});

redisTest('a queue counts what threads do, also samples and what is left of a part', async (t) => {
  const redis = await startRedis(t);
  const folder = temporaryFolder(t);
  const queue = ['--queue', redis.url];
  const worker = begin(['worker', ...queue, '--threads', '1']);
  const [db, own] = [join(folder, 'a.sqlite'), join(folder, 'b.sqlite')];
  await told(['5x4', '--db', db, '--shard', '1/3', '--threads', '1']);
  assert.deepEqual(await told(['5x4', '--db', db, ...queue]), WHOLE);
  await told(['5x4', '--db', own, '--threads', '1']);
  assert.deepEqual(groupsIn(db), groupsIn(own));
  const sample = ['study', 'census', '4x4', '--sample', '33000', '--json'];
  const { stdout } = await succeeds([...sample, ...queue]);
  assert.equal(stdout, (await succeeds([...sample, '--threads', '1'])).stdout);
  worker.signal('SIGTERM');
  const expected = /0 puzzles done in 0 batches, and \d+ tasks of a census\./;
  assert.match((await worker.ended).stderr, expected);
});

deepRedisTest('a census outlives the kill of a worker, and its own', async (t) => {
  const redis = await startRedis(t);
  const db = join(temporaryFolder(t), 'a.sqlite');
  const queue = ['--queue', redis.url];
  const work = (): ReturnType<typeof start> => start(['worker', ...queue, '--threads', '1']);
  const words = ['study', 'census', '5x5', '--db', db, ...queue];
  const first = work();
  const killed = start(words);
  await until(() => groupsIn(db).length > 10);
  first.child.kill('SIGKILL');
  killed.child.kill('SIGKILL');
  await Promise.all([first.ended, killed.ended]);
  assert.ok(groupsIn(db).length < 700);
  const whole = nonomill([...words, '--json', '--quiet']);
  const doomed = work();
  const before = groupsIn(db).length;
  await until(() => groupsIn(db).length > before);
  doomed.child.kill('SIGKILL');
  const last = work();
  const { isComplete, unique, line } = JSON.parse((await whole).stdout) as Told;
  assert.deepEqual([isComplete, unique, line], [true, 25_309_575, 24_976_511]);
  last.child.kill('SIGTERM');
  await Promise.all([doomed.ended, last.ended]);
});

/** The rows of a census by now. */
function groupsIn(db: string): unknown[] {
  if (!existsSync(db)) return [];
  const open = new SqliteDatabase(db, { readonly: true, timeout: 5000 });
  try {
    const tables = open.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'census'");
    if (tables.pluck().get() === 0) return [];
    return open.prepare('SELECT * FROM census').all();
  } finally {
    open.close();
  }
}

deepTest('a census that is killed goes on with what it has', async (t) => {
  const db = join(temporaryFolder(t), 'a.sqlite');
  const words = ['4x6', '--db', db, '--threads', '1'];
  const { child, ended } = start(['study', 'census', ...words]);
  const groups = (): number =>
    new Set(groupsIn(db).map((row) => (row as { first_rows: string }).first_rows)).size;
  await until(() => groups() > 2);
  child.kill('SIGKILL');
  await ended;
  assert.ok(groups() < 40);
  const whole = { isComplete: true, pictures: 2 ** 24, unique: 12_819_322, line: 12_560_410 };
  assert.deepEqual(await told(words), whole);
});

test('its time is up: what is counted is printed, and the same command goes on', async (t) => {
  const words = ['census', '5x5', '--db', join(temporaryFolder(t), 'a.sqlite')];
  const { stderr } = await ends(130, ['study', ...words, '--stop-after', '1ms']);
  assert.match(stderr, /Stopped\. 5x5: .* of 33,554,432 pictures are counted/);
  assert.match(stderr, /To go on: nonomill study census 5x5 /);
});

deepTest('a sample says how far off it may be, on any number of threads', async (t) => {
  const folder = temporaryFolder(t);
  const words = ['study', 'census', '5x5', '--sample', '100000', '--json'];
  const inFolder = { cwd: folder };
  const { stdout } = await nonomill([...words, '--threads', '1'], inFolder);
  const { estimates } = JSON.parse(stdout) as {
    estimates: Record<string, { low: number; high: number; pictures: number; error: number }>;
  };
  for (const [key, true_] of [
    ['unique', 25_309_575],
    ['line', 24_976_511],
    ['probe', 333_064],
  ] as const) {
    const { low, high, pictures, error } = estimates[key];
    // Twice the 95 % interval: the seed decides.
    assert.ok(Math.abs(pictures - true_) < 2 * error, key);
    assert.ok(error < 0.003 * 2 ** 25 && low < high);
  }
  assert.equal((await nonomill([...words, '--threads', '2'], inFolder)).stdout, stdout);
  assert.ok(!existsSync(join(folder, 'reports')), 'it needs no database');
});

test('what a census cannot count, or has no use for, is refused', async (t) => {
  const db = join(temporaryFolder(t), 'a.sqlite');
  for (const [words, message] of [
    [['census'], /census needs a size of at most 49 cells and 16 a side such as census 6x6 \(/],
    [['census', '7x8'], /expected a size of at most 49 cells .* got "7x8"/],
    [['census', '2x17'], /16 a side/],
    [['census', '0x3'], /expected a size/],
    [['census', '6'], /expected a size .* got "6"/],
    [['phase', '--queue', 'redis://127.0.0.1'], /--queue has no meaning for phase/],
    [['census', '5x5', '--sizes', '5'], /--sizes has no meaning for census/],
    [['phase', '--shard', '1/2'], /--shard has no meaning for phase/],
    [['phase', '5x5'], /sizes are in --sizes/],
    [['census', '5x5', '--seed', '3'], /--seed needs --sample/],
    [['census', '5x5', '--sample', '9', '--shard', '1/2'], /do not go together/],
  ] as const) {
    await ends(2, ['study', ...words, '--db', db], { says: message });
  }
  assert.ok(!existsSync(db));
  await nonomill(['study', 'census', '2x2', '--db', db]);
  change(db, 'DROP TABLE census; CREATE VIEW census AS SELECT 1');
  const { stderr } = await ends(1, ['study', 'census', '2x2', '--db', db]);
  assert.match(stderr, /has a table or view census that nonomill has not made/);
});
