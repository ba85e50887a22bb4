// What was found: solutions.

import { Events, tellSolution } from '../lines/events';
import { storeCells } from '../lines/planes';
import { Table, mark, release, take, takeUnset } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Proof } from './proof';

export const enum End {
  none,
  exhausted,
  /** Enough solutions were found. */
  wanted,
  /** The budget is spent. */
  stopped,
  /** The guesses of a brief search led to too many contradictions. */
  givenUp,
}

/** How the work on a puzzle ended: the places of ENDS in engine.ts. */
export const enum Ended {
  /** Lines alone: a contradiction, or the only solution. */
  contradiction,
  solved,
  stoppedEarly,
  /** A search: nothing is left, enough was found, or the budget is spent. */
  exhausted,
  wanted,
  stopped,
  /** Lines alone leave cells unknown. */
  open,
}

/** The solutions that the current search has found. */
export class FoundSolutions {
  static count: f64 = 0;
  /** The first and the second, a byte a cell. */
  static first: Table<u8> = changetype<Table<u8>>(0);
  static second: Table<u8> = changetype<Table<u8>>(0);
}

export function startFound(): void {
  FoundSolutions.count = 0;
  FoundSolutions.first = changetype<Table<u8>>(0);
  FoundSolutions.second = changetype<Table<u8>>(0);
}

export function addFound<W>(): void {
  FoundSolutions.count++;
  const isTold = Events.steps || Proof.on;
  if (FoundSolutions.count > 2 && !isTold) return;
  const place = mark();
  const cells = takeGrid<W>();
  if (isTold) tellSolution(cells);
  if (FoundSolutions.count > 2) release(place);
  else keep(cells);
}

/** Takes a table of the values of the full grid. */
function takeGrid<W>(): Table<u8> {
  const cells = isReference<W>() ? take<u8>(Problem.cells) : takeUnset<u8>(Problem.cells);
  storeCells<W>(cells);
  return cells;
}

/** Adds the full grid unless it is the first solution again. @pre there are fewer than two. */
export function addOther<W>(): void {
  if (FoundSolutions.count == 0) {
    addFound<W>();
    return;
  }
  const place = mark();
  const cells = takeGrid<W>();
  const isNew = differs(cells, FoundSolutions.first);
  release(place);
  if (isNew) addFound<W>();
}

function differs(a: Table<u8>, b: Table<u8>): bool {
  return memory.compare(changetype<usize>(a), changetype<usize>(b), Problem.cells) != 0;
}

/** Adds the first image of the first solution, under the `count` maps, that differs from it. */
export function addImage(maps: Table<i32>, count: i32): void {
  const cells = FoundSolutions.first;
  for (let m = 0; m < count; m++) {
    const map = m * Problem.cells;
    const place = mark();
    const image = takeUnset<u8>(Problem.cells);
    for (let cell = 0; cell < Problem.cells; cell++) image[maps[map + cell]] = cells[cell];
    if (!differs(image, cells)) {
      release(place);
      continue;
    }
    FoundSolutions.count++;
    if (Events.steps) tellSolution(image);
    keep(image);
    return;
  }
}

function keep(cells: Table<u8>): void {
  if (changetype<usize>(FoundSolutions.first) == 0) FoundSolutions.first = cells;
  else FoundSolutions.second = cells;
}
