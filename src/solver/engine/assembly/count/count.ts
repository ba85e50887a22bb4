// Counts all solutions, on top of the learning search: there can be more than 10^30. They come in
// clusters, which differ in few cells; finding another cluster takes thousands of conflicts.
//
// If the backbone is soon found, there are few clusters. Then everything else is counted at once,
// by rows and by columns in turn, each turn twice as long as the last; both share what they
// remember. Otherwise the search goes from solution to solution with guesses kept, and counts
// around each what is cheap (see below).
//
// What did not help: one of the two ways alone (the first is up to four times faster with one
// cluster, the second up to ten times with more, when a question about a cell can cost a search
// through the whole grid); more time for counts around solutions (a tenth of all steps is too much
// with many clusters, and saves little otherwise); clauses that exclude what is counted, with
// restarts, instead of kept guesses (twice the time).

import { Budget, RanOut, Setting, setting, writeSettings } from '../memory/budget';
import { Table, mark, release, take, takeUnset, withRoom } from '../memory/memory';
import { Problem } from '../memory/problem';
import { Counters, Stage, enterStage } from '../memory/statistics';
import { Clauses } from '../search/clauses';
import { End, FoundSolutions, startFound } from '../search/found';
import { proveOnly, startGuesses, turnToProof } from '../search/guesses';
import { Learning, Symmetries } from '../search/learning';
import { reduceByConflicts, reduceNever, resetRestarts, searchBriefly } from '../search/search';
import { Trail } from '../search/trail';
import {
  addTop,
  dropSecond,
  dropTop,
  keepGreater,
  multiplyTop,
  pushLimbs,
  pushWord,
  startBig,
  topAt,
  topLimbs,
} from './big';
import { Lists, PART, pushAllRows, pushParts, startParts } from './parts';
import { Searcher, takeSearcher } from './searcher';
import { bytesOfSegments, forgetSegments, hashOf, startSegments } from './segments';

// Counts the ways to complete the current grid of a search, by guessing cells, both values of each,
// as in sharpSAT (Thurley 2006): parts of the grid that share no segment of a line are counted
// apart, and their counts multiply; a part's count is remembered under what is left of its lines
// (segments.ts), so that it is found again whatever is known around it; contradictions teach
// clauses.
//
// Cells are guessed row by row from the top, or column by column from the left: a part that is met
// again is the rest of the grid below the same column states, and counting is a sweep over those
// that can be reached. One way can be a hundred times shorter than the other, and nothing tells
// beforehand which. (The line with the fewest unknown cells, both ends, all four sides, or activity
// were slower than the better of the two on nearly all puzzles.)
//
// Guesses can be as many as cells, so what is under way is on a stack of its own, frames of words.
// A frame adds or multiplies into a number on the stack of numbers, and leaves it there as its
// count.

class PartCount {
  static byColumns: bool = false;
  static ended: bool = false;
  /** The step after which the current count ends. */
  static stepsEnd: f64 = 0;
  /** The number of learned clauses at which some are deleted. */
  static mostLearned: f64 = 0;
  /** How often everything was forgotten for lack of memory. */
  static forgotten: i32 = 0;
}

class Frames {
  static words: Table<i32> = changetype<Table<i32>>(0);
  static end: i32 = 0;
}

const enum Word {
  kind,
  level,
  /** How often everything had been forgotten. */
  forgotten,
  /** Whether the count of what it has opened is on top of the numbers. */
  waits,
  /** Of several parts: known literals; what was remembered; the end of the stack of lists. */
  known,
  remembered,
  listsEnd,
  /** The places of the parts, how many there are, and how many are done. */
  parts,
  count,
  done,
  /** Of one part: its place, the literal guessed, and how many of its two sides are done. */
  part = 4,
  literal,
  sides,
}

const FRAME: i32 = 10;
const SEVERAL: i32 = 0;
const ONE: i32 = 1;

