import { numberOf } from '../../text/numbers.js';
import type { RunOutcome } from '../../batch/contract/run-outcome.js';
import { StoppedEarly } from '../../batch/contract/run-error.js';
import { run } from '../../batch/run/run.js';
import { StopRequest } from '../../batch/contract/stop-request.js';
import type { CommandContext } from '../frame/command.js';
import { reportRun } from './report-run.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { showProgress } from './progress.js';
import type { RunOptions } from './run-options.js';
import { prepareReportFolder } from './report-folder.js';
import { resumeCommand } from './resume-command.js';
import { onSignals } from '../frame/signals.js';
import { VERSION } from '../../batch/contract/version.js';

/** Solves what is asked for, and reports what it found. */
export async function executeRun(
  options: RunOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  await prepareReportFolder(options.report);
  const outcome = await solveAll(options, context);
  if (outcome === null) return 'interrupted';
  if (outcome.state === 'complete') {
    return reportRun(outcome, { ...options, db: options.request.db }, context.terminal);
  }
  return sayStopped(outcome, context);
}

/**
 * The work itself, with progress shown and signals handled; null if it was stopped before the first
 * puzzle, which is reported.
 */
async function solveAll(
  { request, quiet }: RunOptions,
  { terminal, endNow }: CommandContext,
): Promise<RunOutcome | null> {
  const observer = showProgress(terminal, quiet);
  const stop = new StopRequest();
  const off = onSignals({
    stop(signal) {
      stop.request('signal');
      if (!quiet) terminal.say(stoppingText(signal));
    },
    endNow() {
      observer.close();
      endNow();
    },
  });
  try {
    return await run(request, { observer, stop, toolVersion: VERSION });
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    terminal.say(error.message);
    return null;
  } finally {
    off();
    observer.close();
  }
}

function stoppingText(signal: NodeJS.Signals): string {
  const again = signal === 'SIGINT' ? ' Ctrl-C again ends at once.' : '';
  return `Stopping: the puzzles under work are finished first.${again}`;
}

const STOPPED_BY = {
  signal: 'Stopped',
  'stop-after': 'Stopped after the time of --stop-after',
  'disk-full': 'Stopped, since the disk is full',
  locked: 'Stopped, since another program holds the database',
} as const;

function sayStopped(
  { solved, stoppedBy, resumable, proof }: RunOutcome,
  { terminal, typed }: CommandContext,
): CommandOutcome {
  const why = STOPPED_BY[stoppedBy ?? 'signal'];
  terminal.say(
    `${why}: ${numberOf(solved, 'puzzle')} solved, ${numberOf(proof.results, 'result')} kept.`,
  );
  terminal.say(
    resumable
      ? `To go on: ${resumeCommand(typed)}`
      : 'Standard input and pipes cannot be read again.',
  );
  return stoppedBy === 'disk-full' || stoppedBy === 'locked' ? 'failed' : 'interrupted';
}
