/**
 * The library for Node.js: whole runs, all cores, results of a database; docs/solver/library.md
 * describes it. Everything exported here is public: names and types follow SemVer.
 */
import './pipeline/runs/node-library/node-version.js';

export type { EntryProof, RunOutcome, RunProgress, RunStart } from './pipeline/runs/request.js';
export {
  FailureError,
  openResults,
  type ResultFilter,
  type Results,
  run,
  type RunOptions,
  solveByThreads as solve,
  solveMany,
  type ManyInput,
  type SolveManyOptions,
  type SolvedInput,
} from './pipeline/runs/node-library/library.js';
export type { FormatModule, ModuleSink } from './pipeline/corpus/format-module.js';
export type { FoundEntry, NamedPuzzle } from './solver/formats/contract/format.js';
export type { Parser, ParserLimits } from './solver/formats/contract/format.js';
export type { Reject } from './solver/core/puzzle/validate.js';
export type { Status, Verdict } from './solver/core/result/outcome.js';
export type { PuzzleResult, StoredResult } from './solver/core/result/result.js';
export type { RunRetry } from './pipeline/record/outcome.js';
export type { Run, SolvedPuzzle, StoredPuzzle, StoredReject } from './pipeline/store/stored.js';