/** Takes the tables for a puzzle. Returns false if there is no room. */
function startPartCount(): bool {
  Frames.words = takeUnset<i32>(64 * FRAME);
  startParts();
  startRemembered();
  return startSegments();
}

/**
 * Puts the number of ways to complete the current grid on top, counted in at most `steps` line
 * solves; a lower bound if the count `ended` early. @pre the grid is a fixpoint, and has a
 * solution. @post the level is the same, where more may be known; `floor` is kept.
 */
function countRest(steps: f64): void {
  const floor = Learning.floor;
  const level = Trail.currentLevel;
  PartCount.stepsEnd = Budget.steps + steps;
  PartCount.ended = false;
  PartCount.mostLearned = 2 * <f64>Clauses.learned + setting(Setting.clauses);
  // Contradictions met by these guesses do not tell what to guess in the search.
  Learning.bumping = false;
  Lists.end = 0;
  openSeveral(pushAllRows(), Problem.height);
  while (Frames.end > 0) {
    const frame = Frames.end - FRAME;
    if (Frames.words[frame + Word.kind] == SEVERAL) goOnWithSeveral(frame);
    else goOnWithOne(frame);
  }
  Learning.bumping = true;
  Searcher.backjump(level);
  Learning.floor = floor;
}

/** Puts a frame on the stack. */
function open(kind: i32): i32 {
  const frame = Frames.end;
  Frames.end += FRAME;
  Frames.words = withRoom<i32>(Frames.words, Frames.end);
  const words = Frames.words;
  words[frame + Word.kind] = kind;
  words[frame + Word.level] = Trail.currentLevel;
  words[frame + Word.forgotten] = PartCount.forgotten;
  words[frame + Word.waits] = 0;
  return frame;
}

/**
 * Begins to count the unknown cells of rows (parts.ts) that share no segment with others. A lower
 * bound if that ended early; 0 also if guesses exclude each other: a level may be taken back.
 */
function openSeveral(rows: i32, rowCount: i32): void {
  const listsEnd = Lists.end;
  const count = pushParts(rows, rowCount);
  const frame = open(SEVERAL);
  const words = Frames.words;
  words[frame + Word.known] = Trail.size;
  words[frame + Word.remembered] = Remembered.count;
  words[frame + Word.listsEnd] = listsEnd;
  words[frame + Word.parts] = Lists.end - count;
  words[frame + Word.count] = count;
  words[frame + Word.done] = 0;
  if (4 * <f64>(Lists.end + Frames.end) > roomForLists()) PartCount.ended = true;
  // The count of a single part is the count.
  if (count != 1) pushWord(1);
}

/** The most bytes of what is under way. */
function roomForLists(): f64 {
  return min(setting(Setting.countCacheBytes), Budget.memoryBytes / 2);
}

function goOnWithSeveral(frame: i32): void {
  const words = Frames.words;
  const count = words[frame + Word.count];
  if (words[frame + Word.waits] == 1) {
    words[frame + Word.waits] = 0;
    words[frame + Word.done] = words[frame + Word.done] + 1;
    if (count > 1 && !multiplied(frame)) {
      closeSeveral(frame);
      return;
    }
  }
  const done = words[frame + Word.done];
  if (done == count) {
    closeSeveral(frame);
    return;
  }
  words[frame + Word.waits] = 1;
  const part = Lists.words[words[frame + Word.parts] + done];
  // One part may have made cells of the next known; once all is forgotten, its numbers are void.
  const isUnchanged =
    Trail.size == words[frame + Word.known] && PartCount.forgotten == words[frame + Word.forgotten];
  if (isUnchanged) openOne(part);
  else openSeveral(part + PART, Lists.words[part]);
}

/** Multiplies by the count on top. Returns false if the product is 0 or not known, and leaves 0. */
function multiplied(frame: i32): bool {
  const words = Frames.words;
  const isZero = topLimbs() == 0;
  multiplyTop();
  const isOpen = PartCount.ended && words[frame + Word.done] < words[frame + Word.count];
  if (!isZero && Trail.currentLevel >= words[frame + Word.level] && !isOpen) return true;
  // A part without a solution may have settled cells of another: what is remembered is wrong then.
  const isSame = PartCount.forgotten == words[frame + Word.forgotten];
  forgetSince(isSame ? words[frame + Word.remembered] : 0);
  dropTop();
  pushWord(0);
  return false;
}

