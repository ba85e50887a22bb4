import { resolve } from 'node:path';
import type { ReuseWish } from '../../record/options.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { solverVersion } from '../../files/program.js';
import { matchingValues } from '../request/matching-options.js';
import type { RunObserver } from '../request/run-observer.js';
import type { RunRequest } from '../request/run-request.js';
import { askedRuns, type AskedRuns } from '../reuse/asked-runs.js';
import { solversEqualTo } from '../reuse/equal-solvers.js';
import { openStore, type Store } from '../../store/open/open.js';

/**
 * Which results of other runs a request takes over for the run `runId`, 0 if it has no number yet;
 * null if none.
 */
export function reuseWish(request: RunRequest, runId: number): ReuseWish | null {
  const { reuse, db } = request;
  if (reuse == null) return null;
  const own = resolve(db);
  const {
    count,
    guessDepth,
    noDifficulty,
    prove,
    proveTo,
    crossCheck,
    timeoutMs,
    maxSteps,
    memoryMiB,
  } = matchingValues(request);
  return {
    db: own,
    runId,
    solvers: solversEqualTo(solverVersion()),
    others: reuse.from === null || resolve(reuse.from) === own ? [] : [resolve(reuse.from)],
    asked: {
      count,
      guessDepth,
      noDifficulty,
      prove,
      proveTo,
      crossCheck,
      timeoutMs,
      maxSteps,
      memoryMiB,
    },
  };
}

/** @throws StoreError if another database is to be asked that cannot be read. */
export function requireOtherDatabase({ reuse }: RunRequest): void {
  if (reuse?.from != null) openStore(reuse.from, { readonly: true }).close();
}

/**
 * Looks, before a run takes anything over, whether there is anything to take; if not, the observer
 * is told why.
 * @throws StoreError if another database that is to be asked cannot be read.
 */
export function prepareReuse(store: Store, wish: ReuseWish, observer: RunObserver): void {
  const found: AskedRuns[] = [askedRuns(store, wish, wish.runId)];
  for (const path of wish.others) {
    const other = openStore(path, { readonly: true });
    try {
      found.push(askedRuns(other, wish));
    } finally {
      other.close();
    }
  }
  if (found.some(({ runs }) => runs.length > 0)) return;
  const others = found.reduce((sum, { otherVersions }) => sum + otherVersions, 0);
  const where = [wish.db, ...wish.others].map(plainText).join(' and ');
  const why =
    others === 0
      ? `${where} ${wish.others.length > 0 ? 'have' : 'has'} no earlier run`
      : `${numberOf(others, 'run')} in ${where} ${others === 1 ? 'is' : 'are'} of other versions of the solver, whose results may differ`;
  observer.warn(`There is nothing to take over: ${why}. Every puzzle will be solved.`);
}
