import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { checkSolution } from '../../../src/solver/core/puzzle/check.js';
import { pack } from '../../../src/solver/core/puzzle/packed.js';
import { benchmarkPuzzles } from '../../../src/solver/craft/benchmark.js';
import { Solver } from '../../../src/solver/engine/solver/solve.js';
import { formatByName } from '../../../src/solver/formats/registry.js';
import { UNTIMED } from '../../support/tests.js';

const puzzles = [...benchmarkPuzzles(1, 1)];

test('version 1 of the benchmark corpus has the same bytes for ever', () => {
  const hash = createHash('sha256');
  const withoutGoals = puzzles.map((named) => ({ ...named, goal: null }));
  for (const text of formatByName('ndjson')!.write!(withoutGoals)) hash.update(text);
  const expected = '0343aa2767f8dfed6f054d7bcc41dbebcf13659eb95c5774897190bb81ff3058';
  assert.equal(hash.digest('hex'), expected);
});

test('every puzzle of it has a name of its own and a goal that solves it', () => {
  assert.equal(puzzles.length, 480);
  assert.equal(new Set(puzzles.map(({ name }) => name)).size, puzzles.length);
  for (const { name, puzzle, goal } of puzzles)
    assert.equal(checkSolution(puzzle, goal!), null, name!);
});

test('its planted puzzles have one solution, found by the technique that their name says', () => {
  const solver = new Solver();
  const planted = puzzles.filter(({ name }) => /-(line|probe|unique)-/.test(name!));
  assert.equal(planted.length, 72);
  for (const { name, puzzle } of planted) {
    const { status, technique } = solver.solve(pack(puzzle), 0, UNTIMED);
    assert.equal(status, 'unique', name!);
    if (!name!.includes('-unique-')) assert.ok(name!.includes(`-${technique}-`), name!);
  }
});

test('another seed gives another corpus of the same families', () => {
  const [other] = benchmarkPuzzles(1, 2);
  assert.equal(other.name, 'b1-s2-random-5x5-d30-1');
  assert.notDeepEqual(other.goal, puzzles[0].goal);
});
