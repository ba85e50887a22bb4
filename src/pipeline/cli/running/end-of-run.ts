import { countText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { countWorse } from '../../record/changes.js';
import type { SolvedWhyCounts } from '../../record/solved-why.js';
import { judgedGatesText } from '../../record/gates.js';
import type { RunOutcome } from '../../runs/request/run-observer.js';
import type { Store } from '../../store/open/open.js';
import { findRun } from '../../store/stored-runs/read-runs.js';
import type { ReportedOutcome } from './report-run.js';

/** What is told of a run at its end, whatever else was said. */
export interface RunEnd {
  readonly run: number;
  readonly name: string | null;
  readonly state: RunOutcome['state'];
  readonly stoppedBy: RunOutcome['stoppedBy'];
  /** Puzzles with a result, and entries that are none, in the whole run. */
  readonly puzzles: number;
  readonly rejects: number;
  /**
   * Since the last complete run of the name, or of the same corpora: puzzles that it did not have,
   * those that are gone, those that are worse than they were (what the gate `no-worse` counts), and
   * new rejects; null if there is none, or this one is not complete.
   */
  readonly new: number | null;
  readonly gone: number | null;
  readonly worse: number | null;
  readonly newRejects: number | null;
  /** Why puzzles were solved that might have been taken over; null if none might. */
  readonly solvedWhy: SolvedWhyCounts | null;
  /** The names of the gates that do not hold; null if there are none, or they were not judged. */
  readonly failedGates: readonly string[] | null;
  /** Milliseconds of work, in this process. */
  readonly ms: number;
  /** The page of the report, or null. */
  readonly report: string | null;
}

/** Gathers what is told of a run at its end. */
export function endOf(
  store: Store,
  { runId, state, stoppedBy, solvedWhy, proof, wallMs }: RunOutcome,
  { verdicts, report, since }: Omit<ReportedOutcome, 'outcome'>,
): RunEnd {
  const run = findRun(store, String(runId));
  const counts = since?.kind === 'compared' ? since.counts : null;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  return {
    run: runId,
    name: run.name,
    state,
    stoppedBy,
    puzzles: proof.results,
    rejects: proof.rejects,
    new: counts?.new ?? null,
    gone: counts?.gone ?? null,
    worse: counts && countWorse(counts),
    newRejects: since?.kind === 'compared' ? since.rejects.count : null,
    solvedWhy,
    failedGates: verdicts.length === 0 ? null : failed,
    ms: wallMs,
    report,
  };
}

/** `Run 24 (book) is complete: 5,300 puzzles, 100 new, 0 gone, 0 worse, 2 rejects (1 new), ...`. */
export function endText(end: RunEnd): string {
  const { run, name, state, puzzles, rejects, failedGates, ms, report } = end;
  const called = `Run ${run}${name === null ? '' : ` (${plainText(name)})`}`;
  const how = state === 'complete' ? 'is complete' : 'was stopped';
  const parts = [
    numberOf(puzzles, 'puzzle'),
    ...(end.new === null ? [] : [numberOf(end.new, 'new', 'new')]),
    ...(end.gone === null ? [] : [numberOf(end.gone, 'gone', 'gone')]),
    ...(end.worse === null ? [] : [numberOf(end.worse, 'worse', 'worse')]),
    `${numberOf(rejects, 'reject')}${end.newRejects === null || rejects === 0 ? '' : ` (${countText(end.newRejects)} new)`}`,
    failedGates === null ? 'no gates' : `gates ${judgedGatesText(failedGates)}`,
    durationText(ms),
    report === null ? 'no report' : `report ${plainText(report)}`,
  ];
  return `${called} ${how}: ${parts.join(', ')}`;
}
