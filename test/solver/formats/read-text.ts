import { readInPieces } from '../../../src/pipeline/corpus/format-check.js';
import type { ParserLimits } from '../../../src/solver/formats/contract/format.js';
import { formatByName } from '../../../src/solver/formats/registry.js';
import { sideToJson } from '../../../src/solver/core/puzzle/clues-json.js';
import { cellsToText } from '../../../src/solver/core/puzzle/text.js';
import type { Cells } from '../../../src/solver/core/puzzle/types.js';

export type ReadText = ReturnType<typeof readInPieces>[number];

/** All entries that a format finds in a text, which comes in pieces of `piece` characters. */
export function readText(
  format: string,
  text: string,
  piece?: number,
  limits?: ParserLimits,
): ReadText[] {
  return readInPieces(formatByName(format)!, text, piece, limits);
}

/** A puzzle on one line: `2x1 [[2]] [[1],[1]]`, then its palette, start and goal if it has them. */
export function shown({ puzzle, goal, reason }: ReadText): string {
  if (puzzle === null) return `reject: ${reason}`;
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Cells): string => cellsToText(value, width, height, colours);
  return [
    `${width}x${height} ${sideToJson(rows, colours)} ${sideToJson(columns, colours)}`,
    palette === null ? '' : ` palette ${palette.join(',')}`,
    start === null ? '' : ` start ${cells(start)}`,
    goal === null ? '' : ` goal ${cells(goal)}`,
  ].join('');
}
