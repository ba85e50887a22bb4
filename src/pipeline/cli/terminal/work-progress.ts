import { CountedWork, type Watch } from '../../record/counted-work.js';
import type { Progress } from '../../record/progress.js';
import { fitText } from '../../../solver/core/text/plain-text.js';
import { farLine, farText } from './progress-line.js';
import { ProgressDisplay } from './progress-display.js';
import type { Terminal } from './terminal.js';

/** What is done within this time says nothing. */
const AFTER_MS = 1000;

/** Shows how far a command is that takes longer than a second. */
export class WorkProgress implements Watch {
  private readonly display: ProgressDisplay;
  private what: string | null = null;
  private counted = new CountedWork();

  /**
   * `quiet` says nothing at all: also if what is written goes to the terminal, where a live line
   * would be in its way.
   */
  constructor(terminal: Terminal, quiet = false) {
    this.display = new ProgressDisplay(terminal, quiet, AFTER_MS);
  }

  reached(done: number, total: number | null, isEstimate?: boolean): void {
    this.counted.note(done, total, isEstimate);
    this.show(() => this.counted.progress());
  }

  stage(what: string): void {
    this.what = what;
    this.counted = new CountedWork();
    this.display.update(
      (columns) => [fitText(what, columns - 1)],
      () => what,
      { atOnce: true },
    );
  }

  /** Shows how far the work is, if somebody else counts it. */
  show(progress: () => Progress): void {
    const { what } = this;
    this.display.update(
      (columns, colours) => [
        ...(what === null ? [] : [fitText(what, columns - 1)]),
        farLine(progress(), columns, colours),
      ],
      () => [farText(progress()), ...(what === null ? [] : [what])].join(', '),
    );
  }

  close(): void {
    this.display.close();
  }
}

/** Does `work` with its progress shown, and removes that at its end. */
export async function withProgress<T>(
  terminal: Terminal,
  work: (progress: WorkProgress) => Promise<T>,
  quiet = false,
): Promise<T> {
  const progress = new WorkProgress(terminal, quiet);
  try {
    return await work(progress);
  } finally {
    progress.close();
  }
}
