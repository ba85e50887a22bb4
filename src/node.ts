/**
 * The library for Node.js: whole runs, all cores, results of a database; docs/solver/library.md
 * describes it. Everything exported here is public: names and types follow SemVer.
 */
import './pipeline/runs/node-library/node-version.js';

export type { RunProgress, RunStart } from './pipeline/runs/request.js';
export type { EntryProof, RunOutcome } from './pipeline/runs/request.js';
export { FailureError } from './pipeline/runs/node-library/library-run.js';
export { openResults } from './pipeline/runs/node-library/library-run.js';
export type { ResultFilter, Results } from './pipeline/runs/node-library/library-run.js';
export { run } from './pipeline/runs/node-library/library-run.js';
export type { RunOptions } from './pipeline/runs/node-library/library-run.js';
export { solveByThreads as solve, solveMany } from './pipeline/runs/node-library/solve-many.js';
export type {
  ManyInput,
  SolveManyOptions,
  SolvedInput,
} from './pipeline/runs/node-library/solve-many.js';
export type { FormatModule, ModuleSink } from './pipeline/corpus/format-module.js';
export type { Status, Verdict } from './solver/core/result/outcome.js';
export type { PuzzleResult } from './solver/core/result/result.js';
export type { RunRetry } from './pipeline/record/outcome.js';
export type { StoredResult } from './pipeline/store/rows/result-fields.js';
export type {
  Run,
  SolvedPuzzle,
  StoredPuzzle,
  StoredReject,
} from './pipeline/store/rows/stored.js';
