import type { Gathering } from '../gathering/gathering.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';

/**
 * The least time between two updates of the line on a terminal, and between two lines elsewhere.
 */
const REPAINT_MS = 200;
const SAID_MS = 10_000;

/** Shows how far a data set is: `12,000 of 100,000 puzzles, 48,000 candidates, 2m 3s left`. */
export class DatasetProgress {
  private nextAt: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly isQuiet: boolean,
  ) {
    this.nextAt = performance.now() + this.gap;
  }

  /** What was found so far; `leftMs` is null if nobody knows. */
  gathered(
    { kept, wanted, tried }: Pick<Gathering, 'kept' | 'wanted' | 'tried'>,
    leftMs: number | null,
  ): void {
    const of = wanted === Infinity ? '' : ` of ${countText(wanted)}`;
    const left = leftMs === null ? '' : `, ${durationText(leftMs)} left`;
    this.show(() => `${countText(kept)}${of} puzzles, ${countText(tried)} candidates${left}`);
  }

  writing(file: string): void {
    this.show(() => `writing ${file}`);
  }

  say(message: string): void {
    if (!this.isQuiet) this.terminal.say(message);
  }

  end(): void {
    if (this.terminal.messages.isTty) this.terminal.setLive([]);
  }

  private show(line: () => string): void {
    const now = performance.now();
    if (this.isQuiet || now < this.nextAt) return;
    this.nextAt = now + this.gap;
    if (this.terminal.messages.isTty) this.terminal.setLive([line()]);
    else this.terminal.say(line());
  }

  private get gap(): number {
    return this.terminal.messages.isTty ? REPAINT_MS : SAID_MS;
  }
}
