// What to generate.
import { BENCHMARK_VERSIONS } from '../../solver/craft/benchmark.js';
import { type GridSize, MAX_COLOURS, type SizeRange } from '../../solver/core/puzzle/types.js';
import {
  choiceFlag,
  integerFlag,
  listOf,
  readShare,
  switchFlag,
  textFlag,
  valueFlag,
} from './flag.js';
import { notExpected } from './terminal.js';
import { NEEDS } from '../../solver/core/result/difficulty.js';

const MAX_SIDE = 1000;

const size = valueFlag('--size <WxH,...> (sizes, dimensions)', 'none', {
  joinedBy: ',',
  defaultText: "15x15; a picture's own, at most 100 a side",
  help: 'Width and height in cells; several sizes are taken in turn.',
  read: readSizes,
});

const density = valueFlag('--density <share>', 'none', {
  defaultText: '0.5',
  help: 'The share of filled cells, from 0 to 1; with a range such as 0.4..0.6, each puzzle draws its own.',
  read: readShares,
});

export const generateFlag = {
  size,
  /** The same, or a range: to choose from for each picture, or with a step. */
  sizeOrRange: valueFlag('--size <WxH,...|WxH..WxH[:step]>', 'none', {
    ...size,
    read: readSizesOrRange,
  }),
  forGoal: choiceFlag('--for', 'none', {
    choices: ['unique', 'line'],
    defaultText: 'of a folder unique, else no search',
    help: 'What the puzzle should become: one with a single solution, or one that lines alone solve.',
  }),
  dither: switchFlag('--dither (dithering)', 'none', {
    help: 'Shades become patterns of cells, in black and white.',
  }),
  density,
  /** The same, or several with a step. */
  densityOrSteps: valueFlag('--density <share|from..to:step>', 'none', {
    ...density,
    read: readDensity,
  }),
  count: integerFlag('--count (number, n)', 'none', {
    min: 1,
    defaultText: '1000; with --all, all of them',
    help: 'How many puzzles; of each size with each density, if one of these has a step.',
  }),
  seed: integerFlag('--seed', 'none', {
    min: 0,
    defaultText: '1',
    help: 'The same seed gives the same puzzles.',
  }),
  only: choiceFlag('--only <kind> (require, unique)', 'none', {
    choices: ['unique', 'line', 'probe', 'search'],
    help: 'Keep only puzzles with one solution (unique), or only those of them that are solved by lines (line), by probing (probe), or by search (search).',
  }),
  difficultyRange: valueFlag('--difficulty <from..to> (score, hardness)', 'none', {
    help: 'Keep only puzzles with a difficulty score within these bounds, such as 6..8.',
    read: readRange,
  }),
  stars: integerFlag('--stars (star, level)', 'none', {
    min: 1,
    max: 5,
    help: 'Keep only puzzles with this many stars.',
  }),
  needs: choiceFlag('--needs <technique> (technique, requires)', 'none', {
    choices: NEEDS,
    help: 'Keep only puzzles for which this is the weakest technique that suffices: count, overlap, bounds, runs, line, lookahead, assumption or nested.',
  }),
  all: valueFlag('--all <WxH>', 'none', {
    help: 'The clues of every grid of this size instead: 2^(W*H) puzzles.',
    read: readSize,
  }),
  benchmark: valueFlag('--benchmark <version> (bench, corpus)', 'none', {
    choices: BENCHMARK_VERSIONS.map(String),
    help: 'The benchmark corpus of this version (1) instead: the same seed makes the same bytes for ever.',
    read: (word) => {
      const version = BENCHMARK_VERSIONS.find((known) => String(known) === word);
      if (version !== undefined) return version;
      throw notExpected(listOf(BENCHMARK_VERSIONS.map(String)), word);
    },
  }),
  goal: switchFlag('--goal (solution, picture)', 'none', {
    help: 'Write the picture, too (NDJSON only); a run compares it with its solution.',
  }),
  fromImage: textFlag('--from-image <file|folder> (image, picture, png)', 'read', {
    help: 'The puzzle of a picture, PNG or PBM (- for standard input), instead: one for each size, without the blank margins of the picture. Of a folder, or with --for or a range of sizes (15x15..30x30), it tries sizes, thresholds and crops, and keeps the good puzzle that is most like the picture. A small picture has a cell for each pixel at most, and a few of them are changed if that makes it good.',
  }),
  threshold: valueFlag('--threshold <share> (brightness, level)', 'none', {
    defaultText: '0.5',
    help: 'A cell is blank if the picture is at least this bright there, from 0 to 1.',
    read: readShare,
  }),
  palette: integerFlag('--palette (colours, colors, color, colour)', 'none', {
    min: 1,
    max: MAX_COLOURS,
    defaultText: 'black and white',
    help: 'The most colours to take from the picture, besides the background: the colour of its corners, or else the most common one of its border.',
  }),
  /** The sizes of a study: as those of a grid, and squares by their side. */
  studySizes: valueFlag('--sizes <side..side:step|WxH,...> (size)', 'none', {
    joinedBy: ',',
    fallback: readStudySizes('5..30:5'),
    defaultText: '5..30:5',
    help: 'Sizes, each with every density: squares by their sides (5..30:5, 10,15), or width and height (20x5..20x20:5).',
    read: readStudySizes,
  }),
  studyDensities: valueFlag('--densities <shares|from..to:step> (density)', 'none', {
    fallback: readStudyDensities('0.2..0.8:0.05'),
    defaultText: '0.2..0.8:0.05',
    help: 'The shares of filled cells that puzzles are drawn for, separated by commas, with three decimals at most.',
    read: readStudyDensities,
  }),
};

