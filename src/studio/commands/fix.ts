import { createReadStream } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, extname, join, relative } from 'node:path';
import { convertToFile, LossCheck, writtenFormat } from '../../pipeline/cli/converting.js';
import { generateFlag } from '../../pipeline/cli/generate-flags.js';
import { flag } from '../../pipeline/cli/flags.js';
import { command, onSignals } from '../../pipeline/cli/command.js';
import {
  choiceFlag,
  flagsIn,
  type FlagValues,
  integerFlag,
  switchFlag,
  textFlag,
} from '../../pipeline/cli/flag.js';
import { type GivenPuzzle, GivenPuzzles, imageIn, maskIn } from '../given-puzzles.js';
import { drawnPuzzle, isDrawn, plainPicture, verdictInWords } from '../../pipeline/cli/showing.js';
import { ProgressDisplay } from '../../pipeline/cli/progress.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import {
  noPuzzleIn,
  openSink,
  refuseUnwritable,
  writeStream,
} from '../../pipeline/cli/input-output.js';
import { refuseIf, refuseRejects, UsageError, type Terminal } from '../../pipeline/cli/terminal.js';
import { builtFile } from '../../pipeline/files/program.js';
import { isFileAt, isFolderAt, withSlashes } from '../../pipeline/files/files.js';
import { TaskThreads } from '../../pipeline/runs/pool/task-threads.js';
import { pack } from '../../solver/core/puzzle/packed.js';
import { type Puzzle, UNKNOWN } from '../../solver/core/puzzle/types.js';
import { difficultyText } from '../../solver/core/result/difficulty-words.js';
import { markdownTable } from '../../solver/core/text/escape.js';
import { countText, durationText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText, messageOf } from '../../solver/core/text/plain-text.js';
import {
  type Change,
  DEFAULT_FIX_MS,
  type Fixed,
  type FixOptions,
  type FixTask,
  fixWords,
  type NotFixed,
} from '../../solver/craft/fix/fix.js';
import type { Shades } from '../../solver/craft/image.js';
import { cellValueText } from '../../solver/craft/replay/colour-name.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { Solver } from '../../solver/engine/solver/solve.js';
import type { Format, NamedPuzzle } from '../../solver/formats/contract/format.js';
import { FORMATS, formatsByExtension } from '../../solver/formats/registry.js';

const fixSections = {
  'What to change': {
    for: choiceFlag('--for (target, require)', 'none', {
      choices: ['unique', 'line'],
      fallback: 'unique',
      help: 'What the puzzle should become: one with a single solution, or one that lines alone solve.',
    }),
    by: choiceFlag('--by', 'none', {
      choices: ['pixels', 'givens'],
      defaultText: 'pixels if there is a picture, else givens',
      help: 'What may change: cells of the picture, or which of its cells are given at the start.',
    }),
    keep: textFlag('--keep <mask.png> (mask)', 'read', {
      help: 'A picture (PNG or PBM) whose dark pixels are cells that must not change.',
    }),
    maxChanges: integerFlag('--max-changes (max)', 'none', {
      min: 0,
      max: 10_000,
      defaultText: 'a tenth of the cells, at least 5',
      help: 'The most changes to consider.',
    }),
    alternatives: integerFlag('--alternatives', 'none', {
      min: 1,
      max: 100,
      defaultText: 'none',
      help: 'Show up to this many other ways with as few changes, the best first.',
    }),
    prefer: choiceFlag('--prefer (first, widest, widen)', 'none', {
      choices: ['looks', 'opening'],
      fallback: 'looks',
      help: 'Which of several pictures with as few changes comes first: the one that is hurt least, or the one whose puzzle offers most lines to go on with.',
    }),
    timeout: { ...flag.timeout, fallback: DEFAULT_FIX_MS, defaultText: '20s' },
    threads: flag.threads,
  },
  Puzzles: {
    ...flag.reading,
    size: { ...generateFlag.size, defaultText: "a picture file's own, at most 100 a side" },
    threshold: generateFlag.threshold,
    palette: generateFlag.palette,
    db: flag.db,
  },
  Output: {
    out: { ...flag.out, value: 'file|dir/', defaultText: 'none' },
    to: flag.toFormat,
    unchanged: switchFlag('--unchanged (all, verbose)', 'none', {
      help: 'Of several puzzles, list those that need no change, too.',
    }),
    force: flag.force,
    json: flag.json,
  },
};

