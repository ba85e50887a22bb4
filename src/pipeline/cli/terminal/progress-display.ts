import type { Terminal } from './terminal.js';

/** From this time on it is said at once that something else begins: it may take long. */
const SOON_MS = 300;

/** The least time between two updates of the live lines. */
const REPAINT_MS = 100;

/**
 * Plain lines come after this time, then less and less often: those of a night should fit on a
 * screen.
 */
const FIRST_LINE_MS = 10_000;
const LINE_GROWTH = 1.5;
const LONGEST_GAP_MS = 600_000;

/**
 * Shows on standard error how far something is: live lines on a terminal, a plain line now and then
 * elsewhere.
 */
export class ProgressDisplay {
  private readonly isLive: boolean;
  private gap: number;
  private nextAt: number;

  private readonly began = performance.now();
  private isShown = false;

  /** Live lines wait for `afterMs`: what is done by then says nothing. */
  constructor(
    private readonly terminal: Terminal,
    private readonly quiet: boolean,
    afterMs = 0,
  ) {
    this.isLive = terminal.messages.isTty;
    this.gap = this.isLive ? REPAINT_MS : FIRST_LINE_MS;
    this.nextAt = performance.now() + (this.isLive ? afterMs : FIRST_LINE_MS);
  }

  /**
   * Shows these lines, or this line, if it is time for that; with `atOnce`, something else begins.
   */
  update(
    live: (columns: number, colours: boolean) => readonly string[],
    plain: () => string,
    atOnce = false,
  ): void {
    if (this.quiet) return;
    const now = performance.now();
    const isDue = now >= this.nextAt || (atOnce && this.isLive && now >= this.began + SOON_MS);
    if (!isDue) return;
    if (this.isLive) {
      const { columns, depth } = this.terminal.messages;
      this.terminal.setLive(live(columns, depth > 1));
      this.isShown = true;
    } else {
      this.terminal.say(plain());
      this.gap = Math.min(this.gap * LINE_GROWTH, LONGEST_GAP_MS);
    }
    this.nextAt = now + this.gap;
  }

  close(): void {
    if (!this.isShown) return;
    this.terminal.setLive([]);
    this.isShown = false;
  }
}
