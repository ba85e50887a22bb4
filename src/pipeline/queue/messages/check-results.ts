import { checkPacked } from '../../../solver/core/puzzle/check.js';
import { viewBatch, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { heightOf, widthOf, type PackedWords } from '../../../solver/core/puzzle/packed.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { ruleBrokenBy, sizeReason } from '../../../solver/core/result/result-values.js';
import type { ResultInCells } from '../../../solver/core/result/result.js';

/**
 * Why results that came from a stranger cannot be those of the first puzzles of `batch`, or null:
 * every picture is checked against its clues, and every verdict against the pictures that it needs.
 * Only solving could show whether there is a further solution. Their values are those of their
 * columns.
 */
export function resultsReason(
  batch: PackedBatch,
  results: readonly ResultInCells[],
): string | null {
  const { words, offsets } = viewBatch(batch);
  if (results.length > offsets.length) {
    return `${results.length} results for ${offsets.length} puzzles`;
  }
  for (const [i, result] of results.entries()) {
    const offset = offsets[i];
    const reason =
      picturesReason(words, offset, result) ??
      sizeReason(result, widthOf(words, offset) * heightOf(words, offset)) ??
      verdictReason(result);
    if (reason !== null) return `puzzle ${i}: ${reason}`;
  }
  return null;
}

function picturesReason(
  words: PackedWords,
  offset: number,
  { solution, secondSolution }: ResultInCells,
): string | null {
  let first: Cells | null = null;
  for (const cells of [solution, secondSolution]) {
    if (cells === null) continue;
    const reason = checkPacked(words, offset, cells, first);
    if (reason !== null) return reason;
    if (first !== null && areEqual(first, cells)) return 'its two solutions are the same';
    first = cells;
  }
  return null;
}

function areEqual(one: Cells, other: Cells): boolean {
  return Buffer.compare(one, other) === 0;
}

/** Whether the columns fit each other; of a worker's verdicts none is without its pictures. */
function verdictReason(result: ResultInCells): string | null {
  const { status, solution, secondSolution } = result;
  if (status === 'solved') return 'it does not say whether its solution is the only one';
  if (status === 'unique' && solution === null) return 'it is called unique without its solution';
  if (status === 'multiple' && secondSolution === null) {
    return 'it is called multiple without two solutions';
  }
  return ruleBrokenBy(result);
}
