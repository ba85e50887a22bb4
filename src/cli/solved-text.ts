import { cellsToText } from '../puzzle/text.js';
import type { Cells, Puzzle } from '../puzzle/types.js';
import type { Outcome } from '../solver/outcome.js';
import { plainText } from '../report/plain-text.js';
import { drawnPuzzle, plainPicture } from './puzzle-drawing.js';
import { countText, durationText } from '../report/number-text.js';
import { verdictInWords } from './verdict.js';

/** A puzzle of a corpus and what solving it found. */
export interface Solved {
  readonly ordinal: number;
  readonly name: string | null;
  readonly title: string | null;
  readonly puzzle: Puzzle;
  readonly outcome: Outcome;
  readonly solveMs: number;
}

/** Where text goes. */
interface Room {
  readonly isTty: boolean;
  readonly colours: boolean;
  readonly columns: number;
}

/** What was found, for people: the verdict in words, and the solutions drawn. */
export function solvedAsText(solved: Solved, room: Room): string {
  const { puzzle, outcome, solveMs } = solved;
  const { width, height } = puzzle;
  const called = plainText(solved.title ?? solved.name ?? `puzzle ${solved.ordinal + 1}`);
  const verdict = verdictInWords({ ...outcome, solutions: String(outcome.solutions) });
  const lines = [`${called} (${width}x${height}): ${verdict}`];
  if (room.isTty) lines.push(workInWords(outcome, solveMs), '');
  const { solution, secondSolution } = outcome;
  if (solution !== null && secondSolution !== null) {
    const marked = differences(solution, secondSolution);
    lines.push(...picture(puzzle, solution, room, marked), '');
    lines.push(...picture(puzzle, secondSolution, room, marked));
  } else if (solution !== null) {
    lines.push(...picture(puzzle, solution, room));
  }
  return lines.join('\n').trimEnd() + '\n';
}

/** The same as one line of JSON, its fields named as the summary's are. */
export function solvedAsJson({ ordinal, name, title, puzzle, outcome, solveMs }: Solved): string {
  const { width, height, colours } = puzzle;
  const { solution, secondSolution, counters, solutions, ...verdict } = outcome;
  const text = (cells: Cells | null): string | null =>
    cells === null ? null : cellsToText(cells, width, height, colours);
  const fields = {
    ordinal,
    name,
    title,
    width,
    height,
    ...verdict,
    solutions: String(solutions),
    ...counters,
    solveMs,
    solution: text(solution),
    secondSolution: text(secondSolution),
  };
  return JSON.stringify(fields) + '\n';
}

function picture(puzzle: Puzzle, cells: Cells, room: Room, marked?: ReadonlySet<number>): string[] {
  return room.isTty ? drawnPuzzle(puzzle, cells, room, marked) : plainPicture(puzzle, cells);
}

function workInWords({ counters, sweeps }: Outcome, solveMs: number): string {
  const { lineSolves, probes, decisions } = counters;
  const parts = [durationText(solveMs), `${countText(lineSolves)} line solves`];
  if (sweeps !== null) parts.push(`${sweeps} sweeps`);
  if (probes > 0) parts.push(`${countText(probes)} probes`);
  if (decisions > 0) parts.push(`${countText(decisions)} guesses`);
  return parts.join(', ');
}

/** The cells in which two pictures differ. */
function differences(one: Cells, other: Cells): ReadonlySet<number> {
  const marked = new Set<number>();
  one.forEach((cell, i) => cell !== other[i] && marked.add(i));
  return marked;
}
