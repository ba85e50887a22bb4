// The weakest level of reading lines that solves a line-solvable puzzle
// (docs/solver/difficulty.md). The more is known, the more a level settles: so its fixpoint does
// not depend on the order, and each level goes on from where the one before it got stuck. The first
// and the last placement of each line are kept (see Ends): as long as they fit what is known,
// nothing new follows in the line.

import { LineResult, Step, Whole, solveLine } from '../lines/lines';
import { solvePlanes } from '../lines/lines-planes';
import {
  Planes,
  addAllLines,
  addRange,
  firstLine,
  firstMissing,
  highest,
  isFull,
  isOpenIn,
  lastMissing,
  lineSetWords,
  narrow,
  planeWords,
  planesAt,
  putWord,
  refillGrid,
  removeAcross,
  removeRange,
  severalOf,
  takeWords,
  valuesIn,
  wordAt,
} from '../lines/planes';
import { Budget, RanOut, spend } from '../memory/budget';
import { Table, takeUnset } from '../memory/memory';
import { Any, Grid, Problem, lineLength, placeOf, wordsOf } from '../memory/problem';
import { Clues, allCells, loadClues, outOfReach, resetEnds } from './clues';
import { Rounds } from './rounds';

// The levels of reading lines: docs/solver/difficulty.md says what they are.

/** The levels, at the places of NEEDS in src/solver/core/result/difficulty.ts. */
export const enum Level {
  count,
  overlap,
  bounds,
  runs,
  line,
}

// The rules about runs of filled cells in a line, within the bounds of its blocks (see Ends). A
// run is a stretch of cells of one colour. A block is possible for it if it has that colour, is at
// least as long, and the run is within its bounds.
//
// - A cell next to a run does not have its colour if that would make a run for which no block is
//   possible: so the longest possible block is capped, and two runs are not joined into too long a
//   one.
// - A run grows away from the nearest cell that cannot have its colour, up to the length of the
//   shortest possible block, counted from there.
// - A gap (a stretch of cells that can have a colour, none of them found) into which no block of
//   the colour fits within its bounds does not have the colour.
//
// Few lines are read this far: it works on cells, not on words of them.

class Runs {
  /** By cell of the line read last: the values that the rules leave it, bit v for value v. */
  static cells: Table<u32> = changetype<Table<u32>>(0);
  static line: i32 = 0;
  static length: i32 = 0;
}

/** Takes the tables for the longest line. */
function takeRuns(): void {
  Runs.cells = takeUnset<u32>(max(Problem.width, Problem.height));
}

/** Applies the rules to a line of `planes`; what they leave is in `Runs.cells`. */
function applyRuns<W>(planes: Table<u64>, line: i32): void {
  Runs.line = line;
  Runs.length = lineLength(line);
  const words = planeWords<W>(line);
  for (let i = 0; i < Runs.length; i++) {
    let cell: u32 = 0;
    for (let value = 0; value < valuesIn<W>(); value++) {
      const word = wordAt<W>(planes, planesAt<W>(line) + value * words + (i >> 6));
      cell |= (<u32>((word >> (<u64>i)) & 1)) << value;
    }
    Runs.cells[i] = cell;
  }
  for (let colour = 1; colour < valuesIn<W>(); colour++) {
    limitRuns(colour);
    growRuns(colour);
    closeGaps(colour);
  }
}

/** The cells of word `k` of the line to which the rules leave a value. */
function leftByRuns(value: i32, k: i32): u64 {
  let word: u64 = 0;
  for (let i = 64 * k; i < min(Runs.length, 64 * k + 64); i++) {
    word |= (<u64>((Runs.cells[i] >> value) & 1)) << (<u64>i);
  }
  return word;
}

function takeFrom(cell: i32, values: u32): void {
  Runs.cells[cell] = Runs.cells[cell] & ~values;
}

function limitRuns(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let cell = 0; cell < Runs.length; cell++) {
    if (cells[cell] == bit || (cells[cell] & bit) == 0) continue;
    let from = cell;
    while (from > 0 && cells[from - 1] == bit) from--;
    const to = runEnd(cell, bit);
    if (from != to && shortest(colour, from, to) == 0) takeFrom(cell, bit);
  }
}

