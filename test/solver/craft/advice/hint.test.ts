import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import {
  BLANK,
  type Cells,
  type Puzzle,
  UNKNOWN,
} from '../../../../src/solver/core/puzzle/types.js';
import { NEEDS } from '../../../../src/solver/core/result/difficulty.js';
import { findHint, type Hint, openingOf } from '../../../../src/solver/craft/advice/hint.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { solvePuzzle, Solver } from '../../../../src/solver/engine/solver/solve.js';
import { linesIn, depth } from '../../../support/tests.js';
import { randomPuzzle } from '../../../support/grids.js';
import { linesOf, readLine, solutionsOf } from '../../../support/naive/brute-force.js';
import { naiveRead } from '../../../support/naive/naive-levels.js';
import {
  puzzleOfPicture,
  randomNumbers,
  randomPicture,
  puzzleOfClues,
} from '../../../support/random-puzzle.js';

/** The puzzles of a file of `data/`: rows and columns in quotes, lines apart by `;`. */
function samplePuzzles(file: string): Puzzle[] {
  const lines = readFileSync(new URL(`../../../../../data/${file}`, import.meta.url), 'utf8');
  return linesIn(lines)
    .slice(1)
    .map((line) => {
      const [, , , rows, columns] = line.replaceAll('"', '').split(',');
      const side = (text: string): number[][] =>
        text.split(';').map((clue) =>
          clue
            .split(' ')
            .map(Number)
            .filter((length) => length > 0),
        );
      return puzzleOfClues(side(rows), side(columns));
    });
}

/** The hints of a puzzle, as long as one follows from what is known, which grows meanwhile. */
function* hintsOf(puzzle: Puzzle, known: Cells): Generator<Extract<Hint, { kind: 'step' }>> {
  for (let found = findHint(puzzle, known); found.kind === 'step';) {
    yield found;
    found = findHint(puzzle, known);
  }
}

/** A solution with some of its cells hidden. */
function halfFilled(solution: Cells, random: () => number, share: number): Cells {
  return solution.map((value) => (random() < share ? value : UNKNOWN));
}

/** The values left to each cell when every line is read once at a level, by the definition. */
function readOnce(level: number, puzzle: Puzzle, domains: readonly number[]): number[] {
  const after = [...domains];
  for (const line of linesOf(puzzle)) {
    const { clue, cells } = line;
    const before = cells.map((cell) => domains[cell]);
    const read =
      level < 4 ? naiveRead(level, clue, puzzle.colours, before) : readLine(line, domains)!;
    read.forEach((domain, i) => (after[cells[i]] &= domain));
  }
  return after;
}

/**
 * The weakest level at which lines settle a cell, 5 if none does. A level is read until nothing
 * more is ruled out, and keeps what the levels before it ruled out. Lines without blocks are blank
 * without being said so, unless nothing else follows.
 */
function weakestLevel(puzzle: Puzzle, known: Cells): number {
  const isOne = (domain: number): boolean => (domain & (domain - 1)) === 0;
  const any = 2 ** (puzzle.colours + 1) - 1;
  const { width, rows, columns } = puzzle;
  const isPlain = (cell: number): boolean =>
    rows[Math.floor(cell / width)].length === 0 || columns[cell % width].length === 0;
  let domains = Array.from(known, (cell, i) =>
    isPlain(i) ? 1 : cell === UNKNOWN ? any : 1 << cell,
  );
  for (let level = 0; level < 5; level++) {
    for (let narrowed = true; narrowed;) {
      const after = readOnce(level, puzzle, domains);
      if (after.some((domain, cell) => isOne(domain) && !isOne(domains[cell]))) return level;
      narrowed = after.some((domain, cell) => domain !== domains[cell]);
      domains = after;
    }
  }
  const left = [...known.keys()].some((i) => known[i] === UNKNOWN && isPlain(i));
  return left ? 0 : 5;
}

/** Fails unless the lines of a hint by looking ahead are those that its reason ends with. */
function assertLooksAhead({ width }: Puzzle, found: Extract<Hint, { kind: 'step' }>): void {
  const { lines, why } = found;
  assert.ok(lines.length >= 2 && lines.length < 2 * width, why);
  const last = lines.at(-1)!;
  assert.match(why, new RegExp(`${last.side} ${last.number} (could not|would disagree)`));
}

