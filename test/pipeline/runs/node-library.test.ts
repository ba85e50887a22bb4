import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openResults, run, solve as solveOnThreads, solveMany } from '../../../src/node.js';
import { writeCsv } from '../../support/csv-corpora.js';
import {
  assertEach,
  ONLY_DEEP,
  deepTest,
  depth,
  temporaryFolder,
  eachOf,
} from '../../support/tests.js';
import { readdirSync } from 'node:fs';
import { platform } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { NonomillError, randomPuzzles, solve, type MadePuzzle } from '../../../src/index.js';
import { dominoes } from '../../support/long-puzzles.js';

test('run does what the command does, and openResults reads it', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 300, width: 5, height: 5 });
  const db = join(folder, 'runs.sqlite');
  const told: string[] = [];
  const outcome = await run({
    corpora,
    db,
    name: 'first',
    threads: 2,
    onStart: ({ kind }) => told.push(kind),
    onProgress: ({ solved }) => told.push(String(solved)),
  });
  assert.equal(outcome.state, 'complete');
  assert.equal(outcome.proof.results, 300);
  assert.deepEqual([told[0], told.at(-1)], ['started', '300']);

  const results = openResults(db);
  t.after(() => results.close());
  assert.deepEqual(eachOf(results.runs(), 'name', 'state'), [['first', 'complete']]);
  const all = [...results.results()];
  const ordinals = all.map((_, i) => i);
  assert.deepEqual(eachOf(all, 'ordinal'), ordinals);
  assert.equal(all.length, 300);
  const unique = [...results.results({ run: 'first', status: 'unique' })];
  assert.deepEqual(
    eachOf(unique, 'name'),
    all.filter(({ result }) => result.status === 'unique').map(({ name }) => name),
  );
  assert.deepEqual(results.rejects({ run: 1 }), []);
  assert.throws(() => [...results.results({ run: 'nope' })], {
    code: 'NM_RUN_UNKNOWN',
    message: /no run "nope"/,
  });
  assert.throws(() => [...results.results({ status: 'nope' as never })], {
    code: 'NM_ARGUMENT_INVALID',
  });
});

test('run takes over what the database, or another one, knows', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 30, width: 5, height: 5 });
  const [db, other] = ['a.sqlite', 'b.sqlite'].map((name) => join(folder, name));
  assert.equal((await run({ corpora, db, threads: 1 })).reused, 0);
  assert.equal((await run({ corpora, db, threads: 1, reuse: true })).reused, 30);
  assert.equal((await run({ corpora, db: other, threads: 1, reuseFrom: db })).reused, 30);
});

test('a signal stops a run cleanly, and resume goes on', async (t) => {
  const folder = temporaryFolder(t);
  const count = depth(1000, 20_000);
  const corpora = [writeCsv(folder, 'some', { count, width: 12, height: 12 })];
  const db = join(folder, 'runs.sqlite');
  const stop = new AbortController();
  const stopped = await run({
    corpora,
    db,
    threads: 1,
    signal: stop.signal,
    difficulty: false,
    onProgress: ({ solved }) => solved > 0 && stop.abort(),
  });
  assert.equal(stopped.state, 'interrupted');
  assert.ok(stopped.resumable && stopped.solved < count);
  const resumed = await run({ corpora, db, resume: true, difficulty: false });
  assert.equal(resumed.kind, 'resumed');
  assert.equal(resumed.runId, stopped.runId);
  assert.equal(resumed.proof.results, count);
});

test('a signal that is aborted before a run begins stops it early', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 3, width: 5, height: 5 });
  const stopped = run({ corpora, db: join(folder, 'a.sqlite'), signal: AbortSignal.abort() });
  await assert.rejects(stopped, { name: 'FailureError', code: 'NM_RUN_STOPPED_EARLY' });
});

test('what a callback throws, or the promise that it returns, is what run throws', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 300, width: 5, height: 5 });
  const error = new Error('not a failure of the run');
  const callbacks = {
    onStart: () => {
      throw error;
    },
    onProgress: () => Promise.reject(error),
  };
  for (const [name, callback] of Object.entries(callbacks)) {
    const db = join(folder, `${name}.sqlite`);
    await assert.rejects(run({ corpora, db, threads: 1, [name]: callback }), error);
    assert.equal((await run({ db, resume: true, threads: 1 })).proof.results, 300);
  }
});

