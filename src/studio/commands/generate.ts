import { command, onSignals } from '../../pipeline/cli/command.js';
import { openSink, type OutPlace, writeLines } from '../../pipeline/cli/input-output.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { Failure, refuseIf, type Terminal, UsageError } from '../../pipeline/cli/terminal.js';
import type { ImageOptions } from '../pictures.js';
import { countText, durationText, numberOf } from '../../solver/core/text/numbers.js';
import { benchmarkPuzzles } from '../../solver/craft/benchmark.js';
import {
  drawnPuzzles,
  gridsOfSize,
  isWish,
  keepOnly,
  MAX_EVERY_CELLS,
  NO_WISH,
  NothingKept,
  randomGrid,
  searchText,
  type Wish,
} from '../../solver/craft/random-puzzles.js';
import {
  type Format,
  type Held,
  type NamedPuzzle,
  writeSequence,
} from '../../solver/formats/contract/format.js';
import { csvOfRandom } from '../../solver/formats/single/csv.js';
import { writtenFormat } from '../../pipeline/cli/converting.js';
import { densitiesOf, generateFlag } from '../../pipeline/cli/generate-flags.js';
import { flag } from '../../pipeline/cli/flags.js';
import { type FlagValues } from '../../pipeline/cli/flag.js';
import type { GridSize } from '../../solver/core/puzzle/types.js';
import { HALF_DARK, type Shades } from '../../solver/craft/image.js';

const { count, seed, all, benchmark, only, stars, needs, fromImage, threshold } = generateFlag;
const { dither, palette, goal } = generateFlag;

const generateSections = {
  'What to make': {
    size: generateFlag.sizeOrRange,
    density: generateFlag.densityOrSteps,
    count,
    seed,
    all,
    benchmark,
  },
  'Which to keep': { only, difficulty: generateFlag.difficultyRange, stars, needs },
  'Of pictures': { fromImage, for: generateFlag.forGoal, threshold, dither, palette },
  Output: { goal, to: flag.generateTo, out: flag.out, force: flag.force },
};

type GenerateFlags = FlagValues<typeof generateSections>;

export const generate = command({
  name: 'generate',
  summary: 'Make random corpora, every grid of a size, or the puzzle of a picture.',
  description:
    'Writes the clues of random pictures, or of every picture of a size, as a corpus. ' +
    'Each puzzle has a solution, but large ones seldom have only one; a random one comes with its ' +
    'drawn_density, which --density gives the range of. Sizes and densities with a step (5x5..30x30:5, 0.2..0.8:0.05) are a grid: every size with every density gets --count puzzles, ' +
    'whose names say what they were drawn for. A picture becomes one puzzle, in any format that can hold it, with a warning if it has several solutions.',
  sections: generateSections,
  examples: {
    'nonomill generate --size 25x25 --density 0.5 --count 1000 --out r25.csv':
      'A thousand random puzzles of 25 by 25 cells, about half of them filled.',
    'nonomill generate --all 4x4 | nonomill run -':
      'Solves the clues of all 65,536 grids of 4 by 4 cells.',
    'nonomill generate --size 10x10,15x15 --density 0.4..0.6 --only line --seed 7':
      'Puzzles of two sizes in turn that have one solution and need no guessing.',
    'nonomill generate --size 15x15 --difficulty 6..8 --needs bounds --count 20':
      'Twenty puzzles of medium difficulty; it says how many it tried.',
    'nonomill generate --size 5x5..30x30:5 --density 0.2..0.8:0.05 --count 200 --out grid.csv':
      'Two hundred of every size with every density: nonomill stats --by drawn_density,size.',
    'nonomill generate --benchmark 1 --out benchmark.ndjson':
      'The corpus on which results of different solvers and machines can be compared.',
    'nonomill generate --from-image boat.png --palette 3 --out boat.non':
      'A picture of a boat as a puzzle in three colours.',
    'nonomill generate --from-image art/ --size 15x15..30x30 --for line':
      'Of each picture the puzzle most like it that needs no guessing; it says what it chose.',
  },
  check: checkGenerate,
  async execute(options, context) {
    const { terminal } = context;
    if (!('wish' in options)) {
      const { generateFromImage } = await import('../pictures.js');
      return generateFromImage(options, terminal);
    }
    const { isRandom, wish, format, grid } = options;
    const sequence = isRandom && format.name === 'csv' ? csvOfRandom : format.sequence;
    let stopped = false;
    const tries = triesShown(terminal, options);
    const off = onSignals(context, () => (stopped = true));
    try {
      const sink = await openSink({ ...options, isStopped: () => stopped }, terminal);
      if (grid !== undefined) terminal.say(gridText(grid));
      if (isWish(wish)) terminal.say(searchText(wish));
      const found = puzzles(options, tries);
      const text =
        sequence === undefined
          ? format.write!(await held(found, () => stopped))
          : writeSequence(sequence, found);
      await writeLines(text, sink, () => stopped);
    } catch (error) {
      throw error instanceof NothingKept
        ? new Failure(
            'NM_NOTHING_FOUND',
            error.message,
            'Try another --size or --density, or ask for less.',
          )
        : error;
    } finally {
      tries.end();
      off();
    }
    return stopped ? 'interrupted' : 'done';
  },
});

