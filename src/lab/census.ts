import type { CensusCount } from '../pipeline/store/census.js';
import { firstClue } from '../solver/core/puzzle/packed.js';
import type { GridSize } from '../solver/core/puzzle/types.js';
import { Random } from '../solver/craft/random-puzzles.js';
import { DEFAULT_SOLVE_LIMITS } from '../solver/engine/model/limits.js';
import { Solver } from '../solver/engine/solver/solve.js';

/** Nobody can count all pictures of more cells; longer lines would need larger tables. */
export const MOST_CELLS = 49;
export const MOST_SIDE = 16;

const COUNTED = ['pictures', 'line', 'probe', 'search', 'sweeps'] as const;

type Counts = Record<(typeof COUNTED)[number], number>;

/** A part of the work, for one thread: a group, or pictures that are drawn by lot. */
export type CensusTask =
  { readonly group: number } | { readonly pictures: number; readonly seed: number };

/** The last rows of a vector have so many cells, or are one; the first ones make a group. */
const LAST_CELLS = 18;

/** Of a vector with more pictures, only a part is looked at at a time. */
const AT_ONCE = 2 ** 20;

/** A prime near the golden section of 2^32: its multiples spread evenly over any range. */
const STRIDE = 2_654_435_761;

/** No clock: what is counted must not depend on the machine. */
const LIMITS = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity };

/** How a vector of clues may be seen in a mirror: its rows reversed, their order, and both. */
const IMAGES = [
  { isReversed: true, isUpsideDown: false },
  { isReversed: false, isUpsideDown: true },
  { isReversed: true, isUpsideDown: true },
] as const;

type Image = (typeof IMAGES)[number];

/** The cells that are known: by columns, and by rows. */
type Known = readonly [left: number, right: number, upper: number, lower: number];

/** The pictures of some rows next to each other, one for each choice of placements. */
interface PartPictures {
  readonly count: number;
  /** How many rows each of them has, and these. */
  readonly height: number;
  readonly rows: Int32Array;
  /** Their cells by columns. */
  readonly left: Int32Array;
  readonly right: Int32Array;
  /** What the first sweep tells of them. */
  readonly known: Known;
  readonly filled: number;
}

/**
 * Counts the pictures of a size by what their clues ask of a solver.
 *
 * The pictures with the same clues of rows, a *vector* of them, are the products of the placements
 * of these; a *group* is all vectors with the same clues of the first rows. What lines alone solve
 * has one solution. Of the rest, pictures of a vector whose columns have the same clues are
 * solutions of one puzzle: a hash tells, without solving. The few that are left have one solution,
 * and take assumptions: the engine says how many. Of vectors that are mirror images of each other
 * one is counted, for all of them.
 *
 * As the picture is known here, all that reading tells of it is which cells are known by now, and a
 * line is read by one look-up. The cells of a picture are kept by columns and by rows, each in two
 * words: with 2^36 pictures of 6x6, no work on single cells is left.
 */
export class CensusCounter {
  /** How many groups there are, with those that are mirror images. */
  readonly groups: number;
  private readonly rows: Lines;
  private readonly columns: Lines;
  private readonly firstRows: number;
  private readonly lastRows: number;
  /** Of each vector of the last rows: its pictures, and the numbers of its images. */
  private readonly last: readonly PartPictures[];
  private readonly lastImages: readonly Float64Array[];
  /** How many columns, and how many rows, are in the first of two words. */
  private readonly leftColumns: number;
  private readonly upperRows: number;
  /** A row in words by columns, as if it were the first one. */
  private readonly rowIn: TwoWords;
  /** What is known of a row in words by columns, and of a column in words by rows, by its index. */
  private readonly rowKnownIn: TwoWords;
  private readonly columnKnownIn: TwoWords;
  /** All cells. */
  private readonly whole: Known;
  private readonly width: number;
  private readonly height: number;
  private readonly wholeRow: number;
  private readonly wholeColumn: number;
  /** The rows of the picture at hand. */
  private readonly picture: Int32Array;
  private readonly apart = new PicturesApart();
  /** The engine, once it is needed, and what it is given. */
  private solver: Solver | null = null;
  private readonly words: Int32Array;

