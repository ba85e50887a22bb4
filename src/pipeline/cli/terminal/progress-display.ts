import type { LogEvent } from './log-form.js';
import type { Terminal } from './terminal.js';

/** From this time on it is said at once that something else begins: it may take long. */
const SOON_MS = 300;

/** The least time between two updates of the live lines. */
const REPAINT_MS = 100;

/** The least time before a plain line, and between two of them. */
export const PLAIN_LINE_MS = 60_000;

interface ProgressKind {
  readonly atOnce?: boolean;
  readonly event?: () => LogEvent;
}

const notice = (): LogEvent => ({ event: 'notice' });

/**
 * Shows on standard error how far something is: live lines on a terminal, a plain line once a
 * minute elsewhere.
 */
export class ProgressDisplay {
  private readonly isLive: boolean;
  private readonly gap: number;
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
    this.gap = this.isLive ? REPAINT_MS : PLAIN_LINE_MS;
    this.nextAt = performance.now() + (this.isLive ? afterMs : PLAIN_LINE_MS);
  }

  /**
   * Shows these lines, or this line, if it is time for that; with `atOnce`, something else begins.
   * `event` is for programs that read the log.
   */
  update(
    live: (columns: number, colours: boolean) => readonly string[],
    plain: () => string,
    { atOnce = false, event = notice }: ProgressKind = {},
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
      this.terminal.tell(event(), plain());
    }
    this.nextAt = now + this.gap;
  }

  close(): void {
    if (!this.isShown) return;
    this.terminal.setLive([]);
    this.isShown = false;
  }
}
