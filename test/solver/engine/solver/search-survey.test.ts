import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../../../support/tests.js';
import { readText } from '../../formats/read-text.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';

const CORPORA = '../shared/corpora';
const skip = existsSync(CORPORA) ? false : `${CORPORA} is not here`;

/** The first puzzles of one of its files. */
const puzzlesOf = (path: string, format: string, count: number): Puzzle[] =>
  readText(format, readFileSync(`${CORPORA}/${path}`, 'utf8'))
    .slice(0, count)
    .map(({ puzzle }) => puzzle!);

test('the dominoes have one solution each', { skip }, () => {
  for (const [index, puzzle] of puzzlesOf('survey/dominoes.ndjson', 'ndjson', 8).entries()) {
    const { status, solution } = solvePuzzle(puzzle, UNTIMED);
    assert.equal(status, 'unique', `${index}`);
    assert.equal(solution === null ? 'none' : checkSolution(puzzle, solution), null, `${index}`);
  }
});

test('tournament puzzles have solutions, all of which fit', { skip }, () => {
  for (const name of ['taai2017', 'tcga2015']) {
    const path = `tournament/${name}.question.txt`;
    for (const [index, puzzle] of puzzlesOf(path, 'tournament', 60).entries()) {
      const { status, solution, secondSolution } = solvePuzzle(puzzle, UNTIMED);
      const label = `${name} ${index + 1}`;
      assert.ok(status === 'unique' || status === 'multiple', `${label}: ${status}`);
      assert.equal(solution === null ? 'none' : checkSolution(puzzle, solution), null, label);
      assert.equal(secondSolution !== null, status === 'multiple', label);
      if (secondSolution === null) continue;
      assert.equal(checkSolution(puzzle, secondSolution), null, label);
      assert.notDeepEqual(secondSolution, solution, label);
    }
  }
});