const fixFlags = flagsIn(fixSections);

const onceOnly = command({
  name: 'fix',
  summary: 'The fewest changes that make a puzzle unique, or line-solvable.',
  operands: '<puzzle|picture|corpus>',
  missing: 'a puzzle: a file, a picture or the name of a stored puzzle',
  description:
    'Finds the fewest cells to change in a picture, or to give at the start of a puzzle, so that ' +
    'it has one solution, or so that lines alone solve it. One and two changes are proven the ' +
    'fewest for pictures up to 25x25 within seconds; beyond that it shows the best found, and says so. ' +
    'Of several ways with as few changes, it shows the one first that hurts the picture least, or the ' +
    'one that opens widest (--prefer opening).\n\n' +
    'The puzzle is a file (if it holds several, all are fixed, on all cores), a folder, - for standard ' +
    'input, a picture (PNG), or a puzzle of the database, named as for show. Of several puzzles, it lists ' +
    'those that change, and those that it cannot fix. If --out is a folder, each file of puzzles becomes a ' +
    'file there, and a README.md has the same list.',
  sections: fixSections,
  examples: {
    'nonomill fix heart.non': 'Shows what to change.',
    'nonomill fix cat.png --size 20x20 --for line --keep face.png --out cat.non':
      'The puzzle of a picture, whose face stays as it is.',
    'nonomill fix puzzle.json --by givens': 'Which cells to give at the start.',
    'nonomill fix book/ --out fixed/': 'A corpus, with a README.md of what changed.',
  },
  check: checkFix,
  async execute({ word, reading, fixing, out, unchanged, force, json }, context) {
    const { terminal } = context;
    const given = new GivenPuzzles(word, reading, terminal);
    let stopped = false;
    const counts = new FixCounts();
    const held: FixedPuzzle[] = [];
    const print = (text: string): Promise<void> => terminal.print(text);
    const progress = fixProgress(terminal, fixing.options.timeoutMs, counts);
    // A single puzzle is drawn; of several, each that is not good as it is gets a line.
    const tell = async (fixed: FixedPuzzle): Promise<void> => {
      counts.add(fixed);
      progress.hide();
      if (json) {
        const { fixFields } = await import('../../pipeline/cli/stream/answers.js');
        return print(`${JSON.stringify(fixFields(fixed.named, fixed.answer, fixed.after))}\n`);
      }
      held.push(fixed);
      if (counts.seen === 1) return;
      for (const one of held.splice(0)) {
        if (unchanged || !needsNone(one)) await print(`${fixLine(one)}\n`);
      }
    };
    const puzzles = fixedPuzzles(given.all(), fixing);
    const off = onSignals(context, () => {
      stopped = true;
      terminal.endInput();
    });
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
        const others = counts.good > 0 && !unchanged ? ' (--unchanged lists the others)' : '';
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
  },
});

const { for: goal, by, maxChanges, alternatives, prefer, timeout } = fixFlags;
const { format, columnsFirst, ignoreStart } = fixFlags;
const wished = { for: goal, by, maxChanges, alternatives, prefer, timeout };

export const fixCommand = streaming(
  {
    flags: { ...wished, format, columnsFirst, ignoreStart },
    ask: ({ format, columnsFirst, ignoreStart, ...wishes }) => ({
      question: { command: 'fix', options: fixOptions(wishes), format, columnsFirst, ignoreStart },
      timeoutMs: wishes.timeout,
    }),
    line: 'a puzzle',
    example: 'Fixes puzzles as they come.',
  },
  onceOnly,
);

