import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import type { RunOutcome } from '../../runs/request/run-observer.js';
import type { CommandContext } from '../frame/command.js';
import { Failure, type CommandOutcome } from '../terminal/outcome.js';
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

/** The troubles with the database that stop a run. */
export const TROUBLE_CODES = {
  'disk-full': 'NM_DISK_FULL',
  locked: 'NM_DATABASE_LOCKED',
} as const satisfies Partial<Record<keyof typeof STOPPED_BY, ErrorCode>>;

/** The failure of a run that trouble with the database stopped; null if something else did. */
export function troubleOf(outcome: RunOutcome, next: string | null): Failure | null {
  const { stoppedBy } = outcome;
  if (stoppedBy !== 'disk-full' && stoppedBy !== 'locked') return null;
  return new Failure(TROUBLE_CODES[stoppedBy], stoppedText(outcome), next);
}

/**
 * Says why a run has stopped, and what to type to go on.
 * @throws Failure if it was trouble with the database
 */
export function sayStopped(
  outcome: RunOutcome,
  { terminal, typed }: CommandContext,
): CommandOutcome {
  const next = outcome.resumable
    ? `To go on: ${resumeCommand(typed)}`
    : 'Standard input and pipes cannot be read again.';
  const trouble = troubleOf(outcome, next);
  if (trouble !== null) throw trouble;
  terminal.say(stoppedText(outcome));
  terminal.say(next);
  return 'interrupted';
}

function stoppedText({ solved, stoppedBy, proof }: RunOutcome): string {
  const why = STOPPED_BY[stoppedBy ?? 'signal'];
  return `${why}: ${numberOf(solved, 'puzzle')} done, ${numberOf(proof.results, 'result')} kept.`;
}
