import { openStore } from '../store/open.js';
import type { RunCorpora } from './run-request.js';
import { runInStore } from './run-in-store.js';

/**
 * Runs what is asked for. A run's states, as the database has them:
 *
 *   (none)      --started-->              running
 *   running     --every entry done-->     complete
 *   running     --stop, full disk-->      interrupted
 *   running     --killed-->               running       the lock is free: nobody works on it
 *   running,
 *   interrupted --resumed-->              running
 *   complete    --resumed-->              complete      untouched
 *   complete    --retried-->              running, then complete again
 *
 * The database is opened first: that takes its lock, so that a second run is refused at once.
 */
export const runCorpora: RunCorpora = async (request, controls) => {
  const store = openStore(request.db, { readonly: false });
  try {
    return await runInStore(store, request, controls);
  } finally {
    store.close();
  }
};
