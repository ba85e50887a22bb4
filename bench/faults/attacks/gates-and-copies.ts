import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Attack } from '../attack.js';
import { checkDatabase, contentsOf } from '../database.js';
import { nonomill, shown, start } from '../program.js';

/**
 * What the sample does not meet: some of its entries are broken, and some puzzles have several
 * solutions.
 */
const GATES = [['--strict'], ['--require', 'unique'], ['--strict', '--require', 'line,distinct']];

/**
 * Kills runs with gates over a folder with copies of a file. A run that goes on without a word of
 * gates is held to its own, and every entry of every copy is in its account.
 */
export const gatesAndCopies: Attack = {
  name: 'gates and copies',
  async run(arena) {
    const { folder, samples } = arena;
    const { path, entries, rejects } = samples.named('small.csv');
    const corpus = join(folder, 'corpus');
    mkdirSync(corpus);
    const files = between(arena, 2, 4);
    for (let i = 0; i < files; i++) copyFileSync(path, join(corpus, `${i}.csv`));
    const db = join(folder, 'run.sqlite');
    const words = ['run', corpus, '--db', db, '--no-report', '--threads', '2'];
    const gates = pick(arena, GATES);
    const goOn = (): string[] => [...words, ...(contentsOf(db) ? ['--resume'] : gates)];
    for (let i = between(arena, 1, 3); i > 0; i--) {
      const { child, ended, isOver } = start(goOn());
      while (!isOver() && contentsOf(db) === undefined) await delay(20);
      await Promise.race([ended, delay(900 * arena.random())]);
      child.kill('SIGKILL');
      await ended;
      checkDatabase(db);
      arena.tried(`killed ${contentsOf(db)?.state ?? 'before it began'}`);
    }
    const last = await nonomill(goOn());
    if (last.code !== 3 || !last.stderr.includes(`FAIL ${gates[0]}`)) {
      throw new Error(`${gates.join(' ')} is forgotten: ${shown(last)}`);
    }
    const found = ACCOUNT.exec(last.stdout)
      ?.slice(1)
      .map((text) => Number(text.replace(/\D/g, '')));
    const account = [entries * files, entries - rejects, rejects, entries * (files - 1)];
    if (found?.join() !== account.join()) {
      throw new Error(
        `accounted for ${found?.join()} instead of ${account.join()}:\n${last.stdout}`,
      );
    }
  },
};

const ACCOUNT = /accounted for\s+(.+) entries = (.+) results \+ (.+) rejects \+ (.+) in copies/;
