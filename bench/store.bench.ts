// How fast results reach the database, against bare inserts.
// The run's writer against one prepared statement a table, one row each time, in the same
// transactions; and what a second run over the same corpus costs, with and without the indexes of
// the first.
//
//     ROWS=300000   a variable of the environment: puzzles
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Statement } from 'better-sqlite3';
import { estimateBytes } from '../src/store/open/database-files.js';
import { dropIndexes, makeIndexes } from '../src/store/open/indexes.js';
import { openStore, type Store } from '../src/store/open/open.js';
import { RunWriter } from '../src/store/write/run-writer.js';
import { batchesOf, NEW_RUN, type SampleBatch } from './support/store-samples.js';
import { PUZZLE_COLUMNS, puzzleValues } from '../src/store/write/entry-writer.js';
import { RESULT_ROW_COLUMNS, resultValues } from '../src/store/layout/result-layout.js';
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
  const writer = new RunWriter(store);
  writer.startRun(NEW_RUN);
  const { sourceId } = writer.addSource({
    sha256: 'aa',
    format: 'csv',
    path: 'a.csv',
    bytes: 1,
    label: 'a.csv',
  });
  for (const { columns, results } of batches) writer.write(sourceId, columns, results, []);
  writer.finishRun('complete');
}

/** The rival: the same rows by the plainest means. */
function bareInserts({ db }: Store, batches: readonly SampleBatch[]): void {
  db.exec(`INSERT INTO runs (run_id, state, started_at, options, tool_version, node_version, host, cpu)
      VALUES (1, 'running', '', '{}', '', '', '', '');
    INSERT INTO sources (source_id, sha256, format) VALUES (1, 'aa', 'csv')`);
  const insert = (table: string, columns: readonly string[]): Statement => {
    const marks = columns.map(() => '?').join(', ');
    return db.prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${marks})`);
  };
  const puzzle = insert('puzzles', PUZZLE_COLUMNS);
  const result = insert('result_rows', RESULT_ROW_COLUMNS);
  const write = db.transaction(({ columns, results }: SampleBatch) => {
    results.forEach((found, i) => {
      puzzle.run(...puzzleValues(1, '', columns, i));
      const values = resultValues(found, { goalMatches: null, attempts: 1, limitMs: 10_000 });
      result.run(1, 2 ** 32 + columns.ordinals[i], ...values);
    });
  });
  for (const batch of batches) write(batch);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

const variants: Record<string, (batches: readonly SampleBatch[]) => Measured> = {
  'bare inserts, a row a statement': (batches) =>
    withStore((store) => timed(() => bareInserts(store, batches))),
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
  const corpus = sample.flatMap((b) => b.columns.clues).reduce((sum, c) => sum + c.length, 0);
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
