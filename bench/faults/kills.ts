import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import SqliteDatabase from 'better-sqlite3';
import { type Arena, type Attack, between, pick } from './attack.js';
import { checkDatabase, checkSame, contentsOf, finishTimes, reading } from './database.js';
import { RunUnderAttack } from './run-under-attack.js';
import {
  type Ended,
  type Started,
  callsIn,
  checkWords,
  killedWithin,
  msOf,
  nonomill,
  shown,
  start,
  strace,
  straceMissing,
  succeeds,
} from './program.js';
import { type Sample, csvText } from './samples.js';

const KILLS = 4;

/** Waits for one stage of a run; asks `isOver` now and then, since it may never come. */
type Wait = (run: RunUnderAttack, arena: Arena, isOver: () => boolean) => Promise<void>;

/** Kills a run with SIGKILL in every one of its stages, at random moments of each. */
export const observedKills: Attack = {
  name: 'kills of runs',
  async run(arena) {
    const run = new RunUnderAttack(arena.folder, pick(arena, arena.samples.all), arena.samples);
    for (let i = 0; i < KILLS; i++) {
      const { child, ended, isOver } = run.start();
      await Promise.race([ended, pick(arena, WAITS)(run, arena, isOver)]);
      if (isOver()) break;
      child.kill('SIGKILL');
      await ended;
      arena.tried(`killed ${run.stage()}`);
      run.check();
    }
    await run.finish();
  },
};

const WAITS: readonly Wait[] = [
  (_, arena) => delay(1000 * arena.random()),
  async ({ db }, arena, isOver) => {
    await until(isOver, () => existsSync(`${db}.lock`));
    await delay(60 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => reading(db, () => true) === true);
    await delay(30 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => resultsIn(db) > 0);
    await delay(30 * arena.random());
  },
  async ({ db, sample }, arena, isOver) => {
    const enough = between(arena, 1, sample.entries);
    await until(isOver, () => resultsIn(db) >= enough);
  },
  async ({ db }, arena, isOver) => {
    await until(isOver, () => contentsOf(db)?.state === 'complete');
    await delay(10 * arena.random());
  },
  async ({ db }, arena, isOver) => {
    const enough = between(arena, 1, 5);
    await until(isOver, () => indexesOf(db).length >= enough);
  },
  async ({ report }, arena, isOver) => {
    const enough = between(arena, 1, 3);
    await until(isOver, () => existsSync(report) && readdirSync(report).length >= enough);
  },
];

async function until(isOver: () => boolean, holds: () => boolean): Promise<void> {
  while (!isOver() && !holds()) await delay(1);
}

function resultsIn(db: string): number {
  const count = 'SELECT count(*) FROM results';
  return reading(db, (open) => open.prepare(count).pluck().get() as number) ?? 0;
}

/**
 * A moment of a run that it announces with NODE_DEBUG=nonomill, by its name in the table at the
 * end.
 */
interface Stage {
  readonly name: string;
  readonly announced: RegExp;
  /** After the announcement comes what is to be cut short, which takes some of this time. */
  readonly withinMs: number;
  /** Whether the kill came before the stage had done its work; absent if nothing shows that. */
  readonly isUndone?: (run: RunUnderAttack) => boolean;
}

/** The indexes in the order in which a run makes them. */
const INDEXES = [
  ...['results_by_verdict', 'results_by_time', 'puzzles_by_size'],
  ...['puzzles_by_name', 'puzzles_by_title'],
];

const STAGES: readonly Stage[] = [
  {
    name: 'making the database',
    announced: /store: opens /,
    withinMs: 12,
    isUndone: ({ db }) => reading(db, () => true) === undefined,
  },
  {
    name: 'hashing',
    announced: /run: hashes /,
    withinMs: 5,
    isUndone: ({ db }) => contentsOf(db) === undefined,
  },
  {
    name: 'the first commit',
    announced: /run: got back /,
    withinMs: 15,
    isUndone: ({ db }) => (contentsOf(db)?.results.length ?? 0) === 0,
  },
  { name: 'a later commit', announced: /store: committed /, withinMs: 40 },
  {
    name: 'the last commit',
    announced: /run: all is done/,
    withinMs: 2,
    isUndone: ({ db }) => contentsOf(db)?.state !== 'complete',
  },
  { name: 'the checkpoint', announced: /store: copies the log/, withinMs: 8 },
  ...INDEXES.map((index) => ({
    name: `the index ${index}`,
    announced: new RegExp(`store: makes the index ${index}`),
    withinMs: 6,
    isUndone: ({ db }: RunUnderAttack) => !indexesOf(db).includes(index),
  })),
  ...['index.html', 'summary.md', 'summary.json'].map((file) => ({
    name: `the report's ${file}`,
    announced: new RegExp(`report: writes ${file}`),
    withinMs: 2,
    isUndone: ({ report }: RunUnderAttack) =>
      !existsSync(report) || !readdirSync(report).includes(file),
  })),
  { name: 'closing', announced: /store: closed /, withinMs: 1 },
];

