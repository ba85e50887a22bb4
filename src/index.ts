/**
 * The library for any JavaScript, browsers included; docs/solver/library.md describes it.
 * Everything exported here is public: names and types follow SemVer.
 */
export type {
  AmbiguityMap,
  AmbiguityOptions,
  VaryingPlace,
} from './solver/craft/advice/ambiguity.js';
export type { Checked, Mistake } from './solver/craft/advice/mistake.js';
export type { Change, Fixed, NotFixed } from './solver/craft/fix/fix.js';
export type { Hint } from './solver/craft/advice/hint.js';
export type { CellPlace, HintedCell, HintedLine } from './solver/craft/replay/step.js';
export type { AbortSignalLike, PuzzleInput } from './solver/craft/library/options.js';
export { ambiguity, check, fix, hint } from './solver/craft/library/advice.js';
export type { AdviceOptions, FixPuzzleOptions } from './solver/craft/library/advice.js';
export {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
} from './solver/craft/library/errors.js';
export type { ErrorCode } from './solver/craft/library/errors.js';
export { everyGrid, randomPuzzles } from './solver/craft/library/made-puzzles.js';
export type { MadePuzzle, RandomOptions } from './solver/craft/library/made-puzzles.js';
export { readPuzzles, writePuzzle, writePuzzles } from './solver/craft/library/puzzles.js';
export type {
  ReadOptions,
  ReadPuzzle,
  ReadPuzzles,
  ReadReject,
} from './solver/craft/library/puzzles.js';
export { rate, solve, steps } from './solver/craft/library/solve.js';
export type { SolveOptions, SolveResult } from './solver/craft/library/solve.js';
export type { Solving, SolvingStep, StepChange } from './solver/craft/library/solve.js';
export type { WriteOptions, WrittenPuzzle } from './solver/craft/library/puzzles.js';
export { BLANK, UNKNOWN, block, blockColour, blockLength } from './solver/core/puzzle/types.js';
export type { Block, Cells, Clue, Palette, Puzzle } from './solver/core/puzzle/types.js';
export type { Verdict } from './solver/core/result/outcome.js';
export { byDifficulty, type Difficulty, type Needs } from './solver/core/result/difficulty.js';
