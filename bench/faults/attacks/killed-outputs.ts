import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { between, pick, type Attack } from '../attack.js';
import { checkWords, shown, start, succeeds } from '../program.js';

/**
 * Kills commands that write a file: what has the name that was asked for is whole, or as before.
 */
export const killedOutputs: Attack = {
  name: 'kills of outputs',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const corpus = samples.named('many.csv').path;
    const [words, name] = pick(arena, [
      [['export', '--db', db, '--force', '--out'], 'x.csv'],
      [['export', '--db', db, '--force', '--out'], 'x.ndjson.gz'],
      [['convert', corpus, '--force'], 'x.ndjson'],
      [['convert', corpus, '--force'], 'x.csv.gz'],
      [['generate', '--size', '12x12', '--count', '8000', '--force', '--out'], 'x.csv'],
    ]);
    if (words[0] === 'export') {
      await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    }
    const whole = join(folder, `whole-${name}`);
    const began = performance.now();
    await succeeds([...words, whole]);
    const took = performance.now() - began;
    const expected = readFileSync(whole);
    const out = join(folder, name);
    const before = Buffer.from('what was there before\n');
    if (arena.random() < 0.5) writeFileSync(out, before);
    for (let i = 0; i < 4; i++) {
      const { child, ended } = start([...words, out]);
      await Promise.race([ended, delay(took * 1.1 * arena.random())]);
      child.kill('SIGKILL');
      const { signal } = await ended;
      if (signal !== null) arena.tried(`killed ${words[0]}`);
      if (!existsSync(out)) continue;
      const now = readFileSync(out);
      if (!now.equals(before) && !now.equals(expected)) throw new Error(`${out} is half written`);
    }
    await succeeds([...words, out]);
    if (!readFileSync(out).equals(expected)) throw new Error(`${out} is not what it was before`);
    const strange = readdirSync(folder).filter((file) => file.startsWith(name) && file !== name);
    arena.tried(strange.length > 0 ? 'an unfinished file left by a kill' : 'nothing left by kills');
  },
};

/** Signals to commands that write a file: it is whole, or nothing is left of it. */
export const signalledOutputs: Attack = {
  name: 'signals to outputs',
  async run(arena) {
    const { folder, samples } = arena;
    const one = join(folder, 'one.csv');
    writeFileSync(one, 'id,width,height,rows,columns\na,2,2,"2;1","2;1"\n');
    const picture = join(folder, 'picture.pbm');
    writeFileSync(
      picture,
      `P1\n60 60\n${Array.from({ length: 3600 }, () => between(arena, 0, 1)).join('')}\n`,
    );
    const [words, name] = pick(arena, [
      [['generate', '--from-image', picture, '--size', '20x20..30x30', '--out'], 'x.ndjson'],
      [['sheets', samples.named('medium.csv.gz').path, '--out'], 'x.pdf'],
      [['prove', one, '--out'], 'x.proof.gz'],
      [['convert', samples.named('many.csv').path], 'x.ndjson.gz'],
      [['generate', '--size', '12x12', '--count', '8000', '--out'], 'x.csv'],
    ]);
    const whole = join(folder, `whole-${name}`);
    const began = performance.now();
    await succeedsOrRejects([...words, whole]);
    const took = performance.now() - began;
    const before = readdirSync(folder);
    for (let i = 0; i < 3; i++) {
      const { child, ended } = start([...words, join(folder, name)]);
      await Promise.race([ended, delay(took * 1.1 * arena.random())]);
      child.kill(pick(arena, ['SIGINT', 'SIGTERM', 'SIGHUP']));
      const { signal, code } = await ended;
      arena.tried(signal !== null || code === 130 ? `stopped ${words[0]}` : `${words[0]} ended`);
      const left = readdirSync(folder).filter((file) => !before.includes(file) && file !== name);
      if (left.length > 0) throw new Error(`${words.join(' ')} left ${left.join(', ')}`);
      rmSync(join(folder, name), { force: true });
    }
  },
};

/** Broken entries of a corpus end a command with 1 after it has written the others. */
async function succeedsOrRejects(words: readonly string[]): Promise<void> {
  const ended = await start(words).ended;
  checkWords(ended, words);
  if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
}