/** All puzzles, for formats that begin with their number; a signal gets in between two. */
async function held(found: Iterable<NamedPuzzle | null>, isStopped: () => boolean) {
  const all: NamedPuzzle[] = [];
  for (const named of found) {
    await new Promise(setImmediate);
    if (isStopped()) break;
    if (named !== null) all.push(named);
  }
  return all;
}

function* puzzles(options: CorpusOptions, tries: ReturnType<typeof triesShown>) {
  let left = options.count;
  for (const puzzle of options.puzzles) {
    tries.note(puzzle !== null);
    yield options.goal ? puzzle : puzzle && { ...puzzle, goal: null };
    if (puzzle !== null && --left === 0) return;
  }
}

type RandomGrid = Parameters<typeof randomGrid>[0];

/** `6 sizes with 13 densities, 200 puzzles of each: 15,600 in all`. */
function gridText({ sizes, densities, count }: RandomGrid): string {
  return (
    `${numberOf(sizes.length, 'size')} with ${numberOf(densities.length, 'density', 'densities')}, ` +
    `${numberOf(count, 'puzzle')} of each: ${countText(sizes.length * densities.length * count)} in all`
  );
}

/** Shows how generating goes: `12,000 of 100,000 puzzles`, or `tried 120,000, kept 2 of 10`. */
function triesShown(terminal: Terminal, { out, count, wish }: CorpusOptions) {
  let [tried, kept] = [0, 0];
  const began = performance.now();
  // Where the puzzles go to the terminal, a live line would be in their way.
  const inTheWay = out === null && terminal.output.isTty && terminal.messages.isTty;
  const display = new ProgressDisplay(terminal, inTheWay);
  const of = count === Infinity ? '' : ` of ${countText(count)}`;
  const line = (): string =>
    isWish(wish)
      ? `tried ${countText(tried)}, kept ${countText(kept)}${of}`
      : `${countText(kept)}${of} puzzles`;
  return {
    note(isKept: boolean): void {
      tried++;
      if (isKept) kept++;
      // Reading the clock takes a tenth of the time of a small puzzle.
      if ((tried & 15) !== 0) return;
      display.update(
        () => [line()],
        () => `${line()}, after ${durationText(performance.now() - began)}`,
      );
    },
    end: () => display.close(),
  };
}

/** What `nonomill generate` was asked for: a corpus, or the puzzle of a picture. */
type GenerateOptions = CorpusOptions | ImageOptions;

interface CorpusOptions extends OutPlace {
  readonly isRandom: boolean;
  /** Those that are as they are wished, and null for each that is not. */
  readonly puzzles: Iterable<NamedPuzzle | null>;
  /** Left out if they are not drawn for several sizes or densities. */
  readonly grid?: RandomGrid;
  readonly wish: Wish;
  /** Infinity for as many as there are. */
  readonly count: number;
  readonly format: Format;
  readonly goal: boolean;
}

/** @throws UsageError if the flags do not go together. */
function checkGenerate(_operands: readonly string[], values: GenerateFlags): GenerateOptions {
  if (values.fromImage !== null) return checkImage(values.fromImage, values);
  if (values.benchmark !== null) return checkBenchmark(values.benchmark, values);
  const { all, count, goal, only, difficulty, stars, needs, out, force } = values;
  const { threshold, palette, for: what, dither } = values;
  refuseGiven({ threshold, palette, for: what, dither }, 'goes with --from-image only');
  const format = formatFor(values, goal ? 'ndjson' : 'csv');
  if (goal) requireThat(format, 'goal', '--goal', 'pictures');
  const wish = { keep: only, difficulty, stars, needs };
  const withGoal = goal || format.pictureOnly === true;
  const rest = { wish, format, goal: withGoal, out, force };
  const wished = (some: Iterable<NamedPuzzle>): Iterable<NamedPuzzle | null> =>
    isWish(wish) ? keepOnly(wish, some) : some;
  if (all !== null) {
    const { size, density, seed } = values;
    refuseGiven({ size, density, seed }, 'does not go with --all');
    const cells = all.width * all.height;
    if (cells > MAX_EVERY_CELLS) {
      throw new UsageError(
        'NM_OPTION_VALUE',
        `--all: ${all.width}x${all.height} has 2^${cells} grids; at most ${MAX_EVERY_CELLS} cells are listed`,
      );
    }
    requireOne(format, count);
    const puzzles = wished(gridsOfSize(all, { withGoal }));
    return { isRandom: false, puzzles, count: count ?? Infinity, ...rest };
  }
  const size = values.size ?? [DEFAULT_SIZE];
  const density = values.density ?? DEFAULT_DENSITY;
  const seed = values.seed ?? DEFAULT_SEED;
  const each = count ?? 1000;
  if ('from' in size) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--size: a range of sizes goes with --from-image only; say 15x15,20x20, or 15x15..30x30:5',
    );
  }
  if ('steps' in size || density.step !== undefined) {
    const sizes = 'steps' in size ? size.steps : size;
    const grid = { sizes, densities: densitiesOfGrid(density), count: each, seed };
    requireOne(format, null);
    const all = each * sizes.length * grid.densities.length;
    // Each size with each density has its own to choose from.
    return { isRandom: true, puzzles: randomGrid(grid, wish), grid, count: all, ...rest };
  }
  requireOne(format, count);
  const puzzles = wished(drawnPuzzles({ sizes: size, density, seed }));
  return { isRandom: true, puzzles, count: each, ...rest };
}

