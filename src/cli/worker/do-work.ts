import { LocalPool } from '../../pool/local-pool.js';
import { connect, firstAnswer } from '../../pool/queue/link/connection.js';
import { parseQueueAddress } from '../../pool/queue/link/queue-address.js';
import { QueueError } from '../../pool/queue/link/queue-error.js';
import { QueueWorker } from '../../pool/queue/queue-worker.js';
import { DEFAULT_TIMINGS } from '../../pool/queue/link/timings.js';
import { numberOf } from '../../text/numbers.js';
import type { CommandContext } from '../frame/command.js';
import { onSignals } from '../frame/signals.js';
import { VERSION } from '../../batch/contract/version.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import { showWork } from './show-work.js';
import type { WorkerOptions } from './worker-options.js';

/** How long a worker waits for its puzzles when it leaves; the rest goes back into the queue. */
const GRACE_MS = 5000;

const FIRST_ANSWER_MS = 5000;

/** Works for the runs of a queue until a signal comes. */
export async function doWork(
  { queue, threads, memoryMiB, quiet }: WorkerOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  const address = parseQueueAddress(queue);
  const first = connect(address);
  await firstAnswer(first, address, FIRST_ANSWER_MS);
  first.disconnect();
  const pool = new LocalPool({ threads, memoryMiB });
  const onNote = (message: string): void => terminal.say(`nonomill: ${message}`);
  const worker = new QueueWorker({
    ...{ address, pool, threads, onNote },
    toolVersion: VERSION,
    timings: DEFAULT_TIMINGS,
  });
  const { id, host, solver } = worker.card;
  if (!quiet) {
    const what = `Worker ${id} on ${host}, ${numberOf(threads, 'thread')}, solver ${solver}`;
    terminal.say(`${what}: waits for puzzles at ${address.shown}.`);
  }
  const close = showWork(worker, terminal, quiet);
  const signal = new Promise<null>((resolve) => {
    onSignals(context, { stop: () => resolve(null) });
  });
  const shutOut = await Promise.race([signal, worker.shutOut]);
  if (shutOut === null && !quiet)
    terminal.say('Leaving: puzzles under work are finished first, or returned.');
  await worker.leave(GRACE_MS);
  await pool.close();
  close();
  const { puzzles, batches } = worker.figures;
  if (!quiet) {
    terminal.say(
      `${numberOf(puzzles, 'puzzle')} done in ${numberOf(batches, 'batch', 'batches')}.`,
    );
  }
  if (shutOut !== null) throw new QueueError(`worker ${id} leaves ${address.shown}: ${shutOut}`);
  return 'done';
}
