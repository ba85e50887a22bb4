import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import { MOST_TRIES, wishText, type Wish } from '../../generate/only.js';
import type { Terminal } from '../terminal/terminal.js';

/** How often the line on a terminal is painted again, at most; and how often one is said elsewhere. */
const REPAINT_MS = 100;
const SAID_MS = 10_000;

/** Says how the search for puzzles of a kind goes: `tried 120,000, kept 2`. */
export class Tries {
  private tried = 0;
  private kept = 0;
  private readonly began = performance.now();
  private nextAt: number;

  constructor(private readonly terminal: Terminal) {
    this.nextAt = this.began + this.gap;
  }

  /** Says what is looked for, and where that ends. */
  announce(wish: Wish): void {
    this.terminal.say(
      `Looking for puzzles that are ${wishText(wish)}; gives up after ` +
        `${countText(MOST_TRIES)} tries in a row without one.`,
    );
  }

  /** Notes one puzzle that was tried. */
  note(isKept: boolean): void {
    this.tried++;
    if (isKept) this.kept++;
    // The clock costs as much as a tenth of a small puzzle.
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