/** Each density by itself. @throws UsageError if there are none but a range without steps */
function densitiesOfGrid(density: Given<'density'>): number[] {
  if (density.step === undefined && density.from !== density.to) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--density: sizes with a step need densities with one, such as 0.2..0.8:0.05',
    );
  }
  return densitiesOf(density);
}

const DEFAULT_SIZE: GridSize = { width: 15, height: 15 };
const DEFAULT_DENSITY: Given<'density'> = { from: 0.5, to: 0.5 };
const DEFAULT_SEED = 1;

type Given<Name extends keyof GenerateFlags> = NonNullable<GenerateFlags[Name]>;

/** @throws UsageError with the reason if one of these flags is given. */
function refuseGiven(values: Partial<GenerateFlags>, why: string): void {
  const asked = Object.entries(values).map(
    ([name, value]) => [`--${name} ${why}`, value !== null && value !== false] as const,
  );
  refuseIf(Object.fromEntries(asked));
}

/** Nothing but the seed may be chosen: a corpus to compare results with is whole. */
function checkBenchmark(version: Given<'benchmark'>, values: GenerateFlags): CorpusOptions {
  const { all, size, density, count, only, difficulty, stars, needs, threshold, palette } = values;
  const chosen = { all, size, density, count, only, difficulty, stars, needs, threshold, palette };
  refuseGiven(chosen, 'does not go with --benchmark');
  const { goal, out, force } = values;
  const format = formatFor(values, 'ndjson');
  requireThat(format, 'colour', '--benchmark', 'colours');
  requireOne(format, null);
  const puzzles = benchmarkPuzzles(version, values.seed ?? DEFAULT_SEED);
  const wish = NO_WISH;
  return { isRandom: false, puzzles, wish, count: Infinity, format, goal, out, force };
}

/** The format of the flag or the file's name; of neither, `usual`. */
function formatFor({ to, out }: GenerateFlags, usual: string): Format {
  // The names of devices and pipes do not tell a format.
  const isFile = out !== null && !/^\/(dev|proc)\/[^.]*$/.test(out);
  return writtenFormat(out ?? '-', to ?? (isFile ? null : usual));
}

/** @throws UsageError if a format cannot hold what a flag asks for. */
function requireThat({ name, holds }: Format, what: Held, flag: string, words: string): void {
  if (holds.has(what)) return;
  const text = `${flag}: ${name === 'csv' ? 'CSV' : name} cannot hold ${words}; use --to ndjson`;
  throw new UsageError('NM_FORMAT_CANNOT_HOLD', text);
}

/** @throws UsageError if a format has one puzzle a file, and more are asked for. */
function requireOne({ name, holds }: Format, count: number | null): void {
  if (holds.has('many') || count === 1) return;
  throw new UsageError(
    'NM_FORMAT_CANNOT_HOLD',
    `--to: ${name} holds one puzzle a file; say --count 1, or use another format`,
  );
}

function checkImage(file: string, values: GenerateFlags): ImageOptions {
  const { threshold, palette, dither, size, out, force } = values;
  const { all, benchmark, count, only, density, seed, goal, difficulty, stars, needs } = values;
  const others = { all, benchmark, count, only, density, seed, goal, difficulty, stars, needs };
  refuseGiven(others, 'does not go with --from-image');
  refuseIf({
    '--threshold is for black and white, --palette for colours: use one of them':
      threshold !== null && palette !== null,
    '--dither is for black and white, --palette for colours: say one': dither && palette !== null,
  });
  if (size !== null && 'steps' in size) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      '--size: sizes with a step are for random puzzles; say 15x15..30x30',
    );
  }
  const shades: Shades | null =
    palette !== null
      ? { kind: 'palette', colours: palette }
      : threshold !== null || dither
        ? { kind: 'threshold', threshold: threshold ?? HALF_DARK.threshold, dither }
        : null;
  const format = formatFor(values, 'ndjson');
  return { file, sizes: size, goal: values.for, shades, format, out, force };
}
