import {
  findAmbiguity,
  type Ambiguity,
  ambiguityFields,
} from '../../../solver/craft/advice/ambiguity.js';
import { findSources } from '../../corpus/sources.js';
import { solverWithThreads } from '../../runs/pool/shared-puzzle.js';
import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { readLabel, viewBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { unpack } from '../../../solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/engine/model/limits.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import {
  Statistics,
  ALL_STAGES,
  STATISTICS,
  meanRank,
} from '../../../solver/engine/solver/statistics.js';
import { command } from '../command.js';
import { streaming } from '../stream/streaming.js';
import { flagsIn, type FlagValues } from '../flag.js';
import { flag, shared } from '../flags.js';
import { refuseRejects, type Terminal, conflict, tableText } from '../terminal.js';
import { noPuzzleIn } from '../input-output.js';
import { PuzzlesRead, sayLeftOutFiles } from '../converting.js';
import {
  isDrawn,
  stepsText,
  tracedSteps,
  givenWords,
  verdictInWords,
  workText,
  solutionLines,
  ambiguityLines,
} from '../showing.js';
import { cellsToText } from '../../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../../solver/core/puzzle/types.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { type Difficulty, NO_DIFFICULTY } from '../../../solver/core/result/difficulty.js';
import { difficultyText } from '../../../solver/core/result/difficulty-words.js';
import { type Outcome, outcomeFields } from '../../../solver/core/result/outcome.js';
import {
  countText,
  durationText,
  rateText,
  shareText,
  threeDigits,
} from '../../../solver/core/text/numbers.js';
import type { Observer } from '../../../solver/engine/wasm/event-reader.js';

const sections = {
  Puzzles: flag.reading,
  'What to find out': { count: flag.listed, ...shared('all', 'guessDepth', 'timeout') },
  Output: shared('steps', 'map', 'stats', 'json'),
};

const flags = flagsIn(sections);

type SolveOptions = Pick<FlagValues<typeof flags>, 'map' | 'json' | 'steps'>;

const onceOnly = command({
  name: 'solve',
  summary: 'Solve and draw a puzzle, or a few.',
  operands: '[file|-]',
  description:
    'Solves the puzzles of a file, or of standard input, one after the other, and tells for each ' +
    'how many solutions it has and what it takes to find them. On a terminal the solution is ' +
    'drawn with its clues; elsewhere it is written as # (filled) and . (blank). A puzzle that takes ' +
    'more than a twentieth of a second is solved turned and mirrored as well, on the other cores; not with ' +
    '--all or --stats.',
  sections,
  examples: {
    'nonomill solve heart.non': 'Draws the solution.',
    [`echo '{"rows":[[1],[3],[1]],"columns":[[1],[3],[1]]}' | nonomill solve`]:
      'Solves a puzzle from standard input.',
    'nonomill solve club.json --count exact --limit 3 --json':
      'Counts all solutions of the first three puzzles; one JSON object each.',
    'nonomill solve heart.non --steps': 'Says which line settles which cells, and why.',
    'nonomill solve hard.json --stats':
      'Says what the search did, stage by stage and turn by turn.',
    'nonomill solve heart.non --all': 'Draws all solutions, a thousand at most.',
  },
  check(operands, values) {
    const { timeout, count, all, guessDepth, ...rest } = values;
    if (all && count === 'exact') {
      throw conflict('--all needs a number for --count: how many solutions to list at most');
    }
    // Null: at most two are drawn.
    const list = all ? Number(count ?? LISTED) : null;
    const limits: SolveLimits = {
      timeoutMs: timeout,
      maxSteps: Infinity,
      memoryBytes: Infinity,
      // One more than is listed, to know whether there is another.
      count: list === null ? (count ?? DEFAULT_SOLVE_LIMITS.count) : list + 1,
      guessDepth,
    };
    return { ...rest, list, path: operands[0] ?? '-', limits };
  },
  async execute(options, { terminal }) {
    const { path, format, columnsFirst, images, limit, ignoreStart } = options;
    if (path === '-' && terminal.typing) {
      terminal.say('Type or paste a puzzle; Ctrl-D on an empty line ends it.');
    }
    const { sources, leftOut } = await findSources([path], { format, columnsFirst, images });
    sayLeftOutFiles(leftOut, terminal);
    const read = new PuzzlesRead(sources, { limit, ignoreStart }, terminal);
    let puzzles = 0;
    // Others hear nothing of a list of solutions, or of statistics: those are of one search.
    const alone = options.list !== null || options.stats;
    const solver = alone ? new Solver() : solverWithThreads();
    for await (const batch of read.pieces(BATCH)) {
      const { words, offsets } = viewBatch(batch.packed);
      const bytes = new Uint8Array(batch.packed);
      for (const offset of offsets) {
        if (terminal.readerGone) return 'done';
        const before = performance.now();
        const list = options.list === null ? null : new SolutionList(options.list);
        const statistics = options.stats ? new Statistics() : null;
        const tell = statistics?.tellStage;
        const outcome = solver.solve(words, offset, options.limits, list ?? undefined, tell);
        const solveMs = performance.now() - before;
        statistics?.enter('rating');
        const difficulty = solver.rate(outcome);
        statistics?.enter(null);
        const { palette, ordinal: place, ...label } = readLabel(words, bytes, offset);
        const { goal } = label;
        const solved: SolvedEntry = {
          ...label,
          ordinal: batch.firstEntry + place,
          puzzle: { ...unpack(words, offset), palette },
          goalMatches: goal === null ? null : checkPacked(words, offset, goal) === null,
          outcome,
          listed: list?.solutions ?? null,
          solveMs,
          difficulty,
          map: null,
          statistics,
        };
        const map = wantsMap(solved, options, terminal)
          ? findAmbiguity(solved.puzzle, { timeoutMs: options.limits.timeoutMs })
          : null;
        await terminal.print(
          (puzzles++ > 0 && !options.json ? '\n' : '') +
            shown({ ...solved, map }, options, terminal),
        );
      }
    }
    refuseRejects(read.rejects);
    if (puzzles === 0) throw noPuzzleIn(options.path);
    return 'done';
  },
});

