import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { UNTIMED } from '../../../support/untimed.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';

const CORPORA = '../shared/corpora';
const skip = existsSync(CORPORA) ? false : `${CORPORA} is not here`;

interface ClueLists {
  id: string;
  rows: number[][];
  columns: number[][];
}

function puzzleOfClues({ rows, columns }: ClueLists): Puzzle {
  const [width, height] = [columns.length, rows.length];
  return { width, height, rows, columns, colours: 1, palette: null, start: null };
}

function dominoes(): ClueLists[] {
  const text = readFileSync(`${CORPORA}/survey/dominoes.ndjson`, 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ClueLists);
}

/** The puzzles of a tournament file: `$n`, 25 columns, 25 rows, numbers parted by tabs. */
function tournament(name: string, count: number): Puzzle[] {
  const text = readFileSync(`${CORPORA}/tournament/${name}.question.txt`, 'latin1');
  return text
    .split('$')
    .slice(1, count + 1)
    .map((part, index) => {
      const clues = part
        .split(/\r?\n/)
        .slice(1, 51)
        .map((line) => line.split('\t').filter(Boolean).map(Number));
      return puzzleOfClues({ id: `${index}`, columns: clues.slice(0, 25), rows: clues.slice(25) });
    });
}

const LIMITS = UNTIMED;

test('the dominoes have one solution each', { skip }, () => {
  for (const clues of dominoes().slice(0, 8)) {
    const puzzle = puzzleOfClues(clues);
    const { status, solution } = solvePuzzle(puzzle, LIMITS);
    assert.equal(status, 'unique', clues.id);
    assert.equal(solution === null ? 'none' : checkSolution(puzzle, solution), null, clues.id);
  }
});

test('tournament puzzles have solutions, all of which fit', { skip }, () => {
  for (const name of ['taai2017', 'tcga2015']) {
    for (const [index, puzzle] of tournament(name, 60).entries()) {
      const { status, solution, secondSolution } = solvePuzzle(puzzle, LIMITS);
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