/** @throws UsageError if `word` is not a size such as `25x25`. */
function readSize(word: string): GridSize {
  const [, width, height] = /^(\d+)x(\d+)$/i.exec(word) ?? [];
  const size = { width: Number(width), height: Number(height) };
  if (size.width >= 1 && size.height >= 1 && Math.max(size.width, size.height) <= MAX_SIDE) {
    return size;
  }
  throw notExpected(`width x height such as 25x25, each from 1 to ${MAX_SIDE}`, word);
}

function readSizes(word: string): GridSize[] {
  return word.split(',').map(readSize);
}

/** Sizes separated by commas, or a range of sizes (`15x15..30x30`). @throws UsageError */
function readSizesOrRange(
  word: string,
): readonly GridSize[] | SizeRange | { readonly steps: readonly GridSize[] } {
  const stepped = /^(.+)\.\.(.+):(\d+)$/.exec(word);
  if (stepped !== null) return readSizeSteps(word, stepped);
  const ends = word.split('..');
  if (ends.length === 1) return readSizes(word);
  const [from, to] = ends.map(readSize);
  if (ends.length === 2 && from.width <= to.width && from.height <= to.height) return { from, to };
  throw notExpected('a range from a smaller to a larger size such as 15x15..30x30', word);
}

/** `5x5..30x30:5`, both sides at once, or one alone: `20x5..20x20:5`. @throws UsageError */
function readSizeSteps(word: string, [, first, last, by]: readonly string[]) {
  const [from, to] = [readSize(first), readSize(last)];
  const step = Number(by);
  const sides = (a: number, b: number): number[] =>
    step > 0 && a <= b
      ? Array.from({ length: Math.floor((b - a) / step) + 1 }, (_, i) => a + i * step)
      : [];
  const [widths, heights] = [sides(from.width, to.width), sides(from.height, to.height)];
  const most = Math.max(widths.length, heights.length);
  const isSteady = [widths, heights].every(({ length }) => length === most || length === 1);
  if (most > 0 && isSteady) {
    return {
      steps: Array.from({ length: most }, (_, i) => ({
        width: widths[Math.min(i, widths.length - 1)],
        height: heights[Math.min(i, heights.length - 1)],
      })),
    };
  }
  const expected = 'sizes with a step such as 5x5..30x30:5, with as many steps for both sides';
  throw notExpected(expected, word);
}

/** Densities, with a step if there are several that puzzles are made for, each by itself. */
interface WantedDensity {
  readonly from: number;
  readonly to: number;
  readonly step?: number;
}

/** Each density by itself, if it is one, or they have a step. */
export function densitiesOf({ from, to, step = 0 }: WantedDensity): number[] {
  const steps = step === 0 ? 0 : Math.floor((to - from) / step + 1e-9);
  return Array.from({ length: steps + 1 }, (_, i) => Number((from + i * step).toFixed(3)));
}

/** One share, a range of shares, or some with a step (`0.2..0.8:0.05`). @throws UsageError */
function readDensity(text: string): WantedDensity {
  const [word, by, ...more] = text.split(':');
  if (by === undefined) return readShares(text);
  const ends = endsOf(word);
  const step = by === '' ? NaN : Number(by);
  const [from, to] = ends;
  const isRange = ends.length === 2 && from >= 0 && from < to && to <= 1;
  const areExact = [from, to, step].every(isInThousandths);
  if (more.length === 0 && isRange && step > 0 && areExact) return { from, to, step };
  const expected = 'densities with a step such as 0.2..0.8:0.05, with three decimals at most';
  throw notExpected(expected, text);
}

/** One share, or a range of shares (`0.4..0.6`). @throws UsageError */
function readShares(word: string): WantedDensity {
  const ends = endsOf(word);
  const [from, to = from] = ends;
  if (from >= 0 && to <= 1 && from <= to && ends.length <= 2) return { from, to };
  throw notExpected('a share from 0 to 1 such as 0.5, or a range such as 0.4..0.6', word);
}

function endsOf(range: string): number[] {
  return range.split('..').map((part) => (part === '' ? NaN : Number(part)));
}

function isInThousandths(share: number): boolean {
  return Math.abs(share * 1000 - Math.round(share * 1000)) < 1e-9;
}

/** A range of numbers from 0 on, such as `6..8`, `6..` or `..8`. @throws UsageError */
function readRange(word: string): { from: number; to: number } {
  const [, low, high] = /^(\d+(?:\.\d+)?)?\.\.(\d+(?:\.\d+)?)?$/.exec(word) ?? [];
  const from = Number(low ?? 0);
  const to = high === undefined ? Infinity : Number(high);
  if ((low !== undefined || high !== undefined) && from <= to) return { from, to };
  throw notExpected('a range such as 6..8, 6.. or ..8', word);
}

/** As `readSizesOrRange`, or sides of squares in their place: `5..30:5`. @throws UsageError */
function readStudySizes(word: string): readonly GridSize[] {
  const [sides, ...step] = word.split(':');
  const squares = sides.replace(/[^.,]+/g, (side) =>
    /^\d+$/.test(side) ? `${side}x${side}` : side,
  );
  const read = readSizesOrRange([squares, ...step].join(':'));
  if ('from' in read) throw notExpected('a range of sizes with a step such as 5..30:5', word);
  return 'steps' in read ? read.steps : read;
}

function readStudyDensities(word: string): readonly number[] {
  return [...new Set(word.split(',').flatMap(readSteppedDensities))];
}

function readSteppedDensities(word: string): readonly number[] {
  const { from, to, step } = readDensity(word);
  if (step === undefined && from !== to) {
    throw notExpected('densities with a step such as 0.2..0.8:0.05', word);
  }
  if (!isInThousandths(from)) throw notExpected('a density with three decimals at most', word);
  return densitiesOf(step === undefined ? { from, to } : { from, to, step });
}
