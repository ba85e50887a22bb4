import { takeCare } from './carry-out.js';
import { openWorker, type OpenWorker } from '../../queue/queue-worker.js';
import { numberOf, countText, rateText } from '../../../solver/core/text/numbers.js';
import { type CommandContext, onSignals } from '../command.js';
import { programVersion } from '../../files/program.js';
import type { CommandOutcome, Terminal } from '../terminal.js';
import { PLAIN_LINE_MS } from '../progress.js';

/** How long a worker waits for its puzzles when it leaves; the rest goes back into the queue. */
const GRACE_MS = 5000;

/** Works for the runs of a queue until a signal comes. */
export async function doWork(
  { queue, threads, memoryMiB, nice, maxLoad, quiet }: WorkerOptions,
  context: CommandContext,
): Promise<CommandOutcome> {
  const { terminal } = context;
  takeCare(nice, terminal);
  const worker = await openWorker({
    url: queue,
    threads,
    memoryMiB,
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
    onSignals(context, { stop: () => resolve(null) });
  });
  const shutOut = await Promise.race([signal, worker.shutOut]);
  if (shutOut === null && !quiet)
    terminal.say('Leaving: puzzles under work are finished first, or returned.');
  await worker.leave(GRACE_MS);
  close();
  const { puzzles, batches } = worker.figures();
  if (!quiet) {
    terminal.say(
      `${numberOf(puzzles, 'puzzle')} done in ${numberOf(batches, 'batch', 'batches')}.`,
    );
  }
  if (shutOut !== null) throw shutOut;
  return 'done';
}

const LIVE_MS = 500;

/** Shows what a worker does, until the function that it returns is called. */
function showWork(worker: OpenWorker, terminal: Terminal, quiet: boolean): () => void {
  if (quiet) return () => undefined;
  const isLive = terminal.messages.isTty;
  let nextAt = performance.now() + PLAIN_LINE_MS;
  let before = { at: performance.now(), puzzles: 0 };
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isLive && now < nextAt) return;
    const { puzzles } = worker.figures();
    const rate = ((puzzles - before.puzzles) * 1000) / (now - before.at);
    const line = workLine(worker, rate);
    if (isLive) {
      terminal.setLive([line]);
      if (now - before.at > 10_000) before = { at: now, puzzles };
      return;
    }
    terminal.say(line);
    nextAt = now + PLAIN_LINE_MS;
    before = { at: now, puzzles };
  }, LIVE_MS);
  return () => {
    clearInterval(timer);
    if (isLive) terminal.setLive([]);
  };
}

function workLine(worker: OpenWorker, rate: number): string {
  const { puzzles, underWork, refused } = worker.figures();
  const parts = [`${countText(puzzles)} done`];
  if (rate > 0) parts.push(rateText(rate));
  parts.push(underWork === 0 ? 'waits' : `${numberOf(underWork, 'batch', 'batches')} under work`);
  if (refused > 0) parts.push(`${numberOf(refused, 'message')} refused`);
  return parts.join(', ');
}

export interface WorkerOptions {
  readonly queue: string;
  readonly threads: number;
  readonly memoryMiB: number | null;
  readonly nice: number | null;
  readonly maxLoad: number | null;
  readonly quiet: boolean;
}