/** Kills one run in every one of its stages in turn, and has it go on after each. */
export const killsInStages: Attack = {
  name: 'kills in every stage',
  async run(arena) {
    const sample = arena.samples.named(pick(arena, ['small.csv', 'many.csv', 'folder']));
    const run = new RunUnderAttack(arena.folder, sample, arena.samples);
    for (const { name, announced, withinMs, isUndone } of STAGES) {
      const started = run.start({ env: { NODE_DEBUG: 'nonomill' } });
      if (await says(started, announced)) await delay(withinMs * arena.random());
      const wasOver = started.isOver();
      started.child.kill('SIGKILL');
      await started.ended;
      run.check();
      if (wasOver) arena.tried(`too late for ${name}`);
      else if (isUndone?.(run) === false) arena.tried(`killed just after ${name}`);
      else arena.tried(`killed in ${name}`);
    }
    await run.finish();
  },
};

/** Waits until a program writes a line to standard error; false if it ends without. */
async function says({ child, ended }: Started, line: RegExp): Promise<boolean> {
  let said = '';
  const found = new Promise<boolean>((resolve) => {
    child.stderr!.on('data', (piece: string) => {
      said += piece;
      if (line.test(said)) resolve(true);
      // A line may come in two pieces; what is before the last line break is not needed again.
      said = said.slice(said.lastIndexOf('\n') + 1);
    });
  });
  return Promise.race([found, ended.then(() => false)]);
}

function indexesOf(db: string): readonly string[] {
  return (
    reading(db, (open) =>
      open
        .prepare<[], string>(
          `SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL`,
        )
        .pluck()
        .all(),
    ) ?? []
  );
}

/** How many calls a run over each sample makes. */
const callsOf = new Map<Sample, ReadonlyMap<string, number>>();

/** Kills a run at one system call: the nth write, sync, cut, rename or removal. */
export const killsAtCalls: Attack = {
  name: 'kills at system calls',
  quick: 1,
  missing: straceMissing,
  async run(arena) {
    const sample = pick(arena, arena.samples.all);
    const calls = await countCalls(arena, sample);
    const run = new RunUnderAttack(arena.folder, sample, arena.samples);
    for (let i = 0; i < KILLS; i++) {
      const call = pick(arena, [...calls.keys()]);
      const at = between(arena, 1, calls.get(call)!);
      const log = join(arena.folder, 'trace');
      const inject = { call, fault: 'signal=KILL', at: `${at}` };
      const { ended } = run.start({ under: strace(log, inject) });
      const { code } = await ended;
      if (code === 0) break;
      arena.tried(`killed at ${call}`);
      run.check();
    }
    await run.finish();
  },
};

async function countCalls(arena: Arena, sample: Sample): Promise<ReadonlyMap<string, number>> {
  let calls = callsOf.get(sample);
  if (calls === undefined) {
    const folder = join(arena.folder, 'counted');
    mkdirSync(folder);
    const run = new RunUnderAttack(folder, sample, arena.samples);
    run.checkEnd(await run.start({ under: strace(join(folder, 'trace')) }).ended);
    calls = callsIn(folder, 'trace');
    callsOf.set(sample, calls);
    rmSync(folder, { recursive: true });
  }
  return calls;
}

/** A command that writes to a database: how it comes to be, and what must hold at its end. */
interface Writer {
  /** Makes what it begins with in an empty folder. */
  readonly prepare: (arena: Arena, folder: string) => Promise<void>;
  readonly words: (folder: string) => readonly string[];
  /** What must hold after a kill; null if only the database has to be whole. */
  readonly between: ((folder: string) => void) | null;
  /** What must hold after the last one, which nobody disturbed. */
  readonly end: (arena: Arena, folder: string) => Promise<void>;
}

