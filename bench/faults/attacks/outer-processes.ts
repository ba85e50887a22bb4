import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Attack } from '../attack.js';
import { checkDatabase } from '../database.js';
import { BIN, checkWords, shown, start, startProgram } from '../program.js';

/** A Node.js of the machine that is too old for the program, which starts a private one. */
const OLD_NODE = oldNode();

function oldNode(): string | null {
  const places = (process.env.PATH ?? '').split(':').map((folder) => join(folder, 'node'));
  for (const path of places) {
    if (!existsSync(path)) continue;
    const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
    const [, major] = /^v(\d+)/.exec(stdout) ?? [];
    if (major !== undefined && Number(major) < 22) return path;
  }
  return null;
}

/** How long what was begun may take to end, on a busy machine, once its outer process is gone. */
const ENDS_WITHIN_MS = 60_000;

/**
 * Sends signals to the old Node.js that has started a private one: that one ends too, kill -9
 * included, and the run goes on later.
 */
export const outerProcesses: Attack = {
  name: 'signals to an outer process',
  missing: () => (OLD_NODE === null ? 'the Node.js of this machine is new enough by itself' : null),
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const { path } = samples.named('many.csv');
    const words = ['run', path, '--db', db, '--no-report', '--quiet', '--threads', '1'];
    const signal = pick(arena, ['SIGKILL', 'SIGKILL', 'SIGINT', 'SIGTERM', 'SIGHUP'] as const);
    const { child, ended } = startProgram([OLD_NODE!, BIN, ...words, '--prove']);
    await Promise.race([ended, delay(200 + 900 * arena.random())]);
    const wasRunning = running(db).length;
    child.kill(signal);
    const end = await ended;
    checkWords(end, words);
    const since = performance.now();
    while (running(db).length > 0) {
      if (performance.now() - since > ENDS_WITHIN_MS) {
        throw new Error(`after ${signal} to the outer process ${running(db).join(', ')} goes on`);
      }
      await delay(50);
    }
    checkDatabase(db);
    arena.tried(`${signal} to an outer process of ${wasRunning > 1 ? 'an inner one' : 'none yet'}`);
  },
};

/** The processes that work on a database, by their words. */
function running(db: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
      // One that has ended and that nobody has asked for is none.
      if (/\) Z /.test(state)) return false;
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(db);
    } catch {
      return false;
    }
  });
}

/** How long a preview may go on after a signal, on a busy machine. */
const STOPS_WITHIN_MS = 60_000;

/** Asks for previews while others are said to keep the machine busy: one signal ends them. */
export const busyPreviews: Attack = {
  name: 'previews on a busy machine',
  async run(arena) {
    const { folder, samples } = arena;
    const { path } = samples.named(pick(arena, ['small.csv', 'many.csv']));
    const db = join(folder, 'run.sqlite');
    // Its own threads are more than that.
    const load = pick(arena, ['0.01', '0.5', '1']);
    const words = ['run', path, '--db', db, '--dry-run', '--max-load', load, '--sample', '3s'];
    const { child, ended } = start(words);
    const signal = pick(arena, ['SIGINT', 'SIGTERM', null] as const);
    if (signal !== null) {
      await Promise.race([ended, delay(2500 * arena.random())]);
      child.kill(signal);
    }
    const end = await Promise.race([ended, delay(STOPS_WITHIN_MS)]);
    if (end === undefined) {
      child.kill('SIGKILL');
      throw new Error(`${words.join(' ')} goes on after ${signal ?? 'its sample'}`);
    }
    checkWords(end, words);
    const isEnded =
      end.code === 0 || (signal !== null && (end.code === 130 || end.signal === signal));
    if (!isEnded) throw new Error(`${words.join(' ')}, ${String(signal)}: ${shown(end)}`);
    if (existsSync(db)) throw new Error('a preview has written a database');
    arena.tried(`a preview at --max-load ${load}: ${signal ?? 'to its end'}`);
  },
};
