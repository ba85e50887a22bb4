import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { between, pick, type Attack } from '../attack.js';
import { nonomill, shown, succeeds } from '../program.js';

/** Words that name what cannot be had: places below /proc, queues, pictures. */
export const badWords: Attack = {
  name: 'bad words',
  async run(arena) {
    const { folder, samples } = arena;
    const { path } = samples.named('tiny.csv');
    const picture = join(folder, 'bad.png');
    if (arena.random() < 0.5) {
      const bytes = Array.from({ length: 200 }, () => between(arena, 0, 255));
      writeFileSync(picture, Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, ...bytes]));
    }
    const quiet = ['--no-report', '--quiet'];
    const run = ['run', path, '--db', join(folder, 'a.sqlite'), ...quiet];
    const [what, words] = pick(arena, [
      ['a database below /proc', ['run', path, '--db', '/proc/nonomill/a.sqlite', ...quiet]],
      ['proofs below /proc', [...run, '--prove-to', '/proc/nonomill/proofs']],
      [
        'a sign in a password',
        [...run, '--queue-timeout', '2s', '--queue', 'redis://:a%zz@127.0.0.1:1'],
      ],
      [
        'an endless number of a database',
        [...run, '--queue-timeout', '2s', '--queue', 'redis://127.0.0.1:1/99999999999999999999'],
      ],
      [
        'a secure queue at an address',
        [...run, '--queue-timeout', '2s', '--queue', 'rediss://127.0.0.1:1'],
      ],
      ['a picture that is none', ['fix', path, '--keep', picture]],
    ] as const);
    const ended = await nonomill(words);
    arena.tried(`${what}: ${ended.code === 2 ? 'wrong usage' : 'refused'}`);
    const isSaid = (ended.code === 1 || ended.code === 2) && ended.stderr !== '';
    if (!isSaid || ended.stderr.includes('DEP0')) throw new Error(`${what}: ${shown(ended)}`);
  },
};

/** A large puzzle in a format whose names come late: it is recognised without its name. */
export const largeWithoutNames: Attack = {
  name: 'large puzzles without names',
  async run(arena) {
    const side = between(arena, 300, 700);
    const size = `${side}x${side}`;
    const one = join(arena.folder, 'one.ndjson');
    await succeeds(['generate', '--size', size, '--count', '1', '--to', 'ndjson', '--out', one]);
    const { stdout: input } = await succeeds(['convert', one, '-', '--to', 'non']);
    const { stdout } = await succeeds(['convert', '-', '-', '--to', 'csv'], { input });
    arena.tried('a large .non on standard input');
    if (!stdout.includes(`,${side},${side},`))
      throw new Error(`not ${size}: ${stdout.slice(0, 200)}`);
  },
};
