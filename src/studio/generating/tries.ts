import { countText, durationText } from '../../solver/core/text/numbers.js';
import { MOST_TRIED, wishText, type Wish } from '../../solver/craft/generate/only.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';

/**
 * The least time between two updates of the line on a terminal, and between two lines elsewhere.
 */
const REPAINT_MS = 100;
const SAID_MS = 10_000;

/** What is asked for, as far as progress goes. */
export interface AskedTries {
  /** How many puzzles; Infinity for all there are. */
  readonly count: number;
  /** Whether puzzles are left out. */
  readonly chosen: boolean;
  /** Whether the puzzles go to the terminal, where a live line would be in their way. */
  readonly inTheWay: boolean;
}

/** Shows how generating goes: `12,000 of 100,000 puzzles`, or `tried 120,000, kept 2 of 10`. */
export class Tries {
  private tried = 0;
  private keptCount = 0;
  private readonly began = performance.now();
  private nextAt: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly asked: AskedTries,
  ) {
    this.nextAt = this.began + this.gap;
  }

  /** Tells what is looked for, and when that ends. */
  announce(wish: Wish): void {
    this.terminal.say(
      `Looking for puzzles that are ${wishText(wish)}; gives up after ${countText(MOST_TRIED.tries)} tries ` +
        `in a row without one, or ${countText(MOST_TRIED.lineSolves)} line solves (about a minute).`,
    );
  }

  note(isKept: boolean): void {
    this.tried++;
    if (isKept) this.keptCount++;
    // Reading the clock takes a tenth of the time of a small puzzle.
    if ((this.tried & 15) !== 0 || this.asked.inTheWay) return;
    const now = performance.now();
    if (now < this.nextAt) return;
    this.nextAt = now + this.gap;
    const line = this.line();
    if (this.terminal.messages.isTty) this.terminal.setLive([line]);
    else this.terminal.say(`${line}, after ${durationText(now - this.began)}`);
  }

  end(): void {
    if (this.terminal.messages.isTty) this.terminal.setLive([]);
  }

  private line(): string {
    const { count, chosen } = this.asked;
    const of = count === Infinity ? '' : ` of ${countText(count)}`;
    return chosen
      ? `tried ${countText(this.tried)}, kept ${countText(this.keptCount)}${of}`
      : `${countText(this.keptCount)}${of} puzzles`;
  }

  private get gap(): number {
    return this.terminal.messages.isTty ? REPAINT_MS : SAID_MS;
  }
}
