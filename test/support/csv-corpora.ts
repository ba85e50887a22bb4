import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { puzzleOfPicture } from './random-puzzle.js';
import { temporaryFolder } from './tests.js';

export interface CorpusShape {
  readonly count: number;
  readonly width: number;
  readonly height: number;
  readonly seed?: number;
  /** Every entry of this number, counted over and over, is broken; 0 for none. */
  readonly brokenEvery?: number;
}

/** Writes random pictures' clues as CSV and returns the file's path. */
export function writeCsv(folder: string, name: string, shape: CorpusShape): string {
  const { count, width, height, seed = 1, brokenEvery = 0 } = shape;
  const random = randomBits(seed);
  const lines = ['id,width,height,rows,columns'];
  for (let i = 0; i < count; i++) {
    const filled = Array.from({ length: width * height }, () => (random() ? 1 : 0));
    const puzzle = puzzleOfPicture(filled, width, height);
    const [rows, columns] = [puzzle.rows, puzzle.columns].map((side) =>
      side.map((clue) => clue.join(' ')),
    );
    if (brokenEvery > 0 && i % brokenEvery === brokenEvery - 1) columns.pop();
    lines.push(`${name}-${i},${width},${height},"${rows.join(';')}","${columns.join(';')}"`);
  }
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, lines.join('\n') + '\n');
  return path;
}

/** A new folder with a corpus of this shape, and where the database of its run is to be. */
export function withCorpus(
  t: TestContext,
  shape: CorpusShape,
  name = 'one',
): Record<'folder' | 'corpus' | 'db', string> & { readonly corpora: readonly string[] } {
  const folder = temporaryFolder(t);
  const corpus = writeCsv(folder, name, shape);
  return { folder, corpus, corpora: [corpus], db: join(folder, 'a.sqlite') };
}

/** A reproducible stream of coin tosses (xorshift32, George Marsaglia). */
function randomBits(seed: number): () => boolean {
  let state = (seed * 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state & 0x10000) !== 0;
  };
}
