// Rounds of puzzles whose lines have up to six cells, which are looked up: those of 5x5 are rated
// by the million. A plane of all rows, or of all columns, is one word, eight bits a line, so that
// what rows have found is taken from columns by turning words, and the other way round. All lines
// are read in each round, and nothing depends on what they found: branches that the processor
// guesses wrong would take longer than the lines that find nothing.

import { keptResult } from '../lines/lines';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table } from '../memory/memory';
import { Problem } from '../memory/problem';
import { addRound } from './effort';
import { Rounds, weightOf } from './rounds';

/** What all rows, or all columns, say in a round: planes, and what is summed up for the score. */
class Read {
  static blank: u64 = 0;
  static filled: u64 = 0;
  /** The weights of the lines with unknown cells, and of those that found something. */
  static open: i32 = 0;
  static productive: i32 = 0;
  /** How many found something. */
  static lines: i32 = 0;
  /** How many of the dirty ones have unknown cells. */
  static steps: i32 = 0;
}

/** As `playRounds`. */
export function playTiny(): bool {
  const height = Problem.height;
  const width = Problem.width;
  let rowsBlank = packed(0, height, 0);
  let rowsFilled = packed(0, height, 1);
  let columnsBlank = packed(height, width, 0);
  let columnsFilled = packed(height, width, 1);
  let dirtyRows = <u32>Rounds.dirty[0];
  let dirtyColumns = <u32>Rounds.dirty[1];
  while ((rowsBlank & rowsFilled) != 0) {
    Read.open = Read.productive = Read.lines = Read.steps = 0;
    readAll(0, height, <u32>width, rowsBlank, rowsFilled, dirtyRows);
    const rowsFound = (rowsBlank ^ Read.blank) | (rowsFilled ^ Read.filled);
    rowsBlank = Read.blank;
    rowsFilled = Read.filled;
    readAll(height, width, <u32>height, columnsBlank, columnsFilled, dirtyColumns);
    const columnsFound = (columnsBlank ^ Read.blank) | (columnsFilled ^ Read.filled);
    dirtyRows = linesAcross(columnsFound);
    dirtyColumns = linesAcross(rowsFound);
    spend(Read.steps, 4 * Read.steps);
    if (Budget.stopped != RanOut.nothing) return false;
    if (Read.lines == 0) break;
    addRound(Read.open, Read.productive, Read.lines);
    rowsBlank &= turned(Read.blank);
    rowsFilled &= turned(Read.filled);
    columnsBlank = turned(rowsBlank);
    columnsFilled = turned(rowsFilled);
  }
  Rounds.openWeight = (rowsBlank & rowsFilled) == 0 ? 0 : Read.open;
  Rounds.dirty[0] = 0;
  Rounds.dirty[1] = 0;
  unpack(0, height, rowsBlank, rowsFilled);
  unpack(height, width, columnsBlank, columnsFilled);
  return true;
}

/** Reads `count` lines from `base` on, of so many cells, and adds up what they say. */
function readAll(base: i32, count: i32, cells: u32, blank: u64, filled: u64, dirty: u32): void {
  const all = ((<u32>1) << cells) - 1;
  let nowBlank: u64 = 0;
  let nowFilled: u64 = 0;
  let open = Read.open;
  let productive = Read.productive;
  let lines = Read.lines;
  let steps = Read.steps;
  for (let i = 0; i < count; i++) {
    const at = <u64>(i << 3);
    const canBlank = (<u32>(blank >> at)) & all;
    const canFilled = (<u32>(filled >> at)) & all;
    const result = keptResult(base + i, cells, canBlank, canFilled);
    nowBlank |= (<u64>(result >> cells)) << at;
    nowFilled |= (<u64>(result & all)) << at;
    const weight = weightOf(base + i);
    const isOpen = (canBlank & canFilled) != 0;
    const isProductive = result != ((canBlank << cells) | canFilled);
    open += isOpen ? weight : 0;
    productive += isProductive ? weight : 0;
    lines += i32(isProductive);
    steps += i32(isOpen) & (<i32>(dirty >> i));
  }
  Read.blank = nowBlank;
  Read.filled = nowFilled;
  Read.open = open;
  Read.productive = productive;
  Read.lines = lines;
  Read.steps = steps;
}

/** The lines that cross any of these cells. */
function linesAcross(cells: u64): u32 {
  cells |= cells >> 32;
  cells |= cells >> 16;
  return <u32>((cells | (cells >> 8)) & 0xff);
}

/** Bit 8 * i + j of the word that is returned is bit 8 * j + i. */
function turned(cells: u64): u64 {
  let swapped = (cells ^ (cells >> 7)) & 0x00aa00aa00aa00aa;
  cells ^= swapped ^ (swapped << 7);
  swapped = (cells ^ (cells >> 14)) & 0x0000cccc0000cccc;
  cells ^= swapped ^ (swapped << 14);
  swapped = (cells ^ (cells >> 28)) & 0x00000000f0f0f0f0;
  return cells ^ swapped ^ (swapped << 28);
}

/** Plane `value` of `count` lines from `base` on. */
function packed(base: i32, count: i32, value: i32): u64 {
  const planes = changetype<Table<u32>>(Rounds.planes);
  let cells: u64 = 0;
  for (let i = 0; i < count; i++) {
    const at = <u64>(i << 3);
    cells |= (<u64>planes[2 * (base + i) + value]) << at;
  }
  return cells;
}

/** Puts both planes of the lines back. */
function unpack(base: i32, count: i32, blank: u64, filled: u64): void {
  const planes = changetype<Table<u32>>(Rounds.planes);
  for (let i = 0; i < count; i++) {
    planes[2 * (base + i)] = (<u32>(blank >> (<u64>(i << 3)))) & 0xff;
    planes[2 * (base + i) + 1] = (<u32>(filled >> (<u64>(i << 3)))) & 0xff;
  }
}
