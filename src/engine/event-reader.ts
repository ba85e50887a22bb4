import type { Cells } from '../puzzle/types.js';
import type { Observer, Removal } from './observer.js';

/** The kinds of events, in the order of events.ts of the assembly, which says what their words are. */
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

/** Tells an observer of a puzzle with so many `values` to a cell what the engine says. */
export function tellObserver(words: Int32Array, values: number, observer: Observer): void {
  for (let at = 0; at < words.length; at += HEADER) {
    const kind = EVENTS[words[at]];
    const [first, second] = [words[at + 1], words[at + 2]];
    if (kind === 'line') {
      const removed = words.subarray(at + HEADER, at + HEADER + second);
      observer.line?.(
        first,
        Array.from(removed, (place) => removalOf(place, values)),
      );
      at += second;
    } else if (kind === 'lineContradiction') observer.lineContradiction?.(first);
    else if (kind === 'solution') observer.solution?.(cellsAt(words, first, second));
    else tellAssumption(observer, kind, removalOf(first, values), second);
  }
}

/** Tells an observer of a probe or a guess. */
function tellAssumption(
  observer: Observer,
  kind: (typeof EVENTS)[number],
  { cell, value }: Removal,
  depth: number,
): void {
  if (kind === 'probe') observer.probe?.(cell, value, depth);
  else if (kind === 'guess') observer.guess?.(cell, value, depth);
  else if (kind === 'back') observer.back?.(cell, value, depth);
  else observer.probeEnd?.(cell, value, depth, kind === 'probeRefuted');
}

function removalOf(place: number, values: number): Removal {
  const cell = Math.floor((place >>> 0) / values);
  return { cell, value: (place >>> 0) - cell * values };
}

/** The steps of a proof, as a ProofWriter takes them. */
export interface ProofSteps {
  follows(line: number, literal: number): void;
  nothingFits(line: number): void;
  unit(clause: number): void;
  open(literals: readonly number[]): void;
  close(): void;
  drop(clauses: readonly number[]): void;
}

/** Hands on the steps of a proof that the engine tells. */
export function tellProof(words: Int32Array, steps: ProofSteps): void {
  for (let at = 0; at < words.length; at += HEADER) {
    const kind = EVENTS[words[at]];
    const [first, second] = [words[at + 1], words[at + 2]];
    if (kind === 'follows') steps.follows(first, second);
    else if (kind === 'unit') steps.unit(first);
    else if (kind === 'lineContradiction') steps.nothingFits(first);
    else if (kind === 'close') steps.close();
    else {
      const end = at + HEADER + second;
      if (kind === 'open') steps.open(Array.from(words.subarray(at + HEADER, end)));
      else if (kind === 'drop') steps.drop(Array.from(words.subarray(at + HEADER, end)));
      else {
        // The cells do not have these values.
        for (let k = at + HEADER; k < end; k++) steps.follows(first, -((words[k] >>> 0) + 1));
      }
      at += second;
    }
  }
}

/** The full grid of so many cells at this address of the memory that the words are in. */
function cellsAt({ buffer }: Int32Array, address: number, count: number): Cells {
  return new Uint8Array(buffer, address >>> 0, count).slice();
}