const QUIET = ['--no-report', '--quiet', '--threads', '2'];

/** Kills a command that writes at random moments; done again in the end, it has done all. */
export const killedWriters: Attack = {
  name: 'kills of writers',
  async run(arena) {
    const { folder } = arena;
    const [name, writer] = pick(arena, Object.entries(WRITERS));
    await writer.prepare(arena, folder);
    // How long it takes shows when it is killed last of all, as the first may have ended by then.
    let most = 1500;
    for (let i = 0; i < KILLS; i++) {
      const began = performance.now();
      const end = await killedWithin(arena, most, writer.words(folder));
      if (end.signal === null) most = Math.max(300, performance.now() - began);
      for (const db of databasesIn(folder)) checkDatabase(db);
      writer.between?.(folder);
      arena.tried(`${name}: ${end.signal === null ? 'too late' : 'killed'}`);
    }
    await succeeds(writer.words(folder));
    for (const db of databasesIn(folder)) checkDatabase(db);
    await writer.end(arena, folder);
  },
};

function databasesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sqlite'))
    .map((name) => join(folder, name));
}

const WRITERS: Readonly<Record<string, Writer>> = {
  merge: {
    async prepare({ samples }, folder) {
      const { path } = samples.named('small.csv');
      for (const part of [1, 2]) {
        const db = join(folder, `part${part}.sqlite`);
        await succeeds(['run', path, '--shard', `${part}/2`, '--db', db, ...QUIET]);
      }
    },
    words: (folder) => {
      const parts = [1, 2].map((part) => join(folder, `part${part}.sqlite`));
      return ['merge', ...parts, '--db', join(folder, 'all.sqlite'), '--no-report', '--quiet'];
    },
    between: null,
    async end({ samples }, folder) {
      const sample = samples.named('small.csv');
      checkSame(join(folder, 'all.sqlite'), await samples.expected(sample), OF_PARTS);
    },
  },
  study: {
    prepare: async (_, folder) => {
      await succeeds(studyOf(join(folder, 'whole.sqlite')));
    },
    words: (folder) => studyOf(join(folder, 'study.sqlite')),
    between: null,
    end: (_, folder) => {
      checkSame(join(folder, 'study.sqlite'), contentsOf(join(folder, 'whole.sqlite'))!);
      return Promise.resolve();
    },
  },
  accept: {
    async prepare({ samples }, folder) {
      const { path } = samples.named('tiny.csv');
      await succeeds(['run', path, '--db', join(folder, 'run.sqlite'), ...QUIET]);
    },
    words: (folder) => ['history', '--accept', '1', '--db', join(folder, 'run.sqlite')],
    between: (folder) => {
      const found = contentsOf(join(folder, 'run.sqlite'));
      if (found?.state !== 'complete') throw new Error(`the run is ${found?.state}`);
    },
    end: (_, folder) => {
      const db = join(folder, 'run.sqlite');
      const at = reading(db, (open) => open.prepare('SELECT accepted_at FROM runs').pluck().get());
      if (typeof at !== 'string') throw new Error('the run is not accepted');
      return Promise.resolve();
    },
  },
};

/** A merged run has the limits of its parts, and is no part itself. */
const OF_PARTS = new Set(['limit_ms']);

/** The words of a study; one that was begun goes on. */
function studyOf(db: string): readonly string[] {
  const cells = ['--sizes', '6,9', '--densities', '0.4,0.6', '--until-error', '6%', '--seed', '3'];
  const isBegun = existsSync(db) && contentsOf(db) !== undefined;
  return ['study', 'phase', ...cells, '--db', db, ...(isBegun ? ['--resume'] : [])];
}

/**
 * Kills commands that write a file: what has the name that was asked for is whole, or as before.
 */
