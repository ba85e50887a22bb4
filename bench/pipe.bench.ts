// The chart of how many times the rate of one thread others reach.
// A million puzzles from a file to the database, against bare inserts of the same rows.
// The whole way through reading thread, solving threads and writer, against one prepared statement a
// table, one row each time, in transactions of the same size, into an empty database with the same
// schema. The last lines hold the wall time of a run on one thread, from the first result, since the
// start is not meant, to the last commit, against solving and rating the same puzzles in memory, one after the other.
//
//     --loop                     instead: the CPU of a run on one thread, start included, against a bare loop that
//                                splits the same CSV and inserts the same rows
//     --pretend                  instead: solving threads that sleep for as long as solving takes, and answer from a
//                                table, so that two cores show where a machine of many would saturate
//       --threads 1,2,4,8,16     how many of them, for puzzles of 10x10 and 15x15
//       --chart <file>           where the curves go, as SVG
//
//     PUZZLES=1000000 ROUNDS=3   variables of the environment
//     CORES=0,1                  each run is a process of its own, on these cores if there is `taskset`;
//                                empty for all
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chartFile } from '../src/pipeline/report/html/chart-svg.js';
import type { ChartLook } from '../src/pipeline/report/figures/look.js';
import { LOCAL, type RunParts, doRun as runCorpora } from '../src/pipeline/runs/stages/do-run.js';
import { newRequest } from '../src/pipeline/runs/request/new-request.js';
import { StopRequest } from '../src/pipeline/runs/request/stop-request.js';
import { DEFAULT_SOLVE_LIMITS } from '../src/solver/engine/model/limits.js';
import { Solver } from '../src/solver/engine/solver/solve.js';
import { type PackedWords, pack } from '../src/solver/core/puzzle/packed.js';
import { type Store, openStore } from '../src/pipeline/store/open/open.js';
import { LocalPool } from '../src/pipeline/runs/pool/local-pool.js';
import { writeRowTable } from './pipe/row-table.js';
import { puzzleOf, randomNumbers } from './support/puzzles.js';
import { keepFigure } from './support/figures.js';

/** The rates of puzzles of one size, by the number of threads, and what is wanted of the last. */
export interface ThreadsCurve {
  readonly name: string;
  readonly rates: readonly { readonly threads: number; readonly perSecond: number }[];
}

/** How many times its first rate a curve reaches. */
export function timesFirst({ rates }: ThreadsCurve): number[] {
  return rates.map(({ perSecond }) => perSecond / rates[0].perSecond);
}

/** Draws the curves as an SVG file. */
export function threadsChart(curves: readonly ThreadsCurve[]): string {
  const threads = curves[0].rates.map((rate) => rate.threads);
  const title = 'The rate of a run against its threads';
  return chartFile({
    id: 'threads',
    title,
    note: 'How many times the rate of one thread, on two cores, with threads that only sleep. Dashed: as many as threads.',
    description: curves
      .map((curve) => {
        const all = timesFirst(curve).map((times, i) => `${times.toFixed(1)} with ${threads[i]}`);
        return `${curve.name}: ${all.join(', ')}`;
      })
      .join('; '),
    drawing: curves,
    height: 340,
    tip: () => null,
    table: { head: [], rows: [] },
    option: (look: ChartLook) => {
      const colours = [look.accent, look.second];
      const line = { type: 'line', symbol: 'circle', symbolSize: 8, showSymbol: true };
      return {
        grid: { left: 60, right: 76, top: 20, bottom: 50 },
        xAxis: {
          type: 'log',
          logBase: 2,
          min: threads[0],
          max: threads.at(-1),
          ...look.axis,
          name: 'threads',
          nameLocation: 'middle',
          nameGap: 30,
          splitLine: { show: false },
        },
        yAxis: {
          type: 'log',
          logBase: 2,
          min: 1,
          ...look.axis,
          axisLabel: { ...look.axis.axisLabel, formatter: '{value} x' },
        },
        series: [
          {
            ...line,
            showSymbol: false,
            data: threads.map((n) => [n, n / threads[0]]),
            lineStyle: { color: look.techniques.unproven, width: 1.5, type: 'dashed' },
            ...look.series,
          },
          ...curves.map((curve, i) => ({
            ...line,
            name: curve.name,
            lineStyle: { color: colours[i], width: 2.5 },
            itemStyle: { color: colours[i] },
            data: timesFirst(curve).map((times, at) => [threads[at], times]),
            endLabel: { show: true, formatter: curve.name, color: colours[i], fontSize: 13 },
            labelLayout: { moveOverlap: 'shiftY' },
            ...look.series,
          })),
        ],
      };
    },
  });
}

