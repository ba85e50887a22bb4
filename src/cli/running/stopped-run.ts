import { numberOf } from '../../core/text/numbers.js';
import type { RunOutcome } from '../../runs/request/run-observer.js';
import type { CommandContext } from '../frame/command.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { resumeCommand } from './run-options.js';

/** What is said when a signal has stopped a run. */
export function stoppingText(signal: NodeJS.Signals): string {
  const again = signal === 'SIGINT' ? ' Ctrl-C again ends at once.' : '';
  return `Stopping: the puzzles under work are finished first.${again}`;
}

const STOPPED_BY = {
  signal: 'Stopped',
  'stop-after': 'Stopped after the time of --stop-after',
  until: 'Stopped at the time of --until',
  'disk-full': 'Stopped, since the disk is full',
  locked: 'Stopped, since another program holds the database',
} as const;

/** Says why a run has stopped, and what to type to go on. */
export function sayStopped(
  { solved, stoppedBy, resumable, proof }: RunOutcome,
  { terminal, typed }: CommandContext,
): CommandOutcome {
  const why = STOPPED_BY[stoppedBy ?? 'signal'];
  terminal.say(
    `${why}: ${numberOf(solved, 'puzzle')} done, ${numberOf(proof.results, 'result')} kept.`,
  );
  terminal.say(
    resumable
      ? `To go on: ${resumeCommand(typed)}`
      : 'Standard input and pipes cannot be read again.',
  );
  return stoppedBy === 'disk-full' || stoppedBy === 'locked' ? 'failed' : 'interrupted';
}