export const killedOutputs: Attack = {
  name: 'kills of outputs',
  async run(arena) {
    const { folder, samples } = arena;
    const db = join(folder, 'run.sqlite');
    const corpus = samples.named('many.csv').path;
    const [words, name] = pick(arena, [
      [['export', '--db', db, '--force', '--out'], 'x.csv'],
      [['export', '--db', db, '--force', '--out'], 'x.ndjson.gz'],
      [['convert', corpus, '--force'], 'x.ndjson'],
      [['convert', corpus, '--force'], 'x.csv.gz'],
      [['generate', '--size', '12x12', '--count', '8000', '--force', '--out'], 'x.csv'],
    ]);
    if (words[0] === 'export') {
      await succeeds(['run', corpus, '--db', db, '--no-report', '--quiet']);
    }
    const whole = join(folder, `whole-${name}`);
    const took = await msOf([...words, whole]);
    const expected = readFileSync(whole);
    const out = join(folder, name);
    const before = Buffer.from('what was there before\n');
    if (arena.random() < 0.5) writeFileSync(out, before);
    for (let i = 0; i < 4; i++) {
      const { signal } = await killedWithin(arena, took * 1.1, [...words, out]);
      if (signal !== null) arena.tried(`killed ${words[0]}`);
      if (!existsSync(out)) continue;
      const now = readFileSync(out);
      if (!now.equals(before) && !now.equals(expected)) throw new Error(`${out} is half written`);
    }
    await succeeds([...words, out]);
    if (!readFileSync(out).equals(expected)) throw new Error(`${out} is not what it was before`);
    const strange = readdirSync(folder).filter((file) => file.startsWith(name) && file !== name);
    arena.tried(strange.length > 0 ? 'an unfinished file left by a kill' : 'nothing left by kills');
  },
};