function fixOptions(wishes: FlagValues<typeof wished>) {
  return {
    for: wishes.for,
    by: wishes.by ?? undefined,
    maxChanges: wishes.maxChanges ?? undefined,
    alternatives: wishes.alternatives ?? 0,
    prefer: wishes.prefer,
    timeoutMs: wishes.timeout,
  };
}

function checkFix([word]: readonly string[], values: FlagValues<typeof fixFlags>) {
  const { keep, threads, out, to, size, threshold, palette } = values;
  refuseIf({
    '--threshold is for black and white, --palette for colours: choose one':
      threshold !== null && palette !== null,
    '--prefer opening compares changes of a picture, and --by givens makes none: leave one out':
      values.by === 'givens' && values.prefer === 'opening',
  });
  if (size !== null && size.length > 1)
    throw new UsageError('NM_OPTION_VALUE', '--size: one size at a time');
  refuseIf({ '--to goes with --out': out === null && to !== null });
  const shades: Shades =
    palette === null
      ? { kind: 'threshold', threshold: threshold ?? 0.5 }
      : { kind: 'palette', colours: palette };
  return {
    ...values,
    word,
    reading: { ...values, size: size?.[0] ?? null, shades },
    fixing: { options: fixOptions(values), keep, threads },
    out: out === null ? null : whereTo(out, to),
  };
}

function whereTo(path: string, to: string | null) {
  const isFolder = /[/\\]$/.test(path) || isFolderAt(path);
  if (isFolder && to === null) return { path, isFolder, to: null };
  const format = writtenFormat(path, to);
  // If only the file's name tells the format, the puzzle may tell it better.
  return { path, isFolder, to: to === null ? null : format };
}

/** A fix, of which puzzle, and how the fixed one is rated. */
interface FixedPuzzle {
  readonly named: GivenPuzzle;
  readonly answer: Fixed | NotFixed;
  /** What the fixed puzzle is like, in words. */
  readonly after: string;
}

/**
 * Fixes puzzles on several threads, in their order; reads no further ahead than these need.
 * @throws Failure, before it fixes anything, if the picture of what to keep cannot be read.
 */
export async function* fixedPuzzles(
  puzzles: AsyncIterable<GivenPuzzle>,
  { options, keep, threads }: { options: FixOptions; keep: string | null; threads: number },
): AsyncGenerator<FixedPuzzle, void, undefined> {
  const keepImage = keep === null ? null : await imageIn(keep, null);
  const most = Math.min(threads, availableParallelism() * 2);
  const pool = new TaskThreads<FixTask, Fixed | NotFixed>(builtFile('workers/fix.cjs'), most);
  try {
    yield* pool.inOrder(puzzles, async (named, fix) => {
      const { puzzle, goal } = named;
      const mask = keepImage === null ? null : maskIn(keepImage, puzzle);
      const task: FixTask = { pictured: { puzzle, goal }, options: { ...options, keep: mask } };
      const answer = await fix(task).catch((error: unknown): NotFixed => {
        return { kind: 'none', reason: `its thread died: ${messageOf(error)}`, atLeast: 0 };
      });
      const after = answer.kind === 'none' ? '' : afterWords(answer.puzzle, options);
      return { named, answer, after };
    });
  } finally {
    await pool.close();
  }
}

/** What a fixed puzzle is like: its verdict and its difficulty. */
function afterWords(puzzle: Puzzle, { prefer }: FixOptions): string {
  const solver = new Solver();
  const limits = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: RATING_MS };
  const outcome = solver.solve(pack(puzzle), 0, limits);
  const verdict = verdictInWords(
    { ...outcome, solutions: String(outcome.solutions) },
    puzzle.start !== null,
  );
  const rated = solver.rate(outcome);
  if (rated === null) return verdict;
  const words = `${verdict}; ${difficultyText(rated)}`;
  if (prefer !== 'opening') return words;
  const { opening, narrowest } = rated;
  const least = narrowest > 0 ? `, and has ${narrowest} at its narrowest place` : '';
  return `${words}; it opens with ${numberOf(opening, 'line')}${least}`;
}