const { timeout, count, guessDepth, format, columnsFirst, ignoreStart } = flags;

export const solveCommand = streaming(
  {
    flags: { timeout, count, guessDepth, format, columnsFirst, ignoreStart },
    ask: ({ timeout: timeoutMs, count: wanted, guessDepth: depth, ...rest }) => ({
      question: {
        command: 'solve',
        options: { timeoutMs, count: wanted ?? DEFAULT_SOLVE_LIMITS.count, guessDepth: depth },
        ...rest,
      },
      timeoutMs: 2 * timeoutMs,
    }),
    line: 'a puzzle',
    example: 'Solves puzzles as they come.',
  },
  onceOnly,
);

/** How many solutions `--all` lists for a puzzle. */
const LISTED = 1000;

/** How many puzzles are read at a time: few, so that the first is drawn before the last is read. */
const BATCH = 8;

/** A list of all solutions needs no map. */
function wantsMap(
  { outcome, listed }: SolvedEntry,
  { map, json }: SolveOptions,
  { output }: Terminal,
): boolean {
  if (outcome.status !== 'multiple') return false;
  return map || (!json && listed === null && isDrawn(output));
}

function shown(solved: SolvedEntry, { json, steps }: SolveOptions, { output }: Terminal): string {
  const { puzzle } = solved;
  if (json) return solvedAsJson(solved, steps ? tracedSteps(puzzle) : null);
  const parts = [solvedAsText(solved, output)];
  if (solved.statistics !== null) parts.push(statisticsText(solved.statistics, output.room));
  if (steps) parts.push(stepsText(puzzle, output.room));
  return parts.join('\n');
}

/** A puzzle of a corpus and what solving it found. */
interface SolvedEntry {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
  /** The author's picture, or null. */
  readonly goal: Cells | null;
  /** Whether it is a solution; null if there is no picture. */
  readonly goalMatches: boolean | null;
  readonly outcome: Outcome;
  /** All solutions that were asked for; null if two are enough. */
  readonly listed: readonly Cells[] | null;
  readonly solveMs: number;
  /** Null if it has none: it is not unique, or its time ran out. */
  readonly difficulty: Difficulty | null;
  /** Why it is ambiguous, if that was asked for. */
  readonly map: Ambiguity | null;
  /** What the search did, if that was asked for. */
  readonly statistics: Statistics | null;
}

/** What was found, for people: the verdict in words, and drawings of the solutions. */
function solvedAsText(solved: SolvedEntry, room: Terminal['output']): string {
  const { puzzle, outcome, solveMs } = solved;
  const { width, height } = puzzle;
  const called = plainText(solved.title ?? solved.name ?? `puzzle ${solved.ordinal + 1}`);
  const found = { ...outcome, solutions: String(outcome.solutions) };
  const verdict = verdictInWords(found, puzzle.start !== null);
  const lines = [`${called}, ${width}x${height}: ${verdict}`];
  const difficulty = difficultyText(solved.difficulty ?? NO_DIFFICULTY);
  if (difficulty !== null) lines.push(difficulty);
  const given = givenWords({ ...solved, status: outcome.status, solution: outcome.solution });
  if (isDrawn(room)) {
    lines.push(workText({ ...outcome.counters, sweeps: outcome.sweeps, solveMs }), ...given, '');
  } else {
    lines.push(...given);
  }
  if (solved.listed === null || solved.listed.length < 2) {
    lines.push(...solutionLines(puzzle, outcome.solution, outcome.secondSolution, room));
  } else {
    lines.push(...listLines(puzzle, solved.listed, outcome, room));
  }
  if (solved.map !== null) lines.push('', ...ambiguityLines(puzzle, solved.map, room));
  return lines.join('\n').trimEnd() + '\n';
}

