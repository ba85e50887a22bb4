import { linkSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Attack } from '../attack.js';
import { checkSame, reading } from '../database.js';
import { shown, start, succeeds, checkWords } from '../program.js';

/** Two runs at once on one database, under two names of it: the second is refused. */
export const linkedDatabases: Attack = {
  name: 'linked databases',
  async run(arena) {
    const { folder, samples } = arena;
    const real = join(folder, 'real.sqlite');
    const first = samples.named('tiny.csv');
    await succeeds(wordsFor(first.path, real));
    const sample = samples.named('many.csv');
    const expected = await samples.expected(sample);
    const kind = pick(arena, ['hard link', 'symlink', 'symlinked folder', 'the same name']);
    const other = otherName(folder, real, kind);
    const names = arena.random() < 0.5 ? [real, other] : [other, real];
    const one = start(wordsFor(sample.path, names[0]));
    await delay(300 + 500 * arena.random());
    const two = start(wordsFor(sample.path, names[1]));
    const ends = [await one.ended, await two.ended];
    for (const end of ends) checkWords(end, ['run', kind]);
    const done = ends.filter(({ code }) => code === 0).length;
    arena.tried(`two runs at once by ${kind}: ${done} of 2 done`);
    checkApart(real);
    const overlapped = ends.some(({ stderr }) => /in use|another/.test(stderr));
    if (done === 0 && kind !== 'hard link')
      throw new Error(`${kind}: neither ran: ${ends.map(shown).join('; ')}`);
    if (done === 1 && !overlapped) throw new Error(`${kind}: ${ends.map(shown).join('; ')}`);
    if (done > 0) for (const name of [real, other]) checkSame(name, expected);
  },
};

function wordsFor(corpus: string, db: string): string[] {
  return ['run', corpus, '--db', db, '--no-report', '--quiet', '--threads', '1'];
}

function otherName(folder: string, real: string, kind: string): string {
  const other = join(folder, 'other.sqlite');
  if (kind === 'hard link') linkSync(real, other);
  else if (kind === 'symlink') symlinkSync(real, other);
  else if (kind === 'symlinked folder') {
    mkdirSync(join(folder, 'below'));
    symlinkSync(folder, join(folder, 'below', 'up'));
    return join(folder, 'below', 'up', 'real.sqlite');
  } else return real;
  return other;
}

/** @throws Error if a run began on a database before the one before it had ended. */
function checkApart(db: string): void {
  const runs = reading(db, (open) =>
    open
      .prepare<[], { started_at: string; finished_at: string | null }>(
        'SELECT started_at, finished_at FROM runs ORDER BY run_id',
      )
      .all(),
  );
  runs?.forEach(({ started_at }, i) => {
    const before = runs[i - 1]?.finished_at ?? '';
    if (started_at < before)
      throw new Error(`${db}: a run began at ${started_at}, before ${before}`);
  });
}
