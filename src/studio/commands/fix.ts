import { statSync } from 'node:fs';
import type { FixOptions } from '../../solver/craft/fix/fix.js';
import type { Format } from '../../solver/formats/contract/format.js';
import { fixFlags, fixSections, writeFixed } from '../fixing/write-fixed.js';
import {
  FixCounts,
  FixProgress,
  fixJson,
  fixLine,
  fixText,
  needsNone,
} from '../fixing/fix-text.js';
import { fixedPuzzles, type FixedPuzzle } from '../fixing/fixed-puzzles.js';
import { GivenPuzzles, type OperandReading } from '../../pipeline/cli/operands.js';
import { writtenFormat } from '../../pipeline/cli/converting.js';
import { command, type CommandContext, onSignals } from '../../pipeline/cli/frame/command.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import type { FlagValues } from '../../pipeline/cli/frame/flag.js';
import {
  type CommandOutcome,
  UsageError,
  refuseRejects,
} from '../../pipeline/cli/terminal/outcome.js';
import { noPuzzleIn } from '../../pipeline/cli/terminal/input-output.js';

interface FixCommandOptions {
  readonly word: string;
  readonly reading: OperandReading;
  readonly fixing: {
    readonly options: FixOptions & { readonly timeoutMs: number };
    readonly keep: string | null;
    readonly threads: number;
  };
  readonly out: {
    readonly path: string;
    readonly isFolder: boolean;
    readonly to: Format | null;
  } | null;
  readonly unchanged: boolean;
  readonly force: boolean;
  readonly json: boolean;
}

const onceOnly = command({
  name: 'fix',
  summary: 'The fewest changes that make a puzzle unique, or line-solvable.',
  operands: {
    usage: '<puzzle|picture|corpus>',
    min: 1,
    max: 1,
    missing: 'a puzzle: a file, a picture or the name of a stored puzzle',
  },
  description:
    'Finds the fewest cells to change in a picture, or to give at the start of a puzzle, so that ' +
    'it has one solution, or so that lines alone solve it. One and two changes are proven the ' +
    'fewest for pictures up to 25x25 within seconds; beyond that it shows the best found, and says so. ' +
    'Of several ways with as few changes, it shows the one first that hurts the picture least, or the ' +
    'one that opens widest (--prefer opening).' +
    '\n\n' +
    'The puzzle is a file (if it holds several, all are fixed, on all cores), a folder, - for standard ' +
    'input, a picture (PNG), or a puzzle of the database, named as for show. Of several puzzles, it lists ' +
    'those that change, and those that it cannot fix. If --out is a folder, each file of puzzles becomes a ' +
    'file there, and a README.md has the same list.',
  flags: fixFlags,
  sections: fixSections,
  examples: {
    'nonomill fix heart.non': 'Shows what to change.',
    'nonomill fix cat.png --size 20x20 --for line --keep face.png --out cat.non':
      'The puzzle of a picture, whose face stays as it is.',
    'nonomill fix puzzle.json --by givens': 'Which cells to give at the start.',
    'nonomill fix book/ --out fixed/': 'A corpus, with a README.md of what changed.',
  },
  check: checkFix,
  execute,
});

const { for: goal, by, maxChanges, alternatives, prefer, timeout } = fixFlags;
const { format, columnsFirst, ignoreStart } = fixFlags;

export const fixCommand = streaming(
  {
    flags: {
      for: goal,
      by,
      maxChanges,
      alternatives,
      prefer,
      timeout,
      format,
      columnsFirst,
      ignoreStart,
    },
    ask: (values) => ({
      question: {
        command: 'fix',
        options: fixOptions(values),
        format: values.format,
        columnsFirst: values.columnsFirst,
        ignoreStart: values.ignoreStart,
      },
      timeoutMs: values.timeout,
    }),
    line: 'a puzzle',
    example: 'Fixes puzzles as they come.',
  },
  onceOnly,
);

type FixWishes = Pick<
  FlagValues<typeof fixFlags>,
  'for' | 'by' | 'maxChanges' | 'alternatives' | 'prefer' | 'timeout'
>;

