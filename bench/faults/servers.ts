import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import SqliteDatabase from 'better-sqlite3';
import { Redis } from 'ioredis';
import { type Arena, type Attack, between, pick, piecesOf } from './attack.js';
import { checkDatabase, checkSame, contentsOf, reading } from './database.js';
import {
  BIN,
  type Ended,
  type Started,
  checkWords,
  nonomill,
  shell,
  shown,
  start,
  succeeds,
} from './program.js';
import { LocalPool } from '../../src/pipeline/runs/pool/local-pool.js';
import { type Pool, solvedBatch } from '../../src/pipeline/runs/pool/pool.js';
import { DEFAULT_TIMINGS, parseQueueAddress } from '../../src/pipeline/queue/link.js';
import { QueueWorker } from '../../src/pipeline/queue/queue-worker.js';
import { cpuMsOf, residentMiBOf } from '../support/figures.js';
import { withRedis } from '../support/queues.js';
import type { Sample } from './samples.js';

const TIMES = 60;

/**
 * How long the server may do other things before it answers who asks for the list of runs, at best
 * of a few times: in processor time, as a busy machine keeps everybody waiting.
 */
const LONGEST_WAIT_CPU_MS = 3000;
const LOOKS = 6;

const MOST_MEMORY_MIB = 600;

/**
 * Sends garbage, paths out of the folder, endless requests and readers who do not read to `serve`.
 */
export const hostileRequests: Attack = {
  name: 'hostile requests',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const sample = samples.named('many.csv');
    await succeeds(['run', sample.path, '--db', db, '--no-report', '--quiet']);
    const { server, port } = await serve(arena, db);
    for (let i = 0; i < TIMES; i++) {
      const [what, make] = pick(arena, Object.entries(REQUESTS));
      const text = make(arena);
      arena.tried(`serve: ${what}`);
      const answer = await send(arena, port, text, what === DEAF);
      if (/^HTTP\/1\.1 5/.test(answer))
        throw new Error(`${text.slice(0, 300)}\n${answer.slice(0, 500)}`);
      if (/root:.*:0:0/.test(answer)) throw new Error(`a file outside was served for ${text}`);
      if (server.isOver()) throw new Error(`the server ended: ${(await server.ended).stderr}`);
    }
    await checkAlive(port, server.child.pid!);
    const memory = residentMiBOf(server.child.pid!);
    if (memory > MOST_MEMORY_MIB) throw new Error(`the server takes ${memory} MiB`);
    server.child.kill('SIGTERM');
    const { code, stderr } = await server.ended;
    if (code !== 0 && code !== 130) throw new Error(`serve ended with ${code}: ${stderr}`);
    checkSame(db, await samples.expected(sample));
  },
};

/** Serves a database until the attack is over. */
async function serve(arena: Arena, db: string): Promise<{ server: Started; port: number }> {
  const server = start(['serve', '--db', db, '--port', '0'], { input: null });
  arena.after(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  return { server, port: await portOf(server) };
}

async function portOf({ child, ended }: Started): Promise<number> {
  let said = '';
  return new Promise((resolve, reject) => {
    const look = (piece: Buffer | string): void => {
      said += piece.toString();
      const found = /:(\d+)\//.exec(said) ?? /:(\d{2,5})\b/.exec(said);
      if (found !== null) resolve(Number(found[1]));
    };
    child.stdout!.on('data', look);
    child.stderr!.on('data', look);
    ended.then(({ stderr }) => reject(new Error(`serve ended: ${stderr}`)), reject);
  });
}

/** Sends raw bytes, and returns the beginning of the answer; '' if none comes, or is read. */
function send(arena: Arena, port: number, text: string, deaf: boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    const done = (): void => {
      if (!deaf) socket.destroy();
      resolve(answer);
    };
    socket.on('error', done);
    socket.on('close', done);
    if (deaf) {
      arena.after(() => socket.destroy());
      socket.pause();
    } else {
      socket.on('data', (piece) => {
        answer += piece.toString('latin1');
        if (answer.length > 4000) done();
      });
    }
    setTimeout(done, deaf ? 50 : 400);
  });
}

async function checkAlive(port: number, pid: number): Promise<void> {
  const took: number[] = [];
  while (took.length < LOOKS && !took.some((ms) => ms <= LONGEST_WAIT_CPU_MS)) {
    const began = cpuMsOf(pid);
    const answer = await fetch(`http://127.0.0.1:${port}/api/runs`);
    await answer.text();
    took.push(cpuMsOf(pid) - began);
    if (!answer.ok) throw new Error(`/api/runs answers ${answer.status}`);
    await delay(50);
  }
  const best = Math.min(...took);
  if (best > LONGEST_WAIT_CPU_MS) {
    throw new Error(`/api/runs came after ${best.toFixed(0)} ms of processor time at best`);
  }
}

