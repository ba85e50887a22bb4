import { curedStatuses } from '../../record/options.js';
import type { KnownCorpora } from '../plan/known-sources.js';
import { nextRound } from '../plan/next-round.js';
import type { ResumePlan, RetryPlan, StartPlan } from '../plan/plan-run.js';
import { isRunWhole } from '../request/accounting.js';
import { askingRound } from '../request/matching-options.js';
import type { RunOutcome } from '../request/run-observer.js';
import { watchTime } from '../request/time-budget.js';
import type { Store } from '../../store/open/open.js';
import { ActiveRun } from './active-run.js';
import { standingOfRound, type RoundStanding } from './round-standing.js';
import { corpusTask } from './corpus-task.js';
import { retryTask, roundTask, type RoundAhead } from './round-task.js';
import type { RunContext, RunTask } from './run-task.js';

/**
 * Carries a run out: its corpora, then round after round what they left open; or a retry, which is
 * one more round. Each round reads from the database what it tries. A run that is killed between
 * two of them is `running`, with a result for every entry.
 */
export async function carryOutRounds(
  context: RunContext,
  plan: StartPlan | ResumePlan | RetryPlan,
  corpora: KnownCorpora,
): Promise<RunOutcome> {
  const { store, request, controls } = context;
  const { rounds = {} } = request;
  const { observer, stop } = controls;
  const unwatch = watchTime(request, stop);
  try {
    if (plan.kind === 'retried') {
      const retry = await retryTask(context, plan);
      observer.started(retry.start);
      return (await new ActiveRun(context, retry).carryOut()).outcome;
    }
    let total: RunOutcome | null = null;
    let ahead = plan.kind === 'resumed' ? roundOf(store, plan) : null;
    let runId = ahead?.runId ?? 0;
    if (ahead === null) {
      const task = await corpusTask(context, plan, corpora);
      ({ runId } = task.start);
      observer.started(task.start);
      const standing = standingOfRound(store, request, runId, null, task.meter.progress());
      const { outcome, next } = await new ActiveRun(context, withRounds(task, standing)).carryOut();
      total = outcome;
      ahead = next && { ...next, runId, kind: plan.kind };
    }
    while (ahead !== null) {
      const round = { ...context, request: askingRound(request, ahead.round) };
      const task = await roundTask(round, ahead);
      if (total === null) observer.started(task.start);
      const standing = standingOfRound(store, request, runId, ahead, task.meter.progress());
      if (standing !== null) observer.round?.({ ...standing, limits: round.request });
      const { outcome, next } = await new ActiveRun(round, withRounds(task, standing)).carryOut();
      total = total === null ? outcome : joined(total, outcome);
      ahead = next && { ...next, runId, kind: plan.kind };
    }
    return total!;

    function withRounds<Batch>(
      task: RunTask<Batch>,
      standing: RoundStanding | null,
    ): RunTask<Batch> {
      if (standing === null) return task;
      return { ...task, standing, next: () => nextRound(store, runId, rounds) };
    }
  } finally {
    unwatch();
  }
}

/** The round that a run goes on with, if its corpora are through. */
function roundOf(
  store: Store,
  { run: { runId }, request: { rounds = {} } }: ResumePlan,
): RoundAhead | null {
  if (curedStatuses(rounds).length === 0 || !isRunWhole(store, runId)) return null;
  const next = nextRound(store, runId, rounds);
  return next && { ...next, runId, kind: 'resumed' };
}

function joined(before: RunOutcome, round: RunOutcome): RunOutcome {
  return {
    ...round,
    kind: before.kind,
    solved: before.solved + round.solved,
    reused: before.reused,
    solvedWhy: before.solvedWhy,
    wallMs: before.wallMs + round.wallMs,
  };
}