function fixOptions(wishes: FixWishes): FixOptions & { readonly timeoutMs: number } {
  return {
    for: wishes.for,
    ...(wishes.by === null ? {} : { by: wishes.by }),
    ...(wishes.maxChanges === null ? {} : { maxChanges: wishes.maxChanges }),
    alternatives: wishes.alternatives ?? 0,
    prefer: wishes.prefer,
    timeoutMs: wishes.timeout,
  };
}

function checkFix(
  [word]: readonly string[],
  values: FlagValues<typeof fixFlags>,
): FixCommandOptions {
  const { keep, threads, out, to, unchanged, force, json } = values;
  const { limit, size, threshold, palette, db } = values;
  if (threshold !== null && palette !== null) {
    throw new UsageError(
      'NM_OPTIONS_CONFLICT',
      '--threshold is for black and white, --palette for colours: choose one',
    );
  }
  if (values.by === 'givens' && values.prefer === 'opening') {
    throw new UsageError(
      'NM_OPTIONS_CONFLICT',
      '--prefer opening compares changes of a picture, and --by givens makes none: leave one out',
    );
  }
  if (size !== null && size.length > 1)
    throw new UsageError('NM_OPTION_VALUE', '--size: one size at a time');
  if (out === null && to !== null)
    throw new UsageError('NM_OPTIONS_CONFLICT', '--to goes with --out');
  return {
    word,
    reading: {
      format: values.format,
      columnsFirst: values.columnsFirst,
      images: values.images,
      limit,
      ignoreStart: values.ignoreStart,
      db,
      size: size?.[0] ?? null,
      shades:
        palette === null
          ? { kind: 'threshold', threshold: threshold ?? 0.5 }
          : { kind: 'palette', colours: palette },
    },
    fixing: {
      options: fixOptions(values),
      keep,
      threads,
    },
    out: out === null ? null : whereTo(out, to),
    unchanged,
    force,
    json,
  };
}

function whereTo(path: string, to: string | null): FixCommandOptions['out'] {
  const isFolder =
    /[/\\]$/.test(path) || statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder && to === null) return { path, isFolder, to: null };
  const format = writtenFormat(path, to);
  // If only the file's name tells the format, the puzzle may tell it better.
  return { path, isFolder, to: to === null ? null : format };
}

async function execute(
  { word, reading, fixing, out, unchanged, force, json }: FixCommandOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const given = new GivenPuzzles(word, reading, terminal);
  let stopped = false;
  const counts = new FixCounts();
  const held: FixedPuzzle[] = [];
  const print = (text: string): Promise<void> => terminal.print(text);
  const progress = new FixProgress(terminal, fixing.options.timeoutMs);
  // A single puzzle is drawn; of several, each that is not good as it is gets a line.
  const tell = async (fixed: FixedPuzzle): Promise<void> => {
    counts.add(fixed);
    progress.noteOne();
    if (json) return print(fixJson(fixed));
    held.push(fixed);
    if (counts.seen === 1) return;
    for (const one of held.splice(0)) {
      if (unchanged || !needsNone(one)) await print(`${fixLine(one)}\n`);
    }
  };
  const puzzles = fixedPuzzles(given.all(), fixing);
  const stop = (): void => {
    stopped = true;
    terminal.endInput();
  };
  const off = onSignals(context, { stop });
  try {
    if (out === null) {
      for await (const fixed of puzzles) {
        await tell(fixed);
        if (stopped) break;
      }
    } else {
      const isStopped = (): boolean => stopped;
      const how = { from: word, force, unchanged, counts, terminal, isStopped };
      await writeFixed(puzzles, { ...out, ...how }, tell);
    }
    progress.end();
    for (const only of held) await print(fixText(only, terminal.output));
    if (counts.seen > 1 && !json) {
      const others = counts.hasOthers && !unchanged ? ' (--unchanged lists the others)' : '';
      await print(`${counts.text}${others}\n`);
    }
  } finally {
    // Ends its threads, also if what is fixed cannot be written.
    await puzzles.return();
    progress.end();
    off();
  }
  if (stopped) return 'interrupted';
  if (counts.seen === 0) throw noPuzzleIn(word);
  refuseRejects(given.rejects);
  return counts.notFixed > 0 ? 'negative' : 'done';
}
