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
import { GridCounter, sumOf, type ClassCount, type Piece } from './records/grid-classes.js';
import { Kept } from './support/kept.js';

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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