test('two runs of one process on two databases do not disturb each other', async (t) => {
  const folder = temporaryFolder(t);
  const shapes = [
    { count: 200, width: 8, height: 8 },
    { count: 300, width: 5, height: 9 },
  ];
  const outcomes = await Promise.all(
    shapes.map((shape, i) =>
      run({
        corpora: writeCsv(folder, `c${i}`, shape),
        db: join(folder, `${i}.sqlite`),
        threads: 1,
      }),
    ),
  );
  assertEach(outcomes, ({ proof, state }) => [proof.results, state], [
    [200, 'complete'],
    [300, 'complete'],
  ]);
});

test('what cannot be done is an error with a code', async (t) => {
  const folder = temporaryFolder(t);
  const corpora = writeCsv(folder, 'some', { count: 1000, width: 10, height: 10 });
  const db = join(folder, 'runs.sqlite');
  const none = join(folder, 'none.csv');
  await assert.rejects(run({ corpora: none, db }), { code: 'NM_FILE_ABSENT' });
  assert.throws(() => openResults(none), { code: 'NM_DATABASE_ABSENT' });
  await assert.rejects(run({ corpora, db, treads: 1 } as never), {
    code: 'NM_ARGUMENT_INVALID',
    message: /no option "treads"; did you mean threads/,
  });
  await assert.rejects(run(undefined as never), { code: 'NM_ARGUMENT_INVALID' });
  await assert.rejects(run({}), { code: 'NM_ARGUMENT_INVALID', message: /at least one/ });
  await assert.rejects(run({ corpora: '-' }), {
    code: 'NM_ARGUMENT_INVALID',
    message: /standard input/,
  });
  await assert.rejects(run({ retry: ['done'] as never }), { code: 'NM_ARGUMENT_INVALID' });
  const refused: Promise<void>[] = [];
  // The second begins when the first has the database.
  const onStart = (): void =>
    void refused.push(assert.rejects(run({ corpora, db }), { code: 'NM_DATABASE_LOCKED' }));
  assert.equal((await run({ corpora, db, onStart })).state, 'complete');
  assert.equal(refused.length, 1);
  await Promise.all(refused);
});

/** Random puzzles, and a count of how many were taken. */
function counted(size: number, seed = 1): { taken: number; puzzles: Iterable<MadePuzzle> } {
  const counter = { taken: 0, puzzles: [] as Iterable<MadePuzzle> };
  counter.puzzles = (function* () {
    for (const made of randomPuzzles({ width: size, height: size, seed })) {
      counter.taken++;
      yield made;
    }
  })();
  return counter;
}

function firstOf<Item>(items: Iterable<Item>, count: number): Item[] {
  const first: Item[] = [];
  for (const item of items) {
    first.push(item);
    if (first.length === count) break;
  }
  return first;
}

/** Threads of this process; some of Node's own are always there. */
function threads(): number {
  return readdirSync('/proc/self/task').length;
}

test('results come in the order of the puzzles, and are those of solve', async () => {
  const puzzles = firstOf(randomPuzzles({ width: 9, height: 9, seed: 4 }), 300);
  let at = 0;
  for await (const { input, result } of solveMany(puzzles, { threads: 2 })) {
    assert.equal(input, puzzles[at++]);
    const expected = solve(input.puzzle);
    assert.equal(result.status, expected.status);
    assert.equal(result.solution, expected.solution);
  }
  assert.equal(at, 300);
});

test('it reads no further ahead than the threads need, and stops reading with the iteration', async () => {
  const source = counted(5);
  let solved = 0;
  for await (const { result } of solveMany(source.puzzles, { threads: 1 })) {
    assert.ok(result.status);
    if (++solved === 10) break;
  }
  assert.ok(source.taken <= 64 * 4, `${source.taken} puzzles were read`);
});

test('a slow source of puzzles does not hold back any result', async () => {
  async function* slow(): AsyncGenerator<MadePuzzle> {
    for (const [i, made] of firstOf(randomPuzzles({ width: 5, height: 5 }), 3).entries()) {
      if (i === 2) await delay(60_000, undefined, { ref: false });
      yield made;
    }
  }
  const solving = solveMany(slow(), { threads: 1 });
  assert.equal((await solving.next()).done, false);
  assert.equal((await solving.next()).done, false);
  await solving.return();
});

test('leaving an iteration early ends its threads', { skip: platform() !== 'linux' }, async () => {
  const before = threads();
  for await (const { result } of solveMany(counted(12).puzzles, { threads: 3 })) {
    assert.ok(result.status);
    assert.ok(threads() >= before + 3);
    break;
  }
  for (let tries = 0; threads() > before + 1 && tries < 600; tries++) await delay(50);
  // One thread more may be Node's own, started meanwhile.
  assert.ok(threads() <= before + 1, `${threads()} threads, ${before} before`);
});

