/**
 * The library for any JavaScript, browsers included; docs/library.md describes it. Everything
 * exported here is public: names and types follow SemVer.
 */
export type { AmbiguityMap, CellPlace, VaryingPlace } from './craft/advice/ambiguity.js';
export type { Checked } from './craft/advice/mistake.js';
export type { Mistake } from './craft/advice/mistake.js';
export type { Change, Fixed, NotFixed } from './craft/fix/fix.js';
export type { Hint, HintedLine } from './craft/advice/hint.js';
export type { HintedCell } from './craft/advice/hint.js';
export { ambiguity, check, fix, hint } from './craft/library/advice.js';
export type { AdviceOptions, AmbiguityOptions, FixPuzzleOptions } from './craft/library/advice.js';
export {
  ArgumentError,
  EngineError,
  FormatError,
  NonomillError,
  PuzzleError,
} from './craft/library/errors.js';
export type { ErrorCode } from './craft/library/errors.js';
export { everyGrid, randomPuzzles } from './craft/library/made-puzzles.js';
export type { MadePuzzle, RandomOptions } from './craft/library/made-puzzles.js';
export type { PuzzleInput } from './craft/library/puzzle-input.js';
export { readPuzzles } from './craft/library/read-puzzles.js';
export type {
  ReadOptions,
  ReadPuzzle,
  ReadPuzzles,
  ReadReject,
} from './craft/library/read-puzzles.js';
export { rate, solve } from './craft/library/solve.js';
export type { SolveOptions, SolveResult } from './craft/library/solve.js';
export { steps } from './craft/library/steps.js';
export type { Solving, SolvingStep, StepChange } from './craft/library/steps.js';
export { writePuzzle, writePuzzles } from './craft/library/write-puzzle.js';
export type { WriteOptions, WrittenPuzzle } from './craft/library/write-puzzle.js';
export { BLANK, UNKNOWN, block, blockColour, blockLength } from './core/puzzle/types.js';
export type { Block, Cells, Clue, Palette, Puzzle } from './core/puzzle/types.js';
export type { Verdict } from './core/result/outcome.js';
export type { Difficulty, Needs } from './core/result/difficulty.js';