const PATHS = [
  ...['/', '/api/runs', '/api/runs/1', '/api/runs/999999999999999999999', '/api/runs/-1'],
  ...['/api/runs/1/results', '/api/runs/1/rejects', '/api/runs/1/puzzles/%00', '/api/live'],
  ...['/api/compare?a=1&b=x', '/../../../../etc/passwd', '/%2e%2e/%2e%2e/%2e%2e/etc/passwd'],
  ...['/assets/..%2f..%2f..%2fetc%2fpasswd', '/assets//etc/passwd', '/%', '/%ff', '/%00'],
  ...['/api/%c0%ae', '//', '/\\..\\..', '/api/runs/1%00'],
];

const QUERIES = [
  ...['status=', 'status=%00', "status=' OR 1=1 --", 'depth=-1', 'depth=1e309', 'size=999999999x'],
  ...['after=%ff', 'after=1,2,3,x', 'sort=__proto__', 'sort[]=1', 'a=1&a=2&a=3', 'size=NaN'],
  ...['name=%25%25%25', 'technique=line&technique=x'],
];

const HOST_NAMES = ['Host: 127.0.0.1', 'Host: evil.example', 'Host:', 'X: y'];
const METHODS = ['POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS', 'CONNECT', 'X'];

const DEAF = 'a reader who does not read';

const REQUESTS: Readonly<Record<string, (arena: Arena) => string>> = {
  'a path': (arena) => {
    const query = pick(arena, ['', `?${pick(arena, QUERIES)}`]);
    return http(pick(arena, PATHS) + query, `${pick(arena, HOST_NAMES)}\r\nConnection: close`);
  },
  'a query': (arena) => http(`/api/runs/1/results?${pick(arena, QUERIES)}`),
  'a method': (arena) =>
    `${http(pick(arena, PATHS), 'Host: localhost\r\nContent-Length: 5', pick(arena, METHODS))}hello`,
  'a long header': () => http('/', `Host: localhost\r\nX: ${'x'.repeat(100_000)}`),
  'a long path': (arena) => http(`/${'a'.repeat(between(arena, 1000, 60_000))}`),
  garbage: (arena) =>
    String.fromCharCode(...Array.from({ length: 200 }, () => between(arena, 0, 255))),
  'a request that does not end': () => http('/', 'Host: localhost\r\nX: ').trimEnd(),
  [DEAF]: () => http('/api/runs/1/results.csv'),
};

function http(path: string, headers = 'Host: localhost', method = 'GET'): string {
  return `${method} ${path} HTTP/1.1\r\n${headers}\r\n\r\n`;
}