  constructor(
    { width, height }: GridSize,
    private readonly atOnce = AT_ONCE,
  ) {
    this.rows = new Lines(width);
    this.columns = width === height ? this.rows : new Lines(height);
    this.lastRows = Math.min(height, Math.max(1, Math.floor(LAST_CELLS / width)));
    this.firstRows = height - this.lastRows;
    this.groups = this.rows.clues.length ** this.firstRows;
    this.leftColumns = Math.ceil(width / 2);
    this.upperRows = Math.ceil(height / 2);
    const acrossColumns = { cells: width, first: this.leftColumns, length: height };
    const acrossRows = { cells: height, first: this.upperRows, length: width };
    const { rows, columns } = this;
    this.rowIn = inTwoWords(2 ** width, (row) => row, acrossColumns);
    this.rowKnownIn = inTwoWords(rows.indexes, (index) => rows.knownAt(index), acrossColumns);
    this.columnKnownIn = inTwoWords(columns.indexes, (index) => columns.knownAt(index), acrossRows);
    this.width = width;
    this.height = height;
    this.wholeRow = 2 ** width - 1;
    this.wholeColumn = 2 ** height - 1;
    // In words of 32 bits, as shifts make them.
    const word = (bits: number): number => (2 ** bits - 1) | 0;
    this.whole = [
      word(this.leftColumns * height),
      word((width - this.leftColumns) * height),
      word(this.upperRows * width),
      word((height - this.upperRows) * width),
    ];
    this.picture = new Int32Array(height);
    this.words = new Int32Array(firstClue(0) + (width + height) * (2 + MOST_SIDE / 2));
    const vectors = Array.from({ length: this.rows.clues.length ** this.lastRows }, (_, vector) =>
      this.cluesOf(vector, this.lastRows),
    );
    this.last = vectors.map((clues) => this.picturesOf(clues, this.firstRows));
    this.lastImages = IMAGES.map((image) =>
      Float64Array.from(vectors, (clues) => this.imageOf(clues, image)),
    );
  }

  /**
   * The group at a place, from 0, in the order of the work, where small and large ones take turns;
   * null if it is the mirror image of another.
   */
  groupAt(place: number): number | null {
    const group = (place * (STRIDE % this.groups)) % this.groups;
    return this.imageOf(this.cluesOf(group, this.firstRows), IMAGES[0]) < group ? null : group;
  }

  /** The clues of its first rows: `2 1/0/3`. */
  nameOf(group: number): string {
    const { clues } = this.rows;
    const texts = this.cluesOf(group, this.firstRows).map((clue) => clues[clue].join(' ') || '0');
    return texts.join('/');
  }

  count(task: CensusTask): CensusCount[] {
    const byFilled = Array.from({ length: this.width * this.height + 1 }, noCounts);
    if ('group' in task) this.countGroup(task.group, byFilled);
    else this.countDrawn(task.pictures, new Random(task.seed), byFilled);
    return byFilled
      .map((counts, filled) => ({ filled, ...counts }))
      .filter(({ pictures }) => pictures > 0);
  }

  private countGroup(group: number, byFilled: readonly Counts[]): void {
    const { last, lastImages, groups } = this;
    const clues = this.cluesOf(group, this.firstRows);
    const first = this.picturesOf(clues, 0);
    const images = IMAGES.map((image) => this.imageOf(clues, image));
    for (const [vector, part] of last.entries()) {
      const own = group * last.length + vector;
      const others = IMAGES.map(({ isUpsideDown }, i) =>
        isUpsideDown
          ? lastImages[i][vector] * groups + images[i]
          : images[i] * last.length + lastImages[i][vector],
      );
      if (others.some((other) => other < own)) continue;
      const same = 1 + others.filter((other) => other === own).length;
      const weight = (1 + IMAGES.length) / same;
      const found = this.countVector(first, part);
      const counts = byFilled[first.filled + part.filled];
      for (const kind of COUNTED) counts[kind] += found[kind] * weight;
    }
  }

  private countVector(first: PartPictures, last: PartPictures): Counts {
    const { apart } = this;
    const found = noCounts();
    found.pictures = first.count * last.count;
    const known = first.known.map((word, i) => word | last.known[i]);
    const [knownLeft, knownRight, knownUpper, knownLower] = known;
    const parts = Math.ceil(found.pictures / this.atOnce);
    for (let part = 0; part < parts; part++) {
      apart.clear(found.pictures);
      for (let one = 0; one < first.count; one++) {
        this.take(first, one, 0);
        const [firstLeft, firstRight] = [first.left[one], first.right[one]];
        for (let other = 0; other < last.count; other++) {
          const left = firstLeft | last.left[other];
          const right = firstRight | last.right[other];
          if (parts > 1 && !this.isInPart(left, right, part, parts)) continue;
          this.take(last, other, this.firstRows);
          const sweeps = this.sweepsOf(left, right, knownLeft, knownRight, knownUpper, knownLower);
          if (sweeps === 0) apart.add(this.cluesIn(left), this.cluesIn(right), one, other);
          else {
            found.line++;
            found.sweeps += sweeps;
          }
        }
      }
      for (const [one, other] of apart.single()) {
        this.take(first, one, 0);
        this.take(last, other, this.firstRows);
        const technique = this.techniqueOf();
        if (technique === null) throw new Error(`${this.picture.join(' ')}: several solutions`);
        found[technique]++;
      }
    }
    return found;
  }