/** Signals to commands that write a file: it is whole, or nothing is left of it. */
export const signalledOutputs: Attack = {
  name: 'signals to outputs',
  quick: 1,
  async run(arena) {
    const { folder, samples } = arena;
    const one = join(folder, 'one.csv');
    writeFileSync(one, 'id,width,height,rows,columns\na,2,2,"2;1","2;1"\n');
    const picture = join(folder, 'picture.pbm');
    writeFileSync(
      picture,
      `P1\n60 60\n${Array.from({ length: 3600 }, () => between(arena, 0, 1)).join('')}\n`,
    );
    const [words, name] = pick(arena, [
      [['generate', '--from-image', picture, '--size', '20x20..30x30', '--out'], 'x.ndjson'],
      [['sheets', samples.named('medium.csv.gz').path, '--out'], 'x.pdf'],
      [['prove', one, '--out'], 'x.proof.gz'],
      [['convert', samples.named('many.csv').path], 'x.ndjson.gz'],
      [['generate', '--size', '12x12', '--count', '8000', '--out'], 'x.csv'],
    ]);
    const whole = join(folder, `whole-${name}`);
    const began = performance.now();
    await succeedsOrRejects([...words, whole]);
    const took = performance.now() - began;
    const before = readdirSync(folder);
    for (let i = 0; i < 3; i++) {
      const way = pick(arena, ['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
      const out = join(folder, name);
      const { signal, code } = await killedWithin(arena, took * 1.1, [...words, out], way);
      arena.tried(signal !== null || code === 130 ? `stopped ${words[0]}` : `${words[0]} ended`);
      const left = readdirSync(folder).filter((file) => !before.includes(file) && file !== name);
      if (left.length > 0) throw new Error(`${words.join(' ')} left ${left.join(', ')}`);
      rmSync(join(folder, name), { force: true });
    }
  },
};

/** Broken entries of a corpus end a command with 1 after it has written the others. */
async function succeedsOrRejects(words: readonly string[]): Promise<void> {
  const ended = await start(words).ended;
  checkWords(ended, words);
  if (ended.code !== 0 && ended.code !== 1) throw new Error(shown(ended));
}

/**
 * Kills the making of a data set: it goes on to the same bytes, and leaves nothing else in its
 * folder.
 */
export const killedDataSets: Attack = {
  name: 'kills of data sets',
  async run(arena) {
    const { folder } = arena;
    const kind = pick(arena, ['jsonl', 'parquet', 'npz', 'jsonl,parquet,npz']);
    const make = ['dataset', '--size', '6x6', '--count', '1500', '--split', 'train:80,test:20'];
    const words = [...make, '--as', kind, '--seed', `${1 + Math.floor(arena.random() * 1000)}`];
    const whole = join(folder, 'whole');
    const took = await msOf([...words, '--out', whole]);
    const out = join(folder, 'set');
    const goOn = (): string[] => {
      const isBegun = existsSync(out) && readdirSync(out).length > 0;
      return [...words, '--out', out, ...(isBegun ? ['--resume'] : [])];
    };
    for (let i = 0; i < 3; i++) {
      const way = pick(arena, ['SIGKILL', 'SIGKILL', 'SIGTERM'] as const);
      const { code } = await killedWithin(arena, took, goOn(), way);
      arena.tried(code === 0 ? 'a data set made in time' : 'a data set ended halfway');
    }
    await succeeds(goOn());
    const [expected, found] = [whole, out].map(hashesIn);
    if (expected !== found) throw new Error(`${out} holds\n${found}\ninstead of\n${expected}`);
  },
};

/**
 * Kills retries of puzzles that had too little time: each keeps its old result or gets a new one.
 */
export const killedRetries: Attack = {
  name: 'kills of retries',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('medium.csv.gz');
    const db = join(folder, 'run.sqlite');
    const where = ['--db', db, '--no-report', '--quiet', '--threads', '2'];
    await succeeds(['run', sample.path, ...where, '--max-steps', '40']);
    const open = openStatuses(db);
    if (open.length === 0) throw new Error('every puzzle was solved within 40 steps');
    const retry = ['run', '--retry', open.join(','), ...where];
    for (let i = 0; i < 4; i++) {
      const { signal } = await killedWithin(arena, 900, retry);
      if (signal !== null) arena.tried('killed a retry');
      checkDatabase(db);
      const found = contentsOf(db)!;
      if (found.results.length + found.rejects.length !== sample.entries) {
        throw new Error(`${found.results.length} results after a killed retry`);
      }
      if (openStatuses(db).length === 0) break;
    }
    await succeeds(retry);
    checkSame(db, await samples.expected(sample), RATED);
    checkAccount(db);
  },
};

/**
 * What a run was stays what it was: the last retry has an end, and all together tell how the open
 * puzzles came out.
 */
function checkAccount(db: string): void {
  const retries = reading(db, (open) =>
    open
      .prepare<[], { decided: number; tried: number; puzzles: number; finished_at: string | null }>(
        'SELECT * FROM retries ORDER BY position',
      )
      .all(),
  )!;
  const [first, last] = [retries.at(0), retries.at(-1)];
  if (first === undefined || last === undefined || last.finished_at === null) {
    throw new Error(`${db}: ${retries.length} retries, the last without an end`);
  }
  for (const { decided, tried, puzzles } of retries) {
    if (decided <= tried && tried <= puzzles) continue;
    throw new Error(`${db}: a retry of ${puzzles} puzzles tried ${tried} and decided ${decided}`);
  }
}

/**
 * The steps of the first attempt are a limit to rating, too, and what it solved is not tried again.
 */
const RATED = new Set([
  ...['difficulty', 'difficulty_bound', 'effort_line', 'effort_probe', 'tries', 'stars', 'needs'],
  ...['look_ahead', 'difficulty_version', 'opening', 'narrowest', 'inner_look_ahead'],
]);

/** The statuses with which results stay open. */
function openStatuses(db: string): string[] {
  const { results } = contentsOf(db)!;
  const statuses = new Set(results.map((row) => (JSON.parse(row) as { status: string }).status));
  return [...statuses].filter((status) => ['timeout', 'steps', 'memory', 'crash'].includes(status));
}

/** The first limits are too small for most, so that there is something to kill in every round. */
const STEPS = '20,60,200,100000';

/**
 * Kills a run at random moments of its rounds: with --resume it comes to the same as one that
 * nobody disturbed.
 */
export const killedRounds: Attack = {
  name: 'kills in rounds',
  async run(arena) {
    const { folder, samples } = arena;
    const sample = samples.named('medium.csv.gz');
    const where = ['--no-report', '--quiet', '--threads', '2', '--max-steps', STEPS];
    const undisturbed = join(folder, 'undisturbed.sqlite');
    const run = ['run', sample.path, ...where, '--timeout', '1h', '--db'];
    const took = await msOf([...run, undisturbed]);
    const db = join(folder, 'run.sqlite');
    const words = [...run, db, '--resume'];
    for (let i = 0; i < 6; i++) {
      const { signal } = await killedWithin(arena, took, words);
      if (contentsOf(db) === null) continue;
      checkDatabase(db);
      const rounds = roundsOf(db);
      if (signal !== null) arena.tried(`killed in round ${1 + rounds.length}`);
      for (const { round, puzzles, tried, decided } of rounds) {
        if (decided <= tried && tried <= puzzles) continue;
        throw new Error(`${db}: round ${round} of ${puzzles} tried ${tried}, decided ${decided}`);
      }
    }
    await succeeds(words);
    checkDatabase(db);
    for (const of of [triedOf, roundsOf]) {
      const [found, expected] = [of(db), of(undisturbed)].map((rows) => JSON.stringify(rows));
      if (found !== expected) throw new Error(`${db}: ${found}\nexpected ${expected}`);
    }
  },
};

interface Round {
  readonly round: number;
  readonly puzzles: number;
  readonly tried: number;
  readonly decided: number;
}

function roundsOf(db: string): readonly Round[] {
  return rowsOf(
    db,
    'SELECT round, puzzles, tried, decided FROM retries ORDER BY position',
  ) as Round[];
}

/** How often each puzzle was tried, and what came of it. */
function triedOf(db: string): readonly unknown[] {
  return rowsOf(db, 'SELECT puzzle_id, status, attempts FROM results ORDER BY puzzle_id');
}

function rowsOf(db: string, sql: string): readonly unknown[] {
  return reading(db, (open) => open.prepare<[]>(sql).all()) ?? [];
}

/** What is not the same if a result was taken over. */
const OF_REUSE = new Set(['reused_run', 'reused_from']);

/**
 * Kills a run that takes over what an earlier one has solved: nothing is lost or doubled, and in
 * the end it holds what a run holds that solved everything. A preview after each kill changes
 * nothing, and counts what is there.
 */
export const killedReuses: Attack = {
  name: 'kills of reuses',
  async run(arena) {
    const { folder, samples } = arena;
    const old = samples.named('small.csv').path;
    const corpus = join(folder, 'corpus');
    writeFileSync(`${corpus}.csv`, csvText({ count: 2500, side: 7, brokenEvery: 60 }, 5));
    const where = ['--quiet', '--no-report', '--threads', '2'];
    const undisturbed = join(folder, 'undisturbed.sqlite');
    const took = await msOf(['run', old, `${corpus}.csv`, '--db', undisturbed, ...where]);
    const db = join(folder, 'run.sqlite');
    await succeeds(['run', old, '--db', db, ...where, '--name', 'before']);
    const first = ['run', old, `${corpus}.csv`, '--db', db, '--reuse', '--threads', '2'];
    const words = [...first, '--quiet', '--no-report', '--resume'];
    let kept = new Map<number, string>();
    for (let i = 0; i < 6; i++) {
      const { signal } = await killedWithin(arena, took * 1.2, words);
      checkDatabase(db);
      const isBegun = contentsOf(db)?.state !== 'complete';
      const now = isBegun ? (finishTimes(db) ?? kept) : kept;
      for (const [id, time] of kept) {
        if (now.get(id) !== time) throw new Error(`${db}: the result of puzzle ${id} is another`);
      }
      kept = now;
      if (signal !== null) arena.tried(`killed with ${kept.size > 0 ? 'results' : 'nothing yet'}`);
      await previewed(words, folder);
    }
    await succeeds(words);
    checkSame(db, contentsOf(undisturbed)!, OF_REUSE);
  },
};

/**
 * Has a preview look at what a kill left. @throws Error if that changes a file that has contents
 */
async function previewed(words: readonly string[], folder: string): Promise<void> {
  const before = hashesIn(folder);
  const { code, stdout, stderr } = await nonomill([...words, '--dry-run', '--json']);
  if (code !== 0) throw new Error(`the preview ended with ${String(code)}: ${stdout}${stderr}`);
  const after = hashesIn(folder);
  if (before !== after) throw new Error(`a preview changed\n${before}\ninto\n${after}`);
  const { entries, puzzles, takenOver, done, rejects } = JSON.parse(stdout) as {
    readonly entries: number;
    readonly puzzles: number;
    readonly done: number;
    readonly takenOver: { readonly count: number };
    readonly rejects: { readonly count: number };
  };
  if (puzzles + takenOver.count + done + rejects.count !== entries) {
    throw new Error(`a preview does not add up: ${stdout.slice(0, 2000)}`);
  }
}

/**
 * What the files of a folder hold; those of SQLite that are empty, or that it makes anew when it
 * reads, are no contents.
 */
function hashesIn(folder: string): string {
  return readdirSync(folder)
    .sort()
    .filter((name) => !name.endsWith('-shm') && existsSync(join(folder, name)))
    .map((name) => [name, readFileSync(join(folder, name))] as const)
    .filter(([name, bytes]) => bytes.length > 0 && !name.endsWith('.lock'))
    .map(([name, bytes]) => `${name} ${hashOf(bytes)}`)
    .join('\n');
}

/**
 * Kills the removal of runs: the database has all of them, or those that stay, each whole; and the
 * removal goes on.
 */
export const killedPrunes: Attack = {
  name: 'kills of prunes',
  async run(arena) {
    const { folder, samples } = arena;
    const [whole, db] = ['whole.sqlite', 'run.sqlite'].map((name) => join(folder, name));
    const run = ['--db', whole, '--no-report', '--quiet', '--name', 'night'];
    for (const name of ['medium.csv.gz', 'many.csv', 'many.csv'] as const) {
      await succeeds(['run', samples.named(name).path, ...run]);
    }
    const before = held(whole);
    const words = ['prune', '--keep', '1', '--yes', '--db', db];
    const fresh = (): void => {
      for (const end of ['-wal', '-shm', '.lock']) rmSync(`${db}${end}`, { force: true });
      copyFileSync(whole, db);
    };
    fresh();
    const took = await msOf(words);
    const after = held(db);
    for (let i = 0; i < 6; i++) {
      fresh();
      await killedWithin(arena, took, words);
      checkDatabase(db);
      const found = held(db);
      if (found !== before && found !== after) {
        throw new Error(`${db} holds ${found} instead of ${before} or ${after}`);
      }
      arena.tried(found === before ? 'a removal killed before its commit' : 'one killed after it');
      await succeeds(words);
      if (held(db) !== after) throw new Error(`${db} holds ${held(db)} instead of ${after}`);
    }
  },
};

/** The rows of all tables that a removal touches, and what they say, as a text. */
function held(db: string): string {
  const sums = reading(db, (open) =>
    ['runs', 'run_sources', 'sources', 'puzzles', 'results'].map((table) => {
      const rows = open.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).raw().all();
      return `${table} ${rows.length} ${hashOf(JSON.stringify(rows))}`;
    }),
  );
  return sums?.join(', ') ?? 'nothing';
}