function growRuns(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let from = 0; from < Runs.length; from++) {
    if (cells[from] != bit) continue;
    const to = runEnd(from, bit);
    const size = shortest(colour, from, to);
    let left = from;
    while (left > 0 && (cells[left - 1] & bit) != 0) left--;
    let right = to;
    while (right + 1 < Runs.length && (cells[right + 1] & bit) != 0) right++;
    for (let cell = to + 1; cell < left + size; cell++) takeFrom(cell, ~bit);
    for (let cell = from - 1; cell > right - size; cell--) takeFrom(cell, ~bit);
    from = runEnd(to, bit);
  }
}

function closeGaps(colour: i32): void {
  const cells = Runs.cells;
  const bit: u32 = 1 << colour;
  for (let from = 0; from < Runs.length; from++) {
    if ((cells[from] & bit) == 0) continue;
    let to = from;
    let isFound = false;
    for (; to < Runs.length && (cells[to] & bit) != 0; to++) if (cells[to] == bit) isFound = true;
    if (!isFound && !hasRoom(colour, from, to)) {
      for (let cell = from; cell < to; cell++) takeFrom(cell, bit);
    }
    from = to;
  }
}

/** The last cell of the run that begins after `cell`, or `cell`. */
function runEnd(cell: i32, bit: u32): i32 {
  while (cell + 1 < Runs.length && Runs.cells[cell + 1] == bit) cell++;
  return cell;
}

/** Whether a block has this colour; if there is one alone, it has. */
function hasColour(block: i32, colour: i32): bool {
  return Problem.values == 2 || <i32>Problem.blockColour[block] == colour;
}

/** The length of the shortest block possible for the run from `from` to `to`; 0 for none. */
function shortest(colour: i32, from: i32, to: i32): i32 {
  let least = 0;
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    const size = Problem.blockLength[block];
    if (!hasColour(block, colour) || size <= to - from) continue;
    if (Ends.first[block] > from) continue;
    if (Ends.last[block] + size <= to) continue;
    if (least == 0 || size < least) least = size;
  }
  return least;
}

/** Whether a block of the colour fits into the cells from `from` to before `to`. */
function hasRoom(colour: i32, from: i32, to: i32): bool {
  const end = Problem.blockStart[Runs.line + 1];
  for (let block = Problem.blockStart[Runs.line]; block < end; block++) {
    if (!hasColour(block, colour)) continue;
    const earliest = max(from, Ends.first[block]);
    const latest = min(to - Problem.blockLength[block], Ends.last[block]);
    if (earliest <= latest) return true;
  }
  return false;
}

// The first and the last start of each block, as far as its line was read, in cells. Of two
// placements, each block at the earlier of its two places makes a placement, too: so the first
// starts of all blocks belong to one, and so do the last. As more is known they only move inwards.

class Ends {
  /** By block. */
  static first: Table<i32> = changetype<Table<i32>>(0);
  static last: Table<i32> = changetype<Table<i32>>(0);
  /** For the line that was read last: the cells that one block covers in both placements. */
  static fills: u64 = 0;
  /** For that line: the cells that a block covers between its first place and its last. */
  static reach: u64 = 0;
  /** By block of a line: the starts that the blocks before it leave open. */
  static starts: Table<u64> = changetype<Table<u64>>(0);
}

function takeEnds(): void {
  const blocks = Problem.blockStart[Problem.lines];
  Ends.first = takeUnset<i32>(blocks);
  Ends.last = takeUnset<i32>(blocks);
}

/** Takes the tables for a puzzle in black and white. */
function takeAllEnds(): void {
  takeEnds();
  Ends.starts = takeUnset<u64>((max(Problem.width, Problem.height) + 1) >> 1);
}

function keepEnds<W>(line: i32, left: W, right: W, fills: W, reached: W): void {
  changetype<Table<W>>(Clues.left)[line] = left;
  changetype<Table<W>>(Clues.right)[line] = right;
  Ends.fills = <u64>fills;
  Ends.reach = <u64>reached;
}

/**
 * Finds the first and the last start of each block over all placements that fit, to be kept in
 * `first` and `last` if that `keeps` them. `fills` and `reach` then hold what follows. @pre some
 * fits.
 *
 * Forward as in `placeWords`, without a branch that depends on the cells. One walk back finds both
 * placements. Pushing blocks on until they fit takes fewer operations, but half as long again.
 */
