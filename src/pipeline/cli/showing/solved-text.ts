import { cellsToText } from '../../../solver/core/puzzle/text.js';
import { type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { capital, plainText } from '../../../solver/core/text/plain-text.js';
import { NO_DIFFICULTY, type Difficulty } from '../../../solver/core/result/difficulty.js';
import { difficultyText } from '../../../solver/core/result/difficulty-words.js';
import { outcomeFields } from '../../../solver/core/result/outcome-fields.js';
import type { Outcome, Status } from '../../../solver/core/result/outcome.js';
import { type Ambiguity, ambiguityFields } from '../../../solver/craft/advice/ambiguity.js';
import { ambiguityLines } from './ambiguity-text.js';
import { isDrawn, solutionLines, workText, type TextRoom } from './solution-text.js';
import { statisticsFields } from './statistics-text.js';
import type { Statistics } from '../../../solver/engine/solver/statistics.js';
import type { TracedStep } from './steps-text.js';
import { verdictInWords } from './verdict.js';
import { misfitsOf, misfitText } from '../../../solver/craft/advice/misfit.js';
import { countText } from '../../../solver/core/text/numbers.js';

/** A puzzle of a corpus and what solving it found. */
export interface SolvedEntry {
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
export function solvedAsText(solved: SolvedEntry, room: TextRoom): string {
  const { puzzle, outcome, solveMs } = solved;
  const { width, height } = puzzle;
  const called = plainText(solved.title ?? solved.name ?? `puzzle ${solved.ordinal + 1}`);
  const verdict = verdictInWords(
    { ...outcome, solutions: String(outcome.solutions) },
    puzzle.start !== null,
  );
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
  room: TextRoom,
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

/**
 * The same as one line of JSON; its fields have the names of the summary. Its steps come last if
 * given.
 */
export function solvedAsJson(
  solved: SolvedEntry,
  steps: readonly TracedStep[] | null = null,
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

/** What came with a puzzle besides its clues, and what solving says about it. */
interface GivenWithPuzzle {
  readonly puzzle: Puzzle;
  /** The author's picture; null if there is no picture. */
  readonly goal: Cells | null;
  readonly goalMatches: boolean | null;
  readonly status: Status;
  readonly solution: Cells | null;
}

/** How many milliseconds the search for the first wrong cell may take. */
const MISFITS_MS = 2000;

/**
 * Sentences about the start position, as a puzzle may have only one solution because of it, and
 * about the author's picture: if one does not fit, its first wrong cell is named.
 */
export function givenWords(given: GivenWithPuzzle): string[] {
  const { puzzle, goalMatches, status } = given;
  const words: string[] = [];
  const cells = puzzle.start?.reduce((sum, cell) => sum + (cell === UNKNOWN ? 0 : 1), 0) ?? 0;
  if (cells > 0) {
    const count = cells === 1 ? '1 cell is' : `${countText(cells)} cells are`;
    words.push(`It is solved from its start position, where ${count} given.`);
  }
  if (goalMatches === true) words.push(`The author's picture is ${goalWords(status)}.`);
  if (goalMatches === false || (cells > 0 && status === 'contradiction')) {
    const misfits = misfitsOf(given, MISFITS_MS);
    words.push(...misfits.map((misfit) => `${capital(misfitText(misfit, puzzle))}.`));
  }
  return words;
}

function goalWords(status: Status): string {
  if (status === 'unique') return 'the solution, the only one';
  if (status === 'multiple') return 'a solution, but not the only one';
  return 'a solution; whether it is the only one is not decided';
}