function hashOf(bytes: string | Buffer): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 12);
}

/**
 * What the sample does not meet: some of its entries are broken, and some puzzles have several
 * solutions.
 */
const GATES = [['--strict'], ['--require', 'unique'], ['--strict', '--require', 'line,distinct']];

/**
 * Kills runs with gates over a folder with copies of a file. A run that goes on without a word of
 * gates is held to its own, and every entry of every copy is in its account.
 */
export const gatesAndCopies: Attack = {
  name: 'gates and copies',
  async run(arena) {
    const { folder, samples } = arena;
    const { path, entries, rejects } = samples.named('small.csv');
    const corpus = join(folder, 'corpus');
    mkdirSync(corpus);
    const files = between(arena, 2, 4);
    for (let i = 0; i < files; i++) copyFileSync(path, join(corpus, `${i}.csv`));
    const db = join(folder, 'run.sqlite');
    const words = ['run', corpus, '--db', db, '--no-report', '--threads', '2'];
    const gates = pick(arena, GATES);
    const goOn = (): string[] => [...words, ...(contentsOf(db) ? ['--resume'] : gates)];
    for (let i = between(arena, 1, 3); i > 0; i--) {
      const { child, ended, isOver } = start(goOn());
      while (!isOver() && contentsOf(db) === undefined) await delay(20);
      await Promise.race([ended, delay(900 * arena.random())]);
      child.kill('SIGKILL');
      await ended;
      checkDatabase(db);
      arena.tried(`killed ${contentsOf(db)?.state ?? 'before it began'}`);
    }
    const last = await nonomill(goOn());
    if (last.code !== 3 || !last.stderr.includes(`FAIL ${gates[0]}`)) {
      throw new Error(`${gates.join(' ')} is forgotten: ${shown(last)}`);
    }
    const found = ACCOUNT.exec(last.stdout)
      ?.slice(1)
      .map((text) => Number(text.replace(/\D/g, '')));
    const account = [entries * files, entries - rejects, rejects, entries * (files - 1)];
    if (found?.join() !== account.join()) {
      throw new Error(
        `accounted for ${found?.join()} instead of ${account.join()}:\n${last.stdout}`,
      );
    }
  },
};

