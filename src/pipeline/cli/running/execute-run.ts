import { setFlagsFromString } from 'node:v8';
import { countText } from '../../../solver/core/text/numbers.js';
import { solvedWhyText } from '../../record/solved-why.js';
import type { RunOutcome } from '../../runs/request/run-observer.js';
import { LOCAL, doRun, type RunParts } from '../../runs/stages/do-run.js';
import type { CommandContext } from '../frame/command.js';
import { storedInForce } from '../frame/option-in-force.js';
import { withStore } from '../frame/with-store.js';
import { previewText, previewJson } from './shown-preview.js';
import { previewRun } from '../../runs/stages/preview-run.js';
import { reportRun, reportStopped, prepareReportFolder, whyNoReportFolder } from './report-run.js';
import { timedLines } from '../terminal/log-form.js';
import { EXIT_CODES } from '../../record/exit-codes.js';
import type { CommandOutcome, Failure } from '../terminal/outcome.js';
import { carryOut } from './carry-out.js';
import { endOf, endText } from './end-of-run.js';
import { endEvent } from './run-events.js';
import { takeCare } from './take-care.js';
import type { CheckedRun } from './run-options.js';
import { sayStopped, stoppingText } from './stopped-run.js';

/** Threads of this machine, or a queue of many machines, this one among them if it has threads. */
export const RUN_PARTS: RunParts = {
  ...LOCAL,
  async makePool(request, needs) {
    const { threads, memoryMiB, maxLoad = null, queue } = request;
    if (queue === null) return LOCAL.makePool(request, needs);
    // The queue takes a while to load, which runs without one should not pay.
    const { openQueue } = await import('../../queue/open-queue.js');
    const { toolVersion, onNote } = needs;
    const own = { threads, memoryMiB, maxLoad };
    return openQueue({ ...queue, ...own, run: needs.queueKey(), toolVersion, onNote });
  },
};

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
  const outcome = await carryOut(
    { quiet },
    context,
    (controls) => doRun(request, controls, RUN_PARTS),
    (signal) => {
      if (!quiet) terminal.say(stoppingText(signal));
    },
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
    const end = await withStore(db, (store) => Promise.resolve(endOf(store, outcome, reported)));
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
  if (json) await terminal.print(`${JSON.stringify(previewJson(preview), null, 2)}\n`);
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