/** Reads the pages while a run goes on: counts never go back, and end right. */
export const pagesOfARun: Attack = {
  name: 'pages of a run',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const how = ['--db', db, '--no-report', '--quiet', '--threads', '1', '--name', 'night'];
    await succeeds(['run', samples.named('tiny.csv').path, ...how]);
    const { port } = await serve(arena, db);
    const ask = async <T>(path: string): Promise<T> => {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`);
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
      return (await answer.json()) as T;
    };
    const sample = samples.named(pick(arena, ['small.csv', 'many.csv', 'medium.csv.gz']));
    const run = start(['run', sample.path, ...how, ...pick(arena, [[], ['--prove']])]);
    const seen = new Map<string, number>();
    for (let isOver = false; !isOver;) {
      isOver = run.isOver();
      for (const [where, count] of await countsOf(ask)) {
        if (count < (seen.get(where) ?? 0)) {
          throw new Error(`${where} went back from ${seen.get(where)} to ${count}`);
        }
        seen.set(where, count);
      }
      await delay(120 * arena.random());
    }
    await run.ended;
    arena.tried('pages of a run that went on');
    const results = sample.entries - sample.rejects;
    for (const [where, count] of await countsOf(ask)) {
      if (count !== results) throw new Error(`${where} ends with ${count} instead of ${results}`);
    }
    for (let i = 0; i < 8; i++) await filtered(arena, db, ask);
  },
};

type AskPage = <T>(path: string) => Promise<T>;

/** How many results the second run has, by the pages that say it. */
async function countsOf(ask: AskPage): Promise<[string, number][]> {
  const { runs } = await ask<{ runs: { runId: number; results: number }[] }>('/api/runs');
  const run = runs.find(({ runId }) => runId === 2);
  if (run === undefined) return [];
  const one = await ask<{ run: { results: number } }>('/api/runs/2');
  const page = await ask<{ count: number | null }>('/api/runs/2/results/count');
  const { lines } = await ask<{ lines: { runId: number; puzzles: number }[] }>(
    '/api/history?run=2',
  );
  const counts: [string, number | null | undefined][] = [
    ['the list of runs', run.results],
    ['the page', one.run.results],
    ['the list of results', page.count],
    ['history', lines.find(({ runId }) => runId === 2)?.puzzles],
  ];
  return counts.filter((count): count is [string, number] => count[1] != null);
}

/** Filters with several values, each with what it means in SQL. */
const FILTERS: readonly (readonly [name: string, sql: string, values: readonly string[]])[] = [
  ['status', 'status = ?', ['unique', 'multiple', 'contradiction', 'timeout']],
  ['technique', `technique = ? AND status <> 'multiple'`, ['line', 'probe', 'search']],
  ['stars', 'stars = ?', ['1', '2', '4']],
  ['depth', 'guess_depth = ?', ['0', '1']],
  ['needs', 'needs = ?', ['count', 'assumption', 'nested']],
];

/** @throws Error if a filter's total is not what a plain count finds. */
async function filtered(arena: Arena, db: string, ask: AskPage): Promise<void> {
  const chosen = FILTERS.filter(() => arena.random() < 0.4);
  const parts = chosen.map(([name, sql, values]) => {
    const some = values.filter(() => arena.random() < 0.6);
    const taken = some.length > 0 ? some : [pick(arena, values)];
    const all = taken.map((word) => `(${sql.replace('?', `'${word}'`)})`);
    return [`${name}=${taken.join(',')}`, `(${all.join(' OR ')})`] as const;
  });
  const where = ['run_id = 2', ...parts.map(([, sql]) => sql)].join(' AND ');
  const count = reading(db, (open) =>
    open
      .prepare(`SELECT count(*) FROM results JOIN puzzles USING (puzzle_id) WHERE ${where}`)
      .pluck()
      .get(),
  );
  const path = `/api/runs/2/results/count?${parts.map(([query]) => query).join('&')}`;
  const { count: total } = await ask<{ count: number | null }>(path);
  arena.tried(`a filter of ${parts.length} kinds`);
  if (total !== null && total !== count)
    throw new Error(`${path} has ${total} puzzles, and SQL counts ${String(count)}`);
}

const VALUES = [9e15, 1e308, -1, 0.5, 7, 'xyz', '', '[', '{}', '?', Buffer.from([0, 255]), null];

const TABLES = ['result_rows', 'result_rows', 'puzzle_rows', 'piece_rejects', 'runs'];

/** Columns that say where a row belongs: SQLite itself refuses most changes. */
const PLACES = new Set(['run_id', 'puzzle_id', 'piece_id', 'place']);

/**
 * Writes values into rows that no run writes: commands that show them end in words for people, and
 * a merge refuses the part or makes the run that the sound one makes.
 */
export const strangeValues: Attack = {
  name: 'strange values',
  quick: 1,
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('tiny.csv');
    const at = (name: string): string => join(folder, name);
    const quiet = ['--no-report', '--quiet'];
    for (const part of [1, 2]) {
      const words = ['run', sample.path, '--shard', `${part}/2`, '--db', at(`${part}.sqlite`)];
      await succeeds([...words, ...quiet, '--threads', '1']);
    }
    for (let i = 0; i < 3; i++) {
      const [db, all] = [at(`strange-${i}.sqlite`), at(`all-${i}.sqlite`)];
      copyFileSync(at('2.sqlite'), db);
      const table = pick(arena, TABLES);
      const column = damage(db, table, (columns) => [
        table === 'runs' ? 'options' : pick(arena, columns),
        pick(arena, VALUES),
      ]);
      if (i === 0) await lookAtPages(arena, db);
      for (const [command, ...rest] of [
        ...[['report', '--report', at('report'), '--quiet'], ['rank'], ['runs']],
        ['export', '--out', at('out.parquet'), '--force'],
      ]) {
        const ended = await nonomill([command, '--db', db, ...rest]);
        arena.tried(`${command}: ${ended.code === 0 ? 'shown' : 'refused'}`);
      }
      const merged = await nonomill(['merge', at('1.sqlite'), db, '--db', all, ...quiet]);
      arena.tried(`merge: ${merged.code === 0 ? 'let pass' : 'refused'}`);
      // A part may say that its run found a wrong verdict: it is merged, and so is that.
      if (merged.code === 0 || merged.stderr.includes('the cross-check DIFFERS')) continue;
      if (!merged.stderr.includes(db)) {
        throw new Error(`${table}.${column}: the part is not named: ${shown(merged)}`);
      }
      await succeeds(['merge', at('1.sqlite'), at('2.sqlite'), '--db', all, ...quiet]);
      checkSame(all, await samples.expected(sample));
    }
  },
};

/** Asks for the pages: what cannot be shown is called damaged. */
async function lookAtPages(arena: Arena, db: string): Promise<void> {
  const { port } = await serve(arena, db);
  for (const path of ['', '/1', '/1/gates', '/1/results?sort=-score', '/1/duplicates']) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/runs${path}`);
    const text = await answer.text();
    if (answer.ok || text.includes('is damaged')) continue;
    throw new Error(`${path}: ${answer.status} ${text.slice(0, 500)}`);
  }
}