const ACCOUNT = /accounted for\s+(.+) entries = (.+) results \+ (.+) rejects \+ (.+) in copies/;

/**
 * Less than the longest suspensions: counting them as solving time would show timeouts. More than
 * a busy machine keeps a thread waiting on a puzzle of a millisecond.
 */
const TIMEOUT = '3s';
const SUSPENSIONS_MS = [20, 100, 600, 1500, 4000];

/** Suspends a run again and again; no puzzle may get a timeout for it. */
export const suspensions: Attack = {
  name: 'suspensions',
  async run(arena) {
    const run = runFor(arena, ['--timeout', TIMEOUT]);
    const started = run.start();
    for (let i = 0; i < 6 && !started.isOver(); i++) {
      await Promise.race([started.ended, delay(400 * arena.random())]);
      // In the middle of a suspension others must still be able to read.
      await suspend(arena, started, () => run.check({ isHeld: true }));
    }
    run.checkEnd(await started.ended);
    await run.checkWhole();
  },
};

/** Suspends a run, has another program lock its database meanwhile, and kills it now and then. */
export const suspensionsAndLocks: Attack = {
  name: 'suspensions and writers',
  async run(arena) {
    const run = runFor(arena, ['--timeout', TIMEOUT]);
    for (let i = 0; i < 3; i++) {
      const started = run.start();
      await begun(run, started);
      await Promise.race([started.ended, delay(700 * arena.random())]);
      const writer = lockOf(run.db);
      if (writer !== null) arena.tried('locked by another program');
      await suspend(arena, started);
      await delay(3000 * arena.random());
      writer?.close();
      if (arena.random() < 0.5 && !started.isOver()) {
        started.child.kill('SIGKILL');
        await started.ended;
        arena.tried('killed after a suspension');
      } else checkStop(run, await started.ended);
      run.check();
    }
    await run.finish();
  },
};