function boundEnds<W>(line: i32, canBlank: W, canFilled: W, keeps: bool): void {
  const opened = changetype<Table<W>>(Ends.starts);
  const forms = changetype<Table<W>>(Problem.blockForms);
  const all: W = ~(<W>0);
  const one: W = 1;
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1] - 1;
  Whole.runs<W, W>(canFilled);
  let open: W = canBlank ^ (canBlank + one);
  for (let block = begin; block <= end; block++) {
    const form = forms[block];
    const starts: W = Step.fits<W, W>(0, form) & open;
    opened[block - begin] = starts;
    open = Step.gap<W>(starts, form, canBlank) << one;
  }

  const found: W = canFilled & ~canBlank;
  // The cells before the next block in the first placement; and where this may end in the last.
  let before: W = all;
  let lastEnds: W = all;
  let fills: W = 0;
  let reached: W = 0;
  let left: W = 0;
  let right: W = 0;
  for (let block = end; block >= begin; block--) {
    const form = forms[block];
    const cells: W = Step.cells<W>(form);
    const starts: W = opened[block - begin];
    // The block has to reach the last found cell before the block after it.
    const fitting: W = starts & Step.reaching<W>(found & before, form);
    before = (fitting & (<W>0 - fitting)) - one;
    // In the last it does so by itself: one of `starts` does, and a later one leaves less blank.
    const last = highest<W>(starts & Step.within<W>(lastEnds, form));
    const beforeLast: W = (one << (<W>last)) - one;
    lastEnds = beforeLast >> one;
    const first = <i32>ctz<W>(fitting);
    if (keeps) {
      Ends.first[block] = first;
      Ends.last[block] = last;
    }
    const firstCells: W = cells << (<W>first);
    const lastCells: W = cells << (<W>last);
    left |= firstCells;
    right |= lastCells;
    fills |= firstCells & lastCells;
    reached |= (beforeLast | lastCells) & ~before;
  }
  keepEnds<W>(line, left, right, fills, reached);
}

// Reads lines where W is Any.

class Totals {
  /** By value: how many cells of a line have it in a solution. */
  static of: Table<i32> = changetype<Table<i32>>(0);
}

export function takePlaneReading(): void {
  Totals.of = takeUnset<i32>(Problem.values);
  takeEndsOfPlanes();
  takeRuns();
}

/**
 * Reads a line once at a level, with those before it, as if it had not been read yet, and takes
 * what that rules out from its cells. Returns whether it is anything. @pre some placement fits.
 */
export function readOnce(level: Level, line: i32): bool {
  startEndsOfLine(line);
  if (level == Level.runs) return readRuns(line);
  // Bounds include whatever counting finds.
  const counted = level <= Level.overlap && count(line);
  return (level != Level.count && pack(line, level == Level.bounds)) || counted;
}

/** Begins with the start position. */
function beginReading(): void {
  takePlaneReading();
  refillGrid<Any>();
  for (let line = 0; line < Problem.lines; line++) startEndsOfLine(line);
}

/** Reads a line until it finds nothing more, and takes what that rules out from its cells. */
function readPlanes(level: Level, line: i32): void {
  if (Budget.stopped != RanOut.nothing || !isOpenIn<Any>(Grid.planes, line)) return;
  spend(0, 4 + 4 * (Problem.blockStart[line + 1] - Problem.blockStart[line]));
  if (level == Level.count) while (count(line));
  else if (level == Level.bounds) pack(line, true);
  else if (level == Level.runs) while (readRuns(line));
  else {
    // What counting finds may let the blocks be packed more tightly, and the other way round.
    count(line);
    while (pack(line, false) && count(line));
  }
}

function pack(line: i32, bounds: bool): bool {
  return moveEndsOfPlanes(line, bounds) && narrow(line);
}

function readRuns(line: i32): bool {
  // In most lines even complete line solving, which is faster, finds nothing.
  solvePlanes(line);
  const at = placeOf(line);
  let any: u64 = 0;
  for (let k = 0; k < Problem.values * wordsOf(line); k++) {
    any |= Grid.planes[at + k] & ~Planes.result[k];
  }
  if (any == 0) return false;
  const packed = pack(line, true);
  applyRuns<Any>(Grid.planes, line);
  const words = wordsOf(line);
  for (let value = 0; value < Problem.values; value++) {
    for (let k = 0; k < words; k++) Planes.result[value * words + k] = leftByRuns(value, k);
  }
  return narrow(line) || packed;
}

/**
 * Counts in a line: if all cells with a value are found, no other cell has it; if only that many
 * cells can have it, they all do. Returns whether that rules anything out.
 */
