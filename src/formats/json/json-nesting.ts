import { CLOSE_OBJECT, OPEN_LIST, OPEN_OBJECT } from './json-signs.js';

/**
 * The brackets that are open in JSON text. The outer ones, the containers, hold elements; the others
 * are part of the element that is being read.
 */
export class Nesting {
  /** The open brackets, outermost first. */
  private readonly opened: number[] = [];
  /** For each open list, how many of its elements have ended; for an object, 1 once it is a puzzle. */
  private readonly counts: number[] = [];
  private containers = 0;

  /** How many brackets are open. */
  get depth(): number {
    return this.opened.length;
  }

  /** How many of them are part of an element. */
  get depthInElement(): number {
    return this.opened.length - this.containers;
  }

  /** Whether the innermost bracket is a list's, or none is open. */
  inList(): boolean {
    const depth = this.opened.length;
    return depth === 0 || this.opened[depth - 1] === OPEN_LIST;
  }

  /** The index of the element in the innermost container; null if that is not a list. */
  index(): number | null {
    const depth = this.containers;
    return depth > 0 && this.opened[depth - 1] === OPEN_LIST ? this.counts[depth - 1] : null;
  }

  open(code: number): void {
    this.opened.push(code);
    this.counts.push(0);
  }

  /** Whether this bracket closes the innermost one. */
  closes(code: number): boolean {
    const depth = this.opened.length;
    const matching = code === CLOSE_OBJECT ? OPEN_OBJECT : OPEN_LIST;
    return depth > 0 && this.opened[depth - 1] === matching;
  }

  close(): void {
    this.opened.pop();
    this.counts.pop();
    this.containers = Math.min(this.containers, this.opened.length);
  }

  /** Notes that an element of the innermost list has ended. */
  countElement(): void {
    const last = this.opened.length - 1;
    if (last >= 0) this.counts[last]++;
  }

  /** Whether the innermost bracket is a puzzle's. */
  inPuzzle(): boolean {
    return !this.inList() && this.counts[this.opened.length - 1] > 0;
  }

  notePuzzle(): void {
    this.counts[this.opened.length - 1] = 1;
  }

  /** Whether a puzzle is among the brackets that are part of an element. */
  hasPuzzle(): boolean {
    for (let depth = this.containers; depth < this.opened.length; depth++) {
      if (this.opened[depth] === OPEN_OBJECT && this.counts[depth] > 0) return true;
    }
    return false;
  }

  /**
   * Makes containers of all open brackets. Returns, for each list that was part of an element, how
   * many of its elements have ended.
   */
  enterAll(): number[] {
    const ended = this.counts.filter(
      (_, depth) => depth >= this.containers && this.opened[depth] === OPEN_LIST,
    );
    this.containers = this.opened.length;
    return ended;
  }

  /** Gives up the brackets of the element, which has ended. */
  leaveElement(): void {
    this.opened.length = this.containers;
    this.counts.length = this.containers;
    if (this.inList()) this.countElement();
  }
}
