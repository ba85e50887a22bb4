/**
 * The library for any JavaScript, browsers included; docs/library.md describes it. Everything
 * exported here is public: names and types follow SemVer.
 */
export type { AmbiguityMap, CellPlace, VaryingPlace } from './advice/ambiguity-fields.js';
export type { Checked } from './advice/mistake.js';
export type { Mistake } from './advice/mistake.js';
export type { Change, Fixed, NotFixed } from './advice/fix/fix.js';
export type { Hint, HintedLine } from './advice/hint.js';
export type { HintedCell } from './advice/hint.js';
export { ambiguity, check, fix, hint } from './library/advice.js';
export type { AdviceOptions, AmbiguityOptions, FixPuzzleOptions } from './library/advice.js';
export {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
} from './library/errors.js';
export type { ErrorCode } from './library/errors.js';
export { everyGrid, randomPuzzles } from './library/made-puzzles.js';
export type { MadePuzzle, RandomOptions } from './library/made-puzzles.js';
export type { PuzzleInput } from './library/puzzle-input.js';
export { readPuzzles } from './library/read-puzzles.js';
export type { ReadOptions, ReadPuzzle, ReadPuzzles, ReadReject } from './library/read-puzzles.js';
export { rate, solve } from './library/solve.js';
export type { SolveOptions, SolveResult } from './library/solve.js';
export { steps } from './library/steps.js';
export type { Solving, SolvingStep, StepChange } from './library/steps.js';
export { writePuzzle, writePuzzles } from './library/write-puzzle.js';
export type { WriteOptions, WrittenPuzzle } from './library/write-puzzle.js';
export { BLANK, UNKNOWN, block, blockColour, blockLength } from './puzzle/types.js';
export type { Block, Cells, Clue, Palette, Puzzle } from './puzzle/types.js';
export type { Verdict } from './result/outcome.js';
export type { Difficulty, Needs } from './result/difficulty.js';
