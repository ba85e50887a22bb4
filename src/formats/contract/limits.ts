import type { ParserLimits } from './format.js';

/** Enough for every coloured puzzle of 1000x1000 cells with its picture. */
export const DEFAULT_PARSER_LIMITS: ParserLimits = {
  maxLineLength: 16 * 1024 * 1024,
  maxEntryLength: 16 * 1024 * 1024,
};
