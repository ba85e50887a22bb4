import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Arena, type Attack, between, pick, piecesOf } from './attack.js';
import { checkDatabase, contentsOf } from './database.js';
import { type Ended, checkWords, shown, start, succeeds } from './program.js';
import { TEXT_FORMATS } from './samples.js';

/** Ends a program after a minute of processor time: reading a few kilobytes takes far less. */
const LIMITED = ['sh', '-c', 'ulimit -t 60; exec "$@"', 'sh'];

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
    const whole = await start(words(file, 'whole.sqlite'), { under: LIMITED }).ended;
    if (whole.signal !== null) throw new Error(`${format}: ended by ${shown(whole)}`);
    const pieces = start(words('-', 'pieces.sqlite'), { input: null });
    const most = pick(arena, [1, 3, 50, 5000]);
    for (const piece of piecesOf(arena, bytes, most)) pieces.child.stdin!.write(piece);
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
  const words = (limit: number): string[] =>
    `convert ${from} ${out} --to ${format} --limit ${limit}`.split(' ');
  const several = await start(words(6)).ended;
  if (several.code !== 0) await succeeds(words(1));
  return readFileSync(out);
}

function damaged(arena: Arena, sound: Buffer): Buffer {
  let bytes = Buffer.from(sound);
  for (let hits = between(arena, 0, 4); hits >= 0; hits--) {
    const at = between(arena, 0, bytes.length);
    const to = Math.min(bytes.length, at + between(arena, 0, 30));
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(to)];
    const flipped = bytes.subarray(at, at + 1).map((byte) => byte ^ (1 << between(arena, 0, 7)));
    const ways = [
      [before],
      [before, after],
      [before, noise(arena), bytes.subarray(at)],
      [before, flipped, bytes.subarray(at + 1)],
      [bytes.subarray(0, to), bytes.subarray(at)],
      [before, noise(arena), after],
    ];
    bytes = Buffer.concat(pick(arena, ways));
  }
  return bytes;
}

function noise(arena: Arena): Buffer {
  const text = pick(arena, [
    ...['\u0000', '\ufeff', '\r\n', '99999999999', '-1', '"', '[[['],
    ...['\u001b]0;x\u0007', '\u202e', '\n\n'],
  ]);
  return arena.random() < 0.5
    ? Buffer.from(text)
    : Buffer.from(Array.from({ length: between(arena, 1, 9) }, () => between(arena, 0, 255)));
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
