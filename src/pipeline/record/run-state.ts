/** A killed run is left as `running`, too: whoever holds the lock may go on with it. */
export type RunState = 'running' | 'complete' | 'interrupted';

/**
 * A run's state as it is shown. A run that was killed is still `running` in the database, but
 * nobody holds the lock: it has `stopped`.
 */
export type ShownState = RunState | 'stopped';

/** How a run's state is told to people. */
export const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  running: 'running',
  stopped: 'stopped without notice',
  interrupted: 'interrupted',
  complete: 'complete',
};
