import type { QueueWorker } from '../../pool/queue/queue-worker.js';
import { countText, numberOf, rateText } from '../../text/numbers.js';
import type { Terminal } from '../terminal/terminal.js';

const LIVE_MS = 500;

/**
 * Plain lines come after this time, then less and less often: those of a night should fit on a
 * screen.
 */
const FIRST_LINE_MS = 10_000;
const LINE_GROWTH = 1.5;
const LONGEST_GAP_MS = 600_000;

/** Shows what a worker does, until the function that it returns is called. */
export function showWork(worker: QueueWorker, terminal: Terminal, quiet: boolean): () => void {
  if (quiet) return () => undefined;
  const isLive = terminal.messages.isTty;
  let gap = FIRST_LINE_MS;
  let nextAt = performance.now() + gap;
  let before = { at: performance.now(), puzzles: 0 };
  const timer = setInterval(() => {
    const now = performance.now();
    if (!isLive && now < nextAt) return;
    const { puzzles } = worker.figures;
    const rate = ((puzzles - before.puzzles) * 1000) / (now - before.at);
    const line = workLine(worker, rate);
    if (isLive) {
      terminal.setLive([line]);
      if (now - before.at > 10_000) before = { at: now, puzzles };
      return;
    }
    terminal.say(line);
    gap = Math.min(gap * LINE_GROWTH, LONGEST_GAP_MS);
    nextAt = now + gap;
    before = { at: now, puzzles };
  }, LIVE_MS);
  return () => {
    clearInterval(timer);
    if (isLive) terminal.setLive([]);
  };
}

function workLine({ figures }: QueueWorker, rate: number): string {
  const { puzzles, underWork, refused } = figures;
  const parts = [`${countText(puzzles)} done`];
  if (rate > 0) parts.push(rateText(rate));
  parts.push(underWork === 0 ? 'waits' : `${numberOf(underWork, 'batch', 'batches')} under work`);
  if (refused > 0) parts.push(`${numberOf(refused, 'message')} refused`);
  return parts.join(', ');
}