function closeSeveral(frame: i32): void {
  Lists.end = Frames.words[frame + Word.listsEnd];
  Frames.end = frame;
}

/** Begins to count a part with unknown cells, unless its count is remembered. */
function openOne(part: i32): void {
  const key = part + PART + 2 * Lists.words[part];
  if (recall(Lists.words, key, Lists.words[part + 1])) return;
  const frame = open(ONE);
  Frames.words[frame + Word.part] = part;
  Frames.words[frame + Word.literal] = firstGuess(part);
  Frames.words[frame + Word.sides] = 0;
  pushWord(0);
}

function goOnWithOne(frame: i32): void {
  const words = Frames.words;
  const part = words[frame + Word.part];
  if (words[frame + Word.waits] == 1) {
    words[frame + Word.waits] = 0;
    addTop();
    if (!tookBack(frame)) return;
  }
  while (words[frame + Word.sides] < 2) {
    const side = words[frame + Word.literal] ^ words[frame + Word.sides];
    words[frame + Word.sides] = words[frame + Word.sides] + 1;
    if (Trail.value[side] == -1) continue;
    if (Trail.value[side] == 0) Searcher.guess(side);
    if (settle()) {
      words[frame + Word.waits] = 1;
      openSeveral(part + PART, Lists.words[part]);
      return;
    }
    if (!tookBack(frame)) return;
  }
  // Once all is forgotten, lines get new numbers, and the key is void.
  if (PartCount.forgotten == words[frame + Word.forgotten]) keep(part);
  Frames.end = frame;
}

/** Takes the guess back. Returns false, with the frame closed, if the count ended early or is 0. */
function tookBack(frame: i32): bool {
  const level = Frames.words[frame + Word.level];
  if (PartCount.ended) {
    Frames.end = frame;
    return false;
  }
  if (Trail.currentLevel > level) Searcher.backjump(level);
  if (Trail.currentLevel >= level && settle()) return true;
  dropTop();
  pushWord(0);
  Frames.end = frame;
  return false;
}

/** Propagates to the end; a contradiction takes the level back, and a clause tells that below. */
function settle(): bool {
  const conflict = Searcher.propagate();
  if (Budget.stopped != RanOut.nothing || Budget.steps > PartCount.stepsEnd) PartCount.ended = true;
  if (PartCount.ended) return false;
  if (conflict == 0) return true;
  Counters.conflicts++;
  Learning.floor = Trail.currentLevel - 1;
  Searcher.learn(conflict);
  if (Budget.stopped != RanOut.nothing) PartCount.ended = true;
  if (<f64>Clauses.learned >= PartCount.mostLearned) {
    PartCount.mostLearned += setting(Setting.moreClauses);
    Searcher.reduce();
  }
  return false;
}

/** The first unknown cell in the order of the sweep, as a literal that gives it a value. */
function firstGuess(part: i32): i32 {
  const words = Lists.words;
  let row = words[part + PART];
  let column = words[part + PART + 1] & 0xffff;
  if (PartCount.byColumns) {
    row = words[part + 3];
    column = words[part + 2] - Problem.height;
  }
  const cell = row * Problem.width + column;
  if (Problem.values == 2) return 2 * cell;
  let value = 0;
  while (!Searcher.hasValue(row, column, value)) value++;
  return 2 * (cell * Problem.values + value);
}

