import { linesText } from '../../solver/craft/replay/look-ahead.js';
import { cellValueText } from '../../solver/craft/replay/colour-name.js';
import { findHint, type Hint } from '../../solver/craft/advice/hint.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { cellWords } from '../../solver/craft/replay/line-words.js';
import { NEEDS_MEANINGS } from '../../solver/core/result/difficulty-words.js';
import { readCellsOperand, mistakeWords } from './cells-operand.js';
import { GivenPuzzles } from '../../pipeline/cli/operands.js';
import { command } from '../../pipeline/cli/frame/command.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import { choiceFlag } from '../../pipeline/cli/frame/flag.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal/outcome.js';
import { refuseTwoInputs } from '../../pipeline/cli/terminal/input-output.js';
import { capital } from '../../solver/core/text/plain-text.js';

const flags = {
  tell: choiceFlag({
    name: 'tell',
    reach: 'none',
    choices: ['line', 'cells', 'why'] as const,
    fallback: 'why' as const,
    help: 'How much to tell: which line to look at, which cells follow too, or why they do.',
    alsoTried: ['say', 'show'],
  }),
  timeout: runFlag.timeout,
  format: puzzleFlag.format,
  csvColumns: puzzleFlag.csvColumns,
  columnsFirst: puzzleFlag.columnsFirst,
  db: outputFlag.db,
  json: outputFlag.jsonFlag,
};

const onceOnly = command({
  name: 'hint',
  summary: 'The easiest next step from a half-filled grid, or its first mistake.',
  operands: {
    usage: '<puzzle> <cells>',
    min: 2,
    max: 2,
    missing: 'a puzzle, and the cells so far',
  },
  description:
    'Finds the next step from a half-filled grid that is easiest to see: the weakest technique that ' +
    'settles a cell, in the line that is shortest to read. If the grid has a mistake, it shows that ' +
    'instead: a cell that no solution has, or a line that can no longer be completed (exit code 3).' +
    '\n\n' +
    'The cells are a file of rows (# filled, . blank, ? unknown; - for standard input), or the rows themselves, apart by /.',
  flags,
  examples: {
    "nonomill hint heart.non '?#?/???/?#?'": 'What follows, and why.',
    'nonomill hint heart.non so-far.txt --tell line': 'Only where to look.',
  },
  check: ([puzzle, cells], values) => {
    refuseTwoInputs(puzzle, cells);
    return { puzzle, cells, ...values };
  },
  async execute(
    { puzzle: word, cells, tell, timeout, format, columnsFirst, db, json },
    { terminal },
  ): Promise<CommandOutcome> {
    const { puzzle } = await new GivenPuzzles(word, { format, columnsFirst, db }, terminal).first();
    const found = findHint(puzzle, await readCellsOperand(cells, puzzle, terminal), timeout);
    await terminal.print(
      json ? `${JSON.stringify(found)}\n` : `${hintWords(found, puzzle, tell)}\n`,
    );
    return found.kind === 'mistake' || found.kind === 'impossible' ? 'unmet' : 'done';
  },
});

export const hintCommand = streaming(
  {
    flags: {
      timeout: runFlag.timeout,
      format: puzzleFlag.format,
      columnsFirst: puzzleFlag.columnsFirst,
    },
    ask: ({ timeout: timeoutMs, ...how }) => ({
      question: { command: 'hint', timeoutMs, ...how, ignoreStart: false },
      timeoutMs,
    }),
    line: 'a puzzle and its cells',
    example: 'The next step of one grid after the other.',
  },
  onceOnly,
);

function hintWords(found: Hint, puzzle: Puzzle, tell: 'line' | 'cells' | 'why'): string {
  switch (found.kind) {
    case 'done':
      return 'done: every cell is known, and the grid is a solution';
    case 'mistake':
      return `a mistake: ${mistakeWords(found.mistake, puzzle)}`;
    case 'impossible':
      return 'the puzzle has no solution';
    case 'ambiguous':
      return 'nothing follows: with these cells, the puzzle has several solutions';
    case 'step': {
      const { lines: looked, needs, why } = found;
      const where = looked.length === 0 ? 'no single line' : linesText(looked);
      const lines = [`Look at ${where}; it takes ${NEEDS_MEANINGS[needs]}.`];
      if (tell !== 'line') lines.push(`${capital(cellsText(found, puzzle))}.`);
      if (tell === 'why') lines.push(`Why: ${why}.`);
      return lines.join('\n');
    }
  }
}

type HintedStep = Extract<Hint, { readonly kind: 'step' }>;

/** `row 8: cells 4 to 10 are filled; cell 12 is blank`. */
function cellsText({ line, cells }: HintedStep, puzzle: Puzzle): string {
  // Without a line there is only one cell.
  const across = line?.side !== 'column';
  const name = across ? `row ${cells[0].row}` : `column ${cells[0].column}`;
  const values = [...new Set(cells.map(({ value }) => value))];
  const parts = values.map((value) => {
    const alike = cells.filter((cell) => cell.value === value);
    const at = alike.map((cell) => (across ? cell.column : cell.row) - 1);
    return `${cellWords(at)} ${alike.length === 1 ? 'is' : 'are'} ${cellValueText(value, puzzle)}`;
  });
  return `${name}: ${parts.join('; ')}`;
}
