import { LocalPool } from '../../pool/local-pool.js';
import { openStore } from '../../store/open/open.js';
import type { RunCorpora } from '../contract/run-request.js';
import { runWith, type RunParts } from './run-with.js';

const LOCAL: RunParts = {
  openStore: ({ db, mode }) => openStore(db, { readonly: false, mustExist: mode.kind === 'retry' }),
  makePool: ({ threads, memoryMiB }) => new LocalPool({ threads, memoryMiB }),
};

/**
 * Runs what is asked for. A run's states, as the database has them:
 *
 *   (none)      --started-->              running
 *   running     --every entry done-->     complete
 *   running     --stop, full disk-->      interrupted
 *   running     --killed-->               running       the lock is free: nobody works on it
 *   running     --another started-->      interrupted   so the killed one shows as what it is
 *   running,
 *   interrupted --resumed-->              running
 *   complete    --resumed-->              complete      untouched
 *   complete    --retried-->              running, then complete again
 *
 * The open database holds its lock from the beginning to the end: a second run is refused.
 */
export const runCorpora: RunCorpora = (request, controls) => runWith(LOCAL, request, controls);
