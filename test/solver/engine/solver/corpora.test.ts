import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { formatsByExtension } from '../../../../src/solver/formats/registry.js';
import { DEFAULT_PARSER_LIMITS } from '../../../../src/solver/formats/contract/format.js';
import { checkSolution } from '../../../../src/solver/core/puzzle/check.js';
import { cellsToText } from '../../../../src/solver/core/puzzle/text.js';
import type { Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import { validate } from '../../../../src/solver/core/puzzle/validate.js';
import { UNTIMED } from '../../../support/untimed.js';
import type { Outcome } from '../../../../src/solver/core/result/outcome.js';
import { solvePuzzle } from '../../../../src/solver/engine/solver/solve.js';

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