/** Changes one value of some rows; returns its column. */
function damage(
  db: string,
  table: string,
  choose: (columns: readonly string[]) => [string, unknown],
): string {
  const open = new SqliteDatabase(db);
  try {
    open.pragma('ignore_check_constraints = ON');
    const all = open.pragma(`table_info(${table})`) as { readonly name: string }[];
    const [column, value] = choose(all.map(({ name }) => name).filter((name) => !PLACES.has(name)));
    // Where null, or a value of that type, is forbidden, SQLite keeps what it has.
    const key = { piece_rejects: 'place', runs: 'run_id' }[table] ?? 'puzzle_id';
    const some = `${key} IN (SELECT ${key} FROM ${table} LIMIT 2)`;
    const change = `UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${some}`;
    try {
      open.prepare(change).run(value);
    } catch (error) {
      if (!String(error).includes('cannot store')) throw error;
    }
    return column;
  } finally {
    open.close();
  }
}

/** What a broken worker answers instead of what it found. */
const LIES: readonly object[] = [
  ...[{ solveMs: -1 }, { stars: 9e15 }, { difficulty: 1e308 }, { searchDepth: 9e15 }],
  ...[{ solution: '#' }, { status: 'nonsense' }],
];

/** A queue that fills up while a worker lies: the run loses nothing, and keeps nothing false. */
export const badQueues: Attack = {
  name: 'bad queues',
  missing: () =>
    spawnSync('redis-server', ['--version']).status === 0 ? null : 'needs redis-server',
  run: (arena) =>
    withRedis(async (redis) => {
      const { folder, samples } = arena;
      const sample = samples.named('medium.csv.gz');
      const lie = pick(arena, LIES);
      const honest = new LocalPool({ threads: 1, memoryMiB: null });
      const pool: Pool = {
        capacity: 1,
        patience: 1,
        close: () => honest.close(),
        async solve(batch, limits) {
          const { results, heldMs } = await honest.solve(batch, limits);
          return solvedBatch(
            results.map((result) => ({ ...result, ...lie })),
            heldMs,
          );
        },
      };
      const liar = new QueueWorker({
        address: parseQueueAddress(redis.url),
        pool,
        threads: 1,
        toolVersion: 'liar',
        timings: DEFAULT_TIMINGS,
        onNote: () => undefined,
      });
      redis.users.push(() => liar.leave(100).then(() => pool.close()));
      const client = new Redis(redis.url);
      redis.users.push(() => client.quit());
      const db = join(folder, 'a.sqlite');
      const words = ['run', sample.path, '--db', db, '--no-report', '--resume', '--threads', '1'];
      const run = start(words, { env: { NONOMILL_QUEUE: redis.url } });
      for (let i = 0; i < 3 && !run.isOver(); i++) {
        await delay(between(arena, 100, 1500));
        await client.config('SET', 'maxmemory', 1);
        await delay(between(arena, 100, 3000));
        await client.config('SET', 'maxmemory', 0);
      }
      const ended = await run.ended;
      checkWords(ended, words);
      if (ended.code !== 0) throw new Error(shown(ended));
      if (/is shut out/.test(ended.stderr)) arena.tried(`shut out for ${Object.keys(lie)[0]}`);
      if (/is full/.test(ended.stderr)) arena.tried('full while it ran');
      checkSame(db, await samples.expected(sample));
    }),
};

/** A writer to whom nobody listens gives up, long after a busy machine would have begun to read. */
const WRITER_SECONDS = 500;