  /** Has the rows of one of these pictures in the picture at hand, from the row `y` on. */
  private take({ rows, height }: PartPictures, number: number, y: number): void {
    for (let i = 0; i < height; i++) this.picture[y + i] = rows[number * height + i];
  }

  /** Whether it is to be looked at together with all others whose columns have its clues. */
  private isInPart(left: number, right: number, part: number, parts: number): boolean {
    const hash = hashOf(this.cluesIn(left), this.cluesIn(right));
    return (Math.imul(hash, 0x9e3779b1) >>> 8) % parts === part;
  }

  private countDrawn(pictures: number, random: Random, byFilled: readonly Counts[]): void {
    const { rows, picture, width, height } = this;
    for (let i = 0; i < pictures; i++) {
      for (let y = 0; y < height; y++) picture[y] = random.next() >>> (32 - width);
      const clues = Array.from(picture, (row) => rows.clueOf[row]);
      let [left, right] = [0, 0];
      for (const [y, row] of picture.entries()) {
        left |= this.rowIn[0][row] << y;
        right |= this.rowIn[1][row] << y;
      }
      const counts = byFilled[clues.reduce((sum, clue) => sum + rows.filled[clue], 0)];
      counts.pictures++;
      const sweeps = this.sweepsOf(left, right, ...this.knownOf(clues, 0));
      counts.sweeps += sweeps;
      const technique = sweeps > 0 ? 'line' : this.techniqueOf();
      if (technique !== null) counts[technique]++;
    }
  }

  /**
   * How many sweeps solve the picture at hand, which is `left` and `right` by columns; 0 if lines
   * alone do not. What is known is what the first sweep, over all rows, has told.
   */
  private sweepsOf(
    left: number,
    right: number,
    knownLeft: number,
    knownRight: number,
    knownUpper: number,
    knownLower: number,
  ): number {
    const { rows, columns, picture, leftColumns, upperRows } = this;
    const { width, height, wholeRow, wholeColumn, whole } = this;
    const [rowInLeft, rowInRight] = this.rowKnownIn;
    const [columnInUpper, columnInLower] = this.columnKnownIn;
    const [wholeLeft, wholeRight, wholeUpper, wholeLower] = whole;
    if (knownUpper === wholeUpper && knownLower === wholeLower) return 1;
    for (let sweeps = 2; ; sweeps += 2) {
      let upper = 0;
      let lower = 0;
      let x = 0;
      for (let at = 0; x < leftColumns; x++, at += height) {
        const index = columns.index((left >>> at) & wholeColumn, (knownLeft >>> at) & wholeColumn);
        upper |= columnInUpper[index] << x;
        lower |= columnInLower[index] << x;
      }
      for (let at = 0; x < width; x++, at += height) {
        const index = columns.index(
          (right >>> at) & wholeColumn,
          (knownRight >>> at) & wholeColumn,
        );
        upper |= columnInUpper[index] << x;
        lower |= columnInLower[index] << x;
      }
      if (upper === wholeUpper && lower === wholeLower) return sweeps;
      if (upper === knownUpper && lower === knownLower) return 0;
      knownUpper = upper;
      knownLower = lower;
      let nextLeft = 0;
      let nextRight = 0;
      let y = 0;
      for (let at = 0; y < upperRows; y++, at += width) {
        const index = rows.index(picture[y], (upper >>> at) & wholeRow);
        nextLeft |= rowInLeft[index] << y;
        nextRight |= rowInRight[index] << y;
      }
      for (let at = 0; y < height; y++, at += width) {
        const index = rows.index(picture[y], (lower >>> at) & wholeRow);
        nextLeft |= rowInLeft[index] << y;
        nextRight |= rowInRight[index] << y;
      }
      if (nextLeft === wholeLeft && nextRight === wholeRight) return sweeps + 1;
      if (nextLeft === knownLeft && nextRight === knownRight) return 0;
      knownLeft = nextLeft;
      knownRight = nextRight;
    }
  }

