// How a census reads its pictures: 128 at a time, without a branch. It is a WebAssembly module of
// its own, apart from the engine: `npm run build-engine` writes it to census-module.ts.
//
// A word has a bit for each of the pictures, and a cell has two words: in which of them it may be
// blank, and in which filled. A line is read by trying all lines that have a clue of the pictures;
// a word tells which of them have it. Those that fit the cells are products of two halves. That is
// some 300 operations for 6 cells of 128 pictures; with a table, each line of each takes a look-up.

/** Takes a picture that more than one assumption is needed for, or that has several solutions. */
declare function tellLeft(low: u32, high: u32, weight: i32): void;

const WORD: usize = 16;
const CELL: usize = 2 * WORD;
const LANES: i32 = 128;
const MOST_SIDE: i32 = 16;
const NONE: v128 = i64x2.splat(0);
const ALL: v128 = i64x2.splat(-1);
/** Where the first column is in a table of all lines. */
const COLUMNS: i32 = MOST_SIDE;

/** The lines of one direction. */
@unmanaged
class Lines {
  /** How many cells they have, and how many of these are the first half. */
  cells: i32;
  half: i32;
  /** How many clues there are; the clue of each line, in 16 bits. */
  clues: i32;
  clueOf: usize;
  /** Of each clue, and of what would come next: where its lines begin, in 16 bits each. */
  firsts: usize;
  /** Of each clue, where `listed` has put its lines. */
  lists: usize;
}

const rows = changetype<Lines>(memory.data(32, 16));
const columns = changetype<Lines>(memory.data(32, 16));
let width: i32 = 0;
let height: i32 = 0;
/** Whether the first sweep reads the columns. */
let isColumnsFirst: bool = false;
let wholePicture: u64 = 0;
/** Where the tables end, and lists of pictures begin. */
let free: usize = 0;

/** What is counted for each number of filled cells; the places of COUNTED in census.ts. */
const enum Count {
  pictures,
  line,
  probe,
  search,
  sweeps,
  kinds,
}
/**
 * What JavaScript reads and writes: the counts, as doubles; the clue of each row of a vector, in 32
 * bits; and pictures that are drawn by lot, in 64. See PictureReader in census.ts.
 */
const counts: usize = memory.data(8 * 5 * 50 + 4 * 16 + 8 * 1024, 16);
const vector: usize = counts + 8 * 5 * 50;
const lots: usize = vector + 4 * 16;

/** 128 pictures, cells that are known, and what is known of them: 64 bits each. See `laneAt`. */
const pictures: usize = memory.data(8 * 128, 16);
const values: usize = memory.data(8 * 128, 16);
const known: usize = memory.data(8 * 128, 16);
const turnedValues: usize = memory.data(8 * 128, 16);
const turnedKnown: usize = memory.data(8 * 128, 16);
/** The cells of these pictures, what is known of them, and what the clues of rows alone tell. */
const drawn: usize = memory.data(32 * 49, 16);
const state: usize = memory.data(32 * 49, 16);
const begun: usize = memory.data(32 * 49, 16);
/** Of each line, the clues that pictures have there: the lines of each, and its word; then 0. */
const told: usize = memory.data(4 * 32, 16);
const TOLD: usize = 2 * WORD;

/** The first and the other half of a line, by their values: where they fit. */
const fits: usize = memory.data(256 * 16, 16);
const othersFit: usize = memory.data(256 * 16, 16);
/** The same, where they are in a line that fits. */
const holds: usize = memory.data(256 * 16, 16);
const othersHold: usize = memory.data(256 * 16, 16);

// What a sweep finds: where something has changed, all is known, and each cell may be something.
let changed: v128 = i64x2.splat(0);
let whole: v128 = i64x2.splat(0);
let alive: v128 = i64x2.splat(0);

// Tables. ---------------------------------------------------------------------------------------

function pointerAt(table: usize, i: i32): usize {
  return load<u32>(table + ((<usize>i) << 2));
}

function setPointer(table: usize, i: i32, value: usize): void {
  store<u32>(table + ((<usize>i) << 2), <u32>value);
}

