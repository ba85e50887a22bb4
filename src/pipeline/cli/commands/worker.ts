import type { OpenWorker } from '../../queue/queue-worker.js';
import { numberOf, countText, rateText } from '../../../solver/core/text/numbers.js';
import { command, onSignals } from '../command.js';
import { programVersion } from '../../files/program.js';
import { PLAIN_LINE_MS, ProgressDisplay } from '../progress.js';
import { nightly } from '../night.js';
import { type Terminal, UsageError } from '../terminal.js';
import { QUEUE_VARIABLE, queueUrl, shared } from '../flags.js';

export const worker = nightly(
  false,
  command({
    name: 'worker',
    summary: 'Solve for runs of other machines.',
    description:
      'Solves puzzles for every run that uses the same queue ("nonomill run --queue"), and counts for every census ' +
      '("nonomill study census --queue"), until Ctrl-C or SIGTERM: then it finishes what it can within seconds, returns the rest, and ends. Workers ' +
      'may come and go at any time; their machine needs only access to the queue.\n\n' +
      `It is better to put an address with a password into the environment, as ${QUEUE_VARIABLE}: ` +
      'there, lists of processes do not show it.',
    sections: { Options: shared('queue', 'threads', 'memory', 'nice', 'maxLoad', 'quiet') },
    examples: {
      'nonomill worker --queue redis://10.0.0.5:6379':
        'With as many threads as this machine runs at once.',
      'nonomill worker --threads 4 --memory 512': 'Four threads, 512 MiB each.',
    },
    check(_operands, values) {
      const address = queueUrl(values.queue);
      if (address !== null) return { ...values, queue: address };
      const message = `worker needs the address of the queue: --queue <url> or ${QUEUE_VARIABLE}`;
      throw new UsageError('NM_QUEUE_ADDRESS', message);
    },
    async execute({ queue: url, threads, memory, nice, maxLoad, quiet }, context) {
      // Threads and the queue take a while to load, so other commands do without them.
      const { takeCare } = await import('../running/carry-out.js');
      const { openWorker } = await import('../../queue/queue-worker.js');
      const { terminal } = context;
      takeCare(nice, terminal);
      const worker = await openWorker({
        url,
        threads,
        memoryMiB: memory,
        maxLoad,
        toolVersion: programVersion(),
        onNote: (message) => terminal.say(`nonomill: ${message}`),
      });
      const { id, host, solver } = worker.card;
      if (!quiet) {
        const what = `Worker ${id} on ${host}, ${numberOf(threads, 'thread')}, solver ${solver}`;
        terminal.say(`${what}: waits for puzzles at ${worker.shown}.`);
      }
      const close = showWork(worker, terminal, quiet);
      const signal = new Promise<null>((resolve) => {
        onSignals(context, () => resolve(null));
      });
      const shutOut = await Promise.race([signal, worker.shutOut]);
      if (shutOut === null && !quiet)
        terminal.say('Leaving: puzzles under work are finished first, or returned.');
      await worker.leave(GRACE_MS);
      close();
      const { puzzles, batches, tasks } = worker.figures();
      if (!quiet) {
        const also = tasks === 0 ? '' : `, and ${numberOf(tasks, 'task')} of a census`;
        const inBatches = `${numberOf(puzzles, 'puzzle')} done in ${numberOf(batches, 'batch', 'batches')}`;
        terminal.say(`${inBatches}${also}.`);
      }
      if (shutOut !== null) throw shutOut;
      return 'done';
    },
  }),
);

/** How long a worker waits for its puzzles when it leaves; the rest goes back into the queue. */
const GRACE_MS = 5000;

const LIVE_MS = 500;

/** For how long at most puzzles are counted for the rate of a live line. */
const LIVE_SPAN_MS = 10_000;

/** Shows what a worker does, until the function that it returns is called. */
function showWork(worker: OpenWorker, terminal: Terminal, quiet: boolean): () => void {
  const display = new ProgressDisplay(terminal, quiet);
  const isLive = terminal.messages.isTty;
  let before = { at: performance.now(), puzzles: 0 };
  const timer = setInterval(() => {
    const now = performance.now();
    const { puzzles } = worker.figures();
    const rate = ((puzzles - before.puzzles) * 1000) / (now - before.at);
    const line = workLine(worker, rate);
    display.update(
      () => [line],
      () => line,
    );
    if (now - before.at > (isLive ? LIVE_SPAN_MS : PLAIN_LINE_MS)) before = { at: now, puzzles };
  }, LIVE_MS);
  return () => {
    clearInterval(timer);
    display.close();
  };
}

function workLine(worker: OpenWorker, rate: number): string {
  const { puzzles, tasks, underWork, refused } = worker.figures();
  const parts = [`${countText(puzzles)} done`];
  if (tasks > 0) parts.push(numberOf(tasks, 'task'));
  if (rate > 0) parts.push(rateText(rate));
  parts.push(underWork === 0 ? 'waits' : `${numberOf(underWork, 'batch', 'batches')} under work`);
  if (refused > 0) parts.push(`${numberOf(refused, 'message')} refused`);
  return parts.join(', ');
}
