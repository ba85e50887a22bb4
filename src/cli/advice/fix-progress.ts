import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import type { Terminal } from '../terminal/terminal.js';

/** The time until a person is told that the work goes on, and between two updates. */
const REPAINT_MS = 500;

/** Tells a person at a terminal that fixes are being looked for, which takes up to a minute and more. */
export class FixProgress {
  private readonly began = performance.now();
  private readonly most: string;
  private readonly timer: NodeJS.Timeout | null;
  private fixed = 0;

  constructor(
    private readonly terminal: Terminal,
    /** Milliseconds that one puzzle takes at most. */
    timeoutMs: number,
  ) {
    const seconds = Math.round(timeoutMs / 1000);
    this.most = seconds > 0 && seconds < 60 ? `${seconds} s` : durationText(timeoutMs);
    const isLive = terminal.messages.isTty;
    this.timer = isLive ? setInterval(() => this.show(), REPAINT_MS) : null;
  }

  /** Makes room for what is printed about a puzzle that is done. */
  noteOne(): void {
    this.fixed++;
    this.hide();
  }

  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.hide();
  }

  private show(): void {
    const seconds = Math.floor((performance.now() - this.began) / 1000);
    const what =
      this.fixed === 0
        ? `looking for the fewest changes, at most ${this.most} (--timeout)`
        : `${countText(this.fixed)} done, at most ${this.most} for each (--timeout)`;
    this.terminal.setLive([`${seconds} s: ${what}`]);
  }

  private hide(): void {
    if (this.timer !== null) this.terminal.setLive([]);
  }
}
