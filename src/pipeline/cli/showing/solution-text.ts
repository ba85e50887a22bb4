import { type Cells, type Puzzle, UNKNOWN } from '../../../solver/core/puzzle/types.js';
import { countText, durationText } from '../../../solver/core/text/numbers.js';
import { drawnPuzzle, plainPicture, type DrawingRoom } from './puzzle-drawing.js';
import type { Observer } from '../../../solver/engine/wasm/observer.js';

/** Where text goes. */
export interface TextRoom extends DrawingRoom {
  readonly isTty: boolean;
}

/** Whether pictures are drawn for people: on a terminal, or if colours are asked for. */
export function isDrawn({ isTty, depth }: TextRoom): boolean {
  return isTty || depth > 1;
}

/** What solving took, as counters; null if a thread was ended. */
interface WorkDone {
  readonly solveMs: number;
  readonly sweeps: number | null;
  readonly lineSolves: number | null;
  readonly probes: number | null;
  readonly decisions: number | null;
}

/** `5.1 ms, 860 line solves, 19 probes`: what solving took. */
export function workText({ solveMs, sweeps, lineSolves, probes, decisions }: WorkDone): string {
  const parts = [durationText(solveMs)];
  const add = (count: number | null, one: string): void => {
    if (count !== null && count > 0)
      parts.push(`${countText(count)} ${one}${count === 1 ? '' : 's'}`);
  };
  add(lineSolves, 'line solve');
  add(sweeps, 'sweep');
  add(probes, 'probe');
  add(decisions, 'guess');
  return parts.join(', ').replace('guesss', 'guesses');
}

/**
 * The picture found; or two of them, with the cells marked in which they differ; or the puzzle with
 * nothing known.
 */
export function solutionLines(
  puzzle: Puzzle,
  solution: Cells | null,
  secondSolution: Cells | null,
  room: TextRoom,
): string[] {
  if (solution === null) {
    const unknown = new Uint8Array(puzzle.width * puzzle.height).fill(UNKNOWN);
    return isDrawn(room) ? drawnPuzzle(puzzle, puzzle.start ?? unknown, room) : [];
  }
  if (secondSolution === null) return picture(puzzle, solution, room);
  const marked = differences(solution, secondSolution);
  return [
    ...picture(puzzle, solution, room, marked),
    '',
    ...picture(puzzle, secondSolution, room, marked),
  ];
}

function picture(
  puzzle: Puzzle,
  cells: Cells,
  room: TextRoom,
  marked?: ReadonlySet<number>,
): string[] {
  return isDrawn(room) ? drawnPuzzle(puzzle, cells, room, marked) : plainPicture(puzzle, cells);
}

/** The cells in which two pictures differ. */
function differences(one: Cells, other: Cells): ReadonlySet<number> {
  const marked = new Set<number>();
  one.forEach((cell, i) => cell !== other[i] && marked.add(i));
  return marked;
}

/**
 * Notes the solutions that a solver finds, each once: if its brief search gives up, the learning
 * search finds the same solutions again.
 */
export class SolutionList implements Observer {
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
