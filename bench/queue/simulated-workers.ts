// A process of workers that pretend to solve: <address> <workers> <threads each> <prepared results> <how much slower>.
import { DEFAULT_TIMINGS } from '../../src/queue/link/timings.js';
import { parseQueueAddress } from '../../src/queue/link/queue-address.js';
import { QueueWorker } from '../../src/queue/queue-worker.js';
import { SimulatedPool } from './simulated-pool.js';

const [url, workers, threads, prepared, slower] = process.argv.slice(2);
const started = Array.from({ length: Number(workers) }, () => {
  const pool = new SimulatedPool(Number(threads), prepared, Number(slower));
  return new QueueWorker({
    ...{ pool, threads: Number(threads), toolVersion: 'simulated', timings: DEFAULT_TIMINGS },
    address: parseQueueAddress(url),
    onNote: (message) => process.stderr.write(`${message}\n`),
  });
});
process.stdout.write('ready\n');
process.on('SIGTERM', () => {
  void Promise.all(started.map((worker) => worker.leave(100))).then(() => process.exit());
});