void describe('hint', () => {
  void test('names the weakest technique that settles a cell, and only cells that follow', () => {
    const random = randomNumbers(1);
    const seen = new Set<string>();
    for (const puzzle of samplePuzzles('random-probe.csv').slice(0, depth(12, 25))) {
      const { solution } = solvePuzzle(puzzle);
      assert.ok(solution !== null);
      const known = halfFilled(solution, random, random() * 0.3);
      const side = puzzle.width;
      for (
        let found = findHint(puzzle, known);
        found.kind !== 'done';
        found = findHint(puzzle, known)
      ) {
        assert.ok(found.kind === 'step');
        seen.add(found.needs);
        assert.equal(Math.min(NEEDS.indexOf(found.needs), 5), weakestLevel(puzzle, known));
        assert.ok(found.cells.length > 0);
        if (found.needs === 'lookahead') assertLooksAhead(puzzle, found);
        for (const { row, column, value } of found.cells) {
          const cell = (row - 1) * side + column - 1;
          assert.equal(known[cell], UNKNOWN);
          assert.equal(solution[cell], value);
          known[cell] = value;
        }
      }
    }
    for (const needs of NEEDS.slice(0, NEEDS.indexOf('assumption')))
      assert.ok(seen.has(needs), needs);
  });

  void test('an assumption that contradicts later than in the third round names no line to look at', () => {
    const known = new Map<string, number>();
    for (const line of readFileSync(join('test', 'fixtures', 'difficulty.ndjson'), 'utf8')
      .trim()
      .split('\n')) {
      const { rows, columns, needs } = JSON.parse(line) as Pick<Puzzle, 'rows' | 'columns'> & {
        needs: string;
      };
      if (needs !== 'assumption') continue;
      const [width, height] = [columns.length, rows.length];
      const puzzle = { width, height, rows, columns, colours: 1, palette: null, start: null };
      const cells = new Uint8Array(width * height).fill(UNKNOWN);
      for (const found of hintsOf(puzzle, cells)) {
        if (found.needs === 'assumption') assert.deepEqual(found.lines, []);
        known.set(found.needs, (known.get(found.needs) ?? 0) + 1);
        for (const { row, column, value } of found.cells)
          cells[(row - 1) * width + column - 1] = value;
      }
    }
    assert.ok((known.get('assumption') ?? 0) > 0);
  });

  void test('the first hint is not an empty row, which comes only when nothing else follows', () => {
    const picture = Uint8Array.from('.....#####.....#...#', (cell) => (cell === '#' ? 1 : 0));
    const puzzle = puzzleOfPicture(picture, 5, 4);
    const known = new Uint8Array(20).fill(UNKNOWN);
    const first = findHint(puzzle, known);
    assert.ok(first.kind === 'step');
    assert.deepEqual(first.line, { side: 'row', number: 2 });
    known.set(picture.subarray(5, 10), 5);
    known.set(picture.subarray(15), 15);
    const last = findHint(puzzle, known);
    assert.ok(last.kind === 'step');
    assert.deepEqual([last.line, last.needs], [{ side: 'row', number: 1 }, 'count']);
  });

  void test('names the weakest technique of coloured puzzles, and only cells that follow', () => {
    const random = randomNumbers(5);
    const seen = new Set<string>();
    for (let i = 0; i < depth(15, 30); i++) {
      const colours = 2 + (i % 2);
      // Most have several solutions: those with one are all easy.
      const puzzle = puzzleOfPicture(randomPicture(random, 49, 0.42, colours), 7, 7, colours);
      const { solution } = solvePuzzle(puzzle);
      assert.ok(solution !== null);
      const known = halfFilled(solution, random, random() * 0.3);
      for (const found of hintsOf(puzzle, known)) {
        seen.add(found.needs);
        assert.equal(Math.min(NEEDS.indexOf(found.needs), 5), weakestLevel(puzzle, known));
        for (const { row, column, value } of found.cells) {
          const cell = (row - 1) * 7 + column - 1;
          assert.equal(known[cell], UNKNOWN);
          assert.equal(solution[cell], value);
          known[cell] = value;
        }
      }
    }
    assert.ok(seen.size >= 4, [...seen].join());
  });

  void test('settles only what all solutions share, in ambiguous and coloured puzzles too', () => {
    const random = randomNumbers(2);
    for (let i = 0; i < depth(30, 200); i++) {
      const colours = 1 + (i % 2);
      const puzzle = puzzleOfPicture(randomPicture(random, 20, 0.6, colours), 5, 4, colours);
      const solutions = solutionsOf(puzzle);
      const known = halfFilled(solutions[0], random, random() * 0.5);
      const fitting = solutions.filter((s) =>
        s.every((v, c) => known[c] === UNKNOWN || known[c] === v),
      );
      const found = findHint(puzzle, known);
      if (found.kind === 'step') {
        for (const { row, column, value } of found.cells) {
          for (const picture of fitting) assert.equal(picture[(row - 1) * 5 + column - 1], value);
        }
      } else if (found.kind === 'ambiguous') {
        assert.ok(fitting.length > 1);
      } else assert.equal(found.kind, 'done');
    }
  });

  void test('leads from an empty grid to the solution, hint by hint', () => {
    const random = randomNumbers(3);
    for (const colours of [1, 3]) {
      const puzzle = puzzleOfPicture(randomPicture(random, 100, 0.65, colours), 10, 10, colours);
      const { status, solution } = solvePuzzle(puzzle);
      assert.equal(status, 'unique');
      const known = new Uint8Array(100).fill(UNKNOWN);
      for (const found of hintsOf(puzzle, known)) {
        for (const { row, column, value } of found.cells)
          known[(row - 1) * 10 + column - 1] = value;
      }
      assert.deepEqual(known, solution);
    }
  });

  void test('points out a mistake instead: a wrong cell, or cells that no solution has together', () => {
    const unique = puzzleOfPicture(Uint8Array.of(1, 1, 0, 1), 2, 2);
    assert.deepEqual(findHint(unique, Uint8Array.of(1, 0, UNKNOWN, UNKNOWN)), {
      kind: 'mistake',
      mistake: { kind: 'cell', row: 1, column: 2, value: 0 },
    });
    // Both diagonals are solutions, so each cell is right by itself.
    const diagonals = puzzleOfPicture(Uint8Array.of(1, 0, 0, 1), 2, 2);
    assert.deepEqual(findHint(diagonals, Uint8Array.of(1, 1, UNKNOWN, UNKNOWN)), {
      kind: 'mistake',
      mistake: { kind: 'line', side: 'row', number: 1 },
    });
    assert.deepEqual(findHint(diagonals, new Uint8Array(4).fill(UNKNOWN)), { kind: 'ambiguous' });
  });
});

