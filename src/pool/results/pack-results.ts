import { NEEDS } from '../../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../result/outcome.js';
import { CROSS_CHECKS, type PuzzleResult } from '../../result/result.js';
import {
  FIELDS,
  Field,
  HEADER,
  RESULT_VERSION,
  SAFE_DIGITS,
  wordOf,
  type PackedResults,
} from './layout.js';

/** Packs results that are objects already; `unpackResults` returns the same. */
export function packResults(results: readonly PuzzleResult[]): PackedResults {
  const words = new Float64Array(HEADER + results.length * FIELDS);
  words[0] = RESULT_VERSION;
  words[1] = results.length;
  const texts: string[] = [];
  const addText = (text: string | null): number => {
    if (text === null) return -1;
    texts.push(text);
    return Buffer.byteLength(text);
  };
  for (const [i, result] of results.entries()) {
    const at = HEADER + i * FIELDS;
    const isSmall = result.solutions.length <= SAFE_DIGITS;
    words[at + Field.Status] = STATUSES.indexOf(result.status);
    words[at + Field.StoppedBy] = wordOf(STOPS, result.stoppedBy);
    words[at + Field.Technique] = wordOf(TECHNIQUES, result.technique);
    words[at + Field.GuessDepth] = result.guessDepth ?? -1;
    words[at + Field.GuessDepthMin] = result.guessDepthMin ?? -1;
    words[at + Field.SearchDepth] = result.searchDepth ?? -1;
    words[at + Field.Solutions] = isSmall ? Number(result.solutions) : -1;
    words[at + Field.SolutionsExact] = result.solutionsExact ? 1 : 0;
    words[at + Field.Sweeps] = result.sweeps ?? -1;
    words[at + Field.LineSolves] = result.lineSolves ?? -1;
    words[at + Field.Probes] = result.probes ?? -1;
    words[at + Field.Decisions] = result.decisions ?? -1;
    words[at + Field.Conflicts] = result.conflicts ?? -1;
    words[at + Field.CrossCheck] = wordOf(CROSS_CHECKS, result.crossCheck);
    words[at + Field.SolveMs] = result.solveMs;
    words[at + Field.Difficulty] = result.difficulty ?? -1;
    words[at + Field.DifficultyBound] = Number(result.difficultyBound ?? -1);
    words[at + Field.EffortLine] = result.effortLine ?? -1;
    words[at + Field.EffortProbe] = result.effortProbe ?? -1;
    words[at + Field.Tries] = result.tries ?? -1;
    words[at + Field.Stars] = result.stars ?? -1;
    words[at + Field.Needs] = wordOf(NEEDS, result.needs);
    words[at + Field.Proof] = result.proof ?? -1;
    words[at + Field.CountEstimate] = result.countEstimate ?? -1;
    words[at + Field.CountEstimateError] = result.countEstimateError ?? -1;
    words[at + Field.FinishedAt] = result.finishedAt;
    words[at + Field.SolutionsLength] = isSmall ? -1 : addText(result.solutions);
    words[at + Field.SolutionLength] = addText(result.solution);
    words[at + Field.SecondSolutionLength] = addText(result.secondSolution);
    words[at + Field.ErrorLength] = addText(result.error);
  }
  const text = Buffer.from(texts.join(''));
  const packed = new Uint8Array(words.byteLength + text.length);
  packed.set(new Uint8Array(words.buffer));
  packed.set(text, words.byteLength);
  return packed.buffer;
}
