import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Arena, type Attack } from '../attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from '../database.js';
import { checkWords, start, succeeds } from '../program.js';

/** A command that writes to a database: how it comes to be, and what must hold at its end. */
interface Writer {
  /** Makes what it begins with in an empty folder. */
  readonly prepare: (arena: Arena, folder: string) => Promise<void>;
  readonly words: (folder: string) => readonly string[];
  /** What must hold after a kill; null if only the database has to be whole. */
  readonly between: ((folder: string) => void) | null;
  /** What must hold after the last one, which nobody disturbed. */
  readonly end: (arena: Arena, folder: string) => Promise<void>;
}

const KILLS = 3;
const QUIET = ['--no-report', '--quiet', '--threads', '2'];

/** Kills a command that writes at random moments; done again in the end, it has done all. */
export const killedWriters: Attack = {
  name: 'kills of writers',
  async run(arena) {
    const { folder } = arena;
    const [name, writer] = pick(arena, Object.entries(WRITERS));
    await writer.prepare(arena, folder);
    // How long it takes shows when it is killed last of all, as the first may have ended by then.
    let most = 1500;
    for (let i = 0; i < KILLS; i++) {
      const words = writer.words(folder);
      const began = performance.now();
      const { child, ended } = start(words);
      await Promise.race([ended, delay(most * arena.random())]);
      child.kill('SIGKILL');
      const end = await ended;
      checkWords(end, words);
      if (end.signal === null) most = Math.max(300, performance.now() - began);
      for (const db of databasesIn(folder)) checkDatabase(db);
      writer.between?.(folder);
      arena.tried(`${name}: ${end.signal === null ? 'too late' : 'killed'}`);
    }
    await succeeds(writer.words(folder));
    for (const db of databasesIn(folder)) checkDatabase(db);
    await writer.end(arena, folder);
  },
};

function databasesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name));
}

const WRITERS: Readonly<Record<string, Writer>> = {
  merge: {
    async prepare({ samples }, folder) {
      const { path } = samples.named('small.csv');
      for (const part of [1, 2]) {
        const db = join(folder, `part${part}.sqlite`);
        await succeeds(['run', path, '--shard', `${part}/2`, '--db', db, ...QUIET]);
      }
    },
    words: (folder) => {
      const parts = [1, 2].map((part) => join(folder, `part${part}.sqlite`));
      return ['merge', ...parts, '--db', join(folder, 'all.sqlite'), '--no-report', '--quiet'];
    },
    between: null,
    async end({ samples }, folder) {
      const sample = samples.named('small.csv');
      checkSame(join(folder, 'all.sqlite'), await samples.expected(sample), OF_PARTS);
    },
  },
  study: {
    prepare: async (_, folder) => {
      await succeeds(studyOf(join(folder, 'whole.sqlite')));
    },
    words: (folder) => studyOf(join(folder, 'study.sqlite')),
    between: null,
    end: (_, folder) => {
      checkSame(join(folder, 'study.sqlite'), contentsOf(join(folder, 'whole.sqlite'))!);
      return Promise.resolve();
    },
  },
  accept: {
    async prepare({ samples }, folder) {
      const { path } = samples.named('tiny.csv');
      await succeeds(['run', path, '--db', join(folder, 'run.sqlite'), ...QUIET]);
    },
    words: (folder) => ['history', '--accept', '1', '--db', join(folder, 'run.sqlite')],
    between: (folder) => {
      const found = contentsOf(join(folder, 'run.sqlite'));
      if (found?.state !== 'complete') throw new Error(`the run is ${found?.state}`);
    },
    end: (_, folder) => {
      const db = join(folder, 'run.sqlite');
      const at = reading(db, (open) => open.prepare('SELECT accepted_at FROM runs').pluck().get());
      if (typeof at !== 'string') throw new Error('the run is not accepted');
      return Promise.resolve();
    },
  },
};

/** A merged run has the limits of its parts, and is no part itself. */
const OF_PARTS = new Set(['limit_ms']);

/** The words of a study; one that was begun goes on. */
function studyOf(db: string): readonly string[] {
  const cells = ['--sizes', '6,9', '--densities', '0.4,0.6', '--until-error', '6%', '--seed', '3'];
  const isBegun = existsSync(db) && contentsOf(db) !== undefined;
  return ['study', 'phase', ...cells, '--db', db, ...(isBegun ? ['--resume'] : [])];
}