const PUZZLES = Number(process.env.PUZZLES ?? 1_000_000);
const HARDER = Math.ceil(PUZZLES / 10);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const CORES = process.env.CORES ?? '0,1';

/** Puzzles for each thread that pretends, and how many of them are really solved before. */
const PRETENDED = 40_000;
const SOLVED = 8192;

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
else if (process.argv.includes('--pretend')) await pretend(process.argv.slice(2));
else if (process.argv.includes('--loop')) await againstLoop();
else await main();

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-pipe-'));
  try {
    const easy = join(folder, 'easy.csv');
    await writeCorpus(easy, PUZZLES, 5);
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
      await writeCorpus(harder, count, size);
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What a run takes of the processor, against a loop that does without all that it is for. */
async function againstLoop(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'nonomill-pipe-'));
  try {
    const csv = join(folder, 'easy.csv');
    await writeCorpus(csv, PUZZLES, 5);
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
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pretend(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      pretend: { type: 'boolean' },
      threads: { type: 'string', default: '1,2,4,8,16' },
      chart: { type: 'string' },
    },
  });
  const threads = values.threads.split(',').map(Number);
  print(`load of the machine before: ${loadavg()[0].toFixed(1)}`);
  const curves: ThreadsCurve[] = [];
  for (const size of [10, 15]) {
    const folder = mkdtempSync(join(tmpdir(), 'nonomill-pipe-'));
    try {
      const corpus = join(folder, 'corpus.csv');
      const table = join(folder, 'rows');
      await writeCorpus(corpus, PRETENDED * Math.max(...threads), size, SOLVED);
      const place = { sourceId: 1, label: corpus, limitMs: DEFAULT_SOLVE_LIMITS.timeoutMs };
      const msEach = await writeRowTable(corpus, table, place, SOLVED);
      Object.assign(process.env, { PRETEND_TABLE: table, PRETEND_MS: String(msEach) });
      print(`\n${size}x${size}: a thread takes ${(msEach * 1000).toFixed(1)} us for a puzzle`);
      const rates = threads.map((count) => {
        const db = join(folder, 'a.sqlite');
        const rounds = Array.from({ length: ROUNDS }, () => {
          const measured = measure(false, ['pretend', corpus, db, String(count)]);
          removeDatabase(db);
          return ((PRETENDED * count) / 2 / measured.ms) * 1000;
        });
        return { threads: count, perSecond: Math.max(...rounds) };
      });
      const curve = { name: `${size}x${size}`, rates };
      curves.push(curve);
      for (const [i, times] of timesFirst(curve).entries()) {
        const { threads: count, perSecond } = rates[i];
        keepFigure(`pretended ${curve.name}, ${count} threads`, perSecond, 'puzzles/s', 'more');
        const rate = Math.round(perSecond).toLocaleString('en');
        print(
          `${String(count).padStart(4)} threads ${rate.padStart(10)} a second, ${times.toFixed(2)} times the first`,
        );
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  if (values.chart !== undefined) writeFileSync(values.chart, threadsChart(curves));
}

/** Threads that pretend; `onKept` is told how many more puzzles are committed. */
function pretendingParts(onKept: (puzzles: number) => void): RunParts {
  const threadFile = new URL('pipe/pretending-thread.js', import.meta.url);
  return {
    ...LOCAL,
    makePool({ threads }) {
      const pool = new LocalPool({ threads, memoryMiB: null, threadFile });
      return {
        capacity: pool.capacity,
        patience: pool.patience,
        close: () => pool.close(),
        async solve(batch, limits, place) {
          // At its end a run times its slowest puzzles again, which the table does not have.
          if (place === undefined) throw new Error('only rows are made');
          const solved = await pool.solve(batch, limits, place);
          return { ...solved, onCommitted: () => onKept(solved.count) };
        },
      };
    },
  };
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
      : what === 'pretend'
        ? await pretendedRun(from, to, Number(threads))
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

/**
 * From the commit of the first half of a run on threads that pretend, which are all up then, to
 * that of the last puzzle.
 */
async function pretendedRun(corpus: string, db: string, threads: number): Promise<Timed> {
  const limit = PRETENDED * threads;
  const began = performance.now();
  let [kept, halfAt, endAt] = [0, 0, 0];
  const parts = pretendingParts((puzzles) => {
    endAt = performance.now();
    if (kept < limit / 2 && kept + puzzles >= limit / 2) halfAt = endAt;
    kept += puzzles;
  });
  await run(corpus, db, threads, { limit, parts });
  return { ms: endAt - halfAt, startMs: halfAt - began };
}

async function run(
  corpus: string,
  db: string,
  threads: number,
  {
    limit = null,
    parts = LOCAL,
  }: { readonly limit?: number | null; readonly parts?: RunParts } = {},
): Promise<Timed> {
  let began = 0;
  const { wallMs } = await runCorpora(
    newRequest({ corpora: [corpus], db, threads, limit, durable: process.env.DURABLE === '1' }),
    {
      observer: {
        started: () => (began = Date.now()),
        progress: () => undefined,
        warn: (message) => process.stderr.write(`${message}\n`),
      },
      stop: new StopRequest(),
      toolVersion: 'bench',
    },
    parts,
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
  const puzzles = [...pictures(count, size)].map((cells) => pack(puzzleOf(cells, size, 1)));
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

/** Copies the rows of one database into another; returns the time of the inserts alone. */
function bareInserts(from: string, to: string): number {
  const source = openStore(from, { readonly: true });
  const target = openStore(to, { readonly: false });
  const { db } = target;
  db.pragma('foreign_keys = OFF');
  const tables = ['puzzles', 'result_rows'].map((table) => pages(source, table));
  const inserts = ['puzzles', 'result_rows'].map((table) => {
    const columns = source.db.pragma(`table_info(${table})`) as readonly unknown[];
    return db.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  });
  const write = db.transaction((page: readonly (readonly unknown[][])[]) => {
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
  const rows = ['puzzles', 'result_rows'].map((table) => [...pages(source, table)]);
  source.close();
  const target = openStore(to, { readonly: false });
  const { db } = target;
  db.pragma('foreign_keys = OFF');
  db.pragma('ignore_check_constraints = ON');
  const inserts = ['puzzles', 'result_rows'].map((table, i) => {
    const places = rows[i][0][0].map(() => '?').join(', ');
    return db.prepare(`INSERT INTO ${table} VALUES (${places})`);
  });
  const [cpu, began] = [process.cpuUsage(), performance.now()];
  const lines = readFileSync(csv, 'utf8').split('\n');
  let [line, blocks] = [1, 0];
  const write = db.transaction((page: number) => {
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

/**
 * Random pictures' clues as CSV, half of the cells filled; the pictures recur after `period` of
 * them.
 */
async function writeCorpus(
  path: string,
  count: number,
  size: number,
  period = count,
): Promise<void> {
  const file = createWriteStream(path);
  let text = 'id,width,height,rows,columns\n';
  const recurring: string[] = [];
  const next = pictures(period, size);
  for (let i = 0; i < count; i++) {
    let puzzle = recurring[i % period];
    if (puzzle === undefined) {
      const { rows, columns } = puzzleOf(next.next().value!, size, 1);
      const side = (clues: typeof rows): string => clues.map((clue) => clue.join(' ')).join(';');
      puzzle = `"${side(rows)}","${side(columns)}"`;
      if (period < count) recurring.push(puzzle);
    }
    text += `p${i},${size},${size},${puzzle}\n`;
    if (text.length > 1 << 20) {
      if (!file.write(text)) await once(file, 'drain');
      text = '';
    }
  }
  file.end(text);
  await once(file, 'finish');
}

function* pictures(count: number, size: number): Generator<Uint8Array, undefined, undefined> {
  const random = randomNumbers(size);
  for (let i = 0; i < count; i++)
    yield Uint8Array.from({ length: size * size }, () => (random() < 0.5 ? 1 : 0));
  return undefined;
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

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
