import type { NamedPuzzle } from '../formats/format.js';
import { formatByName } from '../formats/registry.js';
import { MAX_EVERY_CELLS, everyGrid } from '../generate/every-grid.js';
import type { GridSize } from '../generate/grid-size.js';
import { randomPuzzles, type RandomPuzzles } from '../generate/random-puzzles.js';
import { NO_OPERANDS, command, type CommandContext } from './command.js';
import { UsageError } from './failure.js';
import type { FlagValues } from './flag.js';
import { all, count, density, goal, out, seed, size, to } from './flags.js';
import type { CommandOutcome } from './outcome.js';
import { onSignals } from './signals.js';
import { inPieces, openSink } from './text-sink.js';

const flags = { size, density, count, seed, all, goal, to, out };

/** What `nonomill generate` was asked for. */
export interface GenerateOptions {
  readonly source:
    | { readonly kind: 'every'; readonly size: GridSize }
    | { readonly kind: 'random'; readonly puzzles: RandomPuzzles; readonly count: number };
  readonly format: 'csv' | 'ndjson';
  readonly goal: boolean;
  readonly out: string | null;
}

export const generate = command({
  name: 'generate',
  summary: 'random corpora, or every grid of a size',
  operands: NO_OPERANDS,
  description:
    'Writes the clues of random pictures, or of every picture of a size, as a corpus. ' +
    'Each puzzle has a solution, but seldom only one where it is large.',
  flags,
  sections: {
    'What to make': ['size', 'density', 'count', 'seed', 'all'],
    Output: ['goal', 'to', 'out'],
  },
  examples: [
    {
      line: 'nonomill generate --size 25x25 --density 0.5 --count 1000 --seed 1 --out r25.csv',
      what: 'A thousand random puzzles of 25 by 25 cells, half of them filled.',
    },
    {
      line: 'nonomill generate --all 4x4 | nonomill run -',
      what: 'Solves the clues of all 65,536 grids of 4 by 4 cells.',
    },
    {
      line: 'nonomill generate --size 5x5,10x10 --density 0.4..0.6 --to ndjson',
      what: 'Small and middling ones in turn, as one JSON object a line.',
    },
  ],
  check: checkGenerate,
  execute,
});

/** @throws UsageError */
export function checkGenerate(
  _operands: readonly string[],
  values: FlagValues<typeof flags>,
): GenerateOptions {
  const { all, out, goal } = values;
  if (all !== null && all.width * all.height > MAX_EVERY_CELLS) {
    throw new UsageError(
      `--all: ${all.width}x${all.height} has 2^${all.width * all.height} grids; ` +
        `at most ${MAX_EVERY_CELLS} cells are listed`,
    );
  }
  const format = values.to ?? formatOf(out) ?? (goal ? 'ndjson' : 'csv');
  if (goal && format === 'csv') {
    throw new UsageError('--goal: CSV holds no pictures; say --to ndjson');
  }
  return {
    source:
      all === null
        ? {
            kind: 'random',
            puzzles: { sizes: values.size, density: values.density, seed: values.seed },
            count: values.count,
          }
        : { kind: 'every', size: all },
    format,
    goal,
    out,
  };
}

function formatOf(out: string | null): 'csv' | 'ndjson' | null {
  if (out === null) return null;
  if (/\.csv(\.gz)?$/i.test(out)) return 'csv';
  if (/\.(ndjson|jsonl)(\.gz)?$/i.test(out)) return 'ndjson';
  throw new UsageError(`--out: "${out}" is neither .csv nor .ndjson; say --to csv or --to ndjson`);
}

async function execute(
  options: GenerateOptions,
  { terminal, endNow }: CommandContext,
): Promise<CommandOutcome> {
  let stopped = false;
  const off = onSignals({ stop: () => (stopped = true), endNow });
  const write = formatByName(options.format)!.write!;
  const sink = await openSink(options.out, terminal);
  try {
    for (const piece of inPieces(write(puzzles(options)))) {
      if (stopped) break;
      await sink.write(piece);
      // Writing to a file that keeps up never leaves this loop: let signals come in.
      await new Promise(setImmediate);
    }
    if (stopped) await sink.giveUp();
    else await sink.done();
  } catch (error) {
    await sink.giveUp();
    throw error;
  } finally {
    off();
  }
  return stopped ? 'interrupted' : 'done';
}

function* puzzles({ source, goal }: GenerateOptions): Generator<NamedPuzzle> {
  if (source.kind === 'every') {
    yield* everyGrid(source.size, { withGoal: goal });
    return;
  }
  let left = source.count;
  for (const puzzle of randomPuzzles(source.puzzles)) {
    if (left-- === 0) return;
    yield goal ? puzzle : { ...puzzle, goal: null };
  }
}
