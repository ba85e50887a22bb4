// How many grids of each small size have one solution, and what solves them: counted exactly.
// Of grids that are turned or mirrored into each other one is solved, and counts for all of them.
// Sizes are in the order of their cells; what was counted before is not counted again with --keep.
//
//     --cells <n>      sizes of up to so many cells, 30 at most; 20
//     --threads <n>    2
//     --minutes <n>    begins no size after so many minutes, and leaves the one under way unfinished; 15
//     --keep <file>    keeps what is counted, piece by piece, and goes on from there
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort } from 'node:worker_threads';
import { firstClue } from '../src/solver/core/puzzle/packed.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Solver } from '../src/solver/engine/solver/solve.js';
import { Kept, print } from './support/figures.js';

/**
 * Grids of a size from one number to another: bit y * width + x of a number is the cell in row y
 * and column x.
 */
export interface Piece {
  readonly width: number;
  readonly height: number;
  readonly from: number;
  readonly to: number;
}

/**
 * What was found of some grids; of those that are turned or mirrored into each other the one with
 * the least number counts for all.
 */
export interface ClassCount {
  readonly grids: number;
  readonly classes: number;
  readonly unique: number;
  readonly line: number;
  readonly probe: number;
  readonly search: number;
  /** CPU time in milliseconds. */
  readonly ms: number;
}

export function sumOf(counts: readonly ClassCount[]): ClassCount {
  const sum = (key: keyof ClassCount): number =>
    counts.reduce((total, count) => total + count[key], 0);
  return {
    grids: sum('grids'),
    classes: sum('classes'),
    unique: sum('unique'),
    line: sum('line'),
    probe: sum('probe'),
    search: sum('search'),
    ms: sum('ms'),
  };
}

/** Rows, columns and header of a grid of 30 cells, with room to spare. */
const MOST_WORDS = 256;

/** Counts the grids of a size of up to 30 cells. */
export class GridCounter {
  private readonly solver = new Solver();
  private readonly words = new Int32Array(MOST_WORDS);
  private readonly limits = { ...DEFAULT_SOLVE_LIMITS, difficulty: false };
  private readonly rows: Int32Array;
  private readonly columns: Int32Array;
  /** The mirrored row of each row. */
  private readonly mirrored: Int32Array;
  private readonly rowClues: readonly (readonly number[])[];
  private readonly columnClues: readonly (readonly number[])[];
  private readonly images: (() => number)[];

  constructor(
    private readonly width: number,
    private readonly height: number,
  ) {
    this.rows = new Int32Array(height);
    this.columns = new Int32Array(width);
    this.rowClues = cluesOfLines(width);
    this.columnClues = cluesOfLines(height);
    this.mirrored = mirroredLines(width);
    const mirroredColumns = mirroredLines(height);
    const of = (lines: Int32Array, mirrored: Int32Array | null, upsideDown: boolean) => () =>
      this.numberOf(lines, mirrored, upsideDown);
    this.images = [
      of(this.rows, this.mirrored, false),
      of(this.rows, null, true),
      of(this.rows, this.mirrored, true),
      // A square can also be turned by 90 degrees: then its columns are the rows.
      ...(width !== height
        ? []
        : [
            of(this.columns, null, false),
            of(this.columns, mirroredColumns, false),
            of(this.columns, null, true),
            of(this.columns, mirroredColumns, true),
          ]),
    ];
  }

  count(from: number, to: number): ClassCount {
    const before = process.threadCpuUsage();
    let [grids, classes, unique, line, probe, search] = [0, 0, 0, 0, 0, 0];
    const { mirrored } = this;
    const mask = mirrored.length - 1;
    const top = this.width * (this.height - 1);
    for (let number = from; number < to; number++) {
      // Most grids have a lesser image by their first and last row alone.
      const [last, first] = [number >>> top, number & mask];
      if (last > first || last > mirrored[last] || last > mirrored[first]) continue;
      this.read(number);
      const weight = this.weightOf(number);
      if (weight === 0) continue;
      grids += weight;
      classes++;
      this.pack();
      const { status, technique } = this.solver.solve(this.words, 0, this.limits);
      if (status === 'multiple') continue;
      if (status !== 'unique') throw new Error(`${this.width}x${this.height} ${number}: ${status}`);
      unique += weight;
      if (technique === 'line') line += weight;
      else if (technique === 'probe') probe += weight;
      else search += weight;
    }
    const { user, system } = process.threadCpuUsage(before);
    return { grids, classes, unique, line, probe, search, ms: (user + system) / 1000 };
  }

  /** Its rows and columns. */
  private read(number: number): void {
    const { width, height, rows, columns } = this;
    const mask = 2 ** width - 1;
    columns.fill(0);
    for (let y = 0; y < height; y++) {
      const row = (number >>> (y * width)) & mask;
      rows[y] = row;
      for (let x = 0; x < width; x++) columns[x] |= ((row >>> x) & 1) << y;
    }
  }

  /**
   * How many grids it counts for: all those that it is turned or mirrored into, or none if one of
   * them has a lesser number.
   */
  private weightOf(number: number): number {
    let same = 1;
    for (const image of this.images) {
      const other = image();
      if (other < number) return 0;
      if (other === number) same++;
    }
    return (this.images.length + 1) / same;
  }

