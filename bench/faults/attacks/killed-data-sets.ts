import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pick, type Attack } from '../attack.js';
import { checkWords, nonomill, shown, start, succeeds } from '../program.js';

/**
 * Kills the making of a data set: it goes on to the same bytes, and leaves nothing else in its
 * folder.
 */
export const killedDataSets: Attack = {
  name: 'kills of data sets',
  async run(arena) {
    const { folder } = arena;
    const kind = pick(arena, ['jsonl', 'parquet', 'npz', 'jsonl,parquet,npz']);
    const make = ['dataset', '--size', '6x6', '--count', '1500', '--split', 'train:80,test:20'];
    const words = [...make, '--as', kind, '--seed', `${1 + Math.floor(arena.random() * 1000)}`];
    const whole = join(folder, 'whole');
    const began = performance.now();
    await succeeds([...words, '--out', whole]);
    const took = performance.now() - began;
    const out = join(folder, 'set');
    for (let i = 0; i < 3; i++) {
      const going = existsSync(out) && readdirSync(out).length > 0 ? ['--resume'] : [];
      const { child, ended } = start([...words, '--out', out, ...going]);
      await Promise.race([ended, delay(took * arena.random())]);
      child.kill(pick(arena, ['SIGKILL', 'SIGKILL', 'SIGTERM']));
      const end = await ended;
      checkWords(end, words);
      arena.tried(end.code === 0 ? 'a data set made in time' : 'a data set ended halfway');
    }
    const going = existsSync(out) && readdirSync(out).length > 0 ? ['--resume'] : [];
    const last = await nonomill([...words, '--out', out, ...going]);
    if (last.code !== 0) throw new Error(shown(last));
    const [expected, found] = [hashes(whole), hashes(out)];
    if (expected !== found) throw new Error(`${out} holds\n${found}\ninstead of\n${expected}`);
  },
};

function hashes(folder: string): string {
  return readdirSync(folder)
    .sort()
    .map((name) => {
      const hash = createHash('sha256').update(readFileSync(join(folder, name)));
      return `${name} ${hash.digest('hex')}`;
    })
    .join('\n');
}