function clueOf(lines: Lines, line: i32): i32 {
  return <i32>load<u16>(lines.clueOf + ((<usize>line) << 1));
}

/** Takes so many bytes for good. */
function take(bytes: usize): usize {
  const at = (free + 15) & ~15;
  free = at + bytes;
  reach(free);
  return at;
}

/** Has memory up to an address. */
function reach(end: usize): void {
  const pages = <i32>((end + 65_535) >> 16) - memory.size();
  // Some more, so that it grows seldom.
  if (pages > 0 && memory.grow(pages + 64) < 0 && memory.grow(pages) < 0) unreachable();
}

/** Makes the tables of a size. Returns where the counts are, and what comes after them. */
export function openSize(ofWidth: i32, ofHeight: i32, columnsFirst: bool): usize {
  width = ofWidth;
  height = ofHeight;
  isColumnsFirst = columnsFirst;
  wholePicture = ~(<u64>0) >> (64 - width * height);
  free = __heap_base;
  makeClues(rows, width);
  makeClues(columns, height);
  makeLists(rows);
  makeLists(columns);
  for (let y = 0; y < height; y++) setPointer(told, y, take(<usize>(rows.clues + 1) * TOLD));
  for (let x = 0; x < width; x++) {
    setPointer(told, COLUMNS + x, take(<usize>(columns.clues + 1) * TOLD));
  }
  makeKeys();
  return counts;
}

/** Numbers the clues in the order of their least lines. */
function makeClues(lines: Lines, length: i32): void {
  lines.cells = length;
  lines.half = length >> 1;
  lines.clues = 0;
  lines.clueOf = take((<usize>2) << length);
  for (let line = 0; line < 1 << length; line++) {
    // All blocks pushed to the first cells, the last bits.
    let least = 0;
    let at = 0;
    for (let rest = line; rest != 0;) {
      rest >>= ctz(rest);
      const block = ctz(~rest);
      least |= ((1 << block) - 1) << at;
      at += block + 1;
      rest >>= block;
    }
    const clue = least == line ? lines.clues++ : clueOf(lines, least);
    store<u16>(lines.clueOf + ((<usize>line) << 1), clue);
  }
}

function makeLists(lines: Lines): void {
  const clues = lines.clues;
  const bytes = (<usize>2) << lines.cells;
  let at = take(bytes);
  const numbers = take(4 * <usize>(clues + 1));
  lines.firsts = take(4 * <usize>(clues + 1));
  lines.lists = take(4 * <usize>clues);
  memory.fill(numbers, 0, 4 * <usize>clues);
  for (let line = 0; line < 1 << lines.cells; line++) {
    const clue = clueOf(lines, line);
    setPointer(numbers, clue, pointerAt(numbers, clue) + 1);
  }
  for (let clue = 0; clue <= clues; clue++) {
    setPointer(lines.firsts, clue, at);
    const next = at + 2 * pointerAt(numbers, clue);
    setPointer(numbers, clue, at);
    at = next;
  }
  for (let line = 0; line < 1 << lines.cells; line++) {
    const clue = clueOf(lines, line);
    const to = pointerAt(numbers, clue);
    store<u16>(to, line);
    setPointer(numbers, clue, to + 2);
  }
  for (let clue = 0; clue < clues; clue++) {
    const first = pointerAt(lines.firsts, clue);
    setPointer(lines.lists, clue, listed(lines, first, pointerAt(lines.firsts, clue + 1)));
  }
}

/**
 * Lines in ascending order, by the value of their other half. All are 16 bits: where this value is
 * in a table of words, and how many lines have it; for each of them where the value of its first
 * half is. It ends with 0.
 */