  private numberOf(lines: Int32Array, mirrored: Int32Array | null, upsideDown: boolean): number {
    const { width, height } = this;
    let number = 0;
    for (let y = height - 1; y >= 0; y--) {
      const line = lines[upsideDown ? height - 1 - y : y];
      number = (number << width) | (mirrored === null ? line : mirrored[line]);
    }
    return number;
  }

  private pack(): void {
    const { words, width, height, rows, columns } = this;
    words[1] = width;
    words[2] = height;
    words[3] = 1;
    let at = firstClue(0);
    for (let y = 0; y < height; y++) at = this.packClue(this.rowClues[rows[y]], at);
    for (let x = 0; x < width; x++) at = this.packClue(this.columnClues[columns[x]], at);
    words[0] = at;
  }

  private packClue(clue: readonly number[], at: number): number {
    const { words } = this;
    words[at] = clue.length;
    for (let i = 0; i < clue.length; i++) words[at + 1 + i] = clue[i];
    return at + 1 + clue.length;
  }
}

/** The clue of every line of so many cells, by the number whose bits are its cells. */
function cluesOfLines(length: number): number[][] {
  return Array.from({ length: 2 ** length }, (_, bits) =>
    bits
      .toString(2)
      .split('')
      .reverse()
      .join('')
      .split(/0+/)
      .filter((block) => block !== '')
      .map((block) => block.length),
  );
}

function mirroredLines(length: number): Int32Array {
  return Int32Array.from({ length: 2 ** length }, (_, bits) => {
    let mirrored = 0;
    for (let i = 0; i < length; i++) mirrored |= ((bits >>> i) & 1) << (length - 1 - i);
    return mirrored;
  });
}

/** How many grids are counted at a time. */
const PIECE = 2 ** 22;

if (isMainThread) await countAll();
else serve();

/** Counts pieces as they come. */
function serve(): void {
  const counters = new Map<string, GridCounter>();
  parentPort!.on('message', ({ width, height, from, to }: Piece) => {
    const name = `${width}x${height}`;
    const counter = counters.get(name) ?? new GridCounter(width, height);
    counters.set(name, counter);
    parentPort!.postMessage(counter.count(from, to));
  });
}

async function countAll(): Promise<void> {
  const { values } = parseArgs({
    options: {
      cells: { type: 'string', default: '20' },
      threads: { type: 'string', default: '2' },
      minutes: { type: 'string', default: '15' },
      keep: { type: 'string' },
    },
  });
  const [cells, threads, minutes] = [values.cells, values.threads, values.minutes].map(Number);
  if (!(cells >= 1 && cells <= 30) || !(threads >= 1) || !(minutes > 0)) {
    throw new Error('--cells, --threads and --minutes: expected numbers, of cells 1 to 30');
  }
  const kept = new Kept<ClassCount>(values.keep ?? null);
  const end = performance.now() + minutes * 60_000;
  const workers = Array.from({ length: threads }, () => new Worker(new URL(import.meta.url)));
  print(`${cpus().length} x ${cpus()[0].model}, Node.js ${process.version}`);
  print('\n| size | grids | classes | unique | line | probe | search | CPU s |');
  print('| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |');
  for (const { width, height } of sizesOf(cells)) {
    const counts = await countSize(width, height);
    if (counts === null) {
      print(`| ${width}x${height} | not counted to its end |`);
      continue;
    }
    const { grids, classes, unique, line, probe, search, ms } = sumOf(counts);
    if (grids !== 2 ** (width * height)) throw new Error(`${width}x${height}: ${grids} grids`);
    const numbers = [grids, classes, unique, line, probe, search].map((n) =>
      n.toLocaleString('en'),
    );
    print(`| ${width}x${height} | ${numbers.join(' | ')} | ${(ms / 1000).toPrecision(3)} |`);
  }
  for (const worker of workers) await worker.terminate();

  /** Null if there was no time for all of it. */
  async function countSize(width: number, height: number): Promise<ClassCount[] | null> {
    const pieces = piecesOf(width, height);
    const counts: ClassCount[] = [];
    let next = 0;
    await Promise.all(
      workers.map(async (worker) => {
        while (next < pieces.length) {
          const piece = pieces[next++];
          const name = `${width}x${height} ${piece.from}`;
          const known = kept.find(name);
          if (known === null && performance.now() > end) return;
          if (known !== null) counts.push(known);
          else {
            const found = await counted(worker, piece);
            counts.push(kept.get(name, () => found));
          }
        }
      }),
    );
    return counts.length === pieces.length ? counts : null;
  }
}

function counted(worker: Worker, piece: Piece): Promise<ClassCount> {
  return new Promise((resolve) => {
    worker.once('message', resolve);
    worker.postMessage(piece);
  });
}

/**
 * Sizes with no more rows than columns, by their cells; one row is left out, since there the
 * columns say it all.
 */
function sizesOf(cells: number): { width: number; height: number }[] {
  const sizes = [];
  for (let height = 2; height * height <= cells; height++) {
    for (let width = height; width * height <= cells; width++) sizes.push({ width, height });
  }
  return sizes.sort((a, b) => a.width * a.height - b.width * b.height || b.height - a.height);
}

function piecesOf(width: number, height: number): Piece[] {
  const all = 2 ** (width * height);
  return Array.from({ length: Math.ceil(all / PIECE) }, (_, i) => ({
    width,
    height,
    from: i * PIECE,
    to: Math.min(all, (i + 1) * PIECE),
  }));
}
