import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { SETTINGS } from '../../../../src/solver/engine/model/settings.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { STAGES, STATISTICS } from '../../../../src/solver/engine/solver/statistics.js';
import { newEngine, type Engine } from '../../../../src/solver/engine/wasm/engine.js';
import { engineModule } from '../../../../src/solver/engine/wasm/instance.js';
import { SOURCE } from '../../../../src/solver/engine/wasm/module.js';
import { depth } from '../../../support/tests.js';
import { copyOfAnswer } from '../../../support/engine-answer.js';
import { puzzleOf, randomPuzzle } from '../../../support/grids.js';
import { LIMITS } from './limits.js';
import { lookOf, randomOf, randomPicture } from './looks.js';

const solver = new Solver();

const ASSEMBLY = fileURLToPath(
  new URL('../../../../../src/solver/engine/assembly', import.meta.url),
);

/** Nothing runs out, two solutions are wanted, and one level of contradictions. */
const QUESTION: Parameters<Engine['solve']>[3] = {
  wanted: 2,
  guessDepth: 1,
  maxSteps: Infinity,
  memoryBytes: Infinity,
  isTimeOver: () => false,
};

test('the compiled module is that of the source', () => {
  const digest = createHash('sha256');
  const paths = readdirSync(ASSEMBLY, { recursive: true, encoding: 'utf8' });
  for (const path of paths.map((path) => path.replaceAll('\\', '/')).sort()) {
    if (path.endsWith('.ts')) digest.update(path).update(readFileSync(join(ASSEMBLY, path)));
  }
  assert.equal(SOURCE, digest.digest('hex'), 'npm run build-engine makes it again');
});

test('the module is told no numbers but whether the time is over: all arithmetic is its own', () => {
  const imports = WebAssembly.Module.imports(engineModule()).map(({ name }) => name);
  // A debug build says where a check failed.
  assert.deepEqual(imports.filter((name) => name !== 'abort').sort(), [
    'hear',
    'isTimeOver',
    'noRoom',
    'tellStage',
    'writeSettings',
  ]);
});

test('settings, statistics and stages have the same order on both sides', () => {
  const text = readFileSync(join(ASSEMBLY, 'memory', 'names.ts'), 'utf8');
  const tables = Object.entries({ Setting: SETTINGS, Statistic: STATISTICS, Stage: STAGES });
  for (const [one, table] of tables) {
    const [, names] = new RegExp(`enum ${one} \\{([^}]*)\\}`).exec(text)!;
    assert.deepEqual(names.match(/\w+/g), Object.keys(table), 'npm run build-engine');
  }
});

test('solvers of one thread share the engine, and each rates its own last puzzle', () => {
  const [one, other] = [new Solver(), new Solver()];
  const line = puzzleOf([0, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 0], 7);
  const first = one.solve(pack(line), 0, LIMITS);
  assert.equal(first.status, 'unique');
  const alone = one.rate(first);
  one.solve(pack(line), 0, LIMITS);
  other.solve(pack(randomPuzzle(20, 0.6, 4)), 0, LIMITS);
  assert.deepEqual(one.rate(first), alone);
});

