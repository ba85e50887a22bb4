import { command, type CommandContext, onSignals } from '../../pipeline/cli/command.js';
import { openSink, writeLines } from '../../pipeline/cli/input-output.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { type CommandOutcome, Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import { countText, durationText, numberOf } from '../../solver/core/text/numbers.js';
import { benchmarkPuzzles } from '../../solver/craft/benchmark.js';
import {
  drawnPuzzles,
  gridsOfSize,
  isWish,
  keepOnly,
  MOST_TRIED,
  NothingKept,
  randomGrid,
  type RandomGrid,
  type Wish,
  wishText,
} from '../../solver/craft/random-puzzles.js';
import { type NamedPuzzle, writeSequence } from '../../solver/formats/contract/format.js';
import { csvOfRandom } from '../../solver/formats/single/csv.js';
import {
  checkGenerate,
  type CorpusOptions,
  generateFlags,
  type GenerateOptions,
  generateSections,
} from '../generate-options.js';

export const generate = command({
  name: 'generate',
  summary: 'Make random corpora, every grid of a size, or the puzzle of a picture.',
  description:
    'Writes the clues of random pictures, or of every picture of a size, as a corpus. ' +
    'Each puzzle has a solution, but large ones seldom have only one; a random one comes with its ' +
    'drawn_density, which --density gives the range of. Sizes and densities with a step (5x5..30x30:5, 0.2..0.8:0.05) are a grid: every size with every density gets --count puzzles, ' +
    'whose names say what they were drawn for. A picture becomes one puzzle, in any format that can hold it, with a warning if it has several solutions.',
  flags: generateFlags,
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
  execute,
});

async function execute(options: GenerateOptions, context: CommandContext): Promise<CommandOutcome> {
  if (options.source !== 'image') return generateCorpus(options, context);
  const { generateFromImage } = await import('../pictures.js');
  return generateFromImage(options, context.terminal);
}

async function generateCorpus(
  options: CorpusOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const { source, format } = options;
  const isRandomCsv = (source.kind === 'random' || source.kind === 'grid') && format.name === 'csv';
  const sequence = isRandomCsv ? csvOfRandom : format.sequence;
  let stopped = false;
  const tries = new Tries(terminal, {
    count: options.count,
    chosen: isWish(options.wish),
    inTheWay: options.out === null && terminal.output.isTty && terminal.messages.isTty,
  });
  const off = onSignals(context, { stop: () => (stopped = true) });
  try {
    const sink = await openSink({ ...options, isStopped: () => stopped }, terminal);
    if (source.kind === 'grid') terminal.say(gridText(source.grid));
    if (isWish(options.wish)) tries.announce(options.wish);
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
}

/** All puzzles, for formats that begin with their number; a signal gets in between two. */
async function held(
  found: Iterable<NamedPuzzle | null>,
  isStopped: () => boolean,
): Promise<NamedPuzzle[]> {
  const all: NamedPuzzle[] = [];
  for (const named of found) {
    await new Promise(setImmediate);
    if (isStopped()) break;
    if (named !== null) all.push(named);
  }
  return all;
}

function* puzzles(
  { source, wish, count, goal }: CorpusOptions,
  tries: Tries,
): Generator<NamedPuzzle | null> {
  let left = count;
  for (const puzzle of wishedPuzzles(source, wish, goal)) {
    tries.note(puzzle !== null);
    yield goal ? puzzle : puzzle && { ...puzzle, goal: null };
    if (puzzle !== null && --left === 0) return;
  }
}

/** `6 sizes with 13 densities, 200 puzzles of each: 15,600 in all`. */
function gridText({ sizes, densities, count }: RandomGrid): string {
  return (
    `${numberOf(sizes.length, 'size')} with ${numberOf(densities.length, 'density', 'densities')}, ` +
    `${numberOf(count, 'puzzle')} of each: ${countText(sizes.length * densities.length * count)} in all`
  );
}

/** The puzzles that are as they are wished, and null for each that is not. */
function wishedPuzzles(
  source: CorpusOptions['source'],
  wish: Wish,
  goal: boolean,
): Iterable<NamedPuzzle | null> {
  // Each size with each density has its own to choose from.
  if (source.kind === 'grid') return randomGrid(source.grid, wish);
  const all = sourcePuzzles(source, goal);
  return isWish(wish) ? keepOnly(wish, all) : all;
}

function sourcePuzzles(
  source: Exclude<CorpusOptions['source'], { readonly kind: 'grid' }>,
  goal: boolean,
): Generator<NamedPuzzle> {
  if (source.kind === 'every') return gridsOfSize(source.size, { withGoal: goal });
  if (source.kind === 'benchmark') return benchmarkPuzzles(source.version, source.seed);
  return drawnPuzzles(source.puzzles);
}

/** What is asked for, as far as progress goes. */
interface AskedTries {
  /** How many puzzles; Infinity for all there are. */
  readonly count: number;
  /** Whether puzzles are left out. */
  readonly chosen: boolean;
  /** Whether the puzzles go to the terminal, where a live line would be in their way. */
  readonly inTheWay: boolean;
}

/** Shows how generating goes: `12,000 of 100,000 puzzles`, or `tried 120,000, kept 2 of 10`. */
class Tries {
  private tried = 0;
  private keptCount = 0;
  private readonly began = performance.now();
  private readonly display: ProgressDisplay;

  constructor(
    private readonly terminal: Terminal,
    private readonly asked: AskedTries,
  ) {
    this.display = new ProgressDisplay(terminal, asked.inTheWay);
  }

  /** Tells what is looked for, and when that ends. */
  announce(wish: Wish): void {
    this.terminal.say(
      `Looking for puzzles that are ${wishText(wish)}; gives up after ${countText(MOST_TRIED.tries)} tries ` +
        `in a row without one, or ${countText(MOST_TRIED.lineSolves)} line solves (about a minute).`,
    );
  }

  note(isKept: boolean): void {
    this.tried++;
    if (isKept) this.keptCount++;
    // Reading the clock takes a tenth of the time of a small puzzle.
    if ((this.tried & 15) !== 0) return;
    this.display.update(
      () => [this.line()],
      () => `${this.line()}, after ${durationText(performance.now() - this.began)}`,
    );
  }

  end(): void {
    this.display.close();
  }

  private line(): string {
    const { count, chosen } = this.asked;
    const of = count === Infinity ? '' : ` of ${countText(count)}`;
    return chosen
      ? `tried ${countText(this.tried)}, kept ${countText(this.keptCount)}${of}`
      : `${countText(this.keptCount)}${of} puzzles`;
  }
}
