export { puzzleIdOf as puzzleId } from '../../../solver/core/result/puzzle-id.js';
export const MAX_SOURCES = 2 ** 21 - 1;
export { pathSql } from '../pieces.js';