/** Another program that writes holds the database for some time, at most ten seconds. */
export const writersLocks: Attack = {
  name: 'locks of other writers',
  async run(arena) {
    const run = runFor(arena, []);
    const started = run.start();
    for (let i = 0; i < 2 && !started.isOver(); i++) {
      await begun(run, started);
      await Promise.race([started.ended, delay(500 * arena.random())]);
      const writer = lockOf(run.db);
      if (writer === null) continue;
      arena.tried('locked by another program');
      await Promise.race([started.ended, delay(pick(arena, [300, 2500, 7000, 10_000]))]);
      writer.close();
    }
    checkStop(run, await started.ended);
    run.check();
    await run.finish();
  },
};

/** Waits until there is a database that can be locked, however long the program takes to start. */
async function begun({ db }: RunUnderAttack, { isOver }: Started): Promise<void> {
  while (!isOver() && !existsSync(db)) await delay(1);
}

/** @throws Error unless a run is done, or has stopped since another program holds the database. */
function checkStop(run: RunUnderAttack, ended: Ended): void {
  checkWords(ended, run.words);
  if (!/--resume|locked by another program/.test(ended.stderr)) run.checkEnd(ended);
}

function runFor(arena: Arena, more: readonly string[]): RunUnderAttack {
  const sample = arena.samples.named(pick(arena, ['small.csv', 'medium.csv.gz', 'many.csv']));
  return new RunUnderAttack(arena.folder, sample, arena.samples, more);
}

/** Stops a process for a while, and calls `meanwhile` in the middle of it. */
async function suspend(
  arena: Arena,
  { child, isOver }: Started,
  meanwhile: () => void = () => undefined,
): Promise<void> {
  if (isOver()) return;
  child.kill('SIGSTOP');
  try {
    arena.tried('suspended');
    const ms = pick(arena, SUSPENSIONS_MS);
    await delay(ms / 2);
    meanwhile();
    await delay(ms / 2);
  } finally {
    child.kill('SIGCONT');
  }
}

/** A connection that lets nobody else write until it is closed; null if it does not get so far. */
function lockOf(db: string): SqliteDatabase.Database | null {
  if (!existsSync(db)) return null;
  const open = new SqliteDatabase(db, { timeout: 0 });
  try {
    open.exec('BEGIN EXCLUSIVE');
    return open;
  } catch {
    open.close();
    return null;
  }
}
