import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { type Puzzle, UNKNOWN } from '../../../../src/solver/core/puzzle/types.js';
import { ONLY_DEEP, UNTIMED, depth } from '../../../support/tests.js';
import { Solver, solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';
import { allClueSets, puzzleOf } from '../../../support/grids.js';
import { clueOf, puzzleOfClues } from '../../../support/random-puzzle.js';
import { NaiveSolver } from '../../../support/naive/naive-solver.js';
import { formatsByExtension } from '../../../../src/solver/formats/registry.js';
import { DEFAULT_PARSER_LIMITS } from '../../../../src/solver/formats/contract/format.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import { validate } from '../../../../src/solver/core/puzzle/validate.js';
import type { Outcome } from '../../../../src/solver/core/result/outcome.js';
import { holds } from '../../../support/property.js';

/**
 * Random pictures of any density as puzzles. Some have rows taken from another picture with the
 * same clue sums or not, so that no solution need exist; some give cells away, not always truly.
 */
function puzzles(maxSide: number, colours: number) {
  return fc
    .record({
      width: fc.integer({ min: 1, max: maxSide }),
      height: fc.integer({ min: 1, max: maxSide }),
      density: fc.integer({ min: 2, max: 8 }),
      spoil: fc.integer({ min: 0, max: 4 }),
      give: fc.integer({ min: 0, max: 6 }),
    })
    .chain(({ width, height, density, spoil, give }) => {
      const size = width * height;
      const cells = fc.array(
        fc
          .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: colours }))
          .map(([filled, colour]) => (filled < density ? colour : 0)),
        { minLength: size, maxLength: size },
      );
      const picks = fc.array(fc.integer({ min: 0, max: 999 }), {
        minLength: size,
        maxLength: size,
      });
      return fc.record({ cells, picks }).map(({ cells, picks }): Puzzle => {
        const puzzle = puzzleOf(cells, width, colours);
        // Reversed clues of one row: the same sums, but seldom the same picture.
        const rows =
          spoil === 0
            ? puzzle.rows.map((clue, y) => (y === picks[0] % height ? [...clue].reverse() : clue))
            : puzzle.rows;
        const start =
          give === 0
            ? Uint8Array.from(cells, (value, i) =>
                picks[i] % 5 === 0 ? (picks[i] < 20 ? 0 : value) : UNKNOWN,
              )
            : null;
        return { ...puzzle, rows, start };
      });
    });
}

function agree(puzzle: Puzzle, solver: Solver, levels: number): void {
  const expected = new NaiveSolver(puzzle).solve(levels);
  const limits = { ...UNTIMED, guessDepth: levels, count: 'exact' as const };
  const found = solver.solve(pack(puzzle), 0, limits);
  const { status, guessDepth, sweeps } = found;
  assert.deepEqual({ status, count: Number(found.solutions), guessDepth, sweeps }, expected);
  assert.equal(found.solutionsExact, true);
  assert.equal(found.stoppedBy, null);
  const technique = status === 'multiple' ? 'search' : techniqueOf(guessDepth);
  assert.equal(found.technique, technique);
  const least = status === 'multiple' ? null : (guessDepth ?? levels + 1);
  assert.equal(found.guessDepthMin, least);
  const shown = [found.solution, found.secondSolution].filter((cells) => cells !== null);
  assert.equal(shown.length, Math.min(2, expected.count));
  for (const cells of shown) assert.equal(checkSolution(puzzle, cells), null);
  if (shown.length === 2) assert.notDeepEqual(shown[0], shown[1]);
}

function techniqueOf(depth: number | null): string {
  return depth === 0 ? 'line' : depth === 1 ? 'probe' : 'search';
}

for (const [side, colours, levels, runs] of [
  [6, 1, 1, 600],
  [5, 1, 2, 400],
  [4, 2, 2, 600],
  [4, 3, 2, 600],
  [5, 2, 1, 300],
]) {
  test(`random puzzles up to ${side}x${side} in ${colours} colours agree with brute force`, () => {
    const solver = new Solver();
    holds(depth(runs / 4, runs), [puzzles(side, colours)], (puzzle) =>
      agree(puzzle, solver, levels),
    );
  });
}

