import { setFlagsFromString } from 'node:v8';
import { countText, durationText, numberOf } from '../../../solver/core/text/numbers.js';
import { solvedWhyText, EXIT_CODES, countWorse, judgedGatesText } from '../../record/outcome.js';
import type { RunOutcome, RunRequest } from '../../runs/request.js';
import { LOCAL, doRun, type RunParts } from '../../runs/do-run.js';
import type { CommandContext } from '../command.js';
import { storedInForce } from '../flag.js';
import { withStore } from '../with-store.js';
import { previewText, previewJson } from './shown-preview.js';
import { previewRun } from '../../runs/preview.js';
import {
  reportRun,
  reportStopped,
  prepareReportFolder,
  whyNoReportFolder,
  type ReportOptions,
} from './report-run.js';
import { timedLines, type LogEvent, type CommandOutcome, type Failure } from '../terminal.js';
import { carryOut, openWorkers, sayStopped, takeCare } from './carry-out.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import type { Store } from '../../store/open/open.js';
import { findRun } from '../../store/stored-runs.js';

/** Threads of this machine, or a queue of many machines, this one among them if it has threads. */
export const RUN_PARTS: RunParts = {
  ...LOCAL,
  async makePool(request, needs) {
    if (request.queue === null) return LOCAL.makePool(request, needs);
    return openWorkers(request, request.queue, needs.queueKey(), needs);
  },
};

/** What `nonomill run` was asked for: the run itself, and what to do with it afterwards. */
export interface CheckedRun extends ReportOptions {
  readonly request: RunRequest;
  /** For a preview alone: how many milliseconds a sample is solved at most. */
  readonly preview: { readonly sampleMs: number; readonly explain: boolean } | null;
}

/** Solves what is asked for, and reports what it found. */
export async function executeRun(
  options: CheckedRun,
  context: CommandContext,
): Promise<CommandOutcome> {
  keepNurseriesSmall();
  prepareReportFolder(options.report);
  const { quiet } = options;
  const { terminal } = context;
  const inForce = storedInForce(context.inForce ?? []);
  const request = { ...options.request, ...(inForce && { inForce }) };
  takeCare(request.nice ?? null, terminal);
  const outcome = await carryOut({ quiet, drains: true }, context, (controls) =>
    doRun(request, controls, RUN_PARTS),
  );
  if (outcome === null) return 'interrupted';
  context.night?.ended(outcome);
  const why = whySolvedText(outcome);
  if (why !== null && !quiet) terminal.say(why);
  const { db } = request;
  const reported =
    outcome.state === 'complete'
      ? await reportRun(outcome, { ...options, db }, terminal, { night: context.night })
      : {
          report: await reportStopped(outcome, { ...options, db }, terminal),
          outcome: sayStopped(outcome, context),
          verdicts: [],
          since: null,
        };
  const { logForm } = terminal;
  if (quiet || logForm === 'json') {
    const end = await withStore(db, (store) => endOf(store, outcome, reported));
    const text = logForm === 'plain' ? timedLines(endText(end)) : endText(end);
    terminal.tell(endEvent(end, EXIT_CODES[reported.outcome]), text);
  }
  return reported.outcome;
}

/** `1,000 solved: 950 new, 50 changed`; null if that is no news. */
function whySolvedText({ solved, reused, solvedWhy }: RunOutcome): string | null {
  if (solvedWhy === null || (reused === 0 && solvedWhy.new === solved)) return null;
  return `${countText(solved - reused)} solved: ${solvedWhyText(solvedWhy)}.`;
}

/** Says what a run would do, and writes nothing; fails if it would be refused. */
export async function executePreview(
  { request, report, json, quiet }: CheckedRun,
  { sampleMs, explain }: NonNullable<CheckedRun['preview']>,
  context: CommandContext,
): Promise<CommandOutcome> {
  keepNurseriesSmall();
  const { terminal } = context;
  takeCare(request.nice ?? null, terminal);
  const whyNot = (): Failure | null => whyNoReportFolder(report);
  const preview = await carryOut({ quiet }, context, (controls) =>
    previewRun(request, controls, { makePool: LOCAL.makePool, sampleMs, whyNot }),
  );
  if (preview === null) return 'interrupted';
  if (json) await terminal.printJson(previewJson(preview));
  else await terminal.print(previewText(preview, { explain }));
  return preview.kind === 'refused' ? 'negative' : 'done';
}

/**
 * Lets the heaps of this process keep less room for new objects, from here on: what V8 gives them
 * is made for larger heaps. A run over a million small puzzles takes 140 MB less, and no more time.
 * The main thread keeps what it has by now, 16 MiB; threads that are started later begin with what
 * their limits allow, instead of growing to it.
 */
function keepNurseriesSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--min-semi-space-size=8');
}

type RunEnd = ReturnType<typeof endOf>;

function endOf(
  store: Store,
  { runId, state, stoppedBy, solvedWhy, proof, wallMs }: RunOutcome,
  { verdicts, report, since }: Omit<Awaited<ReturnType<typeof reportRun>>, 'outcome'>,
) {
  const counts = since?.kind === 'compared' ? since.counts : null;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  return {
    run: runId,
    name: findRun(store, String(runId)).name,
    state,
    stoppedBy,
    /** Puzzles with a result, and entries that are none, in the whole run. */
    puzzles: proof.results,
    rejects: proof.rejects,
    /**
     * Since the last complete run of the name, or of the same corpora: puzzles that it did not
     * have, those that are gone, those that are worse than they were (what the gate `no-worse`
     * counts), and new rejects; null if there is none, or this one is not complete.
     */
    new: counts?.new ?? null,
    gone: counts?.gone ?? null,
    worse: counts && countWorse(counts),
    newRejects: since?.kind === 'compared' ? since.rejects.count : null,
    /** Why puzzles were solved that might have been taken over; null if none might. */
    solvedWhy,
    /** The names of the gates that do not hold; null if there are none, or they were not judged. */
    failedGates: verdicts.length === 0 ? null : failed,
    /** Milliseconds of work, in this process. */
    ms: wallMs,
    /** The page of the report, or null. */
    report,
  };
}

/** `Run 24 (book) is complete: 5,300 puzzles, 100 new, 0 gone, 0 worse, 2 rejects (1 new), ...`. */
function endText(end: RunEnd): string {
  const { run, name, state, puzzles, rejects, failedGates, ms, report } = end;
  const called = `Run ${run}${name === null ? '' : ` (${plainText(name)})`}`;
  const how = state === 'complete' ? 'is complete' : 'was stopped';
  const parts = [
    numberOf(puzzles, 'puzzle'),
    ...(['new', 'gone', 'worse'] as const).flatMap((what) =>
      end[what] === null ? [] : [`${countText(end[what])} ${what}`],
    ),
    `${numberOf(rejects, 'reject')}${end.newRejects === null || rejects === 0 ? '' : ` (${countText(end.newRejects)} new)`}`,
    failedGates === null ? 'no gates' : `gates ${judgedGatesText(failedGates)}`,
    durationText(ms),
    report === null ? 'no report' : `report ${plainText(report)}`,
  ];
  return `${called} ${how}: ${parts.join(', ')}`;
}

function endEvent({ failedGates, ...end }: RunEnd, exit: number): LogEvent {
  const gates = failedGates === null ? null : failedGates.length === 0 ? 'PASS' : 'FAIL';
  return { event: 'end', ...end, gates, failedGates: failedGates ?? [], exit };
}