/** Milliseconds for the verdict and the score of a fixed puzzle. */
const RATING_MS = 2000;

/** What changed, in one line: `cat, 10x10: 2 cells change, the fewest possible`. */
function fixLine({ named, answer }: FixedPuzzle): string {
  const { width, height } = named.puzzle;
  return `${fixedName(named)}, ${width}x${height}: ${answerWords(answer)}`;
}

function answerWords(answer: Fixed | NotFixed): string {
  return answer.kind === 'none' ? `not fixed: ${answer.reason}` : fixWords(answer);
}

/** Whether a puzzle was good as it is. */
function needsNone({ answer }: FixedPuzzle): boolean {
  return answer.kind === 'fixed' && answer.changes.length === 0;
}

class FixCounts {
  seen = 0;
  notFixed = 0;
  good = 0;

  add(shown: FixedPuzzle): void {
    this.seen++;
    if (shown.answer.kind === 'none') this.notFixed++;
    if (needsNone(shown)) this.good++;
  }

  /** `4 of 58 changed, 1 not fixed`. */
  get text(): string {
    const count = this.seen - this.good - this.notFixed;
    const changed = `${countText(count)} of ${countText(this.seen)} changed`;
    return this.notFixed === 0 ? changed : `${changed}, ${countText(this.notFixed)} not fixed`;
  }
}

/** A fix with its picture, in which the changes are marked, and other ways. */
function fixText(shown: FixedPuzzle, room: Terminal['output']): string {
  const { answer, after, named } = shown;
  if (answer.kind === 'none') return `${fixLine(shown)}\n`;
  const { puzzle, goal, changes, alternatives } = answer;
  const marked = new Set(changes.map(({ row, column }) => (row - 1) * puzzle.width + column - 1));
  const lines = [
    fixLine(shown),
    ...changes.map((change) => `  ${changeText(change, named.puzzle)}`),
    `Now: ${after}.`,
    ...alternatives.map(
      (others, i) => `Other way ${i + 1}: ${otherText(changes, others, named.puzzle)}`,
    ),
    '',
    ...(isDrawn(room) ? drawnPuzzle(puzzle, goal, room, marked) : plainPicture(puzzle, goal)),
  ];
  return lines.join('\n') + '\n';
}

/** `row 3, cell 5: blank -> filled`. */
function changeText(change: Change, puzzle: Puzzle): string {
  const { from, to } = change;
  const before = from === UNKNOWN ? 'given as' : `${cellValueText(from, puzzle)} ->`;
  return `${placeText(change)}: ${before} ${cellValueText(to, puzzle)}`;
}

/** Other changes in words: only what is different, if they share some. */
function otherText(changes: readonly Change[], others: readonly Change[], puzzle: Puzzle): string {
  const words = (change: Change): string => changeText(change, puzzle);
  const lacking = (from: readonly Change[], list: readonly Change[]): Change[] =>
    list.filter((one) => !from.some((same) => words(same) === words(one)));
  const text = lacking(changes, others).map(words).join('; ');
  const left = lacking(others, changes);
  if (left.length === changes.length) return text;
  return `${text}; instead of ${left.map(placeText).join('; ')}`;
}

function placeText({ row, column }: Change): string {
  return `row ${row}, cell ${column}`;
}

/** What a puzzle is called; by the name of its file, if it has no name. */
function fixedName({ name, title, source }: GivenPuzzle): string {
  const file = basename(source).replace(/(\.\w+)+$/, '');
  return plainText(title ?? name ?? (file === '' || file === '-' ? 'the puzzle' : file));
}

