import type { ParserLimits } from './format.js';

/**
 * Enough for any puzzle of 1000x1000 cells in 31 colours with its picture: as JSON it takes up to
 * 33 MB, with 15 characters for each cell's block in its row and its column.
 */
export const DEFAULT_PARSER_LIMITS: ParserLimits = {
  maxLineLength: 40 * 1024 * 1024,
  maxEntryLength: 40 * 1024 * 1024,
};
