import { existsSync, readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Arena, type Attack } from '../attack.js';
import { contentsOf, reading } from '../database.js';
import { RunUnderAttack } from '../run-under-attack.js';

const KILLS = 5;

/** Waits for one stage of a run; asks `isOver` now and then, since it may never come. */
type Wait = (run: RunUnderAttack, arena: Arena, isOver: () => boolean) => Promise<void>;

/** Kills a run with SIGKILL in every one of its stages, at random moments of each. */
export const observedKills: Attack = {
  name: 'kills of runs',
  async run(arena) {
    const run = new RunUnderAttack(arena.folder, pick(arena, arena.samples.all), arena.samples);
    for (let i = 0; i < KILLS; i++) {
      const { child, ended, isOver } = run.start();
      await Promise.race([ended, pick(arena, WAITS)(run, arena, isOver)]);
      if (isOver()) break;
      child.kill('SIGKILL');
      await ended;
      arena.tried(`killed ${run.stage()}`);
      run.check();
    }
    await run.finish();
  },
};

const WAITS: readonly Wait[] = [
  (_, arena) => delay(1000 * arena.random()),
  async ({ db }, arena, isOver) => {
    await until(isOver, () => existsSync(`${db}.lock`));
    await delay(60 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => reading(db, () => true) === true);
    await delay(30 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => resultsIn(db) > 0);
    await delay(30 * arena.random());
  },
  async ({ db, sample }, arena, isOver) => {
    const enough = between(arena, 1, sample.entries);
    await until(isOver, () => resultsIn(db) >= enough);
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => contentsOf(db)?.state === 'complete');
    await delay(10 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    const enough = between(arena, 1, 5);
    await until(isOver, () => indexesOf(db) >= enough);
  },
  async ({ report }, arena, isOver) => {
    const enough = between(arena, 1, 3);
    await until(isOver, () => existsSync(report) && readdirSync(report).length >= enough);
  },
];

async function until(isOver: () => boolean, holds: () => boolean): Promise<void> {
  while (!isOver() && !holds()) await delay(1);
}

function resultsIn(db: string): number {
  const count = (sql: string) => (open: Parameters<Parameters<typeof reading>[1]>[0]) =>
    open.prepare(sql).pluck().get() as number;
  return reading(db, count('SELECT count(*) FROM results')) ?? 0;
}

function indexesOf(db: string): number {
  return (
    reading(
      db,
      (open) =>
        open
          .prepare(`SELECT count(*) FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`)
          .pluck()
          .get() as number,
    ) ?? 0
  );
}
