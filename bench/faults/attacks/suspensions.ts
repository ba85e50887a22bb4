import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { existsSync } from 'node:fs';
import { pick, type Arena, type Attack } from '../attack.js';
import { RunUnderAttack } from '../run-under-attack.js';
import { checkWords, type Ended, type Started } from '../program.js';

/**
 * Less than the longest suspensions: counting them as solving time would show timeouts. More than
 * a busy machine keeps a thread waiting on a puzzle of a millisecond.
 */
const TIMEOUT = '3s';
const SUSPENSIONS_MS = [20, 100, 600, 1500, 4000];

/** Suspends a run again and again; no puzzle may get a timeout for it. */
export const suspensions: Attack = {
  name: 'suspensions',
  async run(arena) {
    const run = runFor(arena, ['--timeout', TIMEOUT]);
    const started = run.start();
    for (let i = 0; i < 6 && !started.isOver(); i++) {
      await Promise.race([started.ended, delay(400 * arena.random())]);
      // In the middle of a suspension others must still be able to read.
      await suspend(arena, started, () => run.check({ isHeld: true }));
    }
    run.checkEnd(await started.ended);
    await run.checkWhole();
  },
};

/** Suspends a run, has another program lock its database meanwhile, and kills it now and then. */
export const suspensionsAndLocks: Attack = {
  name: 'suspensions and writers',
  async run(arena) {
    const run = runFor(arena, ['--timeout', TIMEOUT]);
    for (let i = 0; i < 3; i++) {
      const started = run.start();
      await begun(run, started);
      await Promise.race([started.ended, delay(700 * arena.random())]);
      const writer = lockOf(run.db);
      if (writer !== null) arena.tried('locked by another program');
      await suspend(arena, started);
      await delay(3000 * arena.random());
      writer?.close();
      if (arena.random() < 0.5 && !started.isOver()) {
        started.child.kill('SIGKILL');
        await started.ended;
        arena.tried('killed after a suspension');
      } else checkStop(run, await started.ended);
      run.check();
    }
    await run.finish();
  },
};

/** Another program that writes holds the database for some time, at most ten seconds. */
export const writersLocks: Attack = {
  name: 'locks of other writers',
  async run(arena) {
    const run = runFor(arena, []);
    const started = run.start();
    for (let i = 0; i < 2 && !started.isOver(); i++) {
      await begun(run, started);
      await Promise.race([started.ended, delay(500 * arena.random())]);
      const writer = lockOf(run.db);
      if (writer === null) continue;
      arena.tried('locked by another program');
      await Promise.race([started.ended, delay(pick(arena, [300, 2500, 7000, 10_000]))]);
      writer.close();
    }
    checkStop(run, await started.ended);
    run.check();
    await run.finish();
  },
};

/** Waits until there is a database that can be locked, however long the program takes to start. */
async function begun({ db }: RunUnderAttack, { isOver }: Started): Promise<void> {
  while (!isOver() && !existsSync(db)) await delay(1);
}

/** @throws Error unless a run is done, or has stopped since another program holds the database. */
function checkStop(run: RunUnderAttack, ended: Ended): void {
  checkWords(ended, run.words);
  if (!/--resume|locked by another program/.test(ended.stderr)) run.checkEnd(ended);
}

function runFor(arena: Arena, more: readonly string[]): RunUnderAttack {
  const sample = arena.samples.named(pick(arena, ['small.csv', 'medium.csv.gz', 'many.csv']));
  return new RunUnderAttack(arena.folder, sample, arena.samples, more);
}

/** Stops a process for a while, and calls `meanwhile` in the middle of it. */
async function suspend(
  arena: Arena,
  { child, isOver }: Started,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  if (isOver()) return;
  child.kill('SIGSTOP');
  try {
    arena.tried('suspended');
    const ms = pick(arena, SUSPENSIONS_MS);
    await delay(ms / 2);
    meanwhile();
    await delay(ms / 2);
  } finally {
    child.kill('SIGCONT');
  }
}

/** A connection that lets nobody else write until it is closed; null if it does not get so far. */
function lockOf(db: string): SqliteDatabase.Database | null {
  if (!existsSync(db)) return null;
  const open = new SqliteDatabase(db, { timeout: 0 });
  try {
    open.exec('BEGIN EXCLUSIVE');
    return open;
  } catch {
    open.close();
    return null;
  }
}
