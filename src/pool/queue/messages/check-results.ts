import { checkPacked } from '../../../puzzle/check.js';
import { viewBatch, type PackedBatch } from '../../../puzzle/packed-batch.js';
import { heightOf, widthOf } from '../../../puzzle/packed.js';
import { textToCells } from '../../../puzzle/text.js';
import type { PuzzleResult } from '../../../result/result.js';

/**
 * Why results that came from a stranger cannot be those of the first puzzles of `batch`, or null:
 * every picture is checked against its clues, and every verdict against the pictures that it needs.
 * Only solving could show whether there is a further solution.
 */
export function resultsReason(batch: PackedBatch, results: readonly PuzzleResult[]): string | null {
  const { words, offsets } = viewBatch(batch);
  if (results.length > offsets.length) {
    return `${results.length} results for ${offsets.length} puzzles`;
  }
  for (const [i, result] of results.entries()) {
    const reason = resultReason(words, offsets[i], result);
    if (reason !== null) return `puzzle ${i}: ${reason}`;
  }
  return null;
}

function resultReason(
  words: Int32Array,
  offset: number,
  { status, solution, secondSolution, solutions, solutionsExact, proof }: PuzzleResult,
): string | null {
  for (const picture of [solution, secondSolution]) {
    if (picture === null) continue;
    const reason = pictureReason(words, offset, picture);
    if (reason !== null) return reason;
  }
  if (secondSolution !== null && solution === secondSolution)
    return 'its two solutions are the same';
  if (proof !== null && status !== 'unique' && status !== 'contradiction') {
    return `it has a proof, although it is called ${status}`;
  }
  switch (status) {
    case 'unique':
      if (solution === null || secondSolution !== null || solutions !== '1' || !solutionsExact) {
        return 'it is called unique without its one solution';
      }
      return null;
    case 'multiple':
      return solution === null || secondSolution === null
        ? 'it is called multiple without two solutions'
        : null;
    case 'contradiction':
      return solution === null && solutions === '0'
        ? null
        : 'it is called a contradiction with a solution';
    case 'solved':
      return 'it does not say whether its solution is the only one';
    case 'timeout':
    case 'steps':
    case 'memory':
    case 'crash':
      return null;
  }
}

function pictureReason(words: Int32Array, offset: number, picture: string): string | null {
  try {
    const cells = textToCells(picture, widthOf(words, offset), heightOf(words, offset));
    return checkPacked(words, offset, cells);
  } catch (error) {
    return error instanceof Error ? error.message : 'it has no picture';
  }
}
