// Puzzles of up to 8x8 in black and white, which people solve by the million: all rows, or all
// columns, are one word, eight bits a line, so that rows reach columns by turning words. Lines are
// looked up in tables, which are filled as lines are met. Each pass reads all lines of a direction,
// whatever they found: branches that are guessed wrong would take longer. What is neither decided
// by lines nor found to have two solutions by a brief search is solved anew like all other puzzles;
// so all that is found, and counted, is the same as there.

import { KEPT_CELLS as MOST, findResult, noteClue, placeOf, startLines } from './lines/lines';
import { Budget, RanOut, Setting, setting, spend } from './memory/budget';
import { Table, takeUnset } from './memory/memory';
import { Grid, HEADER_WORDS, loadProblem } from './memory/problem';
import { Counters } from './memory/statistics';
import { addRound, startEffort } from './rating/effort';
import { Level, findingAtOnce, takeReading } from './rating/needs';
import { Rated } from './rating/rate';
import { Ended, FoundSolutions } from './search/found';

/**
 * What is known at a level (see rating/needs.ts) once a line with some known cells was read, and
 * 0x100; 0 before it is asked for. Its solution says which clue it has, and what is known. For
 * lines of n cells from place 4 * 4^n on: by level, solution and known cells.
 */
const readings: usize = memory.data((2 * 9) << (2 * MOST), 16);
/** Open guesses of the search: both planes before it, and its cell as one bit. */
const guesses: usize = memory.data(3 * 8 * MOST * MOST, 16);

/** All bits of a word of eight lines that are the first, or the last, of a line. */
const FIRST: u64 = 0x0101010101010101;
const LAST: u64 = 0x8080808080808080;

class Tiny {
  static width: i32 = 0;
  static height: i32 = 0;
  static words: Table<i32> = changetype<Table<i32>>(0);
  /** Whether the tables of all other puzzles have this one, for lines that are met first. */
  static isLoaded: bool = false;
  /** All cells, in the plane of rows and in that of columns. */
  static rows: u64 = 0;
  static columns: u64 = 0;
  /** By row and by column, a byte each: what a person reads there. */
  static rowWeights: u64 = 0;
  static columnWeights: u64 = 0;
  /** The rows of what is known: cells that are blank, and that are filled. */
  static blank: u64 = 0;
  static filled: u64 = 0;
  /** The columns of the solution that is rated. */
  static filledColumns: u64 = 0;
  static steps: i32 = 0;
}

/** Solves a puzzle if it is tiny, and that is enough: see above; else it is `open`. */
export function solveTiny(words: Table<i32>): Ended {
  const first = takeUnset<u8>(MOST * MOST + MOST);
  const second = takeUnset<u8>(MOST * MOST + MOST);
  if (!readClues(words)) return Ended.open;
  Tiny.blank = Tiny.filled = 0;
  Tiny.steps = 0;
  Grid.passes = 0;
  let ended = Ended.contradiction;
  if (propagate(<u32>lineSet(Tiny.height), <u32>lineSet(Tiny.width))) {
    ended = Ended.solved;
    if (isFull()) keepSolution(first);
    else if (searchTwo(first, second)) ended = Ended.wanted;
    else return Ended.open;
  }
  // A limit ends the work at its own place.
  return spend(Tiny.steps, 4 * Tiny.steps) ? ended : Ended.open;
}

function lineSet(count: i32): i32 {
  return (1 << count) - 1;
}

/** So many lines of so many cells. */
function cellsOf(lines: i32, cells: i32): u64 {
  return (~(<u64>0) >> (<u64>(64 - 8 * lines))) & (FIRST * <u64>lineSet(cells));
}

function isFull(): bool {
  return (Tiny.blank | Tiny.filled) == Tiny.rows;
}

/** Reads the puzzle; false if it is not tiny, or its clues do not fit. */
function readClues(words: Table<i32>): bool {
  const count = words.length;
  if (count < HEADER_WORDS || words[0] != count || words[3] != 1) return false;
  const width = words[1];
  const height = words[2];
  if (<u32>(width - 1) >= <u32>MOST || <u32>(height - 1) >= <u32>MOST) return false;
  Tiny.words = words;
  Tiny.isLoaded = false;
  Tiny.width = width;
  Tiny.height = height;
  Tiny.rows = cellsOf(height, width);
  Tiny.columns = cellsOf(width, height);
  Tiny.rowWeights = 0;
  let weights: u64 = 0;
  let shift: u64 = 0;
  for (let at = HEADER_WORDS, line = 0; line < width + height; line++) {
    if (line == height) {
      Tiny.rowWeights = weights;
      weights = shift = 0;
    }
    const length = line < height ? width : height;
    if (at >= count || <u32>words[at] > <u32>MOST) return false;
    const weight = 1 + words[at];
    const end = at + weight;
    if (end > count) return false;
    let left: u32 = 0;
    let used = 0;
    for (at++; at < end; at++) {
      const size = words[at];
      if (size <= 0 || size > length || used + size > length) return false;
      left |= (<u32>lineSet(size)) << used;
      used += size + 1;
    }
    weights |= (<u64>weight) << shift;
    shift += 8;
    noteClue(line, length, left);
  }
  Tiny.columnWeights = weights;
  return true;
}

