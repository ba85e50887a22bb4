/**
 * The library for Node.js: whole runs, all cores, results of a database; docs/library.md describes
 * it. Everything exported here is public: names and types follow SemVer.
 */
import './runs/node-library/node-version.js';

export type { RunProgress, RunStart } from './runs/request/run-observer.js';
export type { EntryProof, RunOutcome } from './runs/request/run-observer.js';
export { FailureError } from './runs/node-library/failure-error.js';
export { openResults } from './runs/node-library/results.js';
export type { ResultFilter, Results } from './runs/node-library/results.js';
export { run } from './runs/node-library/library-run.js';
export type { RunOptions } from './runs/node-library/library-run.js';
export { solveByThreads as solve, solveMany } from './runs/node-library/solve-many.js';
export type { ManyInput, SolveManyOptions, SolvedInput } from './runs/node-library/solve-many.js';
export type { Status, Verdict } from './core/result/outcome.js';
export type { PuzzleResult } from './core/result/result.js';
export type { RunRetry } from './core/run-record/run-retry.js';
export type { StoredResult } from './runs/store/rows/result-fields.js';
export type { Run, SolvedPuzzle, StoredPuzzle, StoredReject } from './runs/store/rows/stored.js';
