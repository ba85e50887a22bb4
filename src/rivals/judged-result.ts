import { cellsToText } from '../puzzle/text.js';
import type { Puzzle } from '../puzzle/types.js';
import type { JudgedAnswer } from './judge.js';
import { resultWith, type PuzzleResult } from '../result/result.js';
import type { Status } from '../result/outcome.js';

/** The result that a judged answer of another program amounts to; `unsaid` is the status of no answer. */
export function judgedResult(
  { width, height, colours }: Puzzle,
  { status, reason, pictures }: JudgedAnswer,
  unsaid: {
    readonly status: Extract<Status, 'timeout' | 'memory' | 'crash'>;
    readonly error: string | null;
  },
  solveMs: number,
): PuzzleResult {
  const given = status ?? unsaid.status;
  const stopped = given === 'timeout' || given === 'memory' || given === 'crash' ? given : null;
  const text = (at: number): string | null =>
    at < pictures.length ? cellsToText(pictures[at], width, height, colours) : null;
  const least = given === 'multiple' ? 2 : given === 'unique' ? 1 : pictures.length;
  return resultWith({
    status: given,
    stoppedBy: stopped ?? (given === 'multiple' || given === 'solved' ? 'count' : null),
    solutions: String(least),
    solutionsExact: given === 'unique' || given === 'contradiction',
    solveMs,
    solution: text(0),
    secondSolution: text(1),
    error: status === null ? unsaid.error : reason,
    finishedAt: Date.now(),
  });
}