/** Remembers the count of a part, on top; forgets everything instead if there is no room. */
function keep(part: i32): void {
  const key = part + PART + 2 * Lists.words[part];
  remember(Lists.words, key, Lists.words[part + 1]);
  const bytes =
    Remembered.bytes + bytesOfSegments() + Searcher.bytes() + 4 * <f64>(Lists.end + Frames.end);
  // These are estimates, and a thread out of memory loses everything: so only half is used.
  if (bytes > setting(Setting.countCacheBytes) || 2 * bytes > Budget.memoryBytes) {
    forgetParts();
  }
}

function forgetParts(): void {
  forgetRemembered();
  forgetSegments();
  PartCount.forgotten++;
}

// Counts of parts under the numbers of their segments, in order: these determine which cells are
// unknown and all ways to complete each line. Entries are in blocks of memory that never move:
// hash, words of the key, limbs of the count, key, limbs.

class Remembered {
  /** The entries in the order in which they were remembered, by their places in memory. */
  static order: Table<usize> = changetype<Table<usize>>(0);
  static count: i32 = 0;
  static bytes: f64 = 0;
  /** By hash, with open addressing: an entry, or 0. */
  static slots: Table<usize> = changetype<Table<usize>>(0);
  /** The blocks of memory, how many are in use, and where in the last the next entry begins. */
  static blocks: Table<usize> = changetype<Table<usize>>(0);
  static blockCount: i32 = 0;
  static used: i32 = 0;
  static end: usize = 0;
}

const HEADER: i32 = 3;
/** Words of a block, or more if an entry is longer. */
const BLOCK: i32 = 1 << 14;

function startRemembered(): void {
  Remembered.order = takeUnset<usize>(1024);
  Remembered.slots = take<usize>(2048);
  Remembered.blocks = takeUnset<usize>(64);
  Remembered.blockCount = 0;
  forgetRemembered();
}

function forgetRemembered(): void {
  Remembered.slots.clear(0, Remembered.slots.length);
  Remembered.count = 0;
  Remembered.bytes = 0;
  Remembered.used = 0;
  Remembered.end = 0;
}

/** Puts the count of the part with the key of `size` words at `at` on top; false if it has none. */
function recall(words: Table<i32>, at: i32, size: i32): bool {
  const hash = hashOf(words, at, size);
  const key = changetype<usize>(words) + ((<usize>at) << 2);
  const slots = Remembered.slots;
  const mask = slots.length - 1;
  for (let slot = hash & mask; slots[slot] != 0; slot = (slot + 1) & mask) {
    const entry = slots[slot];
    if (load<i32>(entry) != hash || load<i32>(entry, 4) != size) continue;
    if (memory.compare(entry + 4 * HEADER, key, (<usize>size) << 2) != 0) continue;
    pushLimbs(entry + 4 * (HEADER + size), load<i32>(entry, 8));
    return true;
  }
  return false;
}

/** Remembers the number on top under a key that is not remembered yet. */
function remember(words: Table<i32>, at: i32, size: i32): void {
  const hash = hashOf(words, at, size);
  const limbs = topLimbs();
  const entry = takeEntry(HEADER + size + limbs);
  store<i32>(entry, hash);
  store<i32>(entry, size, 4);
  store<i32>(entry, limbs, 8);
  const from = changetype<usize>(words) + ((<usize>at) << 2);
  memory.copy(entry + 4 * HEADER, from, (<usize>size) << 2);
  memory.copy(entry + 4 * (HEADER + size), topAt(), (<usize>limbs) << 2);
  Remembered.order = withRoom<usize>(Remembered.order, Remembered.count + 1);
  Remembered.order[Remembered.count++] = entry;
  if (2 * Remembered.count >= Remembered.slots.length) growSlots();
  else putIn(entry);
}

/** Forgets what was remembered since there were `count` entries. */
function forgetSince(count: i32): void {
  while (Remembered.count > count) {
    const entry = Remembered.order[--Remembered.count];
    const slots = Remembered.slots;
    const mask = slots.length - 1;
    // No entry was put in after it, so that none is looked for beyond its slot.
    let slot = load<i32>(entry) & mask;
    while (slots[slot] != entry) slot = (slot + 1) & mask;
    slots[slot] = 0;
    Remembered.bytes -= bytesOf(wordsOf(entry));
    while (entry < Remembered.blocks[Remembered.used - 1] || entry >= endOf(Remembered.used - 1)) {
      Remembered.used--;
    }
    Remembered.end = entry;
  }
}

