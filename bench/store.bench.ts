// How fast results reach the database, against bare inserts.
// The run's writer, with making the rows, which threads do, against one prepared statement a table,
// one row each time, in the same transactions; and what a second run over the same corpus costs, with and without the indexes of
// the first.
//
//     ROWS=300000   a variable of the environment: puzzles
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { estimateBytes } from '../src/pipeline/store/open/database-files.js';
import { dropIndexes, makeIndexes } from '../src/pipeline/store/open/indexes.js';
import { openStore, type Store } from '../src/pipeline/store/open/open.js';
import { RunWriter } from '../src/pipeline/store/write/run-writer.js';
import { viewBatch, type PackedBatch } from '../src/solver/core/puzzle/packed-batch.js';
import { unpack } from '../src/solver/core/puzzle/packed.js';
import { cluesToJson } from '../src/solver/core/puzzle/clues-json.js';
import { batchesOf, NEW_RUN, writeBatches, type SampleBatch } from './support/store-samples.js';
import { keepFigure } from './support/figures.js';

const ROWS = Number(process.env.ROWS ?? 300_000);
const ROUNDS = 5;
const BATCH = 512;

interface Measured {
  readonly ms: number;
  readonly cpuMs: number;
}

function timed(work: () => void): Measured {
  globalThis.gc?.();
  const cpu = process.cpuUsage();
  const start = performance.now();
  work();
  const ms = performance.now() - start;
  const used = process.cpuUsage(cpu);
  return { ms, cpuMs: (used.user + used.system) / 1000 };
}

function withStore<T>(work: (store: Store) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-bench-'));
  const store = openStore(join(folder, 'bench.sqlite'), { readonly: false });
  try {
    return work(store);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function writeRun(store: Store, batches: readonly SampleBatch[]): void {
  const { writer, sourceId } = begin(store);
  writeBatches(writer, sourceId, batches);
  writer.finishRun('complete');
}

function begin(store: Store): { writer: RunWriter; sourceId: number } {
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const source = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 1 };
  return { writer, sourceId: writer.addSource(source).sourceId };
}

/** The rival: the same rows by the plainest means. */
function bareInserts({ db }: Store, rows: readonly (readonly unknown[][])[]): void {
  const inserts = TABLES.map((table, i) => {
    const marks = rows[i][0].map(() => '?').join(', ');
    return db.prepare(`INSERT INTO ${table} VALUES (${marks})`);
  });
  const write = db.transaction((from: number) => {
    for (const [i, insert] of inserts.entries()) {
      for (const row of rows[i].slice(from, from + BATCH)) insert.run(row);
    }
  });
  for (let from = 0; from < rows[0].length; from += BATCH) write(from);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

const TABLES = ['puzzle_rows', 'result_rows'];

/** The rows of both tables after a run. */
function rowsIn({ db }: Store): unknown[][][] {
  return TABLES.map((table) => db.prepare(`SELECT * FROM ${table}`).raw().all() as unknown[][]);
}

const variants: Record<string, (batches: readonly SampleBatch[]) => Measured> = {
  'bare inserts, a row a statement': (batches) => {
    const rows = withStore((store) => {
      writeRun(store, batches);
      return rowsIn(store);
    });
    return withStore((store) => timed(() => bareInserts(store, rows)));
  },
  'the run writer': (batches) => withStore((store) => timed(() => writeRun(store, batches))),
  'making the indexes': (batches) =>
    withStore((store) => {
      writeRun(store, batches);
      return timed(() => makeIndexes(store));
    }),
  'second run, no indexes': (batches) =>
    withStore((store) => {
      writeRun(store, batches);
      return timed(() => writeRun(store, batches));
    }),
  'second run, indexes kept': (batches) =>
    withStore((store) => {
      writeRun(store, batches);
      makeIndexes(store);
      return timed(() => writeRun(store, batches));
    }),
  'second run, indexes made anew': (batches) =>
    withStore((store) => {
      writeRun(store, batches);
      makeIndexes(store);
      return timed(() => {
        dropIndexes(store);
        writeRun(store, batches);
        makeIndexes(store);
      });
    }),
};

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}

const batches = batchesOf(ROWS, BATCH, 5);
process.stdout.write(`${ROWS} puzzles of 5x5, ${BATCH} a transaction, medians of ${ROUNDS}\n\n`);
process.stdout.write(`${''.padEnd(34)}us/puzzle   cpu us  puzzles/s\n`);
for (const [name, run] of Object.entries(variants)) {
  const rounds = Array.from({ length: ROUNDS }, () => run(batches));
  const ms = median(rounds.map((round) => round.ms));
  const cpu = median(rounds.map((round) => round.cpuMs));
  keepFigure(name, (cpu * 1000) / ROWS, 'us CPU each', 'less');
  process.stdout.write(
    `${name.padEnd(34)}${((ms * 1000) / ROWS).toFixed(2).padStart(9)}` +
      ((cpu * 1000) / ROWS).toFixed(2).padStart(9) +
      `${Math.round((ROWS / ms) * 1000)
        .toString()
        .padStart(11)}\n`,
  );
}

function cluesLength(batch: PackedBatch): number {
  const { words, offsets } = viewBatch(batch);
  return offsets.reduce((sum, offset) => {
    const { rows, columns, colours } = unpack(words, offset);
    return sum + cluesToJson(rows, columns, colours).length;
  }, 0);
}

process.stdout.write('\nbytes a puzzle, stored (with indexes) and estimated\n');
for (const side of [5, 10, 15, 25, 50]) {
  const rows = Math.min(ROWS, Math.ceil(2_000_000 / (side * side)));
  const sample = batchesOf(rows, BATCH, side);
  const stored = withStore((store) => {
    writeRun(store, sample);
    const bare = statSync(store.path).size;
    makeIndexes(store);
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    return [bare / rows, statSync(store.path).size / rows];
  });
  const corpus = sample.reduce((sum, { batch }) => sum + cluesLength(batch), 0);
  const estimated =
    (estimateBytes({ bytes: corpus, entries: rows }) - estimateBytes({ bytes: 0, entries: 0 })) /
    rows;
  keepFigure(`${side}x${side}, stored`, stored[1], 'bytes each', 'less');
  process.stdout.write(
    `${`${side}x${side}`.padEnd(8)}${stored[0].toFixed(0).padStart(8)}` +
      `${stored[1].toFixed(0).padStart(8)}${estimated.toFixed(0).padStart(8)}` +
      `${(corpus / rows).toFixed(0).padStart(8)} bytes of clues\n`,
  );
}