function listed(lines: Lines, first: usize, end: usize): usize {
  const half = lines.half;
  const start = take(3 * (end - first) + 4);
  let at = start;
  for (let from = first; from < end;) {
    const other = (<u32>load<u16>(from)) >> half;
    const head = at;
    at += 4;
    let count = 0;
    for (; from < end && (<u32>load<u16>(from)) >> half == other; from += 2, at += 2, count++) {
      store<u16>(at, ((<i32>load<u16>(from)) & ((1 << half) - 1)) * <i32>WORD);
    }
    store<u16>(head, other * <u32>WORD);
    store<u16>(head, count, 2);
  }
  store<u32>(at, 0);
  return start;
}

// Lines. ----------------------------------------------------------------------------------------

/** Of the values of some cells from `at` on, `step` bytes apart: where each fits. */
function productsTo(to: usize, at: usize, step: usize, count: i32): void {
  v128.store(to, ALL);
  let half: usize = WORD;
  for (let i = 0; i < count; i++) {
    const blank = v128.load(at);
    const filled = v128.load(at, 16);
    for (let one = to; one < to + half; one += WORD) {
      const word = v128.load(one);
      v128.store(one + half, v128.and(word, filled));
      v128.store(one, v128.and(word, blank));
    }
    half <<= 1;
    at += step;
  }
}

/** Removes from some cells what no line has, by the values of these cells that lines have. */
function narrow(table: usize, at: usize, step: usize, count: i32): void {
  let half = WORD * (1 << count);
  at += step * count;
  for (let i = 0; i < count; i++) {
    half >>= 1;
    at -= step;
    let blank = NONE;
    let filled = NONE;
    for (let one = table; one < table + half; one += WORD) {
      const low = v128.load(one);
      const high = v128.load(one + half);
      blank = v128.or(blank, low);
      filled = v128.or(filled, high);
      v128.store(one, v128.or(low, high));
    }
    const blankBefore = v128.load(at);
    const filledBefore = v128.load(at, 16);
    blank = v128.and(blank, blankBefore);
    filled = v128.and(filled, filledBefore);
    v128.store(at, blank);
    v128.store(at, filled, 16);
    changed = v128.or(
      changed,
      v128.or(v128.xor(blank, blankBefore), v128.xor(filled, filledBefore)),
    );
    whole = v128.and(whole, v128.xor(blank, filled));
    alive = v128.and(alive, v128.or(blank, filled));
  }
}

/** Keeps of a line what is in one that fits its cells and has its clue. */
function readLine(lines: Lines, number: i32, at: usize, step: usize): void {
  let clue = pointerAt(told, number);
  if (load<u32>(clue) == 0) return;
  const half = lines.half;
  const middle = at + step * half;
  productsTo(fits, at, step, half);
  productsTo(othersFit, middle, step, lines.cells - half);
  memory.fill(holds, 0, WORD * (1 << half));
  memory.fill(othersHold, 0, WORD * (1 << (lines.cells - half)));
  for (; load<u32>(clue) != 0; clue += TOLD) {
    const these = v128.load(clue, WORD);
    let list: usize = load<u32>(clue);
    for (let count = <usize>load<u16>(list, 2); count != 0; count = <usize>load<u16>(list, 2)) {
      const other = <usize>load<u16>(list);
      const fitting = v128.and(these, v128.load(othersFit + other));
      let held = NONE;
      list += 4;
      for (const end = list + 2 * count; list < end; list += 2) {
        const first = <usize>load<u16>(list);
        const word = v128.and(fitting, v128.load(fits + first));
        held = v128.or(held, word);
        v128.store(holds + first, v128.or(v128.load(holds + first), word));
      }
      v128.store(othersHold + other, v128.or(v128.load(othersHold + other), held));
    }
  }
  narrow(holds, at, step, half);
  narrow(othersHold, middle, step, lines.cells - half);
}

