import type { PuzzleLimits } from '../../pool/pool.js';
import type { Status } from '../../result/outcome.js';
import type { Store } from '../../store/open/open.js';
import { findRun, type Run } from '../../store/runs/runs.js';
import { countByStatus } from '../../store/queries/stored-puzzles.js';
import { RunError } from '../contract/run-error.js';
import type { RunObserver } from '../contract/run-observer.js';
import { QUESTIONS, type RetryRequest, type RunRequest } from '../contract/run-request.js';
import { differencesOfRetry, storedOptions } from '../contract/stored-options.js';
import { isWhole } from './run-proof.js';

/** Puzzles of a complete run that are to be solved again. */
export interface RetryPlan {
  readonly kind: 'retried';
  readonly request: RunRequest;
  readonly run: Run;
  readonly statuses: readonly Status[];
  readonly limits: PuzzleLimits;
  /** How many puzzles. */
  readonly total: number;
}

/**
 * Plans to solve the puzzles of the latest run whose results have one of some statuses again,
 * with the limits asked for now. A run without any is `untouched`.
 * @throws StoreError if there is no run, RunError if the latest is not finished, or if it
 * looked for something else (--count, --guess-depth): its results would not go together.
 */
export function planRetry(
  store: Store,
  request: RetryRequest,
  observer: RunObserver,
): RetryPlan | { readonly kind: 'untouched'; readonly run: Run } {
  const { statuses } = request.mode;
  const run = findRun(store);
  const { runId } = run;
  // A retry that was killed leaves `running` behind, but every entry has its result.
  if (run.state !== 'complete' && !isWhole(store, runId)) {
    throw new RunError(
      `Run ${runId} is not finished, so there is nothing to try again yet: finish it with --resume first.`,
    );
  }
  const limits = limitsOfRetry(run.options, request);
  const different = differencesOfRetry(run.options, storedOptions({ ...request, limits }));
  if (different.length > 0) {
    throw new RunError(
      `Run ${runId} was begun with other options: ${different.join('; ')}. ` +
        'Its results would not go together: leave these options out, or start a new run.',
    );
  }
  const total = countByStatus(store, runId, statuses);
  if (total === 0 && run.state === 'complete') {
    observer.warn(
      `Run ${runId} has no result that is ${statuses.join(' or ')}: none to try again.`,
    );
    return { kind: 'untouched', run };
  }
  return { kind: 'retried', request, run, statuses, limits, total };
}

/**
 * The limits of a retry of the run with these options. It asks the same questions as the run, unless
 * the user asks differently now. What may be spent is what the user says now: more time, for example,
 * is what a retry is for.
 */
function limitsOfRetry(
  options: Readonly<Record<string, unknown>>,
  { limits, mode }: RetryRequest,
): PuzzleLimits {
  const asked: Record<string, unknown> = {};
  for (const question of QUESTIONS) {
    if (mode.questions.includes(question)) continue;
    const then = question === 'crossCheck' ? (options[question] ?? 0) : options[question];
    const isAsked = typeof then === 'number' || then === 'exact' || then === 'estimate';
    if (isAsked) asked[question] = then;
  }
  const difficulty = limits.difficulty !== false && options['noDifficulty'] !== true;
  const prove = limits.prove === true || options['prove'] === true;
  const then = typeof options['proveTo'] === 'string' ? options['proveTo'] : undefined;
  return { ...limits, ...asked, difficulty, prove, proveTo: limits.proveTo ?? then };
}
