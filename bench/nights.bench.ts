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
import { PIECE_ENTRIES } from '../src/solver/core/result/puzzle-id.js';
import { RunWriter } from '../src/pipeline/store/write/run-writer.js';
import { keepFigure } from './support/figures.js';
import { NEW_RUN, batchesOf, writeBatches } from './support/store-samples.js';
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
  writeBatches(writer, sourceId, batchesOf(PUZZLES, 512, 15));
  finishSource(writer, sourceId, { entries: PUZZLES });
  writer.finishRun('complete');
  const pieces = Math.ceil(PUZZLES / 512);
  store.db.transaction(() => {
    for (let night = 2; night <= NIGHTS; night++) {
      const shift = isOtherFile ? (night - 1) * pieces : 0;
      const own = { source_id: isOtherFile ? String(night) : 'source_id' };
      const run = { run_id: String(night) };
      const piece = { piece_id: `piece_id + ${shift}` };
      const puzzle = { puzzle_id: `puzzle_id + ${shift * PIECE_ENTRIES}` };
      copy(store, 'runs', run, `run_id = ${runId}`);
      if (isOtherFile) {
        copy(store, 'sources', { ...own, sha256: `'${night}'` }, `source_id = ${sourceId}`);
        copy(store, 'pieces', { ...piece, sha256: 'randomblob(32)' }, `piece_id <= ${pieces}`);
        copy(store, 'source_pieces', { ...own, ...piece }, `source_id = ${sourceId}`);
        copy(store, 'puzzle_rows', puzzle, `puzzle_id < ${(pieces + 1) * PIECE_ENTRIES}`);
      }
      copy(store, 'run_sources', { ...run, ...own }, `run_id = ${runId}`);
      const held = { ...run, ...piece, held_by: String(night) };
      copy(store, 'run_pieces', held, `run_id = ${runId}`);
      copy(store, 'result_rows', { ...run, ...puzzle }, `run_id = ${runId}`);
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