/** The words of an entry. */
function wordsOf(entry: usize): i32 {
  return HEADER + load<i32>(entry, 4) + load<i32>(entry, 8);
}

/** The bytes that an entry of so many words takes here and in the tables. */
function bytesOf(words: i32): f64 {
  return 4 * <f64>words + 24;
}

/** Takes memory for an entry of so many words. */
function takeEntry(words: i32): usize {
  const bytes = (<usize>words) << 2;
  let fits = false;
  if (Remembered.used > 0) fits = Remembered.end + bytes <= endOf(Remembered.used - 1);
  while (!fits) {
    if (Remembered.used == Remembered.blockCount) addBlock(words);
    Remembered.end = Remembered.blocks[Remembered.used];
    fits = Remembered.end + bytes <= endOf(Remembered.used++);
  }
  Remembered.bytes += bytesOf(words);
  const entry = Remembered.end;
  Remembered.end += bytes;
  return entry;
}

function addBlock(words: i32): void {
  Remembered.blocks = withRoom<usize>(Remembered.blocks, Remembered.blockCount + 1);
  const block = takeUnset<i32>(max(BLOCK, words));
  Remembered.blocks[Remembered.blockCount++] = changetype<usize>(block);
}

function endOf(block: i32): usize {
  const start = Remembered.blocks[block];
  return start + ((<usize>changetype<Table<i32>>(start).length) << 2);
}

function putIn(entry: usize): void {
  const slots = Remembered.slots;
  const mask = slots.length - 1;
  let slot = load<i32>(entry) & mask;
  while (slots[slot] != 0) slot = (slot + 1) & mask;
  slots[slot] = entry;
}

/** Makes the table of slots anew, entries in their order, as `forgetSince` needs it. */
function growSlots(): void {
  Remembered.slots = take<usize>(2 * Remembered.slots.length);
  for (let i = 0; i < Remembered.count; i++) putIn(Remembered.order[i]);
}

export class Counted {
  /** The number of solutions, or a lower bound, in limbs; null: `FoundSolutions.count` says it. */
  static limbs: Table<u32> = changetype<Table<u32>>(0);
}

/**
 * Counts all solutions from the current grid on, which stays; `exhausted` if that is exact, else
 * `stopped`. The first two are in FoundSolutions. @pre the grid is a fixpoint with unknown cells.
 */
export function count<W>(): End {
  writeSettings();
  const end = searchBriefly<W>(
    setting(Setting.countedOneByOne),
    <i32>setting(Setting.briefConflicts),
  );
  if (end == End.exhausted || end == End.stopped) return end;
  takeSearcher<W>();
  const before = <u32>FoundSolutions.count;
  const first = FoundSolutions.first;
  const second = FoundSolutions.second;
  const ownFirst = takeUnset<u8>(Problem.cells);
  const ownSecond = takeUnset<u8>(Problem.cells);
  const place = mark();
  startFound();
  const isExact = countAll();
  pushWord(before);
  keepGreater();
  moveFound(ownFirst, ownSecond);
  release(place);
  giveOut();
  if (shown() < min<i32>(before, 2)) {
    FoundSolutions.first = first;
    FoundSolutions.second = second;
  }
  return isExact ? End.exhausted : End.stopped;
}

function shown(): i32 {
  return (
    i32(changetype<usize>(FoundSolutions.first) != 0) +
    i32(changetype<usize>(FoundSolutions.second) != 0)
  );
}

/** Moves the solutions that are shown to other tables. */
function moveFound(first: Table<u8>, second: Table<u8>): void {
  if (shown() > 0) {
    memory.copy(changetype<usize>(first), changetype<usize>(FoundSolutions.first), Problem.cells);
    FoundSolutions.first = first;
  }
  if (shown() > 1) {
    memory.copy(changetype<usize>(second), changetype<usize>(FoundSolutions.second), Problem.cells);
    FoundSolutions.second = second;
  }
}

