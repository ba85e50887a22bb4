import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pack } from '../../../../src/solver/core/puzzle/packed.js';
import { UNKNOWN, type Cells, type Puzzle } from '../../../../src/solver/core/puzzle/types.js';
import type { Needs } from '../../../../src/solver/core/result/difficulty.js';
import { findHint, type Hint } from '../../../../src/solver/craft/advice/hint.js';
import {
  cellPaths,
  filledCellPaths,
  framedSvg,
} from '../../../../src/pipeline/report/figures/puzzle-svg.js';
import { DEFAULT_SOLVE_LIMITS } from '../../../../src/solver/engine/model/limits.js';
import { Solver } from '../../../../src/solver/engine/solver/solve.js';
import { assertGolden } from '../../../support/tests.js';
import { randomPuzzle } from '../../../support/grids.js';

/** A puzzle that needs each level: its side, its density and its seed. */
const EXAMPLES: readonly (readonly [Needs, number, number, number])[] = [
  ['overlap', 8, 0.55, 6],
  ['bounds', 8, 0.55, 22],
  ['runs', 8, 0.55, 646],
  ['line', 8, 0.55, 1973],
  ['lookahead', 8, 0.55, 888],
  ['assumption', 10, 0.4, 98],
];

type Step = Extract<Hint, { kind: 'step' }>;

/** The first step from an empty grid that needs a level, and the cells that are known before it. */
function firstStep(puzzle: Puzzle, level: Needs): { readonly cells: Cells; readonly step: Step } {
  const { width, height } = puzzle;
  const cells = new Uint8Array(width * height).fill(UNKNOWN);
  for (;;) {
    const step = findHint(puzzle, cells);
    assert.ok(step.kind === 'step', `${level}: ${step.kind}`);
    if (step.needs === level) return { cells, step };
    for (const { row, column, value } of step.cells) {
      cells[(row - 1) * width + column - 1] = value;
    }
  }
}

/** What the step sees, in lines of at most 38 letters. */
function wordsOf({ line, cells, why }: Step): string[] {
  const [{ row, column }] = cells;
  const where = line === null ? `row ${row}, column ${column}` : `${line.side} ${line.number}`;
  const lines = [''];
  for (const word of `${where}: ${why}`.split(' ')) {
    const longer = `${lines.at(-1)!} ${word}`.trim();
    if (longer.length > 38) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

const STYLE =
  'text{font-family:sans-serif;font-size:7px;text-anchor:middle;dominant-baseline:central}' +
  '.cells{fill:#d5dae1}.filled{fill:#222}.blank{fill:#fff}.grid{stroke:#8a94a3;stroke-width:.4}' +
  '.fifth{fill:none;stroke:#222;stroke-width:1}.step{fill:none;stroke:#c2410c;stroke-width:1.6}' +
  '.name{font-size:9px;font-weight:bold;text-anchor:start}.why{text-anchor:start}';
const [ACROSS, DOWN] = [180, 190];

test('docs/solver/levels.svg has a puzzle of each level, before the first step that needs it', () => {
  const solver = new Solver();
  const boards = EXAMPLES.map(([level, side, density, seed], i) => {
    const puzzle = randomPuzzle(side, density, seed);
    assert.equal(solver.rate(solver.solve(pack(puzzle), 0, DEFAULT_SOLVE_LIMITS))?.needs, level);
    const { cells, step } = firstStep(puzzle, level);
    const square = (cell: number): string => cellPaths([cell], side);
    const blanks = [...cells.keys()].filter((cell) => cells[cell] === 0);
    const stepped = step.cells.map(({ row, column }) => (row - 1) * side + column - 1);
    const board = framedSvg(
      { id: level, title: level, description: step.why, puzzle },
      `<path class="blank" d="${blanks.map(square).join('')}"/>${filledCellPaths(puzzle, cells)}`,
      `<path class="step" d="${stepped.map(square).join('')}"/>`,
    );
    const words = wordsOf(step).map(
      (text, n) => `<text class="why" y="${20 + n * 9}">${text}</text>`,
    );
    const place = `translate(${(i % 2) * ACROSS + 10} ${Math.floor(i / 2) * DOWN + 10})`;
    const sized = board.replace(/viewBox="0 0 (\S+) (\S+)" width="\S+"/, 'width="$1" height="$2"');
    return `<g transform="${place}"><text class="name" y="5">${level}</text>${words.join('')}<g transform="translate(0 50)">${sized}</g></g>`;
  });
  const size = `viewBox="0 0 ${2 * ACROSS} ${3 * DOWN + 20}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>${boards.join('\n')}</svg>\n`;
  assertGolden('../../docs/solver/levels.svg', svg);
});
