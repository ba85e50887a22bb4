import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import { between, pick, type Attack } from '../attack.js';
import { checkDatabase, contentsOf } from '../database.js';
import { checkWords, shown, start, succeeds } from '../program.js';

const FLIPS = 6;

/**
 * Flips a bit of a file that comes with checksums: strict gates let it pass only if its puzzles are
 * those of the sound file.
 */
export const flippedBits: Attack = {
  name: 'flipped bits',
  async run(arena) {
    const { folder } = arena;
    const [name, make, flags] = pick(arena, KINDS);
    const sound = join(folder, `sound-${name}`);
    await make(folder, sound);
    const found = async (file: string, db: string): Promise<string | null> => {
      const words = ['run', file, '--db', join(folder, db), '--strict', '--require', 'goal'];
      const ended = await start([...words, ...flags, '--no-report', '--quiet', '--threads', '1'])
        .ended;
      checkWords(ended, words);
      checkDatabase(join(folder, db));
      if (ended.code === null) throw new Error(shown(ended));
      if (ended.code !== 0) return null;
      const { results } = contentsOf(join(folder, db))!;
      return results
        .map((row) => {
          const { clues, goal, status } = JSON.parse(row) as Record<string, unknown>;
          return JSON.stringify([clues, goal, status]);
        })
        .join('\n');
    };
    const expected = await found(sound, 'sound.sqlite');
    if (expected === null) throw new Error(`${sound} does not pass`);
    const bytes = readFileSync(sound);
    for (let i = 0; i < FLIPS; i++) {
      const damaged = Buffer.from(bytes);
      const at = between(arena, 0, bytes.length - 1);
      damaged[at] ^= 1 << between(arena, 0, 7);
      const file = join(folder, `${i}-${name}`);
      writeFileSync(file, damaged);
      const now = await found(file, `${i}.sqlite`);
      arena.tried(
        `a bit of ${name.replace('puzzles', '')}: ${now === null ? 'refused' : 'without effect'}`,
      );
      if (now !== null && now !== expected) throw new Error(`${file}, byte ${at}: ${now} passes`);
    }
  },
};

type Kind = readonly [string, (folder: string, file: string) => Promise<void> | void, string[]];

const KINDS: readonly Kind[] = [
  [
    'puzzles.npz',
    async (folder, file) => {
      const set = join(folder, 'set');
      const words = ['dataset', '--size', '5x5', '--count', '6', '--as', 'npz', '--out', set];
      await succeeds(words);
      writeFileSync(file, readFileSync(join(set, 'train.npz')));
    },
    [],
  ],
  [
    'puzzles.ndjson.gz',
    (_, file) => {
      const lines = PICTURES.map((rows, i) => JSON.stringify({ id: `p${i}`, ...cluesOf(rows) }));
      writeFileSync(file, gzipSync(`${lines.join('\n')}\n`));
    },
    [],
  ],
  ['puzzles.png', (_, file) => writeFileSync(file, png(PICTURES[0])), ['--images']],
];

/** Each has lines that leave one way to fill it. */
const PICTURES = [
  ['.##.##.', '#######', '#######', '.#####.', '..###..', '...#...'],
  ['..#..', '.###.', '#####', '.###.', '..#..'],
];

function cluesOf(picture: readonly string[]): object {
  const clue = (line: string): number[] =>
    line
      .split('.')
      .map((block) => block.length)
      .filter((length) => length > 0);
  const columns = Array.from(picture[0], (_, x) => picture.map((row) => row[x]).join(''));
  return { rows: picture.map(clue), columns: columns.map(clue), goal: picture.join('/') };
}

/** A greyscale PNG, a byte for each pixel (PNG specification, W3C, 5 and 11). */
function png(picture: readonly string[]): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.from([0, 0, 0, picture[0].length, 0, 0, 0, picture.length, 8, 0, 0, 0, 0]);
  const rows = picture.map((row) => [0, ...Array.from(row, (cell) => (cell === '#' ? 0 : 255))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
