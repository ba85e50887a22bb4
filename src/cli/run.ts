import type { RunOutcome } from '../batch/run-outcome.js';
import { runCorpora } from '../batch/run-corpora.js';
import { StopRequest } from '../batch/stop-request.js';
import { countText } from '../report/number-text.js';
import { command, type CommandContext } from './command.js';
import { finishRun } from './finish-run.js';
import type { CommandOutcome } from './outcome.js';
import { showProgress } from './progress.js';
import { checkRun, runFlags, type RunOptions } from './run-options.js';
import { prepareReportFolder } from './report-folder.js';
import { onSignals } from './signals.js';
import { numberOf } from './shown.js';
import type { Terminal } from './terminal.js';
import { VERSION } from './version.js';

export const run = command({
  name: 'run',
  summary: 'Solve everything, write results and the report.',
  operands: { usage: '<corpus...>', min: 0, max: Infinity, missing: 'a corpus' },
  description:
    'Solves every puzzle of the corpora (files, folders, globs, or - for standard input; ' +
    'plain or gzipped) and writes what it found to a database, with a report.\n\n' +
    'Ctrl-C stops it cleanly: what is done is kept, and the same command with --resume goes ' +
    'on. A second Ctrl-C ends it at once; even then nothing that was committed is lost.',
  flags: runFlags,
  sections: {
    Puzzles: ['format', 'limit', 'ignoreStart'],
    'What to find out': ['count', 'guessDepth', 'crossCheck'],
    'Limits of each puzzle': ['timeout', 'maxSteps', 'memory'],
    'The run': ['threads', 'resume', 'retry', 'stopAfter'],
    Output: ['db', 'name', 'report', 'noReport', 'json', 'quiet'],
    'Exit code': ['strict', 'require'],
  },
  examples: [
    {
      line: 'nonomill run puzzles.csv more/*.json --timeout 30s',
      what: 'Half a minute for each puzzle; the report goes to reports/.',
    },
    {
      line: 'nonomill run puzzles.csv --timeout 30s --resume',
      what: 'Goes on where Ctrl-C, a crash or a power cut ended it.',
    },
    {
      line: 'nonomill run --retry timeout --timeout 10m',
      what: 'Gives the puzzles of the latest run that timed out another chance.',
    },
    {
      line: 'nonomill run book/ --require line --strict --quiet',
      what: 'For a build: fails unless every puzzle has one solution and needs no guessing.',
    },
  ],
  check: checkRun,
  execute,
});

async function execute(options: RunOptions, context: CommandContext): Promise<CommandOutcome> {
  await prepareReportFolder(options.report);
  const outcome = await solveAll(options, context);
  if (outcome.state === 'complete') return finishRun(outcome, options, context.terminal);
  return sayStopped(outcome, context.terminal);
}

/** The work itself, with progress shown and signals heard. */
async function solveAll(
  { request, quiet }: RunOptions,
  { terminal, endNow }: CommandContext,
): Promise<RunOutcome> {
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
    return await runCorpora(request, { observer, stop, toolVersion: VERSION });
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
  'stop-after': 'Stopped after the time that --stop-after gives',
  'disk-full': 'Stopped, since the disk is full',
} as const;

function sayStopped(
  { solved, stoppedBy, goOn, proof }: RunOutcome,
  terminal: Terminal,
): CommandOutcome {
  const why = STOPPED_BY[stoppedBy ?? 'signal'];
  terminal.say(
    `${why}: ${numberOf(solved, 'puzzle')} solved, ${countText(proof.results)} results kept.`,
  );
  terminal.say(goOn === null ? 'Standard input cannot be resumed.' : `To go on: ${goOn}`);
  return stoppedBy === 'disk-full' ? 'failed' : 'interrupted';
}