test('what is not a puzzle is an error after the results before it', async () => {
  const [{ puzzle }] = firstOf(randomPuzzles({ width: 5, height: 5 }), 1);
  const inputs = [puzzle, puzzle, { rows: [[7]], columns: [[1]] }, puzzle];
  let solved = 0;
  await assert.rejects(
    async () => {
      for await (const { result } of solveMany(inputs, { threads: 1 })) if (result.status) solved++;
    },
    (error) => error instanceof NonomillError && error.code === 'NM_PUZZLE_INVALID',
  );
  assert.equal(solved, 2);
});

test('nonsense is an error of the library at once', () => {
  for (const puzzles of [null, 7, {}, undefined]) {
    assert.throws(() => solveMany(puzzles as never), { code: 'NM_ARGUMENT_INVALID' });
  }
  assert.throws(() => solveMany([], { threads: 0 }), { code: 'NM_ARGUMENT_INVALID' });
  assert.throws(() => solveMany([], { signal: 'now' as never }), { code: 'NM_ARGUMENT_INVALID' });
});

test('a signal ends the work at once, with its reason', async () => {
  const stop = new AbortController();
  const reason = new Error('enough');
  let solved = 0;
  await assert.rejects(async () => {
    for await (const { result } of solveMany(counted(6).puzzles, {
      signal: stop.signal,
      threads: 1,
    })) {
      assert.ok(result.status);
      if (++solved === 5) stop.abort(reason);
    }
  }, reason);
  assert.equal(solved, 5);
  await assert.rejects(solveMany([], { signal: stop.signal }).next(), reason);
});

deepTest('limits end a puzzle, not the iteration; users do not disturb each other', async () => {
  const user = async (seed: number, maxSteps: number): Promise<string[]> => {
    const puzzles = firstOf(randomPuzzles({ width: 20, height: 20, density: 0.45, seed }), 20);
    const found: string[] = [];
    for await (const { result } of solveMany(puzzles, {
      threads: 1,
      maxSteps,
      difficulty: false,
    })) {
      found.push(`${result.status} ${result.lineSolves}`);
    }
    return found;
  };
  const alone = [await user(1, 300), await user(2, 1e6)];
  const together = await Promise.all([user(1, 300), user(2, 1e6)]);
  assert.deepEqual(together, alone);
  assert.ok(alone[0].some((found) => !/^(unique|multiple|contradiction)/.test(found)));
});

test('difficulty: false leaves the difficulty out of results', async () => {
  const puzzle = { rows: [[1], [3], [1]], columns: [[1], [3], [1]] };
  const rated = await solveMany([puzzle]).next();
  assert.equal(rated.done === false && rated.value.result.stars, 1);
  const plain = await solveMany([puzzle], { difficulty: false }).next();
  assert.equal(plain.done === false && plain.value.result.stars, null);
});

test('one puzzle is solved on threads as by the function of the same name, and refused likewise', async () => {
  const puzzle = { rows: [[1], [1]], columns: [[1], [1]] };
  const result = await solveOnThreads(puzzle, { count: 'exact', difficulty: false });
  const expected = solve(puzzle, { count: 'exact' });
  assert.deepEqual(
    [result.status, result.solutions, result.solution, result.secondSolution],
    [expected.status, expected.solutions, expected.solution, expected.secondSolution],
  );
  await assert.rejects(solveOnThreads({ rows: [[7]], columns: [[1]] }), {
    code: 'NM_PUZZLE_INVALID',
  });
  await assert.rejects(solveOnThreads(puzzle, { threads: 0 }), /^ArgumentError: solve: threads/);
});

test(
  'a puzzle that takes long is solved on all threads; none is left once it is aborted or out of time',
  { skip: platform() !== 'linux' || ONLY_DEEP },
  async () => {
    const before = threads();
    const ended = async (): Promise<void> => {
      for (let tries = 0; threads() > before + 1 && tries < 600; tries++) await delay(50);
      assert.ok(threads() <= before + 1, `${threads()} threads, ${before} before`);
    };
    const stop = new AbortController();
    const reason = new Error('enough');
    const solving = solveOnThreads(dominoes(20), {
      threads: 5,
      timeoutMs: Infinity,
      signal: stop.signal,
    });
    const refused = assert.rejects(solving, reason);
    // The first thread alone at first, then four that help it.
    for (let tries = 0; threads() < before + 5 && tries < 600; tries++) await delay(50);
    assert.ok(threads() >= before + 5, `${threads()} threads, ${before} before`);
    stop.abort(reason);
    await refused;
    await ended();
    const { status } = await solveOnThreads(dominoes(20), { threads: 3, timeoutMs: 1200 });
    assert.equal(status, 'timeout');
    await ended();
  },
);
