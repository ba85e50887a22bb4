/**
 * The library for Node.js: whole runs, all cores, results of a database; docs/library.md describes
 * it. Everything exported here is public: names and types follow SemVer.
 */
import './node/node-version.js';

export type { RunProgress, RunStart } from './batch/contract/run-observer.js';
export type { EntryProof, RunOutcome } from './batch/contract/run-outcome.js';
export { FailureError } from './node/failure-error.js';
export type { FailureCode } from './node/failure-error.js';
export { openResults } from './node/results.js';
export type { ResultFilter, Results } from './node/results.js';
export { run } from './node/library-run.js';
export type { RunOptions } from './node/library-run.js';
export { solveMany } from './node/solve-many.js';
export type { ManyInput, SolveManyOptions, SolvedInput } from './node/solve-many.js';
export type { Status, Verdict } from './result/outcome.js';
export type { PuzzleResult } from './result/result.js';
export type { RunRetry } from './result/run/run-retry.js';
export type { StoredResult } from './store/rows/result-fields.js';
export type { Run, SolvedPuzzle, StoredPuzzle, StoredReject } from './store/rows/stored.js';
