// @ts-nocheck
// A database of many nights: what its history takes, and what pruning it does.
// The nights are copies of one, over a file that stays as it is, and over one that is another every night.
//
//     NIGHTS=60      a variable of the environment: runs
//     PUZZLES=20000  puzzles of 15x15 in each
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { historyOf } from '../src/pipeline/store/history/history.js';
import { openStore, type Store } from '../src/pipeline/store/open/open.js';
import { makeSmall, removeRuns } from '../src/pipeline/store/prune/prune-runs.js';
import { listRuns } from '../src/pipeline/store/stored-runs/read-runs.js';
import { RunWriter } from '../src/pipeline/store/write/run-writer.js';
import { keepFigure } from './support/figures.js';
import { NEW_RUN, batchesOf, rowsOfBatches } from './support/store-samples.js';
import { finishSource } from '../test/support/write-entries.js';

const NIGHTS = Number(process.env.NIGHTS ?? 60);
const PUZZLES = Number(process.env.PUZZLES ?? 20_000);
const KEPT = Math.ceil(NIGHTS / 2);
const ROUNDS = 3;

/** A first night as a run writes it, and copies of it by SQL. */
function makeNights(store: Store, isOtherFile: boolean): void {
  const writer = new RunWriter(store);
  const runId = writer.startRun({ ...NEW_RUN, name: 'book' });
  const source = { sha256: 'aa', format: 'csv', path: 'a.csv', bytes: 1 };
  const { sourceId } = writer.addSource(source);
  const place = { sourceId, label: 'a.csv', limitMs: 10_000 };
  for (const rows of rowsOfBatches(batchesOf(PUZZLES, 512, 15), place)) {
    writer.writeAll([{ sourceId, rows: [rows], rejects: [] }]);
  }
  finishSource(writer, sourceId, { entries: PUZZLES });
  writer.finishRun('complete');
  store.db.transaction(() => {
    for (let night = 2; night <= NIGHTS; night++) {
      const shift = isOtherFile ? (night - 1) * 2 ** 32 : 0;
      const own = isOtherFile ? String(night) : 'source_id';
      copy(store, 'runs', { run_id: String(night) }, `run_id = ${runId}`);
      if (isOtherFile) {
        copy(store, 'sources', { source_id: own, sha256: `'${night}'` }, `source_id = ${sourceId}`);
        const puzzle = { source_id: own, puzzle_id: `puzzle_id + ${shift}` };
        copy(store, 'puzzles', puzzle, `source_id = ${sourceId}`);
      }
      copy(store, 'run_sources', { run_id: String(night), source_id: own }, `run_id = ${runId}`);
      const held = { run_id: String(night), source_id: own, held_by: String(night) };
      copy(store, 'held_results', held, `run_id = ${runId}`);
      const result = { run_id: String(night), puzzle_id: `puzzle_id + ${shift}` };
      copy(store, 'result_rows', result, `run_id = ${runId}`);
    }
  })();
}

function copy({ db }: Store, table: string, changed: Record<string, string>, where: string): void {
  const names = db
    .prepare<[string], string>('SELECT name FROM pragma_table_info(?)')
    .pluck()
    .all(table);
  const values = names.map((name) => changed[name] ?? name);
  db.exec(
    `INSERT INTO ${table} (${names.join()}) SELECT ${values.join()} FROM ${table} WHERE ${where}`,
  );
}

async function timed(work: () => unknown): Promise<{ ms: number; cpuMs: number }> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const used = process.cpuUsage(cpu);
  return { ms: performance.now() - began, cpuMs: (used.user + used.system) / 1000 };
}

process.stdout.write(`${NIGHTS} nights of ${PUZZLES} puzzles of 15x15, the least of ${ROUNDS}\n`);
for (const isOtherFile of [false, true]) {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-bench-'));
  const path = join(folder, 'bench.sqlite');
  const store = openStore(path, { readonly: false });
  try {
    makeNights(store, isOtherFile);
    const what = isOtherFile ? 'another file every night' : 'one file that stays';
    const runs = listRuns(store).reverse();
    const rounds = [];
    for (let i = 0; i < ROUNDS; i++) {
      rounds.push(await timed(() => historyOf(store, runs, { listed: 200 })));
    }
    const cpuMs = Math.min(...rounds.map((round) => round.cpuMs));
    const ms = Math.min(...rounds.map((round) => round.ms));
    keepFigure(`history, ${what}`, cpuMs, 'ms CPU', 'less');
    process.stdout.write(`history, ${what}: ${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU\n`);
    store.db.pragma('wal_checkpoint(TRUNCATE)');
    const { size } = statSync(path);
    const gone = runs.slice(0, NIGHTS - KEPT).map(({ runId }) => runId);
    const removal = await timed(() => {
      removeRuns(store, gone);
    });
    const vacuum = await timed(() => makeSmall(store));
    const cost = removal.cpuMs + vacuum.cpuMs;
    keepFigure(`prune to half, ${what}`, cost, 'ms CPU', 'less');
    process.stdout.write(
      `prune to half, ${what}: ${(removal.ms + vacuum.ms).toFixed(0)} ms, ${cost.toFixed(0)} ms of CPU, ` +
        `${(size / 1e6).toFixed(0)} MB before, ${(statSync(path).size / 1e6).toFixed(0)} MB after\n`,
    );
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