/** Takes the number on top for the one that was counted. */
function giveOut(): void {
  const from = topAt();
  const size = topLimbs();
  const limbs = takeUnset<u32>(size);
  memory.copy(changetype<usize>(limbs), from, (<usize>size) << 2);
  Counted.limbs = limbs;
}

/** Puts the number of all solutions, or a lower bound, on top; returns whether it is exact. */
function countAll(): bool {
  Searcher.load();
  Symmetries.count = 0;
  startBig();
  proveOnly();
  enterStage(Stage.backbone);
  const isKnown = findBackbone(setting(Setting.backboneConflicts));
  pushWord(<u32>FoundSolutions.count);
  let isExact = isKnown && FoundSolutions.count < 2;
  if (!isExact && Budget.stopped == RanOut.nothing && startPartCount()) {
    if (isKnown) isExact = countWhole();
    if (!isExact && Budget.stopped == RanOut.nothing) isExact = countOnward();
  }
  Searcher.unload();
  return isExact;
}

/** Counts everything at once, more than the number on top; false if that took too long. */
function countWhole(): bool {
  enterStage(Stage.counting);
  for (let steps = setting(Setting.firstWhole); steps <= setting(Setting.lastWhole); steps *= 2) {
    for (let way = 0; way < 2; way++) {
      PartCount.byColumns = way == 1;
      countRest(steps);
      if (!PartCount.ended) {
        dropSecond();
        return true;
      }
      keepGreater();
      if (Budget.stopped != RanOut.nothing) return false;
    }
  }
  return false;
}

/** Counts from solution to solution, on top of what was learned; false if the budget ended. */
function countOnward(): bool {
  // Solutions found before are found again. If there are two, they are the ones shown.
  const before = shown();
  const first = FoundSolutions.first;
  const second = FoundSolutions.second;
  startFound();
  PartCount.byColumns = false;
  startAround(before >= 2);
  startGuesses(false);
  const isExact = searchAround() == End.exhausted;
  if (before >= 2 || shown() < before) {
    FoundSolutions.first = first;
    FoundSolutions.second = second;
  }
  if (isExact) dropSecond();
  else keepGreater();
  return isExact;
}

// The cells that are the same in all solutions (the backbone): asks until none can differ.

class Backbone {
  /** The number of conflicts after which the work is given up. */
  static conflictsEnd: f64 = 0;
  static assumed: Table<i32> = changetype<Table<i32>>(0);
}

/** Instead of a value. */
const DIFFERS: u8 = 255;

/**
 * Makes the backbone known before all guesses; false if that takes more than `conflicts`, or the
 * budget ran out: what was found stays known. Solutions found on the way all differ.
 */
function findBackbone(conflicts: f64): bool {
  const values = Problem.values;
  Backbone.conflictsEnd = <f64>Counters.conflicts + conflicts;
  Backbone.assumed = takeUnset<i32>(1);
  reduceNever();
  const end = findAnother(0);
  if (end != End.wanted) {
    Searcher.backjump(0);
    return end == End.exhausted;
  }
  // By cell: its value in all solutions so far, or DIFFERS.
  const agreed = take<u8>(Problem.cells);
  const cells = takeUnset<u8>(Problem.cells);
  Searcher.storeCells(agreed);
  for (let cell = 0; cell < Problem.cells; cell++) {
    const value = agreed[cell];
    if (value == DIFFERS) continue;
    const variable = values == 2 ? cell : cell * values + value;
    Backbone.assumed[0] = 2 * variable + i32(values != 2 || value != 0);
    const other = findAnother(1);
    if (isOver()) break;
    if (other != End.wanted) continue;
    cells.clear(0, Problem.cells);
    Searcher.storeCells(cells);
    for (let c = 0; c < Problem.cells; c++) if (cells[c] != agreed[c]) agreed[c] = DIFFERS;
  }
  Searcher.backjump(0);
  return !isOver();
}

