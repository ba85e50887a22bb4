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
  strace,
  straceMissing,
  succeeds,
} from './program.js';
import { type Sample, csvText } from './samples.js';

const KILLS = 4;

/**
 * A moment of a run that it announces with NODE_DEBUG=nonomill, by its name in the table at the
 * end.
 */
interface Stage {
  readonly name: string;
  /** Absent for the start of the program. */
  readonly announced?: RegExp;
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

/** Anything may be under way. */
const ANY_MOMENT: Stage = { name: 'any moment', withinMs: 1000 };

/** Kills a run over any corpus in a few of its stages. */
export const someKills: Attack = {
  name: 'kills of runs',
  async run(arena) {
    const run = new RunUnderAttack(arena.folder, pick(arena, arena.samples.all), arena.samples);
    const chosen = Array.from({ length: KILLS }, () => between(arena, -4, STAGES.length - 1));
    for (const at of chosen.sort((a, b) => a - b)) {
      if (await killedIn(arena, run, STAGES[at] ?? ANY_MOMENT)) break;
    }
    await run.finish();
  },
};

/** Kills one run in every one of its stages in turn, and has it go on after each. */
export const killsInStages: Attack = {
  name: 'kills in every stage',
  async run(arena) {
    const sample = arena.samples.named(pick(arena, ['small.csv', 'many.csv', 'folder']));
    const run = new RunUnderAttack(arena.folder, sample, arena.samples);
    for (const stage of STAGES) await killedIn(arena, run, stage);
    await run.finish();
  },
};

/** Starts a run, or lets it go on, and kills it in a stage; whether it was over before. */
async function killedIn(
  arena: Arena,
  run: RunUnderAttack,
  { name, announced, withinMs, isUndone }: Stage,
): Promise<boolean> {
  const started = run.start({ env: { NODE_DEBUG: 'nonomill' } });
  if (announced === undefined || (await says(started, announced)))
    await Promise.race([started.ended, delay(withinMs * arena.random())]);
  const wasOver = started.isOver();
  started.child.kill('SIGKILL');
  await started.ended;
  run.check();
  if (wasOver) arena.tried(`too late for ${name}`);
  else arena.tried(`killed ${isUndone?.(run) === false ? 'just after' : 'in'} ${name}`);
  return wasOver;
}

/** Waits until a program writes a line to standard error; false if it ends without. */
async function says({ child, ended }: Started, line: RegExp): Promise<boolean> {
  let said = '';
  const found = new Promise<boolean>((resolve) => {
    child.stderr!.on('data', (piece: string) => {
      said += piece;
      if (line.test(said)) resolve(true);
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
      const fault = `${call}:signal=KILL:when=${between(arena, 1, calls.get(call)!)}`;
      const under = strace(join(arena.folder, 'trace'), fault);
      if ((await run.start({ under }).ended).code === 0) break;
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
    const log = join(folder, 'trace');
    run.checkEnd(await run.start({ under: strace(log) }).ended);
    calls = callsIn(log);
    callsOf.set(sample, calls);
    rmSync(folder, { recursive: true });
  }
  return calls;
}

/** A command that is killed again and again, and then must do all of its work. */
interface Victim {
  /** The words that begin it, or go on with it. */
  readonly words: () => readonly string[];
  /** Signals come within so many milliseconds; without, what it takes shows when one is late. */
  readonly withinMs?: number;
  readonly times?: number;
  /** Which signals; SIGKILL alone if absent. */
  readonly signals?: readonly NodeJS.Signals[];
  /** What must hold after each signal, besides a sound database; what it hit, in words. */
  readonly after?: (end: Ended) => string | undefined | Promise<string | undefined>;
  /** How it ends when nobody disturbs it: 0 if absent. */
  readonly code?: number | undefined;
  /** What must hold when it has ended so. */
  readonly end: (last: Ended) => void | Promise<void>;
}

type Begin = (arena: Arena, at: (name: string) => string) => Promise<Victim>;

/** Kills what `begin` makes ready in an empty folder at random moments. */
function killing(name: string, begin: Begin, quick?: number): Attack {
  return {
    name,
    quick,
    async run(arena) {
      const { folder } = arena;
      const victim = await begin(arena, (file) => join(folder, file));
      const { words, times = KILLS, signals = ['SIGKILL'], after, code = 0 } = victim;
      const checkDatabases = (): void => {
        for (const file of readdirSync(folder)) {
          if (file.endsWith('.sqlite')) checkDatabase(join(folder, file));
        }
      };
      let most = victim.withinMs ?? 1500;
      for (let i = 0; i < times; i++) {
        const began = performance.now();
        const end = await killedWithin(arena, most, words(), pick(arena, signals));
        const isLate = end.signal === null && end.code !== 130;
        if (isLate && victim.withinMs === undefined)
          most = Math.max(300, performance.now() - began);
        checkDatabases();
        const hit = await after?.(end);
        arena.tried(`${name}: ${hit ?? (isLate ? 'too late' : 'killed')}`);
      }
      const last = await nonomill(words());
      if (last.code !== code) throw new Error(`${words().join(' ')}\nended with ${shown(last)}`);
      checkDatabases();
      await victim.end(last);
    },
  };
}

const QUIET = ['--no-report', '--quiet', '--threads', '2'];

/** A merged run has the limits of its parts, and is no part itself. */
const OF_PARTS = new Set(['limit_ms']);

/** Commands that write to a database: done again in the end, they have done all. */
const WRITERS: readonly Begin[] = [
  async ({ samples }, at) => {
    const sample = samples.named('small.csv');
    const parts = [1, 2].map((part) => at(`part${part}.sqlite`));
    for (const [i, db] of parts.entries()) {
      await succeeds(['run', sample.path, '--shard', `${i + 1}/2`, '--db', db, ...QUIET]);
    }
    return {
      words: () => ['merge', ...parts, '--db', at('all.sqlite'), '--no-report', '--quiet'],
      end: async () => checkSame(at('all.sqlite'), await samples.expected(sample), OF_PARTS),
    };
  },
  async (_, at) => {
    const [whole, db] = [at('whole.sqlite'), at('study.sqlite')];
    const cells = ['--sizes', '6,9', '--densities', '0.4,0.6', '--until-error', '6%'];
    const study = ['study', 'phase', ...cells, '--seed', '3', '--db'];
    await succeeds([...study, whole]);
    return {
      // One that was begun goes on.
      words: () => [...study, db, ...(contentsOf(db) === undefined ? [] : ['--resume'])],
      end: () => checkSame(db, contentsOf(whole)!),
    };
  },
  async ({ samples }, at) => {
    const db = at('run.sqlite');
    await succeeds(['run', samples.named('tiny.csv').path, '--db', db, ...QUIET]);
    return {
      words: () => ['history', '--accept', '1', '--db', db],
      end: () => {
        const state = contentsOf(db)?.state;
        if (state !== 'complete') throw new Error(`the run is ${state}`);
        const [{ at }] = rowsOf(db, 'SELECT accepted_at AS at FROM runs') as { at: unknown }[];
        if (typeof at !== 'string') throw new Error('the run is not accepted');
      },
    };
  },
];

export const killedWriters = killing('kills of writers', (arena, at) =>
  pick(arena, WRITERS)(arena, at),
);

/** Commands that write a file: what has the name that was asked for is whole, or as before. */
export const killedOutputs = killing('kills of outputs', async (arena, at) => {
  const { words, name } = pick(
    arena,
    (await arena.samples.writings(arena.folder)).filter(({ isSame }) => isSame),
  );
  const [whole, out] = [at(`whole-${name}`), at(name)];
  const took = await msOf([...words, whole]);
  const expected = readFileSync(whole);
  const before = Buffer.from('what was there before\n');
  if (arena.random() < 0.5) writeFileSync(out, before);
  return {
    words: () => [...words, out],
    withinMs: took * 1.1,
    after: () => {
      const now = existsSync(out) ? readFileSync(out) : before;
      if (now.equals(before) || now.equals(expected)) return undefined;
      throw new Error(`${out} is half written`);
    },
    end: () => {
      if (!readFileSync(out).equals(expected)) throw new Error(`${out} is not what it was before`);
    },
  };
});

/** Signals to commands that write a file: it is whole, or nothing is left of it. */
export const signalledOutputs = killing(
  'signals to outputs',
  async (arena, at) => {
    const { folder, samples } = arena;
    writeFileSync(at('one.csv'), 'id,width,height,rows,columns\na,2,2,"2;1","2;1"\n');
    const cells = Array.from({ length: 3600 }, () => between(arena, 0, 1));
    writeFileSync(at('picture.pbm'), `P1\n60 60\n${cells.join('')}\n`);
    // Broken entries of a corpus end a command with 1 after it has written the others.
    const [words, name, code] = pick(arena, [
      [
        ['generate', '--from-image', at('picture.pbm'), '--size', '20x20..30x30', '--out'],
        'x.ndjson',
      ],
      [['sheets', samples.named('medium.csv.gz').path, '--out'], 'x.pdf', 1],
      [['prove', at('one.csv'), '--out'], 'x.proof.gz'],
      [['convert', samples.named('many.csv').path], 'x.ndjson.gz'],
      [['generate', '--size', '12x12', '--count', '8000', '--out'], 'x.csv'],
    ] as const);
    const began = performance.now();
    await nonomill([...words, at(`whole-${name}`)]);
    const withinMs = 1.1 * (performance.now() - began);
    const before = readdirSync(folder);
    return {
      words: () => [...words, at(name)],
      withinMs,
      times: 3,
      signals: ['SIGINT', 'SIGTERM', 'SIGHUP'],
      after: () => {
        const left = readdirSync(folder).filter((file) => !before.includes(file) && file !== name);
        if (left.length > 0) throw new Error(`${words.join(' ')} left ${left.join(', ')}`);
        rmSync(at(name), { force: true });
        return undefined;
      },
      code,
      end: () => undefined,
    };
  },
  1,
);

/** The making of a data set goes on to the same bytes, and leaves nothing else in its folder. */
export const killedDataSets = killing('kills of data sets', async (arena, at) => {
  const kind = pick(arena, ['jsonl', 'parquet', 'npz', 'jsonl,parquet,npz']);
  const make = ['dataset', '--size', '6x6', '--count', '1500', '--split', 'train:80,test:20'];
  const words = [...make, '--as', kind, '--seed', `${between(arena, 1, 1000)}`, '--out'];
  const [whole, out] = [at('whole'), at('set')];
  return {
    withinMs: await msOf([...words, whole]),
    words: () => {
      const isBegun = existsSync(out) && readdirSync(out).length > 0;
      return [...words, out, ...(isBegun ? ['--resume'] : [])];
    },
    signals: ['SIGKILL', 'SIGKILL', 'SIGTERM'],
    end: () => {
      const [expected, found] = [whole, out].map(hashesIn);
      if (expected !== found) throw new Error(`${out} holds\n${found}\ninstead of\n${expected}`);
    },
  };
});

/** Retries of puzzles that had too little time: each keeps its old result or gets a new one. */
export const killedRetries = killing('kills of retries', async ({ samples }, at) => {
  const sample = samples.named('medium.csv.gz');
  const db = at('run.sqlite');
  await succeeds(['run', sample.path, '--db', db, ...QUIET, '--max-steps', '40']);
  const open = rowsOf(
    db,
    `SELECT DISTINCT status FROM results WHERE status IN ('timeout', 'steps', 'memory', 'crash')`,
  ).map((row) => (row as { status: string }).status);
  if (open.length === 0) throw new Error('every puzzle was solved within 40 steps');
  return {
    words: () => ['run', '--retry', open.join(','), '--db', db, ...QUIET],
    withinMs: 900,
    after: () => {
      const { results, rejects } = contentsOf(db)!;
      if (results.length + rejects.length === sample.entries) return undefined;
      throw new Error(`${results.length} results after a killed retry`);
    },
    end: async () => {
      checkSame(db, await samples.expected(sample), RATED);
      // What a run was stays what it was, and the last retry has an end.
      const last = attemptsOf(db).at(-1);
      if (last?.finished_at == null) throw new Error(`${db}: the last retry has no end`);
    },
  };
});

/**
 * The steps of the first attempt are a limit to rating, too, and what it solved is not tried again.
 */
const RATED = new Set([
  ...['difficulty', 'difficulty_bound', 'effort_line', 'effort_probe', 'tries', 'stars', 'needs'],
  ...['look_ahead', 'difficulty_version', 'opening', 'narrowest', 'inner_look_ahead'],
]);

/** A round of a run, or a retry. */
interface Attempts {
  readonly round: number;
  readonly puzzles: number;
  readonly tried: number;
  readonly decided: number;
  readonly finished_at: string | null;
}

/** @throws Error unless they tell how the open puzzles came out */
function attemptsOf(db: string): readonly Attempts[] {
  const all = rowsOf(db, 'SELECT * FROM retries ORDER BY position') as Attempts[];
  for (const { round, puzzles, tried, decided } of all) {
    if (decided <= tried && tried <= puzzles) continue;
    throw new Error(`${db}: round ${round} of ${puzzles} tried ${tried}, decided ${decided}`);
  }
  return all;
}

/** The first limits are too small for most, so that there is something to kill in every round. */
const STEPS = '20,60,200,100000';

/** What a run with rounds comes to: how often each puzzle was tried, and what came of it. */
const OF_ROUNDS = [
  'SELECT puzzle_id, status, attempts FROM results ORDER BY puzzle_id',
  'SELECT round, puzzles, tried, decided FROM retries ORDER BY position',
];

/** The rounds of a run: with --resume it comes to the same as one that nobody disturbed. */
export const killedRounds = killing('kills in rounds', async ({ samples }, at) => {
  const { path } = samples.named('medium.csv.gz');
  const [db, undisturbed] = [at('run.sqlite'), at('undisturbed.sqlite')];
  const run = ['run', path, ...QUIET, '--max-steps', STEPS, '--timeout', '1h', '--db'];
  return {
    withinMs: await msOf([...run, undisturbed]),
    words: () => [...run, db, '--resume'],
    times: 6,
    after: ({ signal }) =>
      signal === null ? undefined : `killed in round ${1 + attemptsOf(db).length}`,
    end: () => {
      for (const sql of OF_ROUNDS) {
        const [found, expected] = [db, undisturbed].map((of) => JSON.stringify(rowsOf(of, sql)));
        if (found !== expected) throw new Error(`${db}: ${found}\nexpected ${expected}`);
      }
    },
  };
});

function rowsOf(db: string, sql: string): readonly unknown[] {
  return reading(db, (open) => open.prepare<[]>(sql).all()) ?? [];
}

/** What is not the same if a result was taken over. */
const OF_REUSE = new Set(['reused_run', 'reused_from']);

/**
 * A run that takes over what an earlier one has solved: nothing is lost or doubled, and in
 * the end it holds what a run holds that solved everything. A preview after each kill changes
 * nothing, and counts what is there.
 */
export const killedReuses = killing('kills of reuses', async ({ folder, samples }, at) => {
  const corpora = [samples.named('small.csv').path, at('corpus.csv')];
  writeFileSync(corpora[1], csvText({ count: 2500, side: 7, brokenEvery: 60 }, 5));
  const [db, undisturbed] = [at('run.sqlite'), at('undisturbed.sqlite')];
  const withinMs = 1.2 * (await msOf(['run', ...corpora, '--db', undisturbed, ...QUIET]));
  await succeeds(['run', corpora[0], '--db', db, ...QUIET, '--name', 'before']);
  const words = ['run', ...corpora, '--db', db, '--reuse', ...QUIET, '--resume'];
  let kept = new Map<number, string>();
  return {
    words: () => words,
    withinMs,
    times: 6,
    after: async () => {
      const isBegun = contentsOf(db)?.state !== 'complete';
      const now = isBegun ? (finishTimes(db) ?? kept) : kept;
      for (const [id, time] of kept) {
        if (now.get(id) !== time) throw new Error(`${db}: the result of puzzle ${id} is another`);
      }
      kept = now;
      await previewed(words, folder);
      return kept.size > 0 ? 'with results' : 'with nothing yet';
    },
    end: () => checkSame(db, contentsOf(undisturbed)!, OF_REUSE),
  };
});

/**
 * Has a preview look at what a kill left. @throws Error if that changes a file that has contents
 */
async function previewed(words: readonly string[], folder: string): Promise<void> {
  const before = hashesIn(folder);
  const { stdout } = await succeeds([...words, '--dry-run', '--json']);
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
 * The removal of runs: the database has all of them, or those that stay, each whole; and the
 * removal goes on.
 */
export const killedPrunes = killing('kills of prunes', async ({ samples }, at) => {
  const [whole, db] = [at('whole.sqlite'), at('run.sqlite')];
  for (const name of ['medium.csv.gz', 'many.csv', 'many.csv'] as const) {
    await succeeds(['run', samples.named(name).path, '--db', whole, ...QUIET, '--name', 'night']);
  }
  const before = held(whole);
  const words = ['prune', '--keep', '1', '--yes', '--db', db];
  const fresh = (): void => {
    for (const end of ['-wal', '-shm', '.lock']) rmSync(`${db}${end}`, { force: true });
    copyFileSync(whole, db);
  };
  fresh();
  const withinMs = await msOf(words);
  const after = held(db);
  const checkEnd = (): void => {
    if (held(db) !== after) throw new Error(`${db} holds ${held(db)} instead of ${after}`);
  };
  fresh();
  return {
    words: () => words,
    withinMs,
    times: 6,
    after: async () => {
      const found = held(db);
      if (found !== before) checkEnd();
      await succeeds(words);
      checkEnd();
      fresh();
      return `${found === before ? 'before' : 'after'} its commit`;
    },
    end: checkEnd,
  };
});

/** The rows of all tables that a removal touches, and what they say, as a text. */
function held(db: string): string {
  return ['runs', 'run_sources', 'sources', 'puzzles', 'results']
    .map((table) => {
      const rows = rowsOf(db, `SELECT * FROM ${table} ORDER BY 1, 2`);
      return `${table} ${rows.length} ${hashOf(JSON.stringify(rows))}`;
    })
    .join(', ');
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
 * Runs with gates over a folder with copies of a file. A run that goes on without a word of
 * gates is held to its own, and every entry of every copy is in its account.
 */
export const gatesAndCopies = killing('gates and copies', (arena, at) => {
  const { path, entries, rejects } = arena.samples.named('small.csv');
  mkdirSync(at('corpus'));
  const files = between(arena, 2, 4);
  for (let i = 0; i < files; i++) copyFileSync(path, at(`corpus/${i}.csv`));
  const db = at('run.sqlite');
  const words = ['run', at('corpus'), '--db', db, '--no-report', '--threads', '2'];
  const gates = pick(arena, GATES);
  return Promise.resolve({
    words: () => [...words, ...(contentsOf(db) ? ['--resume'] : gates)],
    times: between(arena, 1, 3),
    after: () => `killed ${contentsOf(db)?.state ?? 'before it began'}`,
    code: 3,
    end: ({ stdout, stderr }) => {
      if (!stderr.includes(`FAIL ${gates[0]}`))
        throw new Error(`${gates.join(' ')} is forgotten: ${stderr}`);
      const found = ACCOUNT.exec(stdout)
        ?.slice(1)
        .map((text) => Number(text.replace(/\D/g, '')));
      const account = [entries * files, entries - rejects, rejects, entries * (files - 1)];
      if (found?.join() === account.join()) return;
      throw new Error(`accounted for ${found?.join()} instead of ${account.join()}:\n${stdout}`);
    },
  });
});

const ACCOUNT = /accounted for\s+(.+) entries = (.+) results \+ (.+) rejects \+ (.+) in copies/;

/**
 * Less than the longest suspensions: counting them as solving time would show timeouts. More than
 * a busy machine keeps a thread waiting on a puzzle of a millisecond.
 */
const TIMEOUT = '3s';
const SUSPENSIONS_MS = [20, 100, 600, 1500, 4000];

/** What is done to a run while it works. */
interface Disturbance {
  readonly suspends?: boolean;
  /** How long another program that writes holds its database. */
  readonly heldMs?: readonly number[];
  /** How likely each start ends with a kill. */
  readonly kills?: number;
}

/**
 * A run that is started so often, and disturbed so often each time: it goes on by itself, or with
 * --resume after a kill or a lock, and loses nothing.
 */
function disturbing(
  name: string,
  [starts, times]: readonly [number, number],
  { suspends = false, heldMs = [], kills = 0 }: Disturbance,
): Attack {
  const disturb = async (arena: Arena, run: RunUnderAttack, started: Started): Promise<void> => {
    await begun(run, started);
    await Promise.race([started.ended, delay(600 * arena.random())]);
    const writer = heldMs.length > 0 ? lockOf(run.db) : null;
    if (writer !== null) arena.tried('locked by another program');
    // In the middle of a suspension others must still be able to read.
    if (suspends) await suspend(arena, started, () => writer ?? run.check({ isHeld: true }));
    if (writer === null) return;
    await Promise.race([started.ended, delay(pick(arena, heldMs))]);
    writer.close();
  };
  return {
    name,
    async run(arena) {
      const sample = arena.samples.named(pick(arena, ['small.csv', 'medium.csv.gz', 'many.csv']));
      const more = suspends ? ['--timeout', TIMEOUT] : [];
      const run = new RunUnderAttack(arena.folder, sample, arena.samples, more);
      for (let i = 0; i < starts; i++) {
        const started = run.start();
        for (let k = 0; k < times && !started.isOver(); k++) await disturb(arena, run, started);
        const isKilled = arena.random() < kills && started.child.kill('SIGKILL');
        const ended = await started.ended;
        checkWords(ended, run.words);
        const isLocked = heldMs.length > 0 && LOCKED.test(ended.stderr);
        if (!isKilled && !isLocked) run.checkEnd(ended);
        run.check();
      }
      await run.finish();
    },
  };
}

/** What a run says that has stopped since another program holds the database. */
const LOCKED = /--resume|locked by another program/;

/** No puzzle may get a timeout for a suspension; and a writer holds at most ten seconds. */
export const [suspensions, suspensionsAndWriters, writersLocks] = [
  disturbing('suspensions', [1, 6], { suspends: true }),
  disturbing('suspensions and writers', [3, 1], {
    suspends: true,
    heldMs: [0, 700, 3000],
    kills: 0.5,
  }),
  disturbing('locks of other writers', [1, 2], { heldMs: [300, 2500, 7000, 10_000] }),
];

/** Waits until there is a database that can be locked, however long the program takes to start. */
async function begun({ db }: RunUnderAttack, { isOver }: Started): Promise<void> {
  while (!isOver() && !existsSync(db)) await delay(1);
}

/** Stops a process for a while, and calls `meanwhile` in the middle of it. */
async function suspend(
  arena: Arena,
  { child, isOver }: Started,
  meanwhile: () => void,
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