test('the opening and the narrowest place have as many lines as the rating says', () => {
  const solver = new Solver();
  const kinds = { solved: 0, stuck: 0 };
  for (let seed = 0; seed < depth(300, 3000); seed++) {
    const puzzle = randomPuzzle(3 + (seed % 18), 0.45 + (seed % 5) / 10, seed);
    const outcome = solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS);
    const rated = solver.rate(outcome);
    const opening = openingOf(puzzle);
    if (outcome.technique !== 'line' || outcome.status !== 'unique') {
      assert.equal(opening, null, `seed ${seed}`);
      kinds.stuck++;
      continue;
    }
    const { lines, narrowest } = opening!;
    const counted = [lines.length, (narrowest?.lines ?? lines).length];
    assert.deepEqual(counted, [rated!.opening, rated!.narrowest], `seed ${seed}`);
    kinds.solved++;
  }
  assert.ok(kinds.solved > 100 && kinds.stuck > 50, JSON.stringify(kinds));
});

test('it says which lines these are, and how much is known at the narrowest place', () => {
  const puzzle = puzzleOfClues([[3], [1], [1, 1]], [[1, 1], [2], [1, 1]]);
  assert.deepEqual(openingOf(puzzle), { lines: [0, 2, 3, 4, 5], narrowest: null });
  const cells = Uint8Array.from([0, ...Array<number>(8).fill(UNKNOWN)]);
  const plus = { ...puzzleOfClues([[1], [3], [1]], [[1], [3], [1]]), start: cells };
  assert.deepEqual(openingOf(plus), { lines: [1, 4], narrowest: { lines: [1, 4], known: 1 / 9 } });
  assert.equal(openingOf({ ...puzzle, colours: 2 }), null);
  assert.equal(openingOf({ ...puzzle, start: new Uint8Array(9).fill(BLANK) }), null);
});