/** Solves lines until none finds anything, as `propagateGrid` does. False if one contradicts. */
function propagate(dirty: u32, crossing: u32): bool {
  let blank = Tiny.blank;
  let filled = Tiny.filled;
  let passes = Grid.passes;
  let steps = Tiny.steps;
  let isRow = true;
  let fits = true;
  // It ends with rows at hand, as it began.
  while ((dirty | crossing) != 0 || !isRow) {
    const cells = isRow ? Tiny.rows : Tiny.columns;
    passes += i32((blank | filled) != cells);
    const count = isRow ? Tiny.height : Tiny.width;
    const base = isRow ? 0 : Tiny.height;
    let canBlank: u64 = 0;
    let canFilled: u64 = 0;
    for (let i = 0; i < count; i++) {
      const at = <u64>(i << 3);
      const place = placeOf(base + i, (<u32>(blank >> at)) & 0xff, (<u32>(filled >> at)) & 0xff);
      let result = <u32>load<u16>(place);
      if (result == 0) {
        loadTables();
        result = findResult(
          base + i,
          (<u32>((cells & ~filled) >> at)) & 0xff,
          (<u32>((cells & ~blank) >> at)) & 0xff,
          place,
        );
      }
      canBlank |= (<u64>(result >> 8)) << at;
      canFilled |= (<u64>(result & 0xff)) << at;
    }
    const nowBlank = cells & ~canFilled;
    const nowFilled = cells & ~canBlank;
    const lost = nowBlank & nowFilled;
    if (lost != 0) {
      steps += <i32>popcnt<u32>(dirty & ((2 << ((<u32>ctz<u64>(lost)) >> 3)) - 1));
      fits = false;
      break;
    }
    steps += <i32>popcnt<u32>(dirty);
    dirty = crossing | linesAcross((blank ^ nowBlank) | (filled ^ nowFilled));
    crossing = 0;
    blank = turned(nowBlank);
    filled = turned(nowFilled);
    isRow = !isRow;
  }
  Tiny.blank = blank;
  Tiny.filled = filled;
  Grid.passes = passes;
  Tiny.steps = steps;
  return fits;
}

