// The search that counts are made of, for the puzzle's kind of lines. Counting is one text for all:
// what it asks of a search takes so long that a call through a table does not matter.

import { hasValue, storeCells } from '../lines/planes';
import { Table } from '../memory/memory';
import { Grid, Problem, placeOf, wordsOf } from '../memory/problem';
import { End, addFound } from '../search/found';
import { bytesOfSearch, learn, loadLearning, reduce, reverseKeptGuess } from '../search/learning';
import { propagate } from '../search/reasons';
import { findSolution } from '../search/search';
import { NO_REASON, assign, backjump, guess, unloadTrail } from '../search/trail';

/** Functions of these names, or much the same, in the room of the search. */
export class Searcher {
  static load: () => void = changetype<() => void>(0);
  static unload: () => void = changetype<() => void>(0);
  static bytes: () => f64 = changetype<() => f64>(0);
  static propagate: () => i32 = changetype<() => i32>(0);
  /** Makes a literal true, for no reason. */
  static assign: (literal: i32) => void = changetype<(literal: i32) => void>(0);
  static guess: (literal: i32) => void = changetype<(literal: i32) => void>(0);
  static backjump: (level: i32) => void = changetype<(level: i32) => void>(0);
  static reverseKeptGuess: () => bool = changetype<() => bool>(0);
  static learn: (conflict: i32) => void = changetype<(conflict: i32) => void>(0);
  static reduce: () => void = changetype<() => void>(0);
  static findSolution: (assumed: Table<i32>, count: i32, conflictsEnd: f64) => End =
    changetype<(assumed: Table<i32>, count: i32, conflictsEnd: f64) => End>(0);
  static addFound: () => void = changetype<() => void>(0);
  static storeCells: (cells: Table<u8>) => void = changetype<(cells: Table<u8>) => void>(0);
  static hasValue: (row: i32, column: i32, value: i32) => bool =
    changetype<(row: i32, column: i32, value: i32) => bool>(0);
  /** The bytes of a word; 0 where W is Any. */
  static wordBytes: i32 = 0;
}

/** Begins with a puzzle. */
export function takeSearcher<W>(): void {
  Searcher.load = (): void => loadLearning<W>();
  Searcher.unload = (): void => unloadTrail<W>();
  Searcher.bytes = (): f64 => bytesOfSearch<W>();
  Searcher.propagate = (): i32 => propagate<W>();
  Searcher.assign = (literal: i32): void => assign<W>(literal, NO_REASON);
  Searcher.guess = (literal: i32): void => guess<W>(literal);
  Searcher.backjump = (level: i32): void => backjump<W>(level);
  Searcher.reverseKeptGuess = (): bool => reverseKeptGuess<W>();
  Searcher.learn = (conflict: i32): void => learn<W>(conflict);
  Searcher.reduce = (): void => reduce<W>();
  Searcher.findSolution = (assumed: Table<i32>, count: i32, conflictsEnd: f64): End =>
    findSolution<W>(assumed, count, conflictsEnd);
  Searcher.addFound = (): void => addFound<W>();
  Searcher.storeCells = (cells: Table<u8>): void => storeCells<W>(cells);
  Searcher.hasValue = (row: i32, column: i32, value: i32): bool => hasValue<W>(row, column, value);
  Searcher.wordBytes = isReference<W>() ? 0 : <i32>sizeof<W>();
}

/** Where the planes of a line are in memory. */
export function planesOf(line: i32): usize {
  const bytes = Searcher.wordBytes;
  const at = bytes == 0 ? 8 * placeOf(line) : 2 * bytes * line;
  return changetype<usize>(Grid.planes) + <usize>at;
}

export function sizeOfPlanes(line: i32): i32 {
  const bytes = Searcher.wordBytes;
  return bytes == 0 ? 8 * Problem.values * wordsOf(line) : 2 * bytes;
}

export function colourOf(block: i32): i32 {
  return Searcher.wordBytes == 0 ? <i32>Problem.blockColour[block] : 1;
}
