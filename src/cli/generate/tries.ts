import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import { MOST_TRIES, wishText, type Wish } from '../../generate/only.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * The least time between two updates of the line on a terminal, and between two lines elsewhere.
 */
const REPAINT_MS = 100;
const SAID_MS = 10_000;

/** Shows how the search for puzzles of a kind goes: `tried 120,000, kept 2`. */
export class Tries {
  private tried = 0;
  private kept = 0;
  private readonly began = performance.now();
  private nextAt: number;

  constructor(private readonly terminal: Terminal) {
    this.nextAt = this.began + this.gap;
  }

  /** Tells what is looked for, and when that ends. */
  announce(wish: Wish): void {
    this.terminal.say(
      `Looking for puzzles that are ${wishText(wish)}; gives up after ` +
        `${countText(MOST_TRIES)} tries in a row without one.`,
    );
  }

  /** Notes that one puzzle was tried. */
  note(isKept: boolean): void {
    this.tried++;
    if (isKept) this.kept++;
    // Reading the clock takes a tenth of the time of a small puzzle.
    if ((this.tried & 15) !== 0) return;
    const now = performance.now();
    if (now < this.nextAt) return;
    this.nextAt = now + this.gap;
    const line = `tried ${countText(this.tried)}, kept ${countText(this.kept)}`;
    if (this.terminal.messages.isTty) this.terminal.setLive([line]);
    else this.terminal.say(`${line}, after ${durationText(now - this.began)}`);
  }

  end(): void {
    if (this.terminal.messages.isTty) this.terminal.setLive([]);
  }

  private get gap(): number {
    return this.terminal.messages.isTty ? REPAINT_MS : SAID_MS;
  }
}