/** The time until a person is told that the work goes on, and between two updates. */
const REPAINT_MS = 500;

/** Tells a person at a terminal that it looks for fixes, which takes up to a minute and more. */
function fixProgress(terminal: Terminal, timeoutMs: number, counts: FixCounts) {
  const display = new ProgressDisplay(terminal, false);
  const began = performance.now();
  const whole = Math.round(timeoutMs / 1000);
  const most = whole > 0 && whole < 60 ? `${whole} s` : durationText(timeoutMs);
  const show = (): void => {
    const seconds = Math.floor((performance.now() - began) / 1000);
    const line =
      counts.seen === 0
        ? `${seconds} s: looking for the fewest changes, at most ${most} (--timeout)`
        : `${seconds} s: ${countText(counts.seen)} done, at most ${most} for each (--timeout)`;
    display.update(
      () => [line],
      () => line,
    );
  };
  const timer = terminal.messages.isTty ? setInterval(show, REPAINT_MS) : undefined;
  return {
    /** Makes room for what is printed. */
    hide: () => display.close(),
    end: () => {
      clearInterval(timer);
      display.close();
    },
  };
}

/** Where fixed puzzles go: to a file, or to a folder with a file for each source. */
type FixedOut = ReturnType<typeof whereTo> &
  Pick<FlagValues<typeof fixFlags>, 'force' | 'unchanged'> & {
    /** What was typed: the folder of the sources, or the only source. */
    readonly from: string;
    readonly counts: FixCounts;
    readonly terminal: Terminal;
    readonly isStopped: () => boolean;
  };

/**
 * Writes fixed puzzles as they come, in the order of their sources; puzzles that could not be fixed
 * are written unchanged. `tell` is called for each. A folder gets a README.md that lists the
 * changes: of all puzzles, or of the puzzles that need some.
 */
async function writeFixed(
  puzzles: AsyncGenerator<FixedPuzzle, void, undefined>,
  out: FixedOut,
  tell: (fixed: FixedPuzzle) => Promise<void>,
): Promise<void> {
  const reportFile = join(out.path, 'README.md');
  await refuseUnwritable(out.isFolder ? reportFile : out.path, out.force);
  const report: string[][] = [];
  const fixedNext = async (): Promise<FixedPuzzle | null> => (await puzzles.next()).value ?? null;
  let next = await fixedNext();
  const note = async (fixed: FixedPuzzle): Promise<void> => {
    await tell(fixed);
    if (out.unchanged || !needsNone(fixed)) report.push(reportRow(fixed, out.from));
  };
  // The puzzles that follow, of one source or of all.
  const batches = async function* (source: string | null, held: readonly FixedPuzzle[]) {
    for (const fixed of held) {
      await note(fixed);
      yield [puzzleAfter(fixed)];
    }
    for (; isOf(next, source); next = await fixedNext()) {
      await note(next);
      yield [puzzleAfter(next)];
    }
  };
  const written = new Set<string>();
  while (next !== null && !out.isStopped()) {
    const first = next;
    const { source } = first.named;
    // Puzzles of a source that need no change, until it is known whether another one does.
    const held: FixedPuzzle[] = [];
    if (out.isFolder && out.to === null && isCopied(source)) {
      // A file of which nothing changes is copied, byte by byte; if something does, all is written.
      for (; held.length < MOST_HELD && isOf(next, source); next = await fixedNext()) {
        if (!needsNone(next)) break;
        held.push(next);
      }
      if (!isOf(next, source) && !out.isStopped()) {
        for (const fixed of held) await note(fixed);
        const path = join(out.path, placeOf(source, out.from));
        await writeStream(createReadStream(source), { ...out, out: path });
        written.add(path);
        continue;
      }
    }
    const { path, to } = out.isFolder
      ? fileFor(first, out, written)
      : { path: out.path, to: out.to ?? suitable(out.path, first) ?? anyFormat(out.path) };
    written.add(path);
    const leftOut = new LossCheck(to, 'The cells that fix gives are a start position.');
    const inTurn = batches(out.isFolder ? source : null, held);
    await convertToFile(path, { ...out, batches: inTurn, to, leftOut });
    leftOut.say(out.terminal);
  }
  if (out.isFolder && !out.isStopped() && out.counts.seen > 0) {
    const sink = await openSink({ out: reportFile, force: out.force }, out.terminal);
    await sink.write(reportText(report, out.counts));
    await sink.done();
  }
}

