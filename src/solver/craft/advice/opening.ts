import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../core/puzzle/types.js';
import { solveLine } from '../../engine/solver/line.js';

/** Where a puzzle opens, and where the fewest of its lines tell something. */
export interface Opening {
  /** The lines that do at first (rows count from 0, columns come after them). */
  readonly lines: readonly number[];
  /** The first round before the last in which the fewest do; null if the first is the last. */
  readonly narrowest: {
    readonly lines: readonly number[];
    /** The share of the cells that are known before it, 0 to 1. */
    readonly known: number;
  } | null;
}

/**
 * How a puzzle of one colour opens, in the rounds of docs/solver/difficulty.md: each reads all
 * lines by what the round before has left. Null for other puzzles, and where lines do not find
 * the last cell. Takes a plain solving of each changed line and round, some milliseconds at 30x30.
 */
export function openingOf(puzzle: Puzzle): Opening | null {
  const { width, height, rows, columns, start } = puzzle;
  if (puzzle.colours > 1) return null;
  let cells: Cells = start ?? new Uint8Array(width * height).fill(UNKNOWN);
  let changed = new Set(Array.from({ length: height + width }, (_, line) => line));
  const rounds: { readonly lines: number[]; readonly known: number }[] = [];
  while (cells.includes(UNKNOWN)) {
    const next = Uint8Array.from(cells);
    const lines: number[] = [];
    const touched = new Set<number>();
    for (const line of [...changed].sort((a, b) => a - b)) {
      const isRow = line < height;
      const at = (i: number): number => (isRow ? line * width + i : i * width + (line - height));
      const before = Uint8Array.from({ length: isRow ? width : height }, (_, i) => cells[at(i)]);
      const after = solveLine(isRow ? rows[line] : columns[line - height], before);
      if (after === null) return null;
      const settled = [...after.keys()].filter(
        (i) => before[i] === UNKNOWN && after[i] !== UNKNOWN,
      );
      if (settled.length > 0) lines.push(line);
      for (const i of settled) {
        const cell = at(i);
        const other = next[cell];
        if (other !== UNKNOWN && (other === BLANK) !== (after[i] === BLANK)) return null;
        next[cell] = after[i];
        touched.add(Math.floor(cell / width)).add(height + (cell % width));
      }
    }
    if (lines.length === 0) return null;
    rounds.push({ lines, known: knownCells(cells) / cells.length });
    [cells, changed] = [next, touched];
  }
  const [first] = rounds;
  if (first === undefined) return null;
  const before = rounds.slice(0, -1);
  const fewest = Math.min(...before.map(({ lines }) => lines.length));
  return {
    lines: first.lines,
    narrowest: before.find(({ lines }) => lines.length === fewest) ?? null,
  };
}

function knownCells(cells: Cells): number {
  return cells.reduce((sum, cell) => sum + (cell === UNKNOWN ? 0 : 1), 0);
}
