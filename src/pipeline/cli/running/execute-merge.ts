import { StopRequest } from '../../runs/request.js';
import { mergeParts, type MergeOutcome } from '../../runs/merge.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { type CommandContext, onSignals } from '../command.js';
import type { CommandOutcome } from '../terminal.js';
import type { RunGates } from '../../record/outcome.js';
import { prepareReportFolder, reportRun, reportStopped, type ReportedRun } from './report-run.js';
import { WorkProgress } from '../progress.js';
import { commandText } from '../../../solver/core/text/typed.js';

export interface MergeOptions extends ReportedRun {
  readonly parts: readonly string[];
  readonly partial: boolean;
  readonly gates?: RunGates;
}

export async function executeMerge(
  options: MergeOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal, typed } = context;
  prepareReportFolder(options.report);
  const outcome = await merge(options, context);
  context.night?.ended(outcome);
  const { runId, state, stoppedBy, proof, kind, missing } = outcome;
  if (state === 'complete') {
    if (kind === 'untouched' && !options.quiet) {
      terminal.say(`Run ${runId} of ${options.db} has these parts, and is complete.`);
    }
    return (await reportRun(outcome, options, terminal, { night: context.night })).outcome;
  }
  const stored = `${numberOf(proof.results, 'result')} and ${numberOf(proof.rejects, 'reject')}`;
  if (stoppedBy !== null) {
    await reportStopped(outcome, options, terminal);
    terminal.say(`Stopped: ${stored} merged. To go on: ${commandText(typed, process.platform)}`);
    return 'interrupted';
  }
  terminal.say(`Run ${runId} is unfinished, with ${stored}: ${missing.join('; ')}.`);
  const words = ['run', '--resume', '--db', options.db];
  terminal.say(
    `Merge the other parts into it, or solve the rest here: ${commandText(words, process.platform)}`,
  );
  return (await reportRun(outcome, options, terminal, { missing, night: context.night })).outcome;
}

async function merge(
  { parts, db, partial, gates, quiet }: MergeOptions,
  context: CommandContext,
): Promise<MergeOutcome> {
  const { terminal } = context;
  const stop = new StopRequest();
  const progress = new WorkProgress(terminal, quiet);
  const off = onSignals(context, {
    stop: () => stop.request('signal'),
    beforeEnd: () => progress.close(),
  });
  try {
    return await mergeParts(
      { parts, db, partial, ...(gates && { gates }) },
      {
        stop,
        warn: (message) => terminal.say(`nonomill: ${message}`),
        watch: progress,
      },
    );
  } finally {
    off();
    progress.close();
  }
}
