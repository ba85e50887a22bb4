// A million puzzles from a file to the database, against bare inserts of the same rows.
// The whole way through reading thread, solving threads and writer, against one prepared statement a
// table, one row each time, in transactions of the same size, into an empty database with the same
// schema. The last lines hold the wall time of a run on one thread, from the first result, since the
// start is not meant, to the last commit, against solving and rating the same puzzles in memory, one after the other.
//
//     --loop                     instead: the CPU of a run on one thread, start included, against a bare loop that
//                                splits the same CSV and inserts the same rows
//
//     PUZZLES=1000000 ROUNDS=3   variables of the environment
//     CORES=0,1                  each run is a process of its own, on these cores if there is `taskset`;
//                                empty for all
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Statement } from 'better-sqlite3';
import { doRun as runCorpora } from '../src/pipeline/runs/do-run.js';
import { newRequest, StopRequest } from '../src/pipeline/runs/request.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Solver } from '../src/solver/engine/solver/solve.js';
import { pack, type PackedWords } from '../src/solver/core/puzzle/packed.js';
import type { Puzzle } from '../src/solver/core/puzzle/types.js';
import { openStore, type Store } from '../src/pipeline/store/open/open.js';
import { randomNumbers, tossedPuzzle, writeCsv } from './support/puzzles.js';
import { inFolder, keepFigure, print } from './support/figures.js';

const PUZZLES = Number(process.env.PUZZLES ?? 1_000_000);
const HARDER = Math.ceil(PUZZLES / 10);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CORES = process.env.CORES ?? '0,1';

/** What one process measured. */
interface Measured {
  /**
   * From the first row read to the last commit; of bare inserts and of solving alone, only these.
   */
  readonly ms: number;
  readonly cpuMs: number;
  readonly rssMb: number;
  /** The part of `ms` before the first result, in which the threads start. */
  readonly startMs: number;
}

if (process.argv[2] === 'child') await child(process.argv.slice(3));
else if (process.argv.includes('--loop')) await inFolder(againstLoop);
else await inFolder(main);

async function main(folder: string): Promise<void> {
  const easy = join(folder, 'easy.csv');
  await writeCsv(easy, pictures(PUZZLES, 5));
  const pinned = CORES !== '' && spawnSync('taskset', ['-c', CORES, 'true']).status === 0;
  const load = loadavg()[0].toFixed(1);
  print(
    `${pinned ? `on the cores ${CORES}` : 'on all cores'}; load of the machine before: ${load}`,
  );
  print('                                        puzzles/s   us CPU each   RSS MB   against');
  const db = join(folder, 'a.sqlite');
  for (let round = 0; round < ROUNDS; round++) {
    const run = measure(pinned, ['run', easy, db, '2']);
    const bare = measure(pinned, ['bare', db, join(folder, 'bare.sqlite')]);
    removeDatabase(db);
    removeDatabase(join(folder, 'bare.sqlite'));
    line(
      `${PUZZLES} of 5x5, --threads 2`,
      PUZZLES,
      run,
      `${ratio(run.ms, bare.ms)} of bare inserts`,
    );
    line('  bare inserts of the same rows', PUZZLES, bare, '');
  }
  for (const [size, count] of [
    [10, HARDER * 2],
    [15, HARDER],
  ]) {
    const harder = join(folder, `${size}.csv`);
    await writeCsv(harder, pictures(count, size));
    for (let round = 0; round < ROUNDS; round++) {
      const run = measure(pinned, ['run', harder, db, '1']);
      const alone = measure(pinned, ['alone', String(count), String(size)]);
      removeDatabase(db);
      line(
        `${count} of ${size}x${size}, --threads 1`,
        count,
        run,
        `${ratio(run.ms - run.startMs, alone.ms)} of solving and rating (start: ${run.startMs.toFixed(0)} ms)`,
      );
      line('  solving and rating alone', count, alone, '');
    }
  }
}

