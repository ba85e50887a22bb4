// The memory of the engine: tables, taken one after the other, all given back at the next puzzle.

/** Throws a RangeError in JavaScript, as a typed array does that cannot be allocated. */
export declare function noRoom(): void;

/** Bytes before the first value of a table; they keep it aligned. */
const HEADER: usize = 16;
/** Tables of up to so many bytes are set to zero word by word. */
const MOST_STORED: usize = 256;

/** Values of one type in a row; their number, before the first, is for growth and debug checks. */
@unmanaged
export class Table<T> {
  @inline
  get length(): i32 {
    return load<i32>(changetype<usize>(this) - HEADER);
  }

  @inline
  @operator('[]')
  get(i: i32): T {
    if (!ASC_NO_ASSERT) assert(<u32>i < <u32>this.length);
    return load<T>(changetype<usize>(this) + ((<usize>i) << alignof<T>()));
  }

  @inline
  @operator('[]=')
  set(i: i32, value: T): void {
    if (!ASC_NO_ASSERT) assert(<u32>i < <u32>this.length);
    store<T>(changetype<usize>(this) + ((<usize>i) << alignof<T>()), value);
  }

  /** Sets `count` values from place `from` on to zero. */
  clear(from: i32, count: i32): void {
    if (!ASC_NO_ASSERT) assert(from >= 0 && count >= 0 && from + count <= this.length);
    memory.fill(
      changetype<usize>(this) + ((<usize>from) << alignof<T>()),
      0,
      (<usize>count) << alignof<T>(),
    );
  }

  /** Copies `count` values of another table, from its place `from` on, to place `to`. */
  copy(to: i32, other: Table<T>, from: i32, count: i32): void {
    for (let i = 0; i < count; i++) this[to + i] = other[from + i];
  }

  /** Copies `count` values from place `from` to place `to`; they may overlap. */
  move(to: i32, from: i32, count: i32): void {
    if (!ASC_NO_ASSERT)
      assert(from >= 0 && to >= 0 && count >= 0 && max(from, to) + count <= this.length);
    const start = changetype<usize>(this);
    memory.copy(
      start + ((<usize>to) << alignof<T>()),
      start + ((<usize>from) << alignof<T>()),
      (<usize>count) << alignof<T>(),
    );
  }
}

/** Where the next table begins. */
let end: usize = __heap_base;

export function releaseAll(): void {
  end = __heap_base;
}

/** The end of the tables taken so far, for `release`. */
export function mark(): usize {
  return end;
}

/** Gives back the tables taken since `mark` returned `place`. */
export function release(place: usize): void {
  end = place;
}

/** Takes a table of `count` zeros. */
export function take<T>(count: i32): Table<T> {
  const table = takeUnset<T>(count);
  const start = changetype<usize>(table);
  const size = (<usize>count) << alignof<T>();
  // To call the function that fills takes longer than to fill a few words.
  if (size > MOST_STORED) memory.fill(start, 0, size);
  else for (let at: usize = 0; at < size; at += 8) store<u64>(start + at, 0);
  return table;
}

/** Takes a table of `count` values that may be anything. */
export function takeUnset<T>(count: i32): Table<T> {
  const table = takeAsIs<T>(count);
  // What is read before it was written shows in a debug build.
  if (!ASC_NO_ASSERT) memory.fill(changetype<usize>(table), 0xd5, end - changetype<usize>(table));
  return table;
}

/** Takes a table of `count` values, which are what is there. */
function takeAsIs<T>(count: i32): Table<T> {
  const start = end + HEADER;
  const past: u64 = (<u64>start + ((<u64>count) << alignof<T>()) + 15) & ~15;
  const room: u64 = (<u64>memory.size()) << 16;
  if (past > room) {
    // At least a quarter more than there is, so that growth is rare.
    const pages = <i32>min<u64>(max<u64>((past - room + 0xffff) >> 16, room >> 18), 0x10000);
    if (past > 0xffff0000 || memory.grow(pages) < 0) noRoom();
  }
  end = <usize>past;
  store<i32>(start - HEADER, count);
  return changetype<Table<T>>(start);
}

/** The table, or a larger one with its values, with room for `count`. */
export function withRoom<T>(table: Table<T>, count: i32): Table<T> {
  return count > table.length ? grown<T>(table, count) : table;
}

/** `old` with room for `count` values: in its place if last, else at the end, twice as long. */
function grown<T>(old: Table<T>, count: i32): Table<T> {
  const length = old.length;
  if (count > 0x1fffffff) noRoom();
  const size = (<usize>length) << alignof<T>();
  if (((changetype<usize>(old) + size + 15) & ~15) == end) {
    end = changetype<usize>(old) - HEADER;
    return takeAsIs<T>(count + (count >> 1));
  }
  const table = takeUnset<T>(2 * count);
  memory.copy(changetype<usize>(table), changetype<usize>(old), size);
  return table;
}
