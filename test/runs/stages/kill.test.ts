import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { run } from '../../../src/runs/stages/do-run.js';
import { contentsOf, finishTimes } from '../../support/runs/contents.js';
import { writeCsv } from '../../support/csv-corpora.js';
import { temporaryFolder } from '../../support/temporary.js';
import { controls, requestFor } from '../../support/runs/requests.js';
import { rowsOf } from '../../support/runs/solve-parts.js';
import { ONLY_DEEP, depth } from '../../support/depth.js';

const PROGRAM = fileURLToPath(new URL('../../../../bin/nonomill.js', import.meta.url));

interface KilledRun {
  readonly corpora: readonly string[];
  readonly db: string;
  /** The folder of the report; null for a run that writes none. */
  readonly report: string | null;
  readonly more?: readonly string[];
}

/** Starts `nonomill run --resume`. */
function startRun({ corpora, db, report, more = [] }: KilledRun): ChildProcess {
  const args = ['run', ...corpora, '--db', db, '--threads', '2', '--resume', '--json', '--quiet'];
  const reporting = report === null ? ['--no-report'] : ['--report', report];
  return spawn(process.execPath, [PROGRAM, ...args, ...reporting, ...more], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/**
 * Kills a run once `when` resolves, unless it has ended by then: what `when` waits for may never
 * come after that, so it has to ask `isOver`.
 */
async function runAndKill(
  killed: KilledRun,
  when: (isOver: () => boolean) => Promise<unknown>,
): Promise<'killed' | 'ended'> {
  const child = startRun(killed);
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  await Promise.race([exit, when(isOver)]);
  child.kill('SIGKILL');
  const [code, signal] = await exit;
  if (signal === 'SIGKILL') return 'killed';
  assert.equal(code, 0);
  return 'ended';
}

/** Runs to the end, and returns the number of puzzles in its summary. */
async function runToEnd(killed: KilledRun): Promise<number> {
  const child = startRun(killed);
  const [summary, [code]] = await Promise.all([
    text(child.stdout!),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  assert.equal(code, 0);
  return (JSON.parse(summary) as { puzzles: number }).puzzles;
}

test('after kill -9 at random moments --resume finishes exactly what is missing', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [
    writeCsv(folder, 'small', { count: depth(1000, 3000), width: 6, height: 6, brokenEvery: 40 }),
    writeCsv(folder, 'large', { count: depth(100, 500), width: 22, height: 22, brokenEvery: 7 }),
  ];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await run(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);

  const db = join(folder, 'killed.sqlite');
  const killed: KilledRun = { corpora, db, report: null };
  let kept = new Map<number, string>();
  let kills = 0;
  let killsWithin = 0;
  for (let i = 0; i < depth(2, 8); i++) {
    const end = await runAndKill(killed, async (isOver) => {
      // Half of the kills at any time, half of them in the middle of the work.
      if (i % 2 === 0) return delay(1000 * Math.random());
      while (!isOver() && (!hasRuns(db) || finishTimes(db).size === kept.size)) await delay(5);
      return delay(80 * Math.random());
    });
    if (hasRuns(db)) {
      const now = finishTimes(db);
      for (const [id, time] of kept) assert.equal(now.get(id), time, 'a result was lost or redone');
      if (now.size > 0 && end === 'killed') killsWithin++;
      kept = now;
    }
    if (end === 'ended') break;
    kills++;
  }
  assert.equal(await runToEnd(killed), expected.results.length);
  assert.deepEqual(contentsOf(db), expected);
  assert.ok(kills > 0, 'no run was killed');
  t.diagnostic(`${kills} kills, ${killsWithin} of them with results in the database`);
});

test('a run that takes over results is killed, and finishes with all of them and each once', async (t) => {
  const folder = temporaryFolder(t);
  const shape = { count: 600, width: 10, height: 10 };
  const [before, more] = [1, 2].map((seed) => writeCsv(folder, `${seed}`, { ...shape, seed }));
  const db = join(folder, 'killed.sqlite');
  await run(requestFor([before], db), controls());
  const killed: KilledRun = { corpora: [more, before], db, report: null, more: ['--reuse'] };
  await runAndKill(killed, () => delay(depth(400, 900) * Math.random()));
  assert.equal(await runToEnd(killed), 1200);
  assert.deepEqual(
    rowsOf(
      db,
      'SELECT reused_run AS run, count(*) AS puzzles FROM results WHERE run_id = 2 GROUP BY 1',
    ),
    [
      { run: null, puzzles: 600 },
      { run: 1, puzzles: 600 },
    ],
  );
});

test('a kill while the database is created does no harm', { skip: ONLY_DEEP }, async (t) => {
  const folder = temporaryFolder(t);
  const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6, brokenEvery: 40 })];
  const undisturbed = join(folder, 'undisturbed.sqlite');
  await run(requestFor(corpora, undisturbed), controls());
  const expected = contentsOf(undisturbed);
  let kills = 0;
  for (let i = 0; i < 6; i++) {
    const db = join(folder, `killed-${i}.sqlite`);
    const killed: KilledRun = { corpora, db, report: null };
    const end = await runAndKill(killed, async (isOver) => {
      while (!isOver() && !existsSync(`${db}.lock`)) await delay(1);
      await delay(2 * i);
    });
    if (end === 'killed') kills++;
    assert.equal(await runToEnd(killed), expected.results.length);
    assert.deepEqual(contentsOf(db), expected);
  }
  assert.ok(kills > 0, 'no run was killed');
  t.diagnostic(`${kills} kills`);
});

test(
  'a kill while the report is written leaves a run to be reported again',
  { skip: ONLY_DEEP },
  async (t) => {
    const folder = temporaryFolder(t);
    const corpora = [writeCsv(folder, 'small', { count: 200, width: 6, height: 6 })];
    let kills = 0;
    for (let i = 0; i < 4; i++) {
      const db = join(folder, `killed-${i}.sqlite`);
      const killed: KilledRun = { corpora, db, report: join(folder, `report-${i}`) };
      const end = await runAndKill(killed, async (isOver) => {
        while (!isOver() && !isComplete(db)) await delay(2);
        await delay(i * 15);
      });
      if (end === 'killed') kills++;
      assert.equal(await runToEnd(killed), 200);
    }
    assert.ok(kills > 0, 'no run was killed');
    t.diagnostic(`${kills} kills`);
  },
);

function isComplete(db: string): boolean {
  return hasRuns(db) && contentsOf(db).state === 'complete';
}

/** Whether the file is a database by now, with its tables. */
function hasRuns(db: string): boolean {
  try {
    finishTimes(db);
    return true;
  } catch {
    return false;
  }
}
