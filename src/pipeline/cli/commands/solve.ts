import { findAmbiguity } from '../../../solver/craft/advice/ambiguity.js';
import { findSources } from '../../corpus/sources.js';
import { solverWithThreads } from '../../runs/pool/shared-puzzle.js';
import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { readLabel, viewBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { unpack } from '../../../solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../solver/engine/model/limits.js';
import { Solver } from '../../../solver/engine/solver/solve.js';
import { Statistics } from '../../../solver/engine/solver/statistics.js';
import { command } from '../command.js';
import { streaming } from '../stream/streaming.js';
import { flagsIn, type FlagValues } from '../flag.js';
import { flag, shared } from '../flags.js';
import { refuseRejects, type Terminal, conflict } from '../terminal.js';
import { noPuzzleIn } from '../input-output.js';
import { PuzzlesRead, sayLeftOutFiles } from '../converting.js';
import {
  SolutionList,
  isDrawn,
  solvedAsJson,
  solvedAsText,
  type SolvedEntry,
  statisticsText,
  stepsText,
  tracedSteps,
} from '../showing.js';

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
