// Reading corpora on one thread, against the bare parsers.
// From a file's bytes to validated, packed batches with columns, in CPU time, each format against
// the parser that it builds on (JSON.parse of each line, csv-parse into arrays). The sizes of 10
// million rows are reached by reading the same file again.
//
//     PUZZLES=300000 ROUNDS=5 FILES=10   variables of the environment
import { createReadStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { CorpusReader } from '../src/pipeline/corpus/reader/corpus-reader.js';
import type { NamedPuzzle } from '../src/solver/formats/contract/format.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { formatByName } from '../src/solver/formats/registry.js';
import { puzzleOf, randomNumbers } from './support/puzzles.js';
import { keepFigure } from './support/figures.js';

const PUZZLES = Number(process.env.PUZZLES ?? 300_000);
const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** Of the long corpus by which memory is judged, in files of PUZZLES each. */
const FILES = Number(process.env.FILES ?? 10);

const folder = mkdtempSync(join(tmpdir(), 'nonomill-reading-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const paths = ['csv', 'ndjson', 'json'].map((format) => write(format, 5, PUZZLES));
  const large = ['csv', 'ndjson'].map((format) => write(format, 25, Math.ceil(PUZZLES / 20)));
  print('                      puzzles/s   MB/s   us CPU each   the bare parser');
  for (const path of [...paths, ...large]) {
    const count = path.includes('25x25') ? Math.ceil(PUZZLES / 20) : PUZZLES;
    const bytes = readFileSync(path).length;
    const rates: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      rates.push(await cpuMs(() => readAll([path])));
      bare.push(await cpuMs(() => Promise.resolve(parseBare(path))));
    }
    const [ms, bareMs] = [median(rates), median(bare)];
    keepFigure(basename(path), (ms / count) * 1000, 'us CPU each', 'less');
    print(
      path.slice(folder.length + 1).padEnd(20) +
        String(Math.round((count / ms) * 1000)).padStart(11) +
        (bytes / ms / 1000).toFixed(1).padStart(7) +
        ((ms / count) * 1000).toFixed(2).padStart(14) +
        `${((bareMs / count) * 1000).toFixed(2)} us, ${(ms / bareMs).toFixed(1)} times`.padStart(
          22,
        ),
    );
  }
  for (const path of paths.slice(0, 2)) {
    const peaks = [1, FILES].map((files) => new Array<string>(files).fill(path));
    const rss: number[] = [];
    for (const list of peaks) rss.push(await peakRss(list));
    keepFigure(`memory, ${basename(path)}`, rss[1], 'MB', 'less');
    print(
      `memory, ${basename(path)}: ${rss[0]} MB after ${PUZZLES} rows, ${rss[1]} MB after ${PUZZLES * FILES}`,
    );
  }
}

function write(format: string, side: number, count: number): string {
  const random = randomNumbers(1);
  const path = join(folder, `${side}x${side}.${format}`);
  const picture = (): Puzzle => {
    const cells = Uint8Array.from({ length: side * side }, () => (random() < 0.5 ? 1 : 0));
    return puzzleOf(cells, side, 1);
  };
  function* puzzles(): Iterable<NamedPuzzle> {
    for (let i = 0; i < count; i++) {
      yield { name: `p${i}`, title: null, puzzle: picture(), goal: null };
    }
  }
  writeFileSync(path, [...formatByName(format)!.write!(puzzles())].join(''));
  return path;
}

async function readAll(paths: readonly string[], each?: () => void): Promise<void> {
  const sources = paths.map((path) => ({ path, format: null }));
  const options = { limit: null, ignoreStart: false, maxSide: 1000 };
  const reader = new CorpusReader(sources, options, () => createReadStream('/dev/null'));
  while ((await reader.next(2000)) !== null) each?.();
}

/** What the parser below a format takes for nothing but its values. */
function parseBare(path: string): number {
  if (path.endsWith('.csv')) return parse(readFileSync(path)).length;
  const text = readFileSync(path, 'latin1');
  if (path.endsWith('.json')) return (JSON.parse(text) as unknown[]).length;
  let found = 0;
  for (let at = 0; at < text.length; found++) {
    const end = text.indexOf('\n', at);
    JSON.parse(text.slice(at, end));
    at = end + 1;
  }
  return found;
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

async function peakRss(paths: readonly string[]): Promise<number> {
  globalThis.gc?.();
  let peak = 0;
  await readAll(paths, () => {
    peak = Math.max(peak, process.memoryUsage.rss());
  });
  return Math.round(peak / 1e6);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
