import type { RunObserver, RunProgress, RunStart } from '../../batch/contract/run-observer.js';
import { liveLines, plainLine } from './progress-lines.js';
import { countText, numberOf, bytesText } from '../../text/numbers.js';
import type { Terminal } from '../terminal/terminal.js';

/** The least time between two updates of the live lines. */
const REPAINT_MS = 100;

/**
 * Plain lines come after this time, then less and less often: those of a night should fit on a
 * screen.
 */
const FIRST_LINE_MS = 10_000;
const LINE_GROWTH = 1.5;
const LONGEST_GAP_MS = 600_000;

/** Shows how a run goes, and is told when to remove the live lines. */
export interface ProgressView extends RunObserver {
  close(): void;
}

/** How the progress of a run is shown. */
export interface Shown {
  readonly quiet: boolean;
  /** How many solve at a time, in words; by default threads of this process. */
  readonly solvers?: Solvers;
}

type Solvers = (count: number) => string;

/** Live lines on a terminal, a plain line now and then elsewhere, nothing if `quiet`. */
export function showProgress(terminal: Terminal, { quiet, solvers }: Shown): ProgressView {
  if (quiet) return silent(terminal);
  return terminal.messages.isTty ? live(terminal, solvers) : logged(terminal, solvers);
}

/** Warnings are not progress: they are shown even then. */
function silent(terminal: Terminal): ProgressView {
  return {
    started: () => undefined,
    progress: () => undefined,
    warn: (message) => terminal.say(`nonomill: ${message}`),
    close: () => undefined,
  };
}

function live(terminal: Terminal, solvers?: Solvers): ProgressView {
  let paintedAt = -Infinity;
  let latest: RunProgress | null = null;
  return {
    started: (start) => terminal.say(startLine(start, solvers)),
    progress(progress) {
      latest = progress;
      const now = performance.now();
      if (now - paintedAt < REPAINT_MS) return;
      paintedAt = now;
      const { columns, depth } = terminal.messages;
      terminal.setLive(liveLines(latest, columns, depth > 1));
    },
    warn: (message) => terminal.say(`nonomill: ${message}`),
    close: () => terminal.setLive([]),
  };
}

function logged(terminal: Terminal, solvers?: Solvers): ProgressView {
  let gap = FIRST_LINE_MS;
  let nextAt = performance.now() + gap;
  return {
    started: (start) => terminal.say(startLine(start, solvers)),
    progress(progress) {
      const now = performance.now();
      if (now < nextAt) return;
      terminal.say(plainLine(progress));
      gap = Math.min(gap * LINE_GROWTH, LONGEST_GAP_MS);
      nextAt = now + gap;
    },
    warn: (message) => terminal.say(`nonomill: ${message}`),
    close: () => undefined,
  };
}

const KINDS = { started: 'started', resumed: 'goes on', retried: 'tries again' } as const;

function startLine(start: RunStart, solvers: Solvers = threadsText): string {
  const { runId, kind, sources, doneBefore } = start;
  const known = sources.every(({ bytes }) => bytes !== null);
  const bytes = known ? `, ${bytesText(sources.reduce((sum, s) => sum + (s.bytes ?? 0), 0))}` : '';
  const before = doneBefore > 0 ? `, ${countText(doneBefore)} done before` : '';
  const corpora = numberOf(sources.length, 'source');
  return `Run ${runId} ${KINDS[kind]}: ${corpora}${bytes}${before}, ${solvers(start.threads)}.`;
}

function threadsText(threads: number): string {
  return threads === 0 ? 'solved by the workers of the queue' : numberOf(threads, 'thread');
}