test('a transposed and a mirrored puzzle have the same status, count, technique and depth', () => {
  const solver = new Solver();
  const facts = (puzzle: Puzzle): unknown => {
    const limits = { ...UNTIMED, count: 'exact' as const };
    const outcome = solver.solve(pack(puzzle), 0, limits);
    const { status, technique, guessDepth, guessDepthMin, solutions } = outcome;
    return { status, technique, guessDepth, guessDepthMin, solutions };
  };
  holds(depth(75, 500), [fc.oneof(puzzles(9, 1), puzzles(7, 3))], (given) => {
    const puzzle = { ...given, start: null };
    const transposed = {
      ...puzzle,
      width: puzzle.height,
      height: puzzle.width,
      rows: puzzle.columns,
      columns: puzzle.rows,
    };
    const mirrored = {
      ...puzzle,
      rows: puzzle.rows.map((clue) => [...clue].reverse()),
      columns: [...puzzle.columns].reverse(),
    };
    assert.deepEqual(facts(transposed), facts(puzzle));
    assert.deepEqual(facts(mirrored), facts(puzzle));
  });
});

for (const [width, height] of [
  [1, 1],
  [2, 3],
  [4, 1],
  [3, 3],
  [4, 3],
  [4, 4],
]) {
  const skip = width * height > 12 && ONLY_DEEP;
  test(`every clue set of ${width}x${height} has the outcome of brute force`, { skip }, () => {
    const solver = new Solver();
    let solutions = 0;
    for (const puzzle of allClueSets(width, height)) {
      const expected = new NaiveSolver(puzzle).solve(2);
      const limits = { ...UNTIMED, guessDepth: 2, count: 'exact' as const };
      const found = solver.solve(pack(puzzle), 0, limits);
      assert.deepEqual(
        {
          status: found.status,
          count: Number(found.solutions),
          guessDepth: found.guessDepth,
          sweeps: found.sweeps,
        },
        expected,
        JSON.stringify(puzzle),
      );
      assert.ok(found.solutionsExact);
      if (found.solution !== null) assert.equal(checkSolution(puzzle, found.solution), null);
      if (found.secondSolution !== null)
        assert.equal(checkSolution(puzzle, found.secondSolution), null);
      solutions += expected.count;
    }
    assert.equal(solutions, 2 ** (width * height));
  });
}

test('there are no sweeps only if the start position gives every cell', () => {
  const solver = new Solver();
  // The longest lines have more cells than a word of the engine has bits.
  for (const width of [1, 3, 40, 70]) {
    const cells = Array.from({ length: 3 * width }, (_, i) => (i % 3 === 0 ? 0 : 1));
    const puzzle = puzzleOf(cells, width);
    const start = Uint8Array.from(cells);
    const sweepsFrom = (given: Uint8Array | null): number | null =>
      solver.solve(pack({ ...puzzle, start: given }), 0, UNTIMED).sweeps;
    assert.equal(sweepsFrom(start), 0);
    assert.equal(sweepsFrom(start.with(0, UNKNOWN)), 1);
    assert.ok((sweepsFrom(null) ?? 1) >= 1);
  }
});

test('a start position without a known cell changes nothing', () => {
  const solver = new Solver();
  let searched = 0;
  for (let seed = 0; seed < depth(500, 4000); seed++) {
    const grid = Math.imul(seed, 0x9e3779b1) >>> 2;
    const cells = Array.from({ length: 30 }, (_, i) => (grid >>> i) & 1);
    const rows = Array.from({ length: 5 }, (_, y) => clueOf(cells.slice(6 * y, 6 * y + 6)));
    const columns = Array.from({ length: 6 }, (_, x) =>
      clueOf(cells.filter((_c, i) => i % 6 === x)),
    );
    const puzzle = puzzleOfClues(rows, columns);
    const start = new Uint8Array(30).fill(UNKNOWN);
    const outcomes = [puzzle, { ...puzzle, start }].map((each) => {
      const events: unknown[] = [];
      const outcome = solver.solve(pack(each), 0, UNTIMED, {
        guess: (...guess) => events.push(guess),
        back: (...guess) => events.push(guess),
      });
      return { ...outcome, counters: { ...outcome.counters, lineSolves: 0 }, events };
    });
    assert.deepEqual(outcomes[0], outcomes[1]);
    if (outcomes[0].searchDepth > 0) searched++;
  }
  assert.ok(searched > depth(125, 1000), `${searched} searched`);
});