/** What a run takes of the processor, against a loop that does without all that it is for. */
async function againstLoop(folder: string): Promise<void> {
  const csv = join(folder, 'easy.csv');
  await writeCsv(csv, pictures(PUZZLES, 5));
  const [db, bare] = [join(folder, 'a.sqlite'), join(folder, 'bare.sqlite')];
  print(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  for (let round = 0; round < ROUNDS; round++) {
    const { cpuMs } = measure(false, ['run', csv, db, '1']);
    const loop = measure(false, ['loop', csv, db, bare]);
    removeDatabase(db);
    removeDatabase(bare);
    keepFigure('5x5 on one thread, against a bare loop', cpuMs / loop.cpuMs, 'times', 'less');
    print(
      `${PUZZLES} of 5x5, --threads 1: ${(cpuMs / 1000).toFixed(2)} s of CPU, ` +
        `${ratio(cpuMs, loop.cpuMs)} of a bare loop (${(loop.cpuMs / 1000).toFixed(2)} s)`,
    );
  }
}

function measure(pinned: boolean, args: readonly string[]): Measured {
  const self = [fileURLToPath(import.meta.url), 'child', ...args];
  const command = pinned ? ['taskset', '-c', CORES, process.execPath] : [process.execPath];
  const { stdout, status } = spawnSync(command[0], [...command.slice(1), ...self], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error(`${args.join(' ')} failed`);
  return JSON.parse(stdout) as Measured;
}

async function child([what, from, to, threads]: readonly string[]): Promise<void> {
  if (what === 'loop') {
    print(JSON.stringify(bareLoop(from, to, threads)));
    return;
  }
  const cpu = process.cpuUsage();
  const timed: Timed =
    what === 'run'
      ? await run(from, to, Number(threads))
      : {
          ms: what === 'alone' ? solvedAlone(Number(from), Number(to)) : bareInserts(from, to),
          startMs: 0,
        };
  const { ms, startMs, cpuAtEnd = process.cpuUsage() } = timed;
  const rssMb = process.resourceUsage().maxRSS / 1024;
  const cpuMs = (cpuAtEnd.user + cpuAtEnd.system - cpu.user - cpu.system) / 1000;
  print(JSON.stringify({ ms, cpuMs, rssMb, startMs } satisfies Measured));
}

interface Timed extends Pick<Measured, 'ms' | 'startMs'> {
  /** What the process had used when the work ended, if something else was done after it. */
  readonly cpuAtEnd?: NodeJS.CpuUsage;
}

async function run(corpus: string, db: string, threads: number): Promise<Timed> {
  let began = 0;
  const { wallMs } = await runCorpora(
    newRequest({ corpora: [corpus], db, threads, durable: process.env.DURABLE === '1' }),
    {
      observer: {
        started: () => (began = Date.now()),
        progress: () => undefined,
        warn: (message) => process.stderr.write(`${message}\n`),
      },
      stop: new StopRequest(),
      toolVersion: 'bench',
    },
  );
  // To look for the first result takes a twentieth of what a run of 5x5 does.
  const cpuAtEnd = process.cpuUsage();
  const store = openStore(db, { readonly: true });
  const firstEnd = store.db.prepare('SELECT min(finished_at) FROM results').pluck().get() as string;
  store.close();
  return { ms: wallMs, startMs: Date.parse(firstEnd) - began, cpuAtEnd };
}

/** The time in which one solver solves and rates the puzzles of a corpus, which are in memory. */
function solvedAlone(count: number, size: number): number {
  const puzzles = [...pictures(count, size)].map(pack);
  const solver = new Solver();
  const solved = (words: PackedWords): void => {
    const outcome = solver.solve(words, 0, DEFAULT_SOLVE_LIMITS);
    if (outcome.status === 'unique') solver.rate(outcome);
  };
  puzzles.slice(0, 1000).forEach(solved);
  const began = performance.now();
  puzzles.forEach(solved);
  return performance.now() - began;
}

const TABLES = ['puzzles', 'result_rows'];

/** An empty database with the same tables, and what puts a row into each. */
function bareTables(source: Store, to: string): { target: Store; inserts: Statement[] } {
  const target = openStore(to, { readonly: false });
  target.db.pragma('foreign_keys = OFF');
  const inserts = TABLES.map((table) => {
    const columns = source.db.pragma(`table_info(${table})`) as readonly unknown[];
    const places = columns.map(() => '?').join(', ');
    return target.db.prepare(`INSERT INTO ${table} VALUES (${places})`);
  });
  return { target, inserts };
}

/** Copies the rows of one database into another; returns the time of the inserts alone. */
function bareInserts(from: string, to: string): number {
  const source = openStore(from, { readonly: true });
  const { target, inserts } = bareTables(source, to);
  const tables = TABLES.map((table) => pages(source, table));
  const write = target.db.transaction((page: readonly (readonly unknown[][])[]) => {
    page.forEach((rows, table) => {
      for (const row of rows) inserts[table].run(row);
    });
  });
  let ms = 0;
  for (;;) {
    const page = tables.map((rows) => rows.next().value ?? []);
    if (page.every((rows) => rows.length === 0)) break;
    const began = performance.now();
    write(page);
    ms += performance.now() - began;
  }
  source.close();
  target.close();
  return ms;
}

/** Splits a CSV and inserts the rows that a run made of it, which are in memory. */
function bareLoop(csv: string, from: string, to: string): Measured {
  const source = openStore(from, { readonly: true });
  const rows = TABLES.map((table) => [...pages(source, table)]);
  const { target, inserts } = bareTables(source, to);
  source.close();
  target.db.pragma('ignore_check_constraints = ON');
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const lines = readFileSync(csv, 'utf8').split('\n');
  let [line, blocks] = [1, 0];
  const write = target.db.transaction((page: number) => {
    for (let i = 0; i < rows[0][page].length; i++, line++) {
      const fields = lines[line].split('"');
      for (const clue of `${fields[1]};${fields[3]}`.split(';')) blocks += clue.split(' ').length;
      inserts.forEach((insert, table) => insert.run(rows[table][page][i]));
    }
  });
  for (let page = 0; page < rows[0].length; page++) write(page);
  const { user, system } = process.cpuUsage(cpu);
  const ms = performance.now() - began;
  target.close();
  if (blocks === 0) throw new Error('no clue was read');
  const rssMb = process.resourceUsage().maxRSS / 1024;
  return { ms, cpuMs: (user + system) / 1000, rssMb, startMs: 0 };
}

function* pages(store: Store, table: string): Generator<unknown[][], undefined, undefined> {
  let rows: unknown[][] = [];
  for (const row of store.db.prepare(`SELECT * FROM ${table} ORDER BY puzzle_id`).raw().iterate()) {
    rows.push(row as unknown[]);
    if (rows.length < 2048) continue;
    yield rows;
    rows = [];
  }
  yield rows;
  return undefined;
}

/** Random pictures, half of the cells filled. */
function* pictures(count: number, size: number): Generator<Puzzle, void> {
  const random = randomNumbers(size);
  for (let i = 0; i < count; i++) yield tossedPuzzle(random, size, 0.5);
}

function removeDatabase(db: string): void {
  for (const end of ['', '-wal', '-shm', '.lock']) rmSync(`${db}${end}`, { force: true });
}

function ratio(ms: number, of: number): string {
  return (ms / of).toFixed(2);
}

function line(what: string, puzzles: number, measured: Measured, against: string): void {
  keepFigure(what.trim(), (puzzles * 1000) / measured.ms, 'puzzles/s', 'more');
  keepFigure(`${what.trim()}, each`, (measured.cpuMs * 1000) / puzzles, 'us CPU', 'less');
  keepFigure(`${what.trim()}, memory`, measured.rssMb, 'MB', 'less');
  const rate = Math.round((puzzles * 1000) / measured.ms).toLocaleString('en');
  const cpu = ((measured.cpuMs * 1000) / puzzles).toFixed(1);
  print(
    `${what.padEnd(38)} ${rate.padStart(10)} ${cpu.padStart(13)} ${measured.rssMb.toFixed(0).padStart(8)}   ${against}`,
  );
}
