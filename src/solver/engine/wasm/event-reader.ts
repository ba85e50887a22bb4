import type { Cells } from '../../core/puzzle/types.js';

/** The kinds of events, in the order of events.ts of the assembly, which says what they hold. */
export const EVENTS = [
  'line',
  'lineContradiction',
  'probe',
  'probeEnd',
  'probeRefuted',
  'guess',
  'back',
  'solution',
  'follows',
  'unit',
  'open',
  'close',
  'drop',
] as const;

/** The words of an event that all kinds have. */
const HEADER = 3;

/** What the engine says: events from one place to another of the words of its memory. */
export interface SaidEvents {
  readonly words: Int32Array;
  readonly from: number;
  readonly to: number;
  readonly cells: Uint8Array;
}

/** Tells an observer of a puzzle with so many `values` to a cell what the engine says. */
export function tellObserver(said: SaidEvents, values: number, observer: Observer): void {
  const { words, to, cells } = said;
  for (let at = said.from; at < to; at += HEADER) {
    const kind = EVENTS[words[at]];
    const first = words[at + 1];
    const second = words[at + 2];
    if (kind === 'line') {
      const removed: Removal[] = [];
      const end = at + HEADER + second;
      for (let k = at + HEADER; k < end; k++) removed.push(removalOf(words[k], values));
      observer.line?.(first, removed);
      at += second;
    } else if (kind === 'lineContradiction') observer.lineContradiction?.(first);
    else if (kind === 'solution') {
      observer.solution?.(cells.slice(first >>> 0, (first >>> 0) + second));
    } else {
      const { cell, value } = removalOf(first, values);
      if (kind === 'probe') observer.probe?.(cell, value, second);
      else if (kind === 'guess') observer.guess?.(cell, value, second);
      else if (kind === 'back') observer.back?.(cell, value, second);
      else observer.probeEnd?.(cell, value, second, kind === 'probeRefuted');
    }
  }
}

function removalOf(place: number, values: number): Removal {
  const value = (place >>> 0) % values;
  return { cell: ((place >>> 0) - value) / values, value };
}

/** The steps of a proof, as a ProofWriter takes them. */
export interface ProofSteps {
  follows(line: number, literal: number): void;
  nothingFits(line: number): void;
  unit(clause: number): void;
  open(literals: Int32Array): void;
  close(): void;
  drop(clauses: Int32Array): void;
}

/**
 * Hands on the steps of a proof; takes and returns the number of what the engine calls clause 0,
 * the one against the solution told last, which `clauseAgainst` says.
 */
export function tellProof(
  said: SaidEvents,
  steps: ProofSteps,
  clauseAgainst: (solution: Cells) => number,
  against: number,
): number {
  const { words, from, to, cells } = said;
  let last = against;
  for (let at = from; at < to; at += HEADER) {
    const kind = EVENTS[words[at]];
    const first = words[at + 1];
    const second = words[at + 2];
    if (kind === 'follows') steps.follows(first, second);
    else if (kind === 'unit') steps.unit(first === 0 ? last : first);
    else if (kind === 'lineContradiction') steps.nothingFits(first);
    else if (kind === 'close') steps.close();
    else if (kind === 'solution') {
      last = clauseAgainst(cells.subarray(first >>> 0, (first >>> 0) + second));
    } else {
      const end = at + HEADER + second;
      if (kind === 'open') steps.open(words.subarray(at + HEADER, end));
      else if (kind === 'drop') steps.drop(words.subarray(at + HEADER, end));
      else {
        // The cells do not have these values.
        for (let k = at + HEADER; k < end; k++) steps.follows(first, -((words[k] >>> 0) + 1));
      }
      at += second;
    }
  }
  return last;
}

/**
 * Watches how a puzzle is solved, for a replay or an explanation in words. Events come in the order
 * of the work. `cell` counts row by row; `value` is the one that the cell cannot have any more (in
 * black and white: 0 makes it filled).
 *
 * Observing changes only how much work it is: what earlier probes found is worked out again, and it
 * probes only after the search. What a probe or a guess finds out holds only under its assumption:
 * until `probeEnd` or `back`, the grid is that of the assumption.
 */
export interface Observer {
  /** A line (rows first, then columns) was solved completely and took values from cells. */
  line?(line: number, removed: readonly Removal[]): void;
  /** No placement of the line's blocks fits its known cells. */
  lineContradiction?(line: number): void;
  /** The cell is assumed to have the value, in order to contradict it. */
  probe?(cell: number, value: number, level: number): void;
  /** The probe is taken back; with a contradiction the value is removed from the cell for good. */
  probeEnd?(cell: number, value: number, level: number, contradiction: boolean): void;
  /** The search assumes that the cell has the value and goes on; `depth` guesses are open now. */
  guess?(cell: number, value: number, depth: number): void;
  /** The search takes the guess back, as nothing (more) follows from it. */
  back?(cell: number, value: number, depth: number): void;
  /** The grid is full and fits all clues. */
  solution?(cells: Cells): void;
}

/** A value that a cell can no longer have. */
export interface Removal {
  readonly cell: number;
  readonly value: number;
}
