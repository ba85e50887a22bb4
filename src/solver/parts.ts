import type { Problem } from './problem.js';
import type { State } from './state.js';

/** Lines that hang together: each shares an unknown cell with another of them. */
export interface Part {
  /** In order, from the top. */
  readonly rows: readonly number[];
  /** In order, from the left; numbered from 0. */
  readonly columns: readonly number[];
}

/**
 * The unknown cells of the rows given, split into parts that share no line, the smallest first.
 * The columns that cross these rows' unknown cells must have no unknown cell outside them.
 */
export function partsOf(problem: Problem, state: State, rows: readonly number[]): Part[] {
  const rowSeen = new Uint8Array(problem.height);
  const columnSeen = new Uint8Array(problem.width);
  const parts: Part[] = [];
  for (const row of rows) {
    if (rowSeen[row] === 1) continue;
    rowSeen[row] = 1;
    const part = { rows: [row], columns: [] as number[] };
    let rowsDone = 0;
    let columnsDone = 0;
    while (rowsDone < part.rows.length) {
      addCrossing(problem, state, part.rows[rowsDone++], columnSeen, part.columns);
      while (columnsDone < part.columns.length) {
        addCrossing(
          problem,
          state,
          problem.height + part.columns[columnsDone++],
          rowSeen,
          part.rows,
        );
      }
    }
    if (part.columns.length === 0) continue;
    part.rows.sort((a, b) => a - b);
    part.columns.sort((a, b) => a - b);
    parts.push(part);
  }
  return parts.sort((a, b) => a.rows.length - b.rows.length);
}

/** Adds the lines that cross the unknown cells of `line` and were not seen. */
function addCrossing(
  problem: Problem,
  state: State,
  line: number,
  seen: Uint8Array,
  found: number[],
): void {
  const words = line < problem.height ? problem.rowWords : problem.columnWords;
  for (let k = 0; k < words; k++) {
    for (let rest = unknownCells(problem, state, line, k); rest !== 0; rest &= rest - 1) {
      const crossing = 32 * k + 31 - Math.clz32(rest & -rest);
      if (seen[crossing] === 1) continue;
      seen[crossing] = 1;
      found.push(crossing);
    }
  }
}

/** Word `k` of the set of the line's cells that can have several values. */
export function unknownCells(problem: Problem, state: State, line: number, k: number): number {
  const { planes } = state;
  if (problem.small) return planes[2 * line] & planes[2 * line + 1];
  const isRow = line < problem.height;
  const words = isRow ? problem.rowWords : problem.columnWords;
  const at = isRow
    ? line * state.rowStride
    : state.columnBase + (line - problem.height) * state.columnStride;
  let once = 0;
  let twice = 0;
  for (let value = 0; value < problem.values; value++) {
    const can = planes[at + value * words + k];
    twice |= once & can;
    once |= can;
  }
  return twice;
}

/** The first unknown cell of a line, or -1. */
export function firstUnknown(problem: Problem, state: State, line: number): number {
  const words = line < problem.height ? problem.rowWords : problem.columnWords;
  for (let k = 0; k < words; k++) {
    const unknown = unknownCells(problem, state, line, k);
    if (unknown !== 0) return 32 * k + 31 - Math.clz32(unknown & -unknown);
  }
  return -1;
}
