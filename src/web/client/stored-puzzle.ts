import { jsonToClues } from '../../puzzle/json.js';
import { textToCells } from '../../puzzle/text.js';
import type { Cells, Puzzle } from '../../puzzle/types.js';
import type { PuzzleAnswer } from '../api.js';

type PuzzleRow = PuzzleAnswer['result']['puzzle'];

/** The puzzle in a row of columns from the server. */
export function puzzleOfRow(row: PuzzleRow): Puzzle {
  const { width, height, colours } = row;
  return {
    width,
    height,
    colours,
    ...jsonToClues(row.clues),
    palette: row.palette?.split(' ') ?? null,
    start: cellsOfText(row.start, row),
  };
}

/** Stored cells, or null if there are none. */
export function cellsOfText(text: string | null, { width, height }: PuzzleRow): Cells | null {
  return text === null ? null : textToCells(text, width, height);
}