test('what tables of lines say of puzzles of up to 8x8 is what all other work finds in them', () => {
  const [one, other] = [new Solver(), new Solver()];
  const another = pack(randomPuzzle(10, 0.5, 1));
  const seen = new Map<string, number>();
  for (let seed = 1; seed <= depth(1500, 100_000); seed++) {
    const random = randomOf(seed);
    const picture = randomPicture(lookOf(seed, 8, 1), seed);
    // The blocks of one row the other way round: then most have no solution.
    const spoilt = random() < 0.2 ? Math.floor(random() * picture.height) : -1;
    const rows = picture.rows.map((clue, y) => (y === spoilt ? clue.toReversed() : clue));
    const words = pack({ ...picture, rows });
    const maxSteps = random() < 0.8 ? Infinity : Math.floor(random() * 60);
    const limits = { ...LIMITS, maxSteps };
    const found = one.solve(words, 0, limits);
    const rated = one.rate(found);
    // Whoever asks for stages gets them of a search; and what another puzzle came after is loaded.
    const searched = other.solve(words, 0, limits, undefined, () => undefined);
    assert.deepEqual(found, searched, `seed ${seed}`);
    one.solve(another, 0, LIMITS);
    assert.deepEqual(rated, other.rate(searched), `seed ${seed}`);
    const kind = `${found.status} ${found.technique} ${rated?.needs}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
  }
  for (const needs of ['count', 'overlap', 'bounds'])
    assert.ok(seen.has(`unique line ${needs}`), `${needs}: ${[...seen.keys()].join(', ')}`);
  for (const kind of ['multiple search undefined', 'contradiction line undefined'])
    assert.ok(seen.has(kind), `${kind}: ${[...seen.keys()].join(', ')}`);
});

test('an instance whose memory has grown for one puzzle is not kept for the next', () => {
  const engine = newEngine(2 << 20);
  const [small, large] = [pack(randomPuzzle(10, 0.5, 1)), pack(randomPuzzle(64, 0.45, 1))];
  const solveSmall = () => copyOfAnswer(engine.solve(small, 0, SETTINGS, QUESTION), 10 * 10);
  const answer = solveSmall();
  const before = engine.bytes;
  engine.solve(large, 0, SETTINGS, { ...QUESTION, maxSteps: 20_000 });
  assert.ok(engine.bytes > 2 << 20, `${engine.bytes} bytes`);
  assert.deepEqual(solveSmall(), answer);
  assert.equal(engine.bytes, before);
});

test('if there is no memory the engine says so, and solves the next puzzle', () => {
  const engine = newEngine();
  const words = Int32Array.of(0x7fffffff, 5, 5, 1);
  assert.throws(() => engine.solve(words, 0, SETTINGS, QUESTION), RangeError);
  const next = pack(randomPuzzle(10, 0.5, 1));
  assert.equal(engine.solve(next, 0, SETTINGS, QUESTION).ranOut, null);
});

test('lines that do not fit in the grid are a contradiction, and nothing is read beyond them', () => {
  const engine = newEngine();
  for (const block of [7, 64, 65, 0xffff, -1]) {
    const words = Int32Array.of(8, 2, 1, 1, 1, block, 0, 0);
    assert.equal(engine.solve(words, 0, SETTINGS, QUESTION).ended, 'contradiction');
  }
  for (const block of [7, 0x20001, 0xffff, 0xffff0001, -1]) {
    const words = Int32Array.of(8, 2, 1, 2, 1, block, 0, 0);
    assert.equal(engine.solve(words, 0, SETTINGS, QUESTION).ended, 'contradiction');
  }
});

test('a limit of memory ends the search, at the same place every time', () => {
  const puzzle = pack(randomPuzzle(64, 0.45, 1));
  const limits = { ...LIMITS, maxSteps: 40_000, memoryBytes: 700_000 };
  const found = solver.solve(puzzle, 0, limits);
  assert.equal(found.stoppedBy, 'memory');
  assert.ok(found.counters.conflicts > 0);
  assert.deepEqual(solver.solve(puzzle, 0, limits), found);
});

const LIBRARY = new URL('../../../../src/index.js', import.meta.url).href;
const BIN = fileURLToPath(new URL('../../../../../bin/nonomill.js', import.meta.url));

/**
 * What a fresh process says that carries out `script` before it solves a puzzle with the library.
 */
function saidAfter(script: string): string {
  const text = `${script}
    const { EngineError, NonomillError, solve } = await import(${JSON.stringify(LIBRARY)});
    try { solve({ rows: [[1]], columns: [[1]] }); } catch (error) {
      if (error instanceof EngineError && error instanceof NonomillError) console.log(error.code, error.message);
    }`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', text]);
  return `${stdout.toString()}${stderr.toString()}`;
}

test('where WebAssembly is missing, the library says so by an error with a code', () => {
  const said = saidAfter('delete globalThis.WebAssembly;');
  assert.match(said, /^NM_NO_WEBASSEMBLY puzzles are solved in WebAssembly, which is missing here/);
});

test('where it is forbidden, the error names what allows it', () => {
  const said = saidAfter(
    "WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError('refused'); } };",
  );
  const expected = /^NM_NO_WEBASSEMBLY .* forbidden here: .*'wasm-unsafe-eval' in its script-src/;
  assert.match(said, expected);
});

test('where there is no memory for an instance, the error says so', () => {
  const said = saidAfter(
    "WebAssembly.Instance = class { constructor() { throw new RangeError('out of memory'); } };",
  );
  assert.match(said, /^NM_NO_MEMORY there is no memory for an instance of the engine/);
});

test('the command line says it in one line, and what tells more', () => {
  const words = ['--jitless', BIN, 'solve', '-'];
  const input = '{"rows":[[1]],"columns":[[1]]}';
  const { status, stderr } = spawnSync(process.execPath, words, { input });
  assert.equal(status, 1);
  assert.match(
    stderr.toString(),
    /^nonomill: puzzles are solved in WebAssembly, which is missing here: .*\n"nonomill doctor" says what of this machine holds runs back\.\n$/,
  );
});

test('blank rows and columns before a puzzle, up to the longest side, change nothing in what is found', () => {
  const limits = { ...LIMITS, guessDepth: 2, maxSteps: 1_000_000 };
  let left = depth(6, 30);
  for (let seed = 1; left > 0; seed++) {
    const small = randomPicture({ width: 9, height: 9, colours: 1, density: 0.5, runs: 0 }, seed);
    const alone = solver.solve(pack(small), 0, limits);
    // Few have one solution that takes probes.
    if (alone.counters.probes === 0) continue;
    left--;
    const blank = Array.from({ length: [8191, 8192, 0xffff][left % 3] - 9 }, () => []);
    for (const puzzle of [
      { ...small, width: blank.length + 9, columns: [...blank, ...small.columns] },
      { ...small, height: blank.length + 9, rows: [...blank, ...small.rows] },
    ]) {
      const found = solver.solve(pack(puzzle), 0, limits);
      assert.equal(found.status, alone.status);
      assert.equal(found.guessDepth, alone.guessDepth);
      assert.equal(found.counters.probes, alone.counters.probes);
    }
  }
});
