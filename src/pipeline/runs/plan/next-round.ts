import { curedStatuses, hasRound, type RoundLists } from '../../record/options.js';
import type { Store } from '../../store/open/open.js';
import { countWanted, fewestTries, type Wanted } from '../../store/queries/stored-puzzles.js';
import { runRetries } from '../../store/stored-runs/read-runs.js';

/** A round of a run that is still to be done, or to be finished. */
export interface NextRound {
  /** From 2: the first is the way through the corpus. */
  readonly round: number;
  /** Which puzzles it still tries, and how many there are. */
  readonly wanted: Wanted;
  readonly puzzles: number;
}

/**
 * The next round of a run, all of whose entries have a result or a reject; null if there is none. A
 * round tries what an earlier one left open because of a limit that grows, and with it what
 * crashed, so that each round tries each of its puzzles once: how often they were tried says which
 * round they wait for. Once some were tried otherwise (`--retry`), the rounds of the run are over.
 */
export function nextRound(store: Store, runId: number, lists: RoundLists): NextRound | null {
  const cured = curedStatuses(lists);
  if (cured.length === 0 || countWanted(store, runId, { statuses: cured }) === 0) return null;
  if (runRetries(store, runId).some(({ round }) => round === null)) return null;
  const statuses = [...cured, 'crash'] as const;
  const round = 1 + fewestTries(store, runId, statuses)!;
  if (!hasRound(lists, round)) return null;
  const wanted = { statuses, fewerTries: round };
  return { round, wanted, puzzles: countWanted(store, runId, wanted) };
}