/** Finds the clues of a line of the pictures. */
function tellClues(lines: Lines, number: i32, at: usize, step: usize): void {
  const half = lines.half;
  productsTo(fits, at, step, half);
  productsTo(othersFit, at + step * half, step, lines.cells - half);
  let to = pointerAt(told, number);
  for (let clue = 0; clue < lines.clues; clue++) {
    let list = pointerAt(lines.lists, clue);
    let these = NONE;
    for (let count = <usize>load<u16>(list, 2); count != 0; count = <usize>load<u16>(list, 2)) {
      const fitting = v128.load(othersFit + <usize>load<u16>(list));
      let held = NONE;
      list += 4;
      for (const end = list + 2 * count; list < end; list += 2) {
        held = v128.or(held, v128.load(fits + <usize>load<u16>(list)));
      }
      these = v128.or(these, v128.and(fitting, held));
    }
    if (isAny(these)) to = tell(to, lines, clue, these);
  }
  store<u32>(to, 0);
}

/** Notes that a line has a clue in these pictures. */
function tell(to: usize, lines: Lines, clue: i32, these: v128): usize {
  store<u32>(to, <u32>pointerAt(lines.lists, clue));
  v128.store(to, these, WORD);
  return to + TOLD;
}

function tellColumns(): void {
  for (let x = 0; x < width; x++) {
    tellClues(columns, COLUMNS + x, drawn + <usize>x * CELL, <usize>width * CELL);
  }
}

/** Reads all rows or all columns, in turns. After the first sweep there is always another. */
function sweep(number: i32): void {
  changed = number == 1 ? ALL : NONE;
  whole = ALL;
  alive = ALL;
  if (((number & 1) == 1) != isColumnsFirst) {
    for (let y = 0; y < height; y++) readLine(rows, y, state + <usize>(y * width) * CELL, CELL);
  } else {
    for (let x = 0; x < width; x++) {
      readLine(columns, COLUMNS + x, state + <usize>x * CELL, <usize>width * CELL);
    }
  }
}

// Pictures by bits. -----------------------------------------------------------------------------

/** Where one of 128 is: the first 64 and the others take turns, so that a word has both. */
function laneAt(table: usize, lane: i32): usize {
  return table + <usize>(((lane & 63) << 4) | ((lane >> 6) << 3));
}

/** The word of the first so many of 128. */
function firstLanes(count: i32): v128 {
  const first: u64 = count >= 64 ? ~(<u64>0) : ((<u64>1) << count) - 1;
  const others: u64 = count <= 64 ? 0 : ~(<u64>0) >> (128 - count);
  return i64x2.replace_lane(i64x2.splat(first), 1, others);
}

/** Turns rows of bits into columns: as many words of a bit of all pictures as there is need for. */
function turn(from: usize, to: usize, words: i32): void {
  memory.copy(to, from, 64 * WORD);
  let mask: u64 = 0xffffffff;
  for (let step = 32; step > 0; step >>= 1, mask ^= mask << step) {
    const masks = i64x2.splat(mask);
    const apart = <usize>step * WORD;
    for (let block = 0; block < words; block += 2 * step) {
      const start = to + <usize>block * WORD;
      for (let at = start; at < start + apart; at += WORD) {
        const one = v128.load(at);
        const other = v128.load(at + apart);
        const moved = v128.and(v128.xor(i64x2.shr_u(one, step), other), masks);
        v128.store(at + apart, v128.xor(other, moved));
        v128.store(at, v128.xor(one, i64x2.shl(moved, step)));
      }
    }
  }
}

/** Has the cells of `pictures` in `drawn`. */
function draw(): void {
  turn(pictures, turnedValues, width * height);
  for (let cell = 0; cell < width * height; cell++) {
    const word = v128.load(turnedValues + <usize>cell * WORD);
    v128.store(drawn + <usize>cell * CELL, v128.not(word));
    v128.store(drawn + <usize>cell * CELL, word, 16);
  }
}

/** Has in `state` the cells that are `known`, as `values` has them. */
function recall(): void {
  turn(values, turnedValues, width * height);
  turn(known, turnedKnown, width * height);
  for (let cell = 0; cell < width * height; cell++) {
    const value = v128.load(turnedValues + <usize>cell * WORD);
    const isKnown = v128.load(turnedKnown + <usize>cell * WORD);
    v128.store(state + <usize>cell * CELL, v128.not(v128.and(isKnown, value)));
    v128.store(state + <usize>cell * CELL, v128.not(v128.andnot(isKnown, value)), 16);
  }
}

