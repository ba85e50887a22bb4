import type { PuzzleColumns } from '../../puzzle/puzzle-columns.js';

/** The columns, with `change` applied to each. */
export function mapColumns(
  columns: PuzzleColumns,
  change: <T>(column: readonly T[]) => T[],
): PuzzleColumns {
  return {
    ordinals: change(columns.ordinals),
    names: change(columns.names),
    titles: change(columns.titles),
    widths: change(columns.widths),
    heights: change(columns.heights),
    colours: change(columns.colours),
    palettes: change(columns.palettes),
    filled: change(columns.filled),
    clues: change(columns.clues),
    starts: change(columns.starts),
    goals: change(columns.goals),
    goalMatches: change(columns.goalMatches),
    fingerprints: change(columns.fingerprints),
    shapes: change(columns.shapes),
  };
}

/** The puzzles at `indexes`. */
export function pickColumns(columns: PuzzleColumns, indexes: readonly number[]): PuzzleColumns {
  return mapColumns(columns, (column) => indexes.map((i) => column[i]));
}

/** The puzzles from `first` up to, but not including, `end`. */
export function sliceColumns(columns: PuzzleColumns, first: number, end: number): PuzzleColumns {
  if (first === 0 && end === columns.ordinals.length) return columns;
  return mapColumns(columns, (column) => column.slice(first, end));
}

/** Appends the puzzles of `more` to those of `columns`. */
export function appendColumns(columns: PuzzleColumns, more: PuzzleColumns): void {
  const append = <T>(to: T[], from: readonly T[]): void => {
    for (const value of from) to.push(value);
  };
  append(columns.ordinals, more.ordinals);
  append(columns.names, more.names);
  append(columns.titles, more.titles);
  append(columns.widths, more.widths);
  append(columns.heights, more.heights);
  append(columns.colours, more.colours);
  append(columns.palettes, more.palettes);
  append(columns.filled, more.filled);
  append(columns.clues, more.clues);
  append(columns.starts, more.starts);
  append(columns.goals, more.goals);
  append(columns.goalMatches, more.goalMatches);
  append(columns.fingerprints, more.fingerprints);
  append(columns.shapes, more.shapes);
}