function count(line: i32): bool {
  const values = Problem.values;
  const words = wordsOf(line);
  const at = placeOf(line);
  const result = Planes.result;
  const totals = Totals.of;
  totals.clear(0, values);
  totals[0] = lineLength(line);
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    const colour = <i32>Problem.blockColour[block];
    totals[colour] = totals[colour] + Problem.blockLength[block];
    totals[0] = totals[0] - Problem.blockLength[block];
  }
  for (let k = 0; k < values * words; k++) result[k] = ~(<u64>0);
  let isNew = false;
  for (let value = 0; value < values; value++) {
    let found = 0;
    let possible = 0;
    for (let k = 0; k < words; k++) {
      const can = Grid.planes[at + value * words + k];
      possible += <i32>popcnt<u64>(can);
      found += <i32>popcnt<u64>(can & ~severalOf<Any>(Grid.planes, line, k));
    }
    const total = totals[value];
    if (found == possible || (found != total && possible != total)) continue;
    isNew = true;
    for (let k = 0; k < words; k++) ruleOut(line, k, value, found == total);
  }
  return isNew && narrow(line);
}

/**
 * Leaves no other cell of word `k` of a line the value if `isFound`, else no other value to those
 * that can have it.
 */
function ruleOut(line: i32, k: i32, value: i32, isFound: bool): void {
  const words = wordsOf(line);
  const result = Planes.result;
  const cells = isFound
    ? severalOf<Any>(Grid.planes, line, k)
    : Grid.planes[placeOf(line) + value * words + k];
  for (let other = 0; other < Problem.values; other++) {
    if ((other == value) == isFound) result[other * words + k] = result[other * words + k] & ~cells;
  }
}

// The first and last starts of blocks, as far as a line was read: see Ends.

class EndsOfPlanes {
  /** By line: whether it was read, so that what follows from its clue alone is known. */
  static isRead: Table<u8> = changetype<Table<u8>>(0);
}

function takeEndsOfPlanes(): void {
  takeEnds();
  EndsOfPlanes.isRead = takeUnset<u8>(Problem.lines);
}

/** Begins with a line about which nothing is known. */
function startEndsOfLine(line: i32): void {
  EndsOfPlanes.isRead[line] = 0;
  for (let block = Problem.blockStart[line]; block < Problem.blockStart[line + 1]; block++) {
    Ends.first[block] = Problem.blockMin[block];
    Ends.last[block] = Problem.blockMin[block] + Problem.slack[line];
  }
}

/**
 * Moves the ends of a line inwards: packs its blocks around cells that cannot have their colours;
 * with `bounds` they also cover all cells that are not blank, and are the ends of all placements.
 * False if none has moved since the last time; else `Planes.result` has the values that they leave.
 * @pre some placement fits.
 */
function moveEndsOfPlanes(line: i32, bounds: bool): bool {
  const movedFirst = moveEnds(line, bounds, true);
  const movedLast = moveEnds(line, bounds, false);
  if (!movedFirst && !movedLast && EndsOfPlanes.isRead[line] != 0) return false;
  EndsOfPlanes.isRead[line] = 1;
  leaveEnds(line);
  return true;
}

function leaveEnds(line: i32): void {
  const result = Planes.result;
  const words = wordsOf(line);
  const values = Problem.values;
  result.clear(0, values * words);
  for (let k = 0; k < words; k++) result[k] = ~(<u64>0);
  const begin = Problem.blockStart[line];
  const end = Problem.blockStart[line + 1];
  for (let block = begin; block < end; block++) {
    const past = Ends.last[block] + Problem.blockLength[block];
    addRange(result, <i32>Problem.blockColour[block] * words, Ends.first[block], past);
  }
  for (let block = begin; block < end; block++) {
    // What the block covers at both of its ends has its colour.
    const from = Ends.last[block];
    const to = Ends.first[block] + Problem.blockLength[block];
    if (from >= to) continue;
    for (let value = 0; value < values; value++) {
      if (value != <i32>Problem.blockColour[block]) removeRange(result, value * words, from, to);
    }
  }
}