/** Takes the tables of all other puzzles, once for a puzzle. */
function loadTables(): void {
  if (Tiny.isLoaded) return;
  Tiny.isLoaded = true;
  loadProblem<u32>(Tiny.words);
  startLines();
  takeReading();
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

/** Keeps what is known of all cells as a solution, a byte a cell. */
function keepSolution(table: Table<u8>): void {
  if (FoundSolutions.count++ == 0) FoundSolutions.first = table;
  else FoundSolutions.second = table;
  let at = changetype<usize>(table);
  // What is written beyond a row is written over by the next one.
  for (let row = 0; row < Tiny.height; row++, at += Tiny.width) {
    const bits = (((Tiny.filled >> (<u64>(row << 3))) & 0xff) * FIRST) & 0x8040201008040201;
    store<u64>(at, ((bits + ~LAST) >> 7) & FIRST);
  }
}

/** As `searchBriefly` from the fixpoint at hand. Whether it finds two solutions. */
function searchTwo(first: Table<u8>, second: Table<u8>): bool {
  const most = <i32>setting(Setting.briefConflicts);
  let top = guesses;
  let open = 0;
  let fits = true;
  while (true) {
    let cell: u64;
    if (fits && !isFull()) {
      Counters.decisions++;
      Counters.depth = max(Counters.depth, ++open);
      cell = mostConstrained();
      store<u64>(top, Tiny.blank);
      store<u64>(top, Tiny.filled, 8);
      store<u64>(top, cell, 16);
      top += 24;
      Tiny.filled |= cell;
    } else {
      if (fits) {
        keepSolution(FoundSolutions.count == 0 ? first : second);
        if (FoundSolutions.count == 2) return true;
      } else if (Counters.conflicts++ == most) return false;
      if (open-- == 0) return false;
      top -= 24;
      cell = load<u64>(top, 16);
      Tiny.blank = load<u64>(top) | cell;
      Tiny.filled = load<u64>(top, 8);
    }
    const bit = <i32>ctz<u64>(cell);
    fits = propagate((<u32>1) << (bit >> 3), (<u32>1) << (bit & 7));
  }
}

/** The first unknown cell of the row with the fewest of them, as one bit. */
function mostConstrained(): u64 {
  const unknown = Tiny.rows & ~(Tiny.blank | Tiny.filled);
  let best: u64 = 0;
  let fewest = MOST + 1;
  for (let at: u64 = 0; at < 64; at += 8) {
    const row = unknown & ((<u64>0xff) << at);
    const count = <i32>popcnt<u64>(row);
    const isBetter = i32(count != 0) & i32(count < fewest);
    best = select<u64>(row, best, isBetter != 0);
    fewest = select<i32>(count, fewest, isBetter != 0);
  }
  return best & (0 - best);
}

/** As `rate`, for the puzzle that lines alone have just solved here. */
export function rateTiny(): bool {
  Rated.lookAhead = 0;
  Rated.innerLookAhead = 0;
  if (Budget.stopped != RanOut.nothing) return false;
  Tiny.filledColumns = turned(Tiny.filled);
  startEffort();
  const early = playRounds();
  Rated.level = needed(early);
  return Budget.stopped == RanOut.nothing;
}

/** Plays rounds (see rating/rounds.ts) to the solution; returns the rows after the first. */
function playRounds(): u64 {
  let early: u64 = 0;
  let known: u64 = 0;
  let knownColumns: u64 = 0;
  let news = Tiny.rows;
  let newsInColumns = Tiny.columns;
  Tiny.steps = 0;
  do {
    Round.open = Round.productive = Round.lines = 0;
    const byRows = readRound(true, known, news);
    const byColumns = readRound(false, knownColumns, newsInColumns);
    addRound(Round.open, Round.productive, Round.lines);
    const acrossRows = turned(byRows);
    newsInColumns = acrossRows ^ knownColumns;
    knownColumns = byColumns | acrossRows;
    const now = turned(knownColumns);
    news = turned(byColumns) ^ known;
    if (known == 0) early = now;
    known = now;
  } while (known != Tiny.rows);
  spend(Tiny.steps, 4 * Tiny.steps);
  return early;
}

class Round {
  static open: i32 = 0;
  static productive: i32 = 0;
  static lines: i32 = 0;
}

/** Reads all lines of a direction in a round, which is added up; `news` came from across before. */
function readRound(isRow: bool, known: u64, news: u64): u64 {
  const now = read(Level.line, isRow, known);
  const weights = isRow ? Tiny.rowWeights : Tiny.columnWeights;
  const open = anyIn((isRow ? Tiny.rows : Tiny.columns) ^ known);
  const found = anyIn(now ^ known);
  Round.open += weigh(weights, open);
  Round.productive += weigh(weights, found);
  Round.lines += <i32>popcnt<u64>(found);
  Tiny.steps += <i32>popcnt<u64>(open & anyIn(news));
  return now;
}

/** The last bit of each line that has any bit. */
function anyIn(cells: u64): u64 {
  return (((cells & ~LAST) + ~LAST) | cells) & LAST;
}

/** The sum of the bytes of a word that are in lines given by their last bits. */
function weigh(bytes: u64, lines: u64): i32 {
  return <i32>(((bytes & ((lines >> 7) * 0xff)) * FIRST) >> 56);
}

/** As `findNeeds`; `early` are the rows that are known after the first round. */
function needed(early: u64): Level {
  let known: u64 = 0;
  for (let level = Level.count; level <= Level.runs; level++) {
    if (level == Level.overlap) known = early;
    known = close(level, known);
    if (known == Tiny.rows) return level;
  }
  return Level.line;
}

/** The rows that are known once no line finds anything more at a level. */
function close(level: Level, known: u64): u64 {
  while (true) {
    const byRows = read(level, true, known);
    const now = turned(read(level, false, turned(byRows)));
    if (now == known) return known;
    known = now;
  }
}

/** What is known once all lines of a direction were read at a level. */
function read(level: Level, isRow: bool, known: u64): u64 {
  const solution = isRow ? Tiny.filled : Tiny.filledColumns;
  const count = isRow ? Tiny.height : Tiny.width;
  const cells = <usize>(isRow ? Tiny.width : Tiny.height);
  const table = readings + ((<usize>4 + <usize>level) << (2 * cells + 1));
  let now: u64 = 0;
  for (let i = 0; i < count; i++) {
    const at = <u64>(i << 3);
    const line = (solution >> at) & 0xff;
    const place = table + ((((<usize>line) << cells) | (<usize>((known >> at) & 0xff))) << 1);
    let result = <u32>load<u16>(place);
    if (result == 0)
      result = findReading(level, isRow, i, <u32>line, (<u32>(known >> at)) & 0xff, place);
    now |= (<u64>(result & 0xff)) << at;
  }
  return now;
}

/** Reads a line at a level, and keeps what is known then at a place. */
function findReading(
  level: Level,
  isRow: bool,
  index: i32,
  solution: u32,
  known: u32,
  place: usize,
): u32 {
  loadTables();
  const all = <u32>lineSet(isRow ? Tiny.width : Tiny.height);
  const line = isRow ? index : Tiny.height + index;
  const result =
    0x100 |
    known |
    findingAtOnce(level, line, all & ~(solution & known), all & (solution | ~known), solution);
  store<u16>(place, <u16>result);
  return result;
}
