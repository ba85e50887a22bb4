import { NEEDS } from '../../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../result/outcome.js';
import { CROSS_CHECKS, type PuzzleResult } from '../../result/result.js';
import { FIELDS, Field, HEADER, RESULT_VERSION, type PackedResults } from './layout.js';

const BOOLEANS = [false, true] as const;
const TEXT = new TextDecoder('utf-8', { ignoreBOM: true });

/**
 * The results in a buffer that `layout.ts` describes.
 * @throws Error if the buffer is of another version, or is cut off.
 */
export function unpackResults(packed: PackedResults): PuzzleResult[] {
  const [version, count] = new Float64Array(packed, 0, HEADER);
  if (version !== RESULT_VERSION) {
    throw new Error(`results of version ${version}, expected ${RESULT_VERSION}`);
  }
  const wordsEnd = HEADER + count * FIELDS;
  if (wordsEnd * 8 > packed.byteLength) throw new Error(`${count} results are cut off`);
  const words = new Float64Array(packed, 0, wordsEnd);
  // The whole text as one string: its parts are then cut out without further decoding. Nearly
  // always it is ASCII, so that bytes and characters are the same; an error may not be.
  const bytes = new Uint8Array(packed, wordsEnd * 8);
  const decoded = TEXT.decode(bytes);
  const ascii = decoded.length === bytes.length;
  let textAt = 0;
  const text = (length: number): string | null => {
    if (length < 0) return null;
    const from = textAt;
    textAt += length;
    return ascii ? decoded.substring(from, textAt) : TEXT.decode(bytes.subarray(from, textAt));
  };
  const results: PuzzleResult[] = [];
  for (let at = HEADER; at < wordsEnd; at += FIELDS) {
    const solutions = words[at + Field.Solutions];
    results.push({
      status: STATUSES[words[at + Field.Status]],
      stoppedBy: orNull(STOPS, words[at + Field.StoppedBy]),
      technique: orNull(TECHNIQUES, words[at + Field.Technique]),
      guessDepth: numberOrNull(words[at + Field.GuessDepth]),
      guessDepthMin: numberOrNull(words[at + Field.GuessDepthMin]),
      searchDepth: numberOrNull(words[at + Field.SearchDepth]),
      solutions: text(words[at + Field.SolutionsLength]) ?? String(solutions),
      solutionsExact: words[at + Field.SolutionsExact] === 1,
      sweeps: numberOrNull(words[at + Field.Sweeps]),
      lineSolves: numberOrNull(words[at + Field.LineSolves]),
      probes: numberOrNull(words[at + Field.Probes]),
      decisions: numberOrNull(words[at + Field.Decisions]),
      conflicts: numberOrNull(words[at + Field.Conflicts]),
      solveMs: words[at + Field.SolveMs],
      difficulty: numberOrNull(words[at + Field.Difficulty]),
      difficultyBound: orNull(BOOLEANS, words[at + Field.DifficultyBound]),
      effortLine: numberOrNull(words[at + Field.EffortLine]),
      effortProbe: numberOrNull(words[at + Field.EffortProbe]),
      tries: numberOrNull(words[at + Field.Tries]),
      stars: numberOrNull(words[at + Field.Stars]),
      needs: orNull(NEEDS, words[at + Field.Needs]),
      proof: numberOrNull(words[at + Field.Proof]),
      countEstimate: numberOrNull(words[at + Field.CountEstimate]),
      countEstimateError: numberOrNull(words[at + Field.CountEstimateError]),
      finishedAt: words[at + Field.FinishedAt],
      solution: text(words[at + Field.SolutionLength]),
      secondSolution: text(words[at + Field.SecondSolutionLength]),
      crossCheck: orNull(CROSS_CHECKS, words[at + Field.CrossCheck]),
      error: text(words[at + Field.ErrorLength]),
    });
  }
  return results;
}

function orNull<T>(names: readonly T[], index: number): T | null {
  return index < 0 ? null : names[index];
}

function numberOrNull(word: number): number | null {
  return word < 0 ? null : word;
}