/** Has in `known` which cells are known in `state`. */
function remember(): void {
  memory.fill(turnedKnown, 0, 8 * LANES);
  for (let cell = 0; cell < width * height; cell++) {
    const at = state + <usize>cell * CELL;
    const word = v128.xor(v128.load(at), v128.load(at, 16));
    v128.store(turnedKnown + <usize>cell * WORD, word);
  }
  turn(turnedKnown, known, 64);
}

// Vectors. --------------------------------------------------------------------------------------

/** The placements of each row: the one at hand, and where they begin and end. */
const placed: usize = memory.data(4 * 16, 16);
let inner: i32 = 0;
let innerAt: usize = 0;
let innerEnd: usize = 0;
/** The rows of the picture at hand, without the inner one. */
let outer: u64 = 0;
let isOver: bool = false;

function firstOf(y: i32): usize {
  return pointerAt(rows.firsts, <i32>pointerAt(vector, y));
}

function endOf(y: i32): usize {
  return pointerAt(rows.firsts, <i32>pointerAt(vector, y) + 1);
}

function rowAs(row: u16, y: i32): u64 {
  return (<u64>row) << (y * width);
}

/** Begins with the pictures of the vector. The row with most placements changes with each. */
function restart(): void {
  inner = 0;
  outer = 0;
  isOver = false;
  for (let y = 1; y < height; y++) {
    if (endOf(y) - firstOf(y) > endOf(inner) - firstOf(inner)) inner = y;
  }
  for (let y = 0; y < height; y++) {
    setPointer(placed, y, firstOf(y));
    if (y != inner) outer |= rowAs(load<u16>(firstOf(y)), y);
  }
  innerAt = firstOf(inner);
  innerEnd = endOf(inner);
}

/** Goes on to the next placements of the outer rows, unless there are no more. */
function advance(): void {
  const all = ((<u64>1) << width) - 1;
  for (let y = 0; y < height; y++) {
    if (y == inner) continue;
    const next = pointerAt(placed, y) + 2;
    const isLast = next == endOf(y);
    const at = isLast ? firstOf(y) : next;
    setPointer(placed, y, at);
    outer = (outer & ~(all << (y * width))) | rowAs(load<u16>(at), y);
    if (isLast) continue;
    innerAt = firstOf(inner);
    return;
  }
  isOver = true;
}

/** Puts the next pictures of a part into `pictures`, 128 or what there is; returns how many. */
function fill(part: u64, parts: u64): i32 {
  let count = 0;
  while (count < LANES) {
    if (innerAt == innerEnd) advance();
    if (isOver) break;
    const picture = outer | rowAs(load<u16>(innerAt), inner);
    innerAt += 2;
    if (parts > 1 && slotOf(keyOf(picture), 40) % parts != part) continue;
    store<u64>(laneAt(pictures, count++), picture);
  }
  return count;
}

/**
 * Counts the pictures of the vector, each as often as `weight` says. Of more pictures than `most`,
 * only a part is looked at at a time: those whose columns have certain clues.
 */
export function countVector(weight: i32, most: f64): void {
  let all: f64 = 1;
  let filled = 0;
  for (let y = 0; y < height; y++) {
    all *= <f64>((endOf(y) - firstOf(y)) >> 1);
    filled += popcnt(<i32>load<u16>(firstOf(y)));
    tellRow(y);
  }
  const to = counts + <usize>filled * (8 * Count.kinds);
  add(to, Count.pictures, all * <f64>weight);
  if (all == 1 && !isColumnsFirst) {
    add(to, Count.line, <f64>weight);
    add(to, Count.sweeps, <f64>weight);
    return;
  }
  let lines: f64 = 0;
  let sweeps: f64 = 0;
  const parts = <u64>ceil(all / most);
  for (let part: u64 = 0; part < parts; part++) {
    let end = free;
    restart();
    for (let count = fill(part, parts); count > 0; count = fill(part, parts)) {
      const these = firstLanes(count);
      draw();
      tellColumns();
      const cells = <usize>(width * height) * CELL;
      if (isColumnsFirst) memory.fill(state, 0xff, cells);
      else memory.copy(state, begun, cells);
      let open = these;
      for (let number = isColumnsFirst ? 1 : 2; isAny(open); number++) {
        sweep(number);
        const found = lanesIn(v128.and(open, whole));
        lines += <f64>found;
        sweeps += <f64>(found * number);
        // What nothing was told of stays as it is.
        const left = v128.andnot(open, whole);
        open = v128.and(left, changed);
        end = keep(v128.andnot(left, changed), end);
      }
    }
    settleApart(end, weight);
  }
  add(to, Count.line, lines * <f64>weight);
  add(to, Count.sweeps, sweeps * <f64>weight);
}