function isOver(): bool {
  return Budget.stopped != RanOut.nothing || <f64>Counters.conflicts > Backbone.conflictsEnd;
}

/** Finds a solution in which the first `count` of `assumed` hold; if none does, that is known. */
function findAnother(count: i32): End {
  resetRestarts();
  Searcher.backjump(0);
  const end = Searcher.findSolution(Backbone.assumed, count, Backbone.conflictsEnd);
  if (end == End.wanted) Searcher.addFound();
  return end;
}

// After each solution, counts it with as many around it as is cheap: takes guesses back, the last
// first, while all solutions below the others can be counted at little cost. Then the search goes
// on past all of these. The number on top is how many were counted so far.

class Around {
  /** Whether two solutions are shown already: then the first need not be counted by itself. */
  static shown: bool = false;
  /** Line solves spent before, and on counts since then. */
  static steps: f64 = 0;
  /** Conflicts met before, and in counts since then. */
  static conflicts: i32 = 0;
  /** How many solutions were counted together with those around them. */
  static clusters: f64 = 0;
  static solutions: f64 = 0;
  /** The guess that was taken back last. */
  static guess: i32 = 0;
}

/** Begins with 0 on top of the numbers. */
function startAround(shown: bool): void {
  Around.shown = shown;
  Around.steps = Budget.steps;
  Around.conflicts = Counters.conflicts;
  Around.clusters = 0;
  Around.solutions = 0;
  pushWord(0);
}

/** Goes on from what was learned, and counts the solutions around each that is found. */
function searchAround(): End {
  resetRestarts();
  reduceByConflicts();
  while (true) {
    const end = Searcher.findSolution(Learning.learned, 0, Infinity);
    if (end != End.wanted) return end;
    Searcher.addFound();
    turnToProof();
    if (!goOnAround()) return End.exhausted;
  }
}

/** Counts around the solution that is found. Returns false if nothing is left to search. */
function goOnAround(): bool {
  if (++Around.solutions == 1 && !Around.shown) {
    // If the second solution were counted with the first, it could not be shown.
    pushWord(1);
    addTop();
    Learning.floor = Trail.currentLevel;
    return Searcher.reverseKeptGuess();
  }
  const stage = enterStage(Stage.counting);
  const level = countBelow();
  enterStage(stage);
  if (level == Learning.floor) return Searcher.reverseKeptGuess();
  // All solutions below the guess of `level` are counted: what remains has its other value.
  PartCount.byColumns = !PartCount.byColumns;
  Learning.floor = level - 1;
  if (Trail.value[Around.guess] == 1) return Searcher.reverseKeptGuess();
  Searcher.assign(Around.guess ^ 1);
  return true;
}

/** Takes guesses back and counts; returns the level below whose guess nothing is left. */
function countBelow(): i32 {
  let level = Trail.currentLevel;
  Around.clusters++;
  pushWord(1);
  while (level > Learning.floor) {
    Around.guess = Trail.literals[Trail.levelStart[level]];
    Searcher.backjump(level - 1);
    const steps = Budget.steps;
    const conflicts = Counters.conflicts;
    countRest(allowance());
    Around.steps += Budget.steps - steps;
    Around.conflicts += Counters.conflicts - conflicts;
    if (PartCount.ended) {
      if (Budget.stopped != RanOut.nothing) keepGreater();
      else dropTop();
      break;
    }
    dropSecond();
    level--;
  }
  addTop();
  return level;
}

/** Line solves for the next count: more if solutions are many and easily found. */
function allowance(): f64 {
  const conflicts = <f64>(Counters.conflicts - Around.conflicts);
  const share = setting(Setting.leastCountShare) + Around.clusters / (conflicts + 1);
  const searching = Budget.steps - Around.steps;
  return max(setting(Setting.fewestCountSteps), share * searching - Around.steps);
}