  /** What the picture at hand takes that lines alone do not solve; null for several solutions. */
  private techniqueOf(): 'probe' | 'search' | null {
    this.solver ??= new Solver();
    const { words, picture, rows, columns, width, height } = this;
    words.set([0, width, height, 1]);
    let at = firstClue(0);
    const add = (clue: readonly number[]): void => {
      words[at++] = clue.length;
      for (const block of clue) words[at++] = block;
    };
    for (const row of picture) add(rows.clues[rows.clueOf[row]]);
    for (let x = 0; x < width; x++) {
      const column = picture.reduce((sum, row, y) => sum | (((row >>> x) & 1) << y), 0);
      add(columns.clues[columns.clueOf[column]]);
    }
    words[0] = at;
    const { status, technique } = this.solver.solve(words, 0, LIMITS);
    if (status === 'multiple') return null;
    if (status === 'unique' && technique !== null && technique !== 'line') return technique;
    throw new Error(`rows ${picture.join(' ')} of ${width} cells: ${status} ${technique}`);
  }

  /** The clues of some rows, by the number of their vector; the first row counts most. */
  private cluesOf(vector: number, height: number): number[] {
    const all = this.rows.clues.length;
    return Array.from(
      { length: height },
      (_, y) => Math.floor(vector / all ** (height - 1 - y)) % all,
    );
  }

  /** The number of an image of a vector. */
  private imageOf(clues: readonly number[], { isReversed, isUpsideDown }: Image): number {
    const { reversed } = this.rows;
    const image = clues.map((clue) => (isReversed ? reversed[clue] : clue));
    if (isUpsideDown) image.reverse();
    return image.reduce((number, clue) => number * reversed.length + clue, 0);
  }

  /** The pictures of rows with these clues, of which the first is the row `y`. */
  private picturesOf(clues: readonly number[], y: number): PartPictures {
    const { rows } = this;
    const choices = clues.map((clue) => rows.placements[clue]);
    const count = choices.reduce((product, placements) => product * placements.length, 1);
    const pictures = new Int32Array(count * clues.length);
    const [left, right] = [new Int32Array(count), new Int32Array(count)];
    for (let number = 0; number < count; number++) {
      let rest = number;
      for (const [i, placements] of choices.entries()) {
        const row = placements[rest % placements.length];
        rest = Math.floor(rest / placements.length);
        pictures[number * clues.length + i] = row;
        left[number] |= this.rowIn[0][row] << (y + i);
        right[number] |= this.rowIn[1][row] << (y + i);
      }
    }
    const filled = clues.reduce((sum, clue) => sum + rows.filled[clue], 0);
    return {
      count,
      height: clues.length,
      rows: pictures,
      left,
      right,
      known: this.knownOf(clues, y),
      filled,
    };
  }

  /** What the first sweep tells of rows with these clues, of which the first is the row `y`. */
  private knownOf(clues: readonly number[], y: number): Known {
    let [left, right, upper, lower] = [0, 0, 0, 0];
    for (const [i, clue] of clues.entries()) {
      const known = this.rows.known[clue];
      left |= this.rowIn[0][known] << (y + i);
      right |= this.rowIn[1][known] << (y + i);
      if (y + i < this.upperRows) upper |= known << ((y + i) * this.width);
      else lower |= known << ((y + i - this.upperRows) * this.width);
    }
    return [left, right, upper, lower];
  }

  /** The clues of the columns in a word, as one number. */
  private cluesIn(word: number): number {
    const { columns, leftColumns, height, wholeColumn } = this;
    let number = 0;
    for (let x = 0; x < leftColumns; x++) {
      const column = (word >>> (x * height)) & wholeColumn;
      number = number * columns.clues.length + columns.clueOf[column];
    }
    return number;
  }
}

function noCounts(): Counts {
  return { pictures: 0, line: 0, probe: 0, search: 0, sweeps: 0 };
}

type TwoWords = readonly [Int32Array, Int32Array];

/**
 * Of `count` lines of so many cells: each in two words, as if it were the first one across the
 * lines in these, each of `length` cells; the first word has `first` of them.
 */
function inTwoWords(
  count: number,
  lineAt: (i: number) => number,
  { cells, first, length }: Readonly<Record<'cells' | 'first' | 'length', number>>,
): TwoWords {
  const words = [new Int32Array(count), new Int32Array(count)] as const;
  for (let i = 0; i < count; i++) {
    const line = lineAt(i);
    for (let cell = 0; cell < cells; cell++) {
      const isFirst = cell < first;
      const at = (isFirst ? cell : cell - first) * length;
      words[isFirst ? 0 : 1][i] |= ((line >>> cell) & 1) << at;
    }
  }
  return words;
}

/** Lines of up to so many cells are read by tables of all that can be known of them. */
const TABLE_CELLS = 10;

