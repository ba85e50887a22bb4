import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pick, type Attack } from '../attack.js';
import { metered } from '../meter.js';
import { shown, succeeds } from '../program.js';
import { TEXT_FORMATS } from '../samples.js';

const MIB = 2 ** 20;
const SIZES = [2, 8];

/** Four times the bytes may take so many times as long: 16 would be the square. */
const MOST_GROWTH = 8;

/**
 * Feeds every format with ever more of something: the time must grow with it, not with its square.
 */
export const growth: Attack = {
  name: 'growth of time',
  async run(arena) {
    const { folder } = arena;
    const [name, shape] = pick(arena, Object.entries(SHAPES));
    const format = pick(arena, shape.formats);
    let times: number[] = [];
    // Processor time varies, too, if others use the memory and the caches: once is not yet a
    // finding.
    for (let tries = 0; tries < 3 && (tries === 0 || growsTooFast(times)); tries++) {
      times = [];
      for (const size of SIZES) times.push(await timeOf(folder, format, shape.text(size * MIB)));
    }
    arena.tried(`time over size: ${format} with ${name}`);
    if (growsTooFast(times)) {
      throw new Error(
        `${format}, ${name}: ${SIZES.join(' and ')} MiB take ${times.join(' and ')} ms`,
      );
    }
  },
};

/** The same for proofs: the checker reads lines of any length. */
export const growthOfProofs: Attack = {
  name: 'growth of proofs',
  async run(arena) {
    const { folder } = arena;
    const puzzle = join(folder, 'puzzle.csv');
    const proof = join(folder, 'long.proof');
    writeFileSync(puzzle, 'id,width,height,rows,columns\na,2,2,"2;1","2;1"\n');
    await succeeds(['prove', puzzle, '--out', proof]);
    const head = readFileSync(proof, 'latin1').split('\n')[0];
    const piece = pick(arena, ['1 ', 'a', '(', '-']);
    const times: number[] = [];
    for (const size of SIZES) {
      writeFileSync(proof, `${head}\n${repeated(piece)(size * MIB)}\n`);
      const { ended, cpuMs } = await metered(folder, ['verify', puzzle, proof]);
      if (ended.code !== 1 || cpuMs === null) throw new Error(shown(ended));
      times.push(cpuMs);
    }
    arena.tried(`time over size: a proof with a long line of ${piece}`);
    if (growsTooFast(times)) throw new Error(`proof, ${piece}: ${times.join(' and ')} ms`);
  },
};

/** Milliseconds of processor time to read `text`, start included. */
async function timeOf(folder: string, format: string, text: string): Promise<number> {
  const file = join(folder, 'grown');
  writeFileSync(file, text);
  const words = ['convert', file, '-', '--format', format, '--to', 'ndjson'];
  const { ended, cpuMs } = await metered(folder, words);
  if (cpuMs === null) throw new Error(`${format}: ${shown(ended)}`);
  rmSync(file);
  return cpuMs;
}

/** The start takes some tenths of a second, whatever is read. */
function growsTooFast([small, large]: readonly number[]): boolean {
  return large > 3000 && large > MOST_GROWTH * small;
}

interface Shape {
  readonly formats: readonly string[];
  readonly text: (bytes: number) => string;
}

const repeated =
  (piece: string) =>
  (bytes: number): string =>
    piece.repeat(Math.ceil(bytes / piece.length));

const SHAPES: Readonly<Record<string, Shape>> = {
  'one long line of numbers': { formats: TEXT_FORMATS, text: repeated('1 ') },
  'one long word': { formats: TEXT_FORMATS, text: repeated('a') },
  'many short lines': { formats: TEXT_FORMATS, text: repeated('1\n') },
  'many empty lines': { formats: TEXT_FORMATS, text: repeated('\n') },
  'many brackets': { formats: TEXT_FORMATS, text: repeated('[') },
  'many quotes': { formats: TEXT_FORMATS, text: repeated('"') },
  'many tags': { formats: ['webpbn', 'json', 'haskell'], text: repeated('<puzzle>') },
  'many zeros': {
    formats: TEXT_FORMATS,
    text: (bytes) => `P1\n1000 1000\n${repeated('0')(bytes)}`,
  },
  'many bitmaps': { formats: ['pbm'], text: repeated('P1\n3 3\n010\n111\n010\n') },
  'spaced bitmaps': { formats: ['pbm'], text: (bytes) => `P1\n9 9\n${repeated('#x\n1 ')(bytes)}` },
  'many entries': {
    formats: ['ndjson', 'json'],
    text: repeated('{"rows":[[1]],"columns":[[1]]}\n'),
  },
};
