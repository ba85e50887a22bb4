import type { Needs } from '../../core/result/difficulty.js';
import { BLANK, UNKNOWN, type Cells, type Puzzle } from '../../core/puzzle/types.js';

/** What one step of a replay shows. */
export type StepKind =
  /** A line was solved and settled cells, or took colours from them. */
  | 'line'
  /** No placement fits a line. */
  | 'contradiction'
  /** A cell is assumed to have a value, in order to contradict it. */
  | 'probe'
  /**
   * The assumption led to a contradiction: everything that followed is taken back, and the value is
   * removed.
   */
  | 'removed'
  /** The search assumes a value and goes on. */
  | 'guess'
  /** The search takes a guess back. */
  | 'back'
  /** The grid is full. */
  | 'solution';

/** One step of a replay, plain data. */
export interface Step {
  readonly kind: StepKind;
  /** The line under work (rows from 0, columns after them), or null. */
  readonly line: number | null;
  /** The cell that is assumed, guessed or freed, or null. */
  readonly cell: number | null;
  /** How many assumptions are open while the step is shown. */
  readonly depth: number;
  /** Triples of cell, domain before and domain after: a step can be done and undone. */
  readonly changes: readonly number[];
  /**
   * The weakest technique that finds what the step finds: a way of reading its line, or the
   * assumptions that were made; null for steps that find nothing, and for guesses.
   */
  readonly needs: Needs | null;
  /** What happens and why. */
  readonly words: string;
}

/** How a puzzle is solved, as steps. */
export interface Replay {
  readonly steps: readonly Step[];
  /** Whether there were more steps than were kept. */
  readonly cut: boolean;
}

/**
 * What a cell can still be, as bits: bit 0 for blank, bit c for colour c. One bit is a known
 * cell, none a contradiction.
 */
export type Domain = number;

/** The domain of a cell about which nothing is known. */
export function anyValue(colours: number): Domain {
  return colours >= 31 ? 0xffffffff >>> 0 : 2 ** (colours + 1) - 1;
}

/** The domain of a cell that is known to be `value` (BLANK or a colour). */
export function only(value: number): Domain {
  return (1 << value) >>> 0;
}

export function isKnown(domain: Domain): boolean {
  return domain !== 0 && (domain & (domain - 1)) === 0;
}

/** The one value of a known cell, UNKNOWN for every other. */
export function valueOf(domain: Domain): number {
  return isKnown(domain) ? 31 - Math.clz32(domain) : UNKNOWN;
}

/** Whether a cell with this domain can be `value`. */
export function allows(domain: Domain, value: number): boolean {
  return ((domain >>> value) & 1) === 1;
}

/** The domains at the start of a puzzle: its start position, else anything. */
export function startDomains(puzzle: Puzzle): Uint32Array {
  const { width, height, colours, start } = puzzle;
  const domains = new Uint32Array(width * height).fill(anyValue(colours));
  if (start !== null) {
    for (let i = 0; i < start.length; i++) if (start[i] !== UNKNOWN) domains[i] = only(start[i]);
  }
  return domains;
}

/** The known cells, the others UNKNOWN. */
export function knownCells(domains: Uint32Array): Cells {
  return Uint8Array.from(domains, valueOf);
}

/** Whether a cell with this domain is certainly filled, although its colour is open. */
export function isFilled(domain: Domain): boolean {
  return domain !== 0 && !allows(domain, BLANK);
}