function isAny(word: v128): bool {
  return v128.any_true(word);
}

function lanesIn(word: v128): i32 {
  return <i32>(popcnt(i64x2.extract_lane(word, 0)) + popcnt(i64x2.extract_lane(word, 1)));
}

function add(to: usize, kind: Count, number: f64): void {
  const at = to + ((<usize>kind) << 3);
  store<f64>(at, load<f64>(at) + number);
}

/** What the clue of a row of the vector tells, and which lines it may be. */
function tellRow(y: i32): void {
  const first = firstOf(y);
  let always: i32 = -1;
  let ever: i32 = 0;
  for (let at = first; at < endOf(y); at += 2) {
    always &= <i32>load<u16>(at);
    ever |= <i32>load<u16>(at);
  }
  for (let x = 0; x < width; x++) {
    const at = begun + <usize>(y * width + x) * CELL;
    v128.store(at, ((always >> x) & 1) == 1 ? NONE : ALL);
    v128.store(at, ((ever >> x) & 1) == 1 ? ALL : NONE, 16);
  }
  const isKnown = endOf(y) - first == 2 && !isColumnsFirst;
  const to = pointerAt(told, y);
  store<u32>(isKnown ? to : tell(to, rows, <i32>pointerAt(vector, y), ALL), 0);
}

/** Adds these of the pictures to a list that ends there; returns its end. */
function keep(these: v128, end: usize): usize {
  if (!isAny(these)) return end;
  reach(end + 8 * LANES);
  for (let upper = 0; upper < 2; upper++) {
    let rest = upper == 0 ? i64x2.extract_lane(these, 0) : i64x2.extract_lane(these, 1);
    for (; rest != 0; rest &= rest - 1, end += 8) {
      store<u64>(end, load<u64>(laneAt(pictures, <i32>ctz(rest) + 64 * upper)));
    }
  }
  return end;
}

// Columns with the same clues. ------------------------------------------------------------------

/** By row: its bits, as if it were the first across columns. */
let byColumns: usize = 0;
/** By column and its cells: what its clue adds to the key of a picture. */
let keys: usize = 0;

function makeKeys(): void {
  byColumns = take((<usize>8) << width);
  for (let row = 0; row < 1 << width; row++) {
    let picture: u64 = 0;
    for (let x = 0; x < width; x++) picture |= (<u64>((row >> x) & 1)) << (x * height);
    store<u64>(byColumns + ((<usize>row) << 3), picture);
  }
  keys = take(((<usize>8) << height) * <usize>width);
  let factor: u64 = 1;
  for (let x = 0; x < width; x++) {
    for (let column = 0; column < 1 << height; column++) {
      const at = keys + ((<usize>((x << height) | column)) << 3);
      store<u64>(at, factor * clueOf(columns, column));
    }
    factor *= columns.clues;
  }
}

/** The clues of the columns of a picture, as one number. */
function keyOf(picture: u64): u64 {
  const row: u64 = ((<u64>1) << width) - 1;
  const column: u64 = ((<u64>1) << height) - 1;
  let turned: u64 = 0;
  for (let y = 0; y < height; y++) {
    turned |= load<u64>(byColumns + <usize>((picture >> (y * width)) & row) * 8) << y;
  }
  let key: u64 = 0;
  let table = keys;
  for (let x = 0; x < width; x++) {
    key += load<u64>(table + <usize>((turned >> (x * height)) & column) * 8);
    table += (<usize>8) << height;
  }
  return key;
}

