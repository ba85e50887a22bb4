import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Cadical } from 'cadical-wasm';
import {
  cellVariable,
  cnf,
  decodeCnf,
  encodeCnf,
} from '../../../../src/solver/formats/single/cnf.js';
import { UNKNOWN, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { solutionsOf } from '../../../support/naive/brute-force.js';
import { randomNumbers, randomPuzzle, withSwappedRows } from '../../../support/random-puzzle.js';

function textOf(puzzle: Puzzle): string {
  assert.ok(cnf.write !== null);
  return [...cnf.write([{ name: 'p1', title: 'A\ntitle', puzzle, goal: null }])].join('');
}

/** The pictures of all models, with a model that differs in any variable counted on its own. */
async function pictures(puzzle: Puzzle): Promise<string[]> {
  const { variables } = encodeCnf(puzzle);
  const solver = await Cadical.create({ quiet: true });
  solver.addDimacs(textOf(puzzle));
  solver.ensureVars(variables);
  const found: string[] = [];
  while (solver.solve() === 'satisfiable') {
    const model = solver.model();
    found.push(decodeCnf(puzzle, (variable) => model[variable]).join(''));
    const blocking: number[] = [];
    for (let v = 1; v <= variables; v++) blocking.push(model[v] ? -v : v);
    solver.addClause(blocking);
  }
  solver.dispose();
  return found.sort();
}

function expected(puzzle: Puzzle): string[] {
  return solutionsOf(puzzle)
    .map((cells) => cells.join(''))
    .sort();
}

test('the models of a puzzle are exactly its solutions', async () => {
  const random = randomNumbers(1);
  for (let i = 0; i < 150; i++) {
    const width = 1 + Math.floor(random() * 6);
    const height = 1 + Math.floor(random() * 5);
    let puzzle = randomPuzzle(random, width, height, 0.2 + 0.6 * random());
    if (i % 3 === 0) puzzle = withSwappedRows(puzzle, 0, height - 1);
    assert.deepEqual(await pictures(puzzle), expected(puzzle), JSON.stringify(puzzle));
  }
});

test('the models of a coloured puzzle are exactly its solutions', async () => {
  const random = randomNumbers(2);
  for (let i = 0; i < 100; i++) {
    const width = 1 + Math.floor(random() * 5);
    const height = 1 + Math.floor(random() * 4);
    const colours = 2 + (i % 3);
    const puzzle = randomPuzzle(random, width, height, 0.2 + 0.7 * random(), colours);
    assert.deepEqual(await pictures(puzzle), expected(puzzle), JSON.stringify(puzzle));
  }
});

test('a start position leaves only the models that keep it', async () => {
  const random = randomNumbers(3);
  for (let i = 0; i < 60; i++) {
    const colours = 1 + (i % 2);
    const drawn = randomPuzzle(random, 4, 4, 0.5, colours);
    const start = new Uint8Array(16).fill(UNKNOWN);
    start[Math.floor(random() * 16)] = i % 3 === 0 ? 0 : 1;
    const puzzle = { ...drawn, start };
    assert.deepEqual(await pictures(puzzle), expected(puzzle), JSON.stringify(puzzle));
  }
});

test('the file opens with comments that name every cell, and a header with true sizes', () => {
  const puzzle = randomPuzzle(randomNumbers(4), 7, 5, 0.5, 2);
  const lines = textOf(puzzle).trimEnd().split('\n');
  const comments = lines.filter((line) => line.startsWith('c '));
  const clauses = lines.filter((line) => /^-?\d/.test(line));
  assert.equal(comments[0], 'c nonogram 7x5: p1, A title');
  assert.ok(comments.includes(`c cell 3 4 2 ${cellVariable(puzzle, 2 * 7 + 3, 2)}`));
  assert.equal(comments.filter((line) => line.startsWith('c cell ')).length, 7 * 5 * 2);
  const { variables } = encodeCnf(puzzle);
  assert.ok(lines.includes(`p cnf ${variables} ${clauses.length}`));
  const largest = Math.max(...clauses.flatMap((c) => c.split(' ').map((v) => Math.abs(+v))));
  assert.ok(largest <= variables);
  assert.equal(lines.length, comments.length + clauses.length + 1);
});

test('a second puzzle in the same file is refused', () => {
  const named = {
    name: null,
    title: null,
    puzzle: randomPuzzle(randomNumbers(5), 2, 2, 0.5),
    goal: null,
  };
  assert.throws(() => [...(cnf.write?.([named, named]) ?? [])], /holds one puzzle/);
});
