import { limitsText } from '../../record/run-retry.js';
import type {
  RoundStart,
  RunObserver,
  RunStart,
  StudyStep,
} from '../../runs/request/run-observer.js';
import { liveLines, plainLine } from './progress-lines.js';
import { bytesOf, progressEvent, startEvent } from './run-events.js';
import { countText, numberOf, bytesText } from '../../../solver/core/text/numbers.js';
import { ProgressDisplay } from '../terminal/progress-display.js';
import { WorkProgress } from '../terminal/work-progress.js';
import type { Terminal } from '../terminal/terminal.js';

/** Shows how a run goes, and is told when to remove the live lines. */
export interface ProgressView extends RunObserver {
  close(): void;
}

/** How the progress of a run is shown. */
export interface ShownProgress {
  readonly quiet: boolean;
  /** How many solve at a time, in words; by default threads of this process. */
  readonly solvers?: Solvers;
}

type Solvers = (count: number) => string;

/**
 * Live lines on a terminal, a plain line once a minute elsewhere; if `quiet`, only warnings, which
 * are not progress.
 */
export function showProgress(terminal: Terminal, { quiet, solvers }: ShownProgress): ProgressView {
  const beforehand = new WorkProgress(terminal, quiet);
  let display = new ProgressDisplay(terminal, quiet);
  let runId: number | null = null;
  return {
    beforehand,
    started(start) {
      beforehand.close();
      display = new ProgressDisplay(terminal, quiet);
      ({ runId } = start);
      if (!quiet) terminal.tell(startEvent(start), startLine(start, solvers));
    },
    round(round) {
      if (!quiet) terminal.say(roundLine(round));
    },
    step(step) {
      if (!quiet) terminal.say(stepLine(step));
    },
    progress(progress) {
      display.update(
        (columns, colours) => liveLines(progress, columns, colours),
        () => plainLine(progress),
        { event: () => progressEvent(runId, progress) },
      );
    },
    warn: (message) => terminal.say(`nonomill: ${message}`),
    close() {
      beforehand.close();
      display.close();
    },
  };
}

const KINDS = { started: 'started', resumed: 'goes on', retried: 'tries again' } as const;

function startLine(start: RunStart, solvers: Solvers = threadsText): string {
  const { runId, kind, sources, doneBefore } = start;
  const all = bytesOf(start);
  const bytes = all === null ? '' : `, ${bytesText(all)}`;
  const before = doneBefore > 0 ? `, ${countText(doneBefore)} done before` : '';
  const corpora = numberOf(sources.length, 'source');
  return `Run ${runId} ${KINDS[kind]}: ${corpora}${bytes}${before}, ${solvers(start.threads)}.`;
}

/** `Round 2 of 3: 3,310 puzzles, 30.0 s each.` */
function roundLine({ round, of, left, limits }: RoundStart): string {
  const { timeoutMs, maxSteps } = limits.limits;
  const each = limitsText({
    timeoutMs: Number.isFinite(timeoutMs) ? timeoutMs : null,
    maxSteps: Number.isFinite(maxSteps) ? maxSteps : null,
    memoryMiB: limits.memoryMiB,
  });
  const which = `Round ${round}${of === null ? '' : ` of ${of}`}`;
  return `${which}: ${numberOf(left ?? 0, 'puzzle')}, ${each} each.`;
}

/** `Step 3: 12,345 puzzles for 24 of 78 points.` */
function stepLine({ step, puzzles, points, of }: StudyStep): string {
  return `Step ${step}: ${numberOf(puzzles, 'puzzle')} for ${points === of ? '' : `${countText(points)} of `}${numberOf(of, 'point')}.`;
}

function threadsText(threads: number): string {
  return threads === 0 ? 'solved by the workers of the queue' : numberOf(threads, 'thread');
}