function slotOf(key: u64, bits: i32): u64 {
  return (key * 0x9e3779b97f4a7c15) >> (64 - bits);
}

const IS_SHARED: u64 = (<u64>1) << 63;

/** Settles the pictures of a list whose columns no other of it has; the others are ambiguous. */
function settleApart(end: usize, weight: i32): void {
  const count = (end - free) >> 3;
  if (count == 0) return;
  const bits = 33 - <i32>clz(<u32>count);
  const table = (end + 15) & ~15;
  const mask = (((<usize>1) << bits) - 1) << 4;
  reach(table + mask + 16);
  memory.fill(table, 0, mask + 16);
  for (let at = free; at < end; at += 8) {
    const picture = load<u64>(at);
    const key = keyOf(picture) + 1;
    let slot = (<usize>slotOf(key, bits)) << 4;
    while (load<u64>(table + slot) != 0 && load<u64>(table + slot) != key)
      slot = (slot + 16) & mask;
    const isFirst = load<u64>(table + slot) == 0;
    store<u64>(table + slot, key);
    store<u64>(table + slot, isFirst ? picture : IS_SHARED, 8);
  }
  for (let at = table; at <= table + mask; at += 16) {
    if (load<u64>(at) != 0 && load<u64>(at, 8) != IS_SHARED) addApart(load<u64>(at, 8), weight);
  }
}

// Pictures apart. -------------------------------------------------------------------------------

/** Pictures of any vectors, how often each counts, what is known of it, and is told in a round. */
const MOST_APART: i32 = 1024;
const apart: usize = memory.data(8 * 1024, 16);
const weights: usize = memory.data(4 * 1024, 16);
const apartKnown: usize = memory.data(8 * 1024, 16);
const apartTold: usize = memory.data(8 * 1024, 16);
let apartCount: i32 = 0;
/** Of each of 128 assumptions: the place of its picture, and the cell as a bit. */
const assumedIn: usize = memory.data(4 * 128, 16);
const assumed: usize = memory.data(8 * 128, 16);

function addApart(picture: u64, weight: i32): void {
  putApart(picture, 0, weight);
  if (apartCount == MOST_APART) settle();
}

function putApart(picture: u64, isKnown: u64, weight: i32): void {
  store<u64>(apart + ((<usize>apartCount) << 3), picture);
  store<u64>(apartKnown + ((<usize>apartCount) << 3), isKnown);
  store<i32>(weights + ((<usize>apartCount) << 2), weight);
  apartCount++;
}

function countsOf(picture: u64): usize {
  return counts + <usize>popcnt(picture) * (8 * Count.kinds);
}

/** Counts so many pictures that are drawn by lot, and all that are left. */
export function countLots(count: i32): void {
  for (let i = 0; i < count; i++) {
    const picture = load<u64>(lots + ((<usize>i) << 3));
    add(countsOf(picture), Count.pictures, 1);
    addApart(picture, 1);
  }
  settle();
}

/**
 * Counts all pictures apart: by lines, or by assumptions that contradict, one at a time. Those that
 * this does not solve are told to JavaScript.
 */
function settle(): void {
  closeApart(true);
  while (apartCount > 0) {
    memory.copy(apartTold, apartKnown, 8 * <usize>apartCount);
    let lanes = 0;
    for (let i = 0; i < apartCount; i++) {
      const at = (<usize>i) << 3;
      const isKnown = load<u64>(apartKnown + at);
      for (let rest = wholePicture & ~isKnown; rest != 0; rest &= rest - 1) {
        const bit = rest & (~rest + 1);
        const picture = load<u64>(apart + at);
        store<u64>(laneAt(pictures, lanes), picture);
        store<u64>(laneAt(values, lanes), picture ^ bit);
        store<u64>(laneAt(known, lanes), isKnown | bit);
        store<u64>(assumed + ((<usize>lanes) << 3), bit);
        store<i32>(assumedIn + ((<usize>lanes) << 2), i);
        if (++lanes == LANES) lanes = assume(lanes);
      }
    }
    assume(lanes);
    const all = apartCount;
    apartCount = 0;
    for (let i = 0; i < all; i++) {
      const at = (<usize>i) << 3;
      const picture = load<u64>(apart + at);
      const told = load<u64>(apartTold + at);
      const weight = load<i32>(weights + ((<usize>i) << 2));
      if (told == load<u64>(apartKnown + at)) {
        tellLeft(<u32>picture, <u32>(picture >> 32), weight);
        continue;
      }
      putApart(picture, told, weight);
    }
    closeApart(false);
  }
}