/** Every solution of the list with its number, and whether there are more. */
function listLines(
  puzzle: Puzzle,
  listed: readonly Cells[],
  { solutionsExact, stoppedBy }: Outcome,
  room: Terminal['output'],
): string[] {
  const lines = listed.flatMap((cells, i) => [
    `solution ${i + 1}:`,
    ...solutionLines(puzzle, cells, null, room),
    '',
  ]);
  if (!solutionsExact) {
    const more = stoppedBy === 'count' ? 'there are more: --count lists more' : 'there may be more';
    lines.push(`${listed.length} ${listed.length === 1 ? 'is' : 'are'} listed; ${more}`);
  }
  return lines;
}

/** As one line of JSON, with the names of the summary; its steps come last if given. */
function solvedAsJson(
  solved: SolvedEntry,
  steps: ReturnType<typeof tracedSteps> | null = null,
): string {
  const { ordinal, name, title, puzzle, goalMatches, outcome, listed, solveMs } = solved;
  const { width, height, colours } = puzzle;
  const text = (cells: Cells): string => cellsToText(cells, width, height, colours);
  const fields = {
    ordinal,
    name,
    title,
    width,
    height,
    start: puzzle.start === null ? null : text(puzzle.start),
    goalMatches,
    ...outcomeFields(puzzle, outcome, solveMs, solved.difficulty),
    ...(listed === null ? {} : { allSolutions: listed.map(text) }),
    ...(solved.map === null ? {} : { map: ambiguityFields(puzzle, solved.map) }),
    ...(solved.statistics === null ? {} : { statistics: statisticsFields(solved.statistics) }),
    ...(steps === null ? {} : { steps }),
  };
  return JSON.stringify(fields) + '\n';
}

/** The solutions of a solver, each once: its searches may find the same ones. */
class SolutionList implements Observer {
  private readonly found = new Map<string, Cells>();

  /** Notes up to `most` solutions and ignores the others. */
  constructor(private readonly most: number) {}

  get solutions(): readonly Cells[] {
    return [...this.found.values()];
  }

  solution(cells: Cells): void {
    if (this.found.size >= this.most) return;
    const key = Buffer.from(cells).toString('latin1');
    if (!this.found.has(key)) this.found.set(key, cells.slice());
  }
}

/** What a search did, for people: what was counted, then the time by stage and by turn. */
function statisticsText({ total, stages, turns }: Statistics, columns: number): string {
  const numbers = (...titles: string[]) => titles.map((number) => ({ number }));
  const ofStages = stages.map(([stage, { ms, sums }]) => [
    ...[ALL_STAGES[stage], durationText(ms), shareText(ms, total.ms)],
    ...[sums.conflicts, sums.lineSolves].map(countText),
  ]);
  const stageHead = ['stage', ...numbers('time', 'share', 'conflicts', 'line solves')];
  const parts = [
    tableText(
      ['counted', ...numbers('number', 'a second', 'a conflict')],
      countedRows(total),
      columns,
    ),
    tableText(stageHead, ofStages, columns),
  ];
  if (turns.length > 0) {
    const counted = ['conflicts', 'restarts', 'learned', 'estimates'] as const;
    const titles = numbers('time', ...counted.map((name) => STATISTICS[name]), 'mean rank');
    const rows = turns.map(({ stage, ms, sums }, i) => [
      ...[String(i + 1), stage === 'proof' ? 'a proof' : 'a solution', durationText(ms)],
      ...[...counted.map((name) => countText(sums[name])), rankText(meanRank(sums))],
    ]);
    parts.push(tableText(['turn', 'for', ...titles], rows, columns));
  }
  return parts.join('\n');
}

function countedRows({ ms, sums }: Statistics['total']): string[][] {
  const names = Object.keys(STATISTICS) as (keyof typeof STATISTICS)[];
  const rows = names
    .filter((name) => sums[name] > 0)
    .map((name) => [
      STATISTICS[name],
      countText(sums[name]),
      rateText(ms > 0 ? (sums[name] / ms) * 1000 : null),
      sums.conflicts === 0 ? '' : threeDigits(sums[name] / sums.conflicts),
    ]);
  if (sums.learned > 0) rows.push(['their mean rank', rankText(meanRank(sums)), '', '']);
  return rows;
}

function rankText(rank: number | null): string {
  return rank === null ? '' : rank.toFixed(1);
}

function statisticsFields({ total, stages, turns }: Statistics): object {
  return { ...total, stages: Object.fromEntries(stages), turns };
}