/** Moves the first places of blocks on from the first block, or the last back from the last. */
function moveEnds(line: i32, bounds: bool, isFirst: bool): bool {
  const planes = Grid.planes;
  const ends = isFirst ? Ends.first : Ends.last;
  const blockMin = Problem.blockMin;
  const blockLength = Problem.blockLength;
  const at = placeOf(line);
  const step = isFirst ? 1 : -1;
  const begin = isFirst ? Problem.blockStart[line] : Problem.blockStart[line + 1] - 1;
  const end = isFirst ? Problem.blockStart[line + 1] : Problem.blockStart[line] - 1;
  let moved = false;
  for (let block = begin; block != end + step;) {
    const before = block - step;
    // Where this block begins, and where the one before it ends, in the direction of the walk.
    let place = isFirst ? lineLength(line) : 0;
    let past = lineLength(line) - place;
    if (block != begin) past = isFirst ? ends[before] + blockLength[before] : ends[before];
    if (block != end) {
      let start = ends[block];
      if (block != begin) {
        const nearest = ends[before] + blockMin[block] - blockMin[before];
        start = isFirst ? max(start, nearest) : min(start, nearest);
      }
      start = fit(planeOf(line, block), blockLength[block], start, isFirst);
      if (start != ends[block]) moved = true;
      ends[block] = start;
      place = isFirst ? start : start + blockLength[block];
    }
    let open = -1;
    if (bounds && isFirst) open = lastMissing(planes, at, past, place);
    else if (bounds) open = firstMissing(planes, at, place, past);
    if (open < 0) {
      block += step;
      continue;
    }
    // Only a block before can cover what this one leaves open.
    block = before;
    ends[block] = isFirst ? open + 1 - blockLength[block] : open;
    moved = true;
  }
  return moved;
}

function planeOf(line: i32, block: i32): i32 {
  return placeOf(line) + <i32>Problem.blockColour[block] * wordsOf(line);
}

/** The first place from `start` on, or the last back from it, with `size` cells in the plane. */
function fit(plane: i32, size: i32, start: i32, isFirst: bool): i32 {
  while (true) {
    const miss = isFirst
      ? lastMissing(Grid.planes, plane, start, start + size)
      : firstMissing(Grid.planes, plane, start, start + size);
    if (miss < 0) return start;
    start = isFirst ? miss + 1 : miss - size;
  }
}

class Needs {
  static planes: Table<u64> = changetype<Table<u64>>(0);
  /** What the line that was read last found. */
  static filled: u64 = 0;
  static blank: u64 = 0;
}

/** Finds the level; meaningless if the budget ends. @pre the rounds have come to the solution. */
export function findNeeds<W>(): Level {
  for (let level = begin<W>(); level <= Level.runs; level++) {
    if (!isReference<W>() && level == Level.overlap) readByClues<W>();
    close<W>(level);
    if (Budget.stopped != RanOut.nothing) return Level.line;
    if (isFull<W>(Needs.planes)) return level;
  }
  return Level.line;
}

/** Begins with a puzzle; returns the first level that may solve it. */
function begin<W>(): Level {
  if (isReference<W>()) {
    beginReading();
    Needs.planes = Grid.planes;
    return Level.count;
  }
  takeRuns();
  if (Problem.startAt >= 0) Needs.planes = Rounds.early;
  // If no line is empty or full from the beginning, counting alone never begins.
  else if (!Clues.countable) return Level.overlap;
  else {
    Needs.planes = takeWords<W>(2 * Problem.lines);
    for (let line = 0; line < Problem.lines; line++) {
      putWord<W>(Needs.planes, 2 * line, <u64>allCells<W>(line));
      putWord<W>(Needs.planes, 2 * line + 1, <u64>allCells<W>(line));
    }
  }
  return Level.count;
}

/** Reads each line once by its clue alone, and begins to keep its ends. */
function readByClues<W>(): void {
  takeAllEnds();
  // That is what has been made of an empty grid.
  if (Problem.startAt < 0) {
    Needs.planes = Rounds.early;
    return;
  }
  const planes = changetype<Table<W>>(Needs.planes);
  for (let line = 0; line < Problem.lines; line++) {
    const fills: W = changetype<Table<W>>(Clues.fills)[line] & planes[2 * line];
    const blank: W = planes[2 * line + 1] & outOfReach<W>(line);
    applyLine<W>(line, fills, blank);
  }
}

/** Reads all lines at a level until none finds anything more, or the budget ends. */
function close<W>(level: Level): void {
  const dirty = isReference<W>() ? Planes.dirty : Rounds.dirty;
  addAllLines<W>(dirty);
  let any: u64 = 1;
  while (any != 0) {
    any = 0;
    for (let k = 0; k < lineSetWords<W>(); k++) {
      const base = firstLine<W>(k);
      let rest = dirty[k];
      dirty[k] = 0;
      any |= rest;
      for (; rest != 0; rest &= rest - 1) {
        const line = base + <i32>ctz<u64>(rest);
        if (isReference<W>()) readPlanes(level, line);
        else if (readLine<W>(level, line) && applyLine<W>(line, <W>Needs.filled, <W>Needs.blank)) {
          // A finding may complete what can be counted, or make runs longer.
          if (level != Level.bounds) dirty[k] = dirty[k] | (rest & (0 - rest));
        }
      }
    }
    if (isReference<W>() && Budget.stopped != RanOut.nothing) return;
  }
}