/** Makes known what so many assumptions contradict; returns 0, as none are left. */
function assume(lanes: i32): i32 {
  if (lanes == 0) return 0;
  begunWith();
  const these = firstLanes(lanes);
  let open = these;
  for (let number = 1; isAny(open); number++) {
    sweep(number);
    open = v128.and(open, v128.and(alive, changed));
  }
  const dead = v128.andnot(these, alive);
  for (let upper = 0; upper < 2; upper++) {
    let rest = upper == 0 ? i64x2.extract_lane(dead, 0) : i64x2.extract_lane(dead, 1);
    for (; rest != 0; rest &= rest - 1) {
      const lane = <usize>ctz(rest) + 64 * upper;
      const at = apartTold + ((<usize>load<i32>(assumedIn + (lane << 2))) << 3);
      store<u64>(at, load<u64>(at) | load<u64>(assumed + (lane << 3)));
    }
  }
  return 0;
}

/** Has the cells of `pictures`, of any clues, and what is known of them. */
function begunWith(): void {
  draw();
  for (let y = 0; y < height; y++) tellClues(rows, y, drawn + <usize>(y * width) * CELL, CELL);
  tellColumns();
  recall();
}

/** Reads the lines of all pictures apart. What becomes known entirely is counted, and goes. */
function closeApart(isByLines: bool): void {
  const all = apartCount;
  apartCount = 0;
  for (let first = 0; first < all; first += LANES) {
    const count = min(LANES, all - first);
    for (let lane = 0; lane < count; lane++) {
      const picture = load<u64>(apart + ((<usize>(first + lane)) << 3));
      store<u64>(laneAt(pictures, lane), picture);
      store<u64>(laneAt(values, lane), picture);
      store<u64>(laneAt(known, lane), load<u64>(apartKnown + ((<usize>(first + lane)) << 3)));
    }
    begunWith();
    let left = firstLanes(count);
    let open = left;
    for (let number = 1; isAny(open); number++) {
      sweep(number);
      if (isByLines) countLines(v128.and(open, whole), first, number);
      left = v128.andnot(left, whole);
      open = v128.and(open, v128.and(left, changed));
    }
    remember();
    for (let lane = 0; lane < count; lane++) {
      const picture = load<u64>(laneAt(pictures, lane));
      const isKnown = load<u64>(laneAt(known, lane));
      const weight = load<i32>(weights + ((<usize>(first + lane)) << 2));
      if (isKnown != wholePicture) putApart(picture, isKnown, weight);
      else if (!isByLines) add(countsOf(picture), Count.probe, <f64>weight);
    }
  }
}

/** Counts pictures that lines solve with this sweep. */
function countLines(these: v128, first: i32, sweeps: i32): void {
  if (!isAny(these)) return;
  for (let upper = 0; upper < 2; upper++) {
    let rest = upper == 0 ? i64x2.extract_lane(these, 0) : i64x2.extract_lane(these, 1);
    for (; rest != 0; rest &= rest - 1) {
      const lane = <i32>ctz(rest) + 64 * upper;
      const to = countsOf(load<u64>(laneAt(pictures, lane)));
      const weight = <f64>load<i32>(weights + ((<usize>(first + lane)) << 2));
      add(to, Count.line, weight);
      add(to, Count.sweeps, weight * <f64>sweeps);
    }
  }
}
