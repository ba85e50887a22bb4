import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type PackedWords, pack } from '../../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../../src/solver/core/puzzle/types.js';
import { puzzleOfPicture, randomNumbers, randomPuzzle } from '../../test/support/random-puzzle.js';
import { DEFAULT_PARSER_LIMITS } from '../../src/solver/formats/contract/format.js';
import { detectFormat } from '../../src/solver/formats/registry.js';
import { validate } from '../../src/solver/core/puzzle/validate.js';
import { POSITIONS, inPosition } from '../../src/solver/core/puzzle/fingerprint.js';
import {
  filledPuzzle,
  textPuzzle,
  thinPuzzle,
  triangles,
} from '../../test/support/long-puzzles.js';
import { print } from './figures.js';

export { randomNumbers };

/** The clues of a picture, whose cells are 0 for blank and 1.. for the colours. */
export function puzzleOf(cells: Uint8Array, width: number, colours: number): Puzzle {
  return puzzleOfPicture(cells, width, cells.length / width, colours);
}

/** The clues of a random square picture; each cell is filled with the probability `density`. */
export function tossedPuzzle(random: () => number, side: number, density: number): Puzzle {
  const cells = Uint8Array.from({ length: side * side }, () => (random() < density ? 1 : 0));
  return puzzleOf(cells, side, 1);
}

/** An entry of CSV. */
export function csvLine(
  id: string,
  { width, height, rows, columns }: Pick<Puzzle, 'width' | 'height' | 'rows' | 'columns'>,
): string {
  const [across, down] = [rows, columns].map((clues) =>
    clues.map((clue) => clue.join(' ')).join(';'),
  );
  return `${id},${width},${height},"${across}","${down}"\n`;
}

export const CSV_HEADER = 'id,width,height,rows,columns\n';

/** Writes puzzles as CSV, however many there are. */
export async function writeCsv(path: string, puzzles: Iterable<Puzzle>): Promise<void> {
  const file = createWriteStream(path);
  let text = CSV_HEADER;
  let i = 0;
  for (const puzzle of puzzles) {
    text += csvLine(`p${i++}`, puzzle);
    if (text.length < 1 << 20) continue;
    if (!file.write(text)) await once(file, 'drain');
    text = '';
  }
  file.end(text);
  await once(file, 'finish');
}

/** `count` packed puzzles of random pictures; each cell is filled with probability `density`. */
export function randomPuzzles(
  count: number,
  size: number,
  density: number,
  colours: number,
  seed: number,
): PackedWords[] {
  const random = randomNumbers(seed);
  return Array.from({ length: count }, () =>
    pack(randomPuzzle(random, size, size, density, colours)),
  );
}

/** Where the corpora lie that are not part of the project. */
export const CORPORA = fileURLToPath(new URL('../../../../shared/corpora/', import.meta.url));

/** A puzzle of a file, with the title that the file gives it. */
export interface TitledPuzzle {
  readonly title: string;
  readonly puzzle: Puzzle;
}

/** What a file holds. */
export interface PuzzleFile {
  readonly puzzles: readonly TitledPuzzle[];
  /** Entries that are not puzzles, with the reasons. */
  readonly rejects: readonly string[];
}

/** The puzzles of one file below ../shared/corpora; says so and returns none if it is not there. */
export function corpus(path: string): Puzzle[] {
  const file = join(CORPORA, path);
  if (!existsSync(file)) {
    print(`${path} is not below ../shared/corpora: left out`);
    return [];
  }
  const found = readPuzzleFile(file);
  if (found === null) throw new Error(`${path} is in no format that can be read`);
  if (found.rejects.length > 0) throw new Error(`${path}: ${found.rejects[0]}`);
  return found.puzzles.map(({ puzzle }) => puzzle);
}

/** The puzzles of any file; null if it is in no format that can be read. */
export function readPuzzleFile(path: string): PuzzleFile | null {
  const text = readFileSync(path, 'utf8');
  const format = detectFormat(path, text);
  if (format === null || format.createParser === null) return null;
  const puzzles: TitledPuzzle[] = [];
  const rejects: string[] = [];
  const parser = format.createParser(
    {
      entry: ({ draft, name, title }) => {
        const { puzzle, reason } = validate(draft);
        if (puzzle === undefined) rejects.push(reason);
        else puzzles.push({ title: title ?? name ?? basename(path), puzzle });
      },
      reject: ({ reason }) => rejects.push(reason),
    },
    DEFAULT_PARSER_LIMITS,
  );
  parser.write(text);
  parser.end();
  return { puzzles, rejects };
}

/** The kinds of puzzles on which other solvers are, or were, ahead. */
export const HARD_KINDS = [
  ...(['dominoes', 'forever', 'text', 'thin', 'triangles'] as const),
  ...(['25x25', '40x40', '50x50', 'faase'] as const),
];
type HardKind = (typeof HARD_KINDS)[number];

/**
 * `count` puzzles of a kind (dominoes, Forever and Faase have a number of their own), the same for
 * the same seed. Seed 1 is for tuning; others are for looking whether that helped.
 * Empty if they are of a corpus that is not there.
 */
export function hardPuzzles(kind: HardKind, count: number, seed: number): Puzzle[] {
  const random = randomNumbers(seed);
  const make = (one: (i: number) => Puzzle): Puzzle[] =>
    Array.from({ length: count }, (_, i) => one(i));
  switch (kind) {
    case 'dominoes':
      return corpus('survey/dominoes.ndjson').slice(5, 10).flatMap(orientations);
    case 'forever':
      return corpus('survey/webpbn-06574-forever.non').flatMap(orientations);
    case 'faase':
      return corpus('survey/faase.nin');
    case 'text':
      // From 60x37 to 112x67.
      return make((i) => textPuzzle(random, 15 + (i % 14), 6 + (i % 6)));
    case 'thin':
      return make(() => thinPuzzle(random));
    case 'triangles': {
      const side = (least: number): number => least + Math.floor(20 * random());
      return make(() => triangles(random, side(30), side(24)));
    }
    case '25x25':
      return make(() => filledPuzzle(random, 25, 0.41 + 0.02 * random()));
    case '40x40':
      return make(() => filledPuzzle(random, 40, 0.4 + 0.05 * random()));
    case '50x50':
      return make(() => filledPuzzle(random, 50, 0.4 + 0.05 * random()));
  }
}

/** A puzzle turned and mirrored in all eight ways. */
export function orientations(puzzle: Puzzle): Puzzle[] {
  return Array.from({ length: POSITIONS }, (_, position) => inPosition(puzzle, position));
}
