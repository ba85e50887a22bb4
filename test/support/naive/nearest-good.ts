import type { FixGoal } from '../../../src/solver/craft/fix/fix.js';

/** The most cells on a side: of every line, all that can be known of its cells fits a table. */
const LONGEST = 5;

/**
 * For every picture in black and white of a size, how many of its cells must change to make it
 * good. The bits of a picture's number are its cells, row by row. It shares no code with the solver
 * or the fixes: pictures are sorted by their clues, lines are read from tables of all their
 * placements, and the distances spread from the good pictures.
 */
export function distancesToGood(width: number, height: number, goal: FixGoal): Uint8Array {
  if (Math.max(width, height) > LONGEST) throw new RangeError(`${width}x${height} is too large`);
  const lines = { row: new Lines(width), column: new Lines(height) };
  const distances = new Uint8Array(2 ** (width * height)).fill(255);
  if (goal === 'unique') markUnique(distances, width, height, lines);
  else markLineSolvable(distances, width, height, lines);
  spread(distances, width * height);
  return distances;
}

/** All lines of one length: the clue of each, and what follows from known cells. */
class Lines {
  /** The number of the clue of each line; the bits of a line are its cells. */
  readonly clueOf: Uint8Array;
  readonly clues: number;
  private readonly placements: number[][] = [];
  /** By clue, filled and blank cells; -1 for what has not been asked yet. */
  private readonly known: Int32Array;

  constructor(readonly length: number) {
    const numbers = new Map<string, number>();
    this.clueOf = Uint8Array.from({ length: 2 ** length }, (_, line) => {
      const bits = Array.from({ length }, (_cell, i) => (line >> i) & 1).join('');
      const clue = bits.split(/0+/).filter(Boolean).join(' ');
      if (!numbers.has(clue)) this.placements.push([]);
      const number = numbers.get(clue) ?? this.placements.length - 1;
      numbers.set(clue, number);
      this.placements[number].push(line);
      return number;
    });
    this.clues = numbers.size;
    this.known = new Int32Array(this.clues * 1024).fill(-1);
  }

  /** What all placements that fit share: the filled cells, and above them the blank ones. */
  read(clue: number, filled: number, blank: number): number {
    const key = (clue * 32 + filled) * 32 + blank;
    if (this.known[key] >= 0) return this.known[key];
    const all = 2 ** this.length - 1;
    let [ones, zeros] = [all, all];
    for (const line of this.placements[clue]) {
      if ((line & filled) !== filled || (line & blank) !== 0) continue;
      ones &= line;
      zeros &= ~line;
    }
    return (this.known[key] = (zeros << this.length) | ones);
  }
}

interface BothLines {
  readonly row: Lines;
  readonly column: Lines;
}

/** A picture as its rows and columns, each as bits. */
class Board {
  readonly rows: number[];
  readonly columns: number[];

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.rows = new Array<number>(height).fill(0);
    this.columns = new Array<number>(width).fill(0);
  }

  take(picture: number): void {
    this.columns.fill(0);
    for (let y = 0; y < this.height; y++) {
      const row = (picture >>> (y * this.width)) & (2 ** this.width - 1);
      this.rows[y] = row;
      for (let x = 0; x < this.width; x++) this.columns[x] |= ((row >> x) & 1) << y;
    }
  }
}

/** Puts a 0 where no other picture has the same clues. */
function markUnique(
  distances: Uint8Array,
  width: number,
  height: number,
  { row, column }: BothLines,
): void {
  const board = new Board(width, height);
  const columnsOf = (picture: number): number => {
    board.take(picture);
    return board.columns.reduce((key, line) => key * column.clues + column.clueOf[line], 0);
  };
  // Pictures in the order of their columns' clues, by counting; then by the rows' within each.
  const ends = new Uint32Array(column.clues ** width + 1);
  for (let picture = 0; picture < distances.length; picture++) ends[columnsOf(picture) + 1]++;
  for (let key = 1; key < ends.length; key++) ends[key] += ends[key - 1];
  const order = new Uint32Array(distances.length);
  const next = ends.slice();
  for (let picture = 0; picture < distances.length; picture++) {
    order[next[columnsOf(picture)]++] = picture;
  }
  for (let key = 0; key + 1 < ends.length; key++) {
    const seen = new Map<number, number>();
    for (let i = ends[key]; i < ends[key + 1]; i++) {
      const picture = order[i];
      board.take(picture);
      const rows = board.rows.reduce((clues, line) => clues * row.clues + row.clueOf[line], 0);
      const twin = seen.get(rows);
      if (twin === undefined) {
        distances[picture] = 0;
        seen.set(rows, picture);
      } else distances[twin] = 255;
    }
  }
}

/** Puts a 0 where reading the lines, over and over, finds every cell. */
function markLineSolvable(
  distances: Uint8Array,
  width: number,
  height: number,
  { row, column }: BothLines,
): void {
  const board = new Board(width, height);
  for (let picture = 0; picture < distances.length; picture++) {
    board.take(picture);
    const rowClues = board.rows.map((line) => row.clueOf[line]);
    const columnClues = board.columns.map((line) => column.clueOf[line]);
    let [filled, blank] = [0, 0];
    for (let before = -1; before !== filled + blank;) {
      before = filled + blank;
      for (let y = 0; y < height; y++) {
        const at = y * width;
        const all = 2 ** width - 1;
        const found = row.read(rowClues[y], (filled >>> at) & all, (blank >>> at) & all);
        filled |= (found & all) << at;
        blank |= (found >>> width) << at;
      }
      for (let x = 0; x < width; x++) {
        let [ones, zeros] = [0, 0];
        for (let y = 0; y < height; y++) {
          ones |= ((filled >>> (y * width + x)) & 1) << y;
          zeros |= ((blank >>> (y * width + x)) & 1) << y;
        }
        const found = column.read(columnClues[x], ones, zeros);
        for (let y = 0; y < height; y++) {
          filled |= ((found >>> y) & 1) << (y * width + x);
          blank |= ((found >>> (height + y)) & 1) << (y * width + x);
        }
      }
    }
    if (filled + blank === distances.length - 1) distances[picture] = 0;
  }
}

/** Gives each picture the number of cells in which it differs from the nearest one with a 0. */
function spread(distances: Uint8Array, cells: number): void {
  for (let distance = 0, found = true; found; distance++) {
    found = false;
    for (let picture = 0; picture < distances.length; picture++) {
      if (distances[picture] !== distance) continue;
      for (let cell = 0; cell < cells; cell++) {
        const other = picture ^ (1 << cell);
        if (distances[other] <= distance + 1) continue;
        distances[other] = distance + 1;
        found = true;
      }
    }
  }
}
