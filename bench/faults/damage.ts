import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync, gzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { type Arena, type Attack, between, pick } from './attack.js';
import { checkDatabase, checkSame, contentsOf } from './database.js';
import { metered } from './program.js';
import { type Ended, checkWords, nonomill, shown, start, succeeds } from './program.js';
import { TEXT_FORMATS } from './samples.js';

/** Of processor time: reading a few kilobytes takes far less, on any machine. */
const LONGEST_CPU_MS = 60_000;

/** Damages a file of any format: as a file and in pieces it reads the same, and never harms. */
export const damagedBytes: Attack = {
  name: 'damaged bytes',
  quick: 4,
  async run(arena) {
    const { folder } = arena;
    const format = pick(arena, TEXT_FORMATS);
    const sound = await soundFile(arena, format);
    let bytes = damaged(arena, sound);
    if (arena.random() < 0.25) bytes = damaged(arena, gzipSync(sound));
    const file = join(folder, 'damaged');
    writeFileSync(file, bytes);
    const words = (from: string, db: string): string[] => [
      ...['run', from, '--db', join(folder, db), '--format', format],
      ...['--no-report', '--quiet', '--threads', '1', '--timeout', '1h', '--max-steps', '20000'],
    ];
    const { ended: whole, cpuMs } = await metered(folder, words(file, 'whole.sqlite'));
    if (cpuMs === null) throw new Error(`${format}: ended without an exit: ${shown(whole)}`);
    if (cpuMs > LONGEST_CPU_MS) throw new Error(`${format}: took ${cpuMs} ms`);
    const pieces = start(words('-', 'pieces.sqlite'), { input: null });
    writeInPieces(arena, bytes, (piece) => pieces.child.stdin!.write(piece));
    pieces.child.stdin!.end();
    compare(arena, format, whole, await pieces.ended);
  },
};

function compare({ folder, tried }: Arena, format: string, whole: Ended, pieces: Ended): void {
  checkWords(whole, [format]);
  checkWords(pieces, [format]);
  for (const db of ['whole.sqlite', 'pieces.sqlite']) checkDatabase(join(folder, db));
  if ((whole.code === 0) !== (pieces.code === 0)) {
    throw new Error(`${format}: ${shown(whole)}, but in pieces ${shown(pieces)}`);
  }
  tried(`damaged ${format}: ${whole.code === 0 ? 'read' : 'refused'}`);
  const one = contentsOf(join(folder, 'whole.sqlite'));
  const other = contentsOf(join(folder, 'pieces.sqlite'));
  const found = (contents: typeof one): string =>
    [...(contents?.results ?? []), ...(contents?.rejects ?? [])].map(withoutSource).join('\n');
  if (found(one) !== found(other)) {
    throw new Error(`${format}: in pieces it reads differently:\n${found(one)}\n\n${found(other)}`);
  }
}

/** Standard input has no hash and another name, by which puzzles without one are called. */
function withoutSource(row: string): string {
  return JSON.stringify(JSON.parse(row), (key, value: unknown) =>
    ['sha256', 'name', 'format'].includes(key) ? undefined : value,
  );
}

/** A few puzzles in `format`, or one if it holds no more, written by the program itself. */
async function soundFile({ folder, samples }: Arena, format: string): Promise<Buffer> {
  const out = join(folder, 'sound');
  const from = samples.pictures;
  const words = (limit: number): string[] => [
    'convert',
    from,
    out,
    '--to',
    format,
    '--limit',
    `${limit}`,
  ];
  const several = await start(words(6)).ended;
  if (several.code !== 0) await succeeds(words(1));
  return readFileSync(out);
}

function damaged(arena: Arena, sound: Buffer): Buffer {
  let bytes = Buffer.from(sound);
  for (let hits = between(arena, 0, 4); hits >= 0; hits--) {
    const at = between(arena, 0, bytes.length);
    const to = Math.min(bytes.length, at + between(arena, 0, 30));
    const parts = [bytes.subarray(0, at), bytes.subarray(to)];
    switch (between(arena, 0, 5)) {
      case 0:
        bytes = parts[0];
        break;
      case 1:
        bytes = Buffer.concat(parts);
        break;
      case 2:
        bytes = Buffer.concat([parts[0], noise(arena), bytes.subarray(at)]);
        break;
      case 3:
        if (at < bytes.length) bytes[at] ^= 1 << between(arena, 0, 7);
        break;
      case 4:
        bytes = Buffer.concat([parts[0], bytes.subarray(0, to), parts[1]]);
        break;
      default:
        bytes = Buffer.concat([parts[0], noise(arena), parts[1]]);
    }
  }
  return bytes;
}

function noise(arena: Arena): Buffer {
  const text = pick(arena, [
    '\u0000',
    '\ufeff',
    '\r\n',
    '99999999999',
    '-1',
    '"',
    '[[[',
    '\u001b]0;x\u0007',
    '\u202e',
    '\n\n',
  ]);
  return arena.random() < 0.5
    ? Buffer.from(text)
    : Buffer.from(Array.from({ length: between(arena, 1, 9) }, () => between(arena, 0, 255)));
}