const CORPORA = join('..', 'shared', 'corpora');
const options = existsSync(CORPORA) ? {} : { skip: `${CORPORA} is absent` };
const limits = UNTIMED;

/** The puzzles of one file, by name; the file's name if an entry has none. */
function puzzlesOf(path: string): Map<string, Puzzle> {
  const found = new Map<string, Puzzle>();
  const [format] = formatsByExtension(path);
  const add = (name: string | null, draft: Parameters<typeof validate>[0]): void => {
    const { puzzle, reason } = validate(draft);
    assert.ok(puzzle, `${path}: ${reason}`);
    found.set(name ?? path, puzzle);
  };
  const sink = {
    entry: (entry: { name: string | null; draft: Parameters<typeof validate>[0] }): void =>
      add(entry.name, entry.draft),
    reject: ({ reason }: { reason: string }): void => assert.fail(`${path}: ${reason}`),
  };
  const parser = format.createParser!(sink, DEFAULT_PARSER_LIMITS);
  parser.write(readFileSync(path, 'utf8'));
  parser.end();
  return found;
}

/** A `.nin` file: width and height, the rows, the columns. */
function readNin(path: string): Puzzle {
  const [[width, height], ...lines] = readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const clues = lines.map((line) => line.filter((length) => length > 0));
  const rows = clues.slice(0, height);
  const columns = clues.slice(height, height + width);
  return { width, height, rows, columns, colours: 1, palette: null, start: null };
}

function assertUnique(puzzle: Puzzle, name: string): Outcome {
  const outcome = solvePuzzle(puzzle, limits);
  assert.equal(outcome.status, 'unique', name);
  assert.equal(checkSolution(puzzle, outcome.solution!), null, name);
  return outcome;
}

test('the survey puzzles are unique, and line-solvable or not, as published', options, () => {
  const folder = join(CORPORA, 'survey');
  const lineSolvable = new Set(['00001', '00006', '00016', '00021', '00529']);
  const files = readdirSync(folder).filter((file) => file.startsWith('webpbn-'));
  assert.equal(files.length, 12);
  for (const file of files) {
    const path = join(folder, file);
    const puzzles = extname(file) === '.nin' ? [readNin(path)] : puzzlesOf(path).values();
    for (const puzzle of puzzles) {
      const { technique, guessDepth, sweeps } = assertUnique(puzzle, file);
      assert.equal(technique === 'line', lineSolvable.has(file.slice(7, 12)), file);
      assert.equal(guessDepth === 0, technique === 'line');
      assert.equal(sweeps !== null, technique === 'line');
    }
  }
});

test('the dominoes up to 10 are unique and not line-solvable', options, () => {
  const puzzles = puzzlesOf(join(CORPORA, 'survey', 'dominoes.ndjson'));
  assert.equal(puzzles.size, 10);
  for (const [name, puzzle] of puzzles) {
    if (puzzle.width > 21) continue;
    assert.notEqual(assertUnique(puzzle, name).technique, 'line', name);
  }
});

test('the pictures of nonogram-db are all line-solvable', options, () => {
  const folder = join(CORPORA, 'nonogram-db');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.non'),
  );
  assert.equal(files.length, 39);
  for (const file of files) {
    for (const [name, puzzle] of puzzlesOf(join(folder, file))) {
      assert.equal(assertUnique(puzzle, `${file}: ${name}`).technique, 'line', file);
    }
  }
});

test('the classics have the number of solutions that their file says', options, () => {
  const text = readFileSync(join(CORPORA, 'classics.json'), 'utf8');
  const classics = JSON.parse(text) as (Pick<Puzzle, 'width' | 'height' | 'rows' | 'columns'> & {
    id: string;
    solutions: number;
    solution?: string[];
  })[];
  assert.equal(classics.length, 7);
  for (const { id, solutions, solution, ...clues } of classics) {
    const puzzle = { ...clues, colours: 1, palette: null, start: null };
    const outcome = solvePuzzle(puzzle, { ...limits, count: 'exact' });
    assert.equal(outcome.solutions, BigInt(solutions), id);
    assert.equal(outcome.solutionsExact, true);
    if (solutions !== 1 || solution === undefined) continue;
    const found = cellsToText(outcome.solution!, puzzle.width, puzzle.height, 1);
    assert.equal(found, solution.join('/'), id);
  }
});