/** Reads a line; false if it surely finds nothing, else what it finds is left in `Needs`. */
function readLine<W>(level: Level, line: i32): bool {
  const planes = changetype<Table<W>>(Needs.planes);
  const canBlank = planes[2 * line];
  const canFilled = planes[2 * line + 1];
  const unknown: W = canBlank & canFilled;
  if (unknown == 0) return false;
  const found: W = canFilled ^ unknown;
  const all = changetype<Table<W>>(Rounds.planes)[2 * line + 1];
  // Counting finds nothing else: as many cells as the solution has are those of the solution.
  if (found == all || canFilled == all) {
    Needs.filled = <u64>(unknown & all);
    Needs.blank = <u64>(unknown & ~all);
    return true;
  }
  if (level == Level.count) return false;
  if (level == Level.runs) return readLineRuns<W>(line, canBlank, canFilled);
  const left = changetype<Table<W>>(Clues.left)[line];
  const right = changetype<Table<W>>(Clues.right)[line];
  const uncovered: W = level == Level.bounds ? found & ~(left & right) : <W>0;
  // As long as both placements fit, they are still the first and the last.
  if ((((left | right) & ~canFilled) | uncovered) == 0) return false;
  // Blocks that are packed around the blanks cover no cells that are found.
  boundEnds<W>(line, level == Level.bounds ? canBlank : allCells<W>(line), canFilled, false);
  Needs.filled = Ends.fills & (<u64>canBlank);
  Needs.blank = (<u64>canFilled) & ~Ends.reach;
  return true;
}

/** Takes what `findingAtOnce` needs of the puzzle that is loaded, with lines of up to 32 cells. */
export function takeReading(): void {
  loadClues<u32>();
  takeRuns();
  takeAllEnds();
  Needs.planes = takeWords<u32>(2 * Problem.lines);
  Rounds.planes = takeWords<u32>(2 * Problem.lines);
}

/** The cells that a line settles at a level, by its solution. @pre those of its clue are known. */
export function findingAtOnce(
  level: Level,
  line: i32,
  canBlank: u32,
  canFilled: u32,
  solution: u32,
): u32 {
  if (level == Level.line) {
    solveLine<u32>(line, canBlank, canFilled);
    return canBlank & canFilled & (<u32>(LineResult.blank ^ LineResult.filled));
  }
  resetEnds<u32>(line);
  putWord<u32>(Needs.planes, 2 * line, canBlank);
  putWord<u32>(Needs.planes, 2 * line + 1, canFilled);
  putWord<u32>(Rounds.planes, 2 * line + 1, solution);
  return readLine<u32>(level, line) ? <u32>(Needs.filled | Needs.blank) : 0;
}

function readLineRuns<W>(line: i32, canBlank: W, canFilled: W): bool {
  // In most lines even complete line solving, which is faster, finds nothing.
  solveLine<W>(line, canBlank, canFilled);
  if (<W>LineResult.blank == canBlank && <W>LineResult.filled == canFilled) return false;
  boundEnds<W>(line, canBlank, canFilled, true);
  applyRuns<W>(Needs.planes, line);
  const unknown = <u64>(canBlank & canFilled);
  Needs.filled = unknown & (Ends.fills | ~leftByRuns(0, 0));
  Needs.blank = unknown & ~(Ends.reach & leftByRuns(1, 0));
  return true;
}

/** Applies what a line has found; returns whether that is anything. */
function applyLine<W>(line: i32, filled: W, blank: W): bool {
  if ((filled | blank) == 0) return false;
  const planes = changetype<Table<W>>(Needs.planes);
  const height = Problem.height;
  const isRow = line < height;
  const crossing = isRow ? 1 : 0;
  planes[2 * line] = planes[2 * line] & ~filled;
  planes[2 * line + 1] = planes[2 * line + 1] & ~blank;
  Rounds.dirty[crossing] = Rounds.dirty[crossing] | (<u64>(filled | blank));
  removeAcross<W>(planes, isRow ? 2 * height : 0, isRow ? line : line - height, filled, blank);
  return true;
}