/** The lines of one direction: their clues, and what can be read of them. */
class Lines {
  readonly clues: readonly (readonly number[])[];
  /** The clue of each line, by its number in `clues`; the first cell is the last bit of a line. */
  readonly clueOf: Int32Array;
  /** All lines of each clue. */
  readonly placements: readonly (readonly number[])[];
  /** Of each clue: its filled cells, itself reversed, and which cells it alone tells. */
  readonly filled: Int32Array;
  readonly reversed: Int32Array;
  readonly known: Int32Array;
  /** How many indexes there are. */
  readonly indexes: number;

  constructor(private readonly length: number) {
    const all = 2 ** length;
    const numbers = new Map<string, number>();
    const placements: number[][] = [];
    this.clueOf = Int32Array.from({ length: all }, (_, line) => {
      const text = clueText(line);
      if (!numbers.has(text)) numbers.set(text, placements.push([]) - 1);
      const clue = numbers.get(text)!;
      placements[clue].push(line);
      return clue;
    });
    this.placements = placements;
    this.clues = Array.from(numbers.keys(), (text) => text.split(' ').filter(Boolean).map(Number));
    this.filled = Int32Array.from(this.clues, (clue) =>
      clue.reduce((sum, block) => sum + block, 0),
    );
    this.reversed = Int32Array.from(this.clues, (clue) =>
      numbers.get(clue.toReversed().join(' '))!,
    );
    this.known = Int32Array.from(placements, ([line]) => this.compare(line, 0));
    this.indexes = length <= TABLE_CELLS ? all * all : all;
  }

  /**
   * Where tables have what is known of a line once its clue was read with the cells that are known.
   */
  index(line: number, known: number): number {
    return this.length <= TABLE_CELLS ? (line << this.length) | known : this.compare(line, known);
  }

  /** What is known at an index. */
  knownAt(index: number): number {
    if (this.length > TABLE_CELLS) return index;
    return this.compare(index >>> this.length, index & (2 ** this.length - 1));
  }

  /** Known are the cells that are the same in all placements with the known ones. */
  private compare(line: number, known: number): number {
    let varying = 0;
    for (const placement of this.placements[this.clueOf[line]]) {
      const differing = placement ^ line;
      if ((differing & known) === 0) varying |= differing;
    }
    return 2 ** this.length - 1 - varying;
  }
}

/** The blocks of a line from its last bit on: `3 1`. */
function clueText(line: number): string {
  const blocks = line.toString(2).split('').reverse().join('').split(/0+/);
  return blocks
    .filter((block) => block !== '')
    .map((block) => block.length)
    .join(' ');
}

/** Pictures of a vector, one of those whose columns have the same clues. */
class PicturesApart {
  private count = 0;
  /** Of each: the clues of its columns, the two parts that it is of, whether others have them. */
  private pictures = new Int32Array(0);
  /** The pictures by a hash of their columns: their numbers from 1 on, 0 where there is none. */
  private table = new Int32Array(0);
  private slots = 0;

  /** Begins anew, with room for so many pictures that are given at once. */
  clear(pictures: number): void {
    this.count = 0;
    this.slots = 2 ** Math.ceil(Math.log2(4 * Math.min(pictures, AT_ONCE)));
    if (this.table.length < this.slots) {
      this.table = new Int32Array(this.slots);
      this.pictures = new Int32Array((this.slots / 2) * FIELDS);
    } else this.table.fill(0, 0, this.slots);
  }

  add(left: number, right: number, first: number, last: number): void {
    const { pictures, table } = this;
    const mask = this.slots - 1;
    let slot = hashOf(left, right) & mask;
    for (; table[slot] !== 0; slot = (slot + 1) & mask) {
      const at = (table[slot] - 1) * FIELDS;
      if (pictures[at] !== left || pictures[at + 1] !== right) continue;
      pictures[at + 4] = 1;
      return;
    }
    if (this.count === this.slots / 2) throw new Error('too many pictures at once');
    const at = this.count++ * FIELDS;
    pictures[at] = left;
    pictures[at + 1] = right;
    pictures[at + 2] = first;
    pictures[at + 3] = last;
    pictures[at + 4] = 0;
    table[slot] = this.count;
  }

  /** The parts of those that no other has the columns of. */
  *single(): Generator<readonly [first: number, last: number]> {
    for (let at = 0; at < this.count * FIELDS; at += FIELDS) {
      if (this.pictures[at + 4] === 0) yield [this.pictures[at + 2], this.pictures[at + 3]];
    }
  }
}

const FIELDS = 5;

function hashOf(left: number, right: number): number {
  const mixed = Math.imul(left, 0x85ebca6b) ^ Math.imul(right, 0x9e3779b1);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) >>> 4;
}
