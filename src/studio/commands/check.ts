import { checkCells, type Checked } from '../../solver/craft/advice/mistake.js';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { countText } from '../../solver/core/text/numbers.js';
import { readCellsOperand, mistakeWords } from './cells-operand.js';
import { GivenPuzzles } from '../../pipeline/cli/operands.js';
import { command } from '../../pipeline/cli/frame/command.js';
import { ScoreSummary } from '../../pipeline/cli/stream/score-summary.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import * as runFlag from '../../pipeline/cli/flags/run-flags.js';
import * as outputFlag from '../../pipeline/cli/flags/output-flags.js';
import * as puzzleFlag from '../../pipeline/cli/flags/puzzle-flags.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal/outcome.js';
import { refuseTwoInputs } from '../../pipeline/cli/terminal/input-output.js';

const flags = {
  partial: runFlag.partial,
  timeout: runFlag.timeout,
  format: puzzleFlag.format,
  csvColumns: puzzleFlag.csvColumns,
  columnsFirst: puzzleFlag.columnsFirst,
  db: outputFlag.db,
  json: outputFlag.jsonFlag,
};

const onceOnly = command({
  name: 'check',
  summary: 'Is a picture a solution of a puzzle, or on the way to one?',
  operands: {
    usage: '<puzzle> <picture>',
    min: 2,
    max: 2,
    missing: 'a puzzle, and the picture to check',
  },
  description:
    'Checks a picture against a puzzle: any solution passes. For a grid with unknown cells (?) it tells ' +
    'whether it can still become a solution, or its first mistake. The exit code is 0 for a solution, and ' +
    'with --partial also for a grid on the way to one; otherwise 3, or 1 if there was not enough time.' +
    '\n\n' +
    'The picture is a file of rows (- for standard input), a PNG with a pixel for each cell, or the rows themselves, apart by /.',
  flags,
  examples: {
    'nonomill check heart.non answer.txt': 'Is it a solution?',
    "nonomill check heart.non '.#?/###/.#.' --partial": 'Is all of it right so far?',
  },
  check: ([puzzle, picture], values) => {
    refuseTwoInputs(puzzle, picture);
    return { puzzle, picture, ...values };
  },
  async execute(
    { puzzle: word, picture, partial, timeout, format, columnsFirst, db, json },
    { terminal },
  ): Promise<CommandOutcome> {
    const { puzzle } = await new GivenPuzzles(word, { format, columnsFirst, db }, terminal).first();
    const checked = checkCells(puzzle, await readCellsOperand(picture, puzzle, terminal), timeout);
    await terminal.print(
      json ? `${JSON.stringify(checked)}\n` : `${checkedWords(checked, puzzle)}\n`,
    );
    if (checked.kind === 'open') return 'negative';
    const passes = checked.kind === 'solution' || (partial && checked.kind === 'on-the-way');
    return passes ? 'done' : 'unmet';
  },
});

export const checkCommand = streaming(
  {
    flags: {
      timeout: runFlag.timeout,
      format: puzzleFlag.format,
      columnsFirst: puzzleFlag.columnsFirst,
      summary: runFlag.streamSummary,
      json: outputFlag.jsonFlag,
    },
    own: [runFlag.streamSummary],
    ask: ({ timeout: timeoutMs, summary, json, ...how }) => ({
      question: { command: 'check', timeoutMs, ...how, ignoreStart: false, graded: summary },
      timeoutMs,
      summary: summary ? new ScoreSummary(json) : null,
    }),
    line: 'a puzzle and its cells',
    example: 'Scores the answers of another program.',
  },
  onceOnly,
);

function checkedWords(checked: Checked, puzzle: Puzzle): string {
  switch (checked.kind) {
    case 'solution':
      return 'a solution: it fits all clues';
    case 'on-the-way':
      return `on the way to a solution; ${unknownWords(checked.unknown)}`;
    case 'wrong':
      return `not a solution: ${mistakeWords(checked.mistake, puzzle)}`;
    case 'impossible':
      return 'not a solution: the puzzle has none';
    case 'open':
      return `not decided in time: no line is broken; ${unknownWords(checked.unknown)}`;
  }
}

function unknownWords(unknown: number): string {
  return unknown === 1 ? '1 cell is unknown' : `${countText(unknown)} cells are unknown`;
}