function writeInPieces(arena: Arena, bytes: Buffer, write: (piece: Buffer) => void): void {
  const most = pick(arena, [1, 3, 50, 5000]);
  for (let at = 0; at < bytes.length;) {
    const end = Math.min(bytes.length, at + between(arena, 1, most));
    write(bytes.subarray(at, end));
    at = end;
  }
}

/** Reads damaged pictures, cut anywhere: an answer or a reason, within seconds. */
export const damagedPictures: Attack = {
  name: 'damaged pictures',
  quick: 1,
  async run(arena) {
    const { folder } = arena;
    const picture = join(folder, 'picture.pbm');
    writeFileSync(picture, damaged(arena, Buffer.from(`P1\n12 12\n${'01'.repeat(72)}\n`)));
    const ended = await start(['generate', '--from-image', picture]).ended;
    checkWords(ended, ['generate', '--from-image']);
    arena.tried(`a damaged picture: ${ended.code === 0 ? 'read' : 'refused'}`);
    if (ended.code === 0) {
      await succeeds(['solve', '-', '--timeout', '2s'], { input: ended.stdout });
    } else if (ended.stderr === '') throw new Error(`no reason: ${shown(ended)}`);
  },
};

const FLIPS = 6;

/**
 * Flips a bit of a file that comes with checksums: strict gates let it pass only if its puzzles are
 * those of the sound file.
 */
export const flippedBits: Attack = {
  name: 'flipped bits',
  quick: 1,
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

/** Columns of a result that may be others where it was taken over. */
const OF_REUSE = new Set(['reused_run', 'reused_from', 'attempts']);

/** What cannot be true: the rows that it is written into, and how. */
const LIES: readonly (readonly [where: string, set: string])[] = [
  [`technique = 'line'`, 'guess_depth = 1'],
  [`technique = 'line'`, 'guess_depth_min = 1'],
  [`technique = 'line'`, 'sweeps = NULL'],
  [`technique = 'line'`, 'stars = 4'],
  [`technique = 'line'`, 'decisions = 3'],
  [`technique = 'line'`, 'needs = NULL'],
  [`technique = 'line'`, 'difficulty = difficulty + 1'],
  [`technique = 'line'`, 'effort_line = effort_line * 100'],
  [`technique = 'line'`, `solution = NULL`],
  [`status = 'unique'`, `solutions = '2'`],
  [`status = 'unique'`, 'solutions_exact = 0'],
  [`status = 'unique'`, `technique = 'line', guess_depth = 1`],
  [`status = 'unique'`, 'second_solution = solution'],
  [`status = 'multiple'`, `solutions = '1', solutions_exact = 1`],
  [`status = 'multiple'`, `status = 'unique', technique = 'line'`],
  [`status = 'multiple'`, `status = 'unique', solutions = '1', technique = 'line'`],
  [`status = 'multiple'`, 'second_solution = NULL'],
  [`status = 'multiple'`, 'sweeps = 2'],
  [`status = 'multiple'`, 'stars = 1'],
  [`status = 'contradiction'`, `solutions = '1'`],
  [`status = 'contradiction'`, `status = 'unique'`],
];

/**
 * Writes rows that cannot be true into a database by hand. Whoever takes them over from there or
 * joins them solves them again, or refuses them, and `runs --check` finds them.
 */
export const untrueRows: Attack = {
  name: 'rows that cannot be true',
  quick: 2,
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('tiny.csv');
    const lying = join(folder, 'lying.sqlite');
    const how = ['--no-report', '--quiet', '--threads', '1'];
    await succeeds(['run', sample.path, '--db', lying, ...how]);
    const [where, set] = pick(arena, LIES);
    const open = new SqliteDatabase(lying);
    open.pragma('ignore_check_constraints = ON');
    const { changes } = open.prepare(`UPDATE result_rows SET ${set} WHERE ${where}`).run();
    open.close();
    if (changes === 0) {
      arena.tried(`a lie: no row is ${where}`);
      return;
    }
    const expected = await samples.expected(sample);
    const merged = join(folder, 'merged.sqlite');
    const ways: Readonly<Record<string, readonly string[]>> = {
      check: ['runs', '--check', '--db', lying],
      'reuse from another': ['run', sample.path, '--db', merged, '--reuse-from', lying, ...how],
      merge: ['merge', lying, '--db', merged, '--no-report', '--quiet'],
    };
    const [way, words] = pick(arena, Object.entries(ways));
    const before = join(folder, 'before.sqlite');
    copyFileSync(lying, before);
    const ended = await nonomill(words);
    const db = words[words.indexOf('--db') + 1];
    arena.tried(`a lie at ${way}: ${ended.code}`);
    if (ended.code === 1 && way !== 'reuse from another') return;
    if (way === 'check') throw new Error(`${set} where ${where} was not found`);
    if (ended.code !== 0) throw new Error(`${set} where ${where}, ${way}: ${shown(ended)}`);
    try {
      checkSame(db, { ...expected, results: plain(expected.results) }, OF_REUSE);
    } catch (error) {
      throw new Error(`${way} believed ${set} where ${where}: ${String(error)}`, { cause: error });
    }
  },
};

function plain(results: readonly string[]): string[] {
  return results.map((row) =>
    JSON.stringify(JSON.parse(row), (key, value: unknown) =>
      OF_REUSE.has(key) ? undefined : value,
    ),
  );
}