/** A corpus that can be read only once, in every way in which shells bring one. */
export const pipes: Attack = {
  name: 'pipes',
  quick: 1,
  async run(arena) {
    const sample = arena.samples.named(pick(arena, ['tiny.csv', 'small.csv', 'medium.csv.gz']));
    const db = join(arena.folder, 'run.sqlite');
    const [what, way] = pick(arena, Object.entries(WAYS));
    const gates = ['--strict', '--require', 'line', '--format', 'csv'];
    const words = ['--db', db, '--no-report', '--quiet', ...gates];
    const ended = await way(arena, sample, words);
    const refused = ended.code === 1 || ended.code === 2;
    arena.tried(`a pipe by ${what}: ${refused ? 'refused' : 'read'}`);
    checkWords(ended, [what]);
    checkDatabase(db);
    const found = contentsOf(db);
    const kept = (found?.results.length ?? 0) + (found?.rejects.length ?? 0);
    // 3: there are broken entries, and --strict is asked for.
    if (!refused && (ended.code !== 3 || kept !== sample.entries)) {
      throw new Error(
        `${what}: ${kept} of ${sample.entries} entries; it ended with ${shown(ended)}`,
      );
    }
    if (refused && found?.state === 'complete') throw new Error(`${what}: refused, but complete`);
  },
};

/** What comes before the words of a command. */
const PROGRAM = [process.execPath, BIN];

type Way = (arena: Arena, sample: Sample, words: readonly string[]) => Promise<Ended>;

const WAYS: Readonly<Record<string, Way>> = {
  '- in pieces': async (arena, { path }, words) => {
    const { child, ended } = start(['run', '-', ...words], { input: null });
    const bytes = readFileSync(path);
    const most = pick(arena, [1, 7, 100, 5000, 70_000]);
    for (const piece of piecesOf(arena, bytes, most)) {
      child.stdin!.write(piece);
      if (arena.random() < Math.min(1, 20 / (bytes.length / most))) await delay(1);
    }
    child.stdin!.end();
    return ended;
  },
  '/dev/stdin': (_, { path }, words) =>
    shell(`cat "$1" | "$2" "$3" run /dev/stdin "\${@:4}"`, [path, ...PROGRAM, ...words]),
  '<(cat)': (_, { path }, words) =>
    shell(`"$2" "$3" run <(cat "$1") "\${@:4}"`, [path, ...PROGRAM, ...words]),
  'a FIFO': async ({ folder }, { path }, words) => {
    const fifo = join(folder, 'fifo');
    execFileSync('mkfifo', [fifo]);
    return shell(
      `(sleep 0.3; exec timeout ${WRITER_SECONDS} cat "$1" > "${fifo}") & "$2" "$3" run "${fifo}" "\${@:4}"`,
      [path, ...PROGRAM, ...words],
    );
  },
  'a FIFO in a folder that nobody writes to': async ({ folder }, { path }, words) => {
    const inner = join(folder, 'corpus');
    cpSync(path, join(inner, path.split('/').at(-1)!));
    execFileSync('mkfifo', [join(inner, 'fifo.csv')]);
    // What is left out fails --strict, as the broken entries do.
    return start(['run', inner, ...words]).ended;
  },
  'a writer that dies': async (arena, { path }, words) => {
    const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path);
    const { child, ended } = start(['run', '-', ...words], { input: null });
    child.stdin!.write(bytes.subarray(0, between(arena, 0, bytes.length)));
    await delay(300 * arena.random());
    child.stdin!.write(bytes.subarray(0, 0));
    child.kill('SIGTERM');
    child.stdin!.destroy();
    const { code, signal, ...rest } = await ended;
    // A stop by a signal: what is kept is not everything, and it says so. A program that had hardly
    // begun is ended by the signal itself, before it listens.
    const stopped = code === 130 || signal === 'SIGTERM';
    return { code: stopped ? 1 : code, signal, ...rest };
  },
};

/** A reader of standard output that goes away early is not a fault of anybody. */
export const closedOutputs: Attack = {
  name: 'closed outputs',
  quick: 1,
  async run(arena) {
    const { path } = arena.samples.named('small.csv');
    const db = join(arena.folder, 'run.sqlite');
    const words = pick(arena, [
      ['convert', path, '-', '--to', 'ndjson'],
      ['generate', '--count', '20000'],
      ['solve', path],
      ['run', path, '--db', db, '--no-report'],
      ['formats'],
    ]);
    const { child, ended } = start(words);
    const gone = arena.random() < 0.5 ? child.stdout! : child.stderr!;
    await Promise.race([ended, delay(500 * arena.random())]);
    gone.destroy();
    arena.tried(`${words[0]} with a closed pipe`);
    checkWords(await ended, words);
    checkDatabase(db);
  },
};
