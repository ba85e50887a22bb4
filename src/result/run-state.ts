/** `running` is also what a killed run is left in: whoever holds the lock may go on with it. */
export type RunState = 'running' | 'complete' | 'interrupted';

/**
 * A run's state as it is shown. A run that was killed is still `running` in the database, but
 * nobody holds the lock: it has `stopped`.
 */
export type ShownState = RunState | 'stopped';

/** What people are told of a run's state. */
export const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  running: 'running',
  stopped: 'stopped without notice',
  interrupted: 'interrupted',
  complete: 'complete',
};