/** Whether there is a puzzle, and of this source if one is named. */
function isOf(fixed: FixedPuzzle | null, source: string | null): fixed is FixedPuzzle {
  return fixed !== null && (source === null || fixed.named.source === source);
}

/** So many puzzles of a file are held until it is known whether all of it is copied. */
const MOST_HELD = 10_000;

/** Whether a source is a file of puzzles in some format, rather than a picture or an input. */
function isCopied(source: string): boolean {
  return !/\.png$/i.test(source) && isFileAt(source) && !source.endsWith('.sqlite');
}

/** A source's place within the folder, or just its name. */
function placeOf(source: string, from: string): string {
  return isFolderAt(from) ? relative(from, source) : basename(source);
}

function puzzleAfter({ named, answer }: FixedPuzzle): NamedPuzzle {
  const { name, title } = named;
  if (answer.kind === 'none') return { name, title, puzzle: named.puzzle, goal: named.goal };
  return { name, title, puzzle: answer.puzzle, goal: answer.goal };
}

/**
 * The file for the puzzles of a source: it has the same name, if a format of that name can hold
 * what the first of them has; else it is JSON. If another source was written there, as cat.json
 * before cat.png, the whole name of the source comes before the extension.
 */
function fileFor(fixed: FixedPuzzle, { path, from, to }: FixedOut, written: ReadonlySet<string>) {
  const { source } = fixed.named;
  const name = placeOf(source, from).replace(/\.gz$/i, '');
  const stem = name.slice(0, name.length - extname(name).length);
  const own = to === null ? suitable(name, fixed) : null;
  const format = own ?? to ?? anyFormat('.json');
  const ending = own === null ? format.extensions[0] : extname(name);
  const file = join(path, stem + ending);
  return { path: written.has(file) ? join(path, name + ending) : file, to: format };
}

/** The format of an extension that holds picture and start, as far as they are needed; or null. */
function suitable(path: string, fixed: FixedPuzzle): Format | null {
  const { named } = fixed;
  const after = puzzleAfter(fixed);
  const formats = formatsByExtension(path).filter(({ write }) => write !== null);
  const holding = formats.filter(({ holds }) => holds.has('start'));
  if (named.goal === null || after.puzzle.start !== null) return holding[0] ?? null;
  return (
    formats.find(({ holds, unfit }) => holds.has('goal') && unfit?.(after) == null) ??
    holding[0] ??
    null
  );
}

function anyFormat(path: string): Format {
  const found = formatsByExtension(path).find(({ write }) => write !== null);
  return found ?? FORMATS.find(({ name }) => name === 'ndjson')!;
}

function reportRow(fixed: FixedPuzzle, from: string): string[] {
  const { named, answer } = fixed;
  const { width, height } = named.puzzle;
  const changed = answer.kind === 'none' ? [] : answer.changes;
  const changes = changed.map((change) => changeText(change, named.puzzle)).join('; ');
  const place = withSlashes(relative(from, named.source)) || basename(named.source);
  return [fixedName(named), place, `${width}x${height}`, answerWords(answer), changes, fixed.after];
}

function reportText(rows: readonly (readonly string[])[], counts: FixCounts): string {
  const head = ['puzzle', 'from', 'size', 'fix', 'changes', 'now'];
  const table = rows.length === 0 ? '' : `\n${markdownTable(head, rows)}`;
  return `# What was changed\n\n${counts.text}.\n${table}`;
}
