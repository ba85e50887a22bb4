import { existsSync } from 'node:fs';
import { flag, shared } from '../../pipeline/cli/flags.js';
import { command } from '../../pipeline/cli/command.js';
import { choiceFlag } from '../../pipeline/cli/flag.js';
import { GivenPuzzles, imageIn, maskIn, type OperandReading } from '../given-puzzles.js';
import { ScoreSummary } from '../../pipeline/cli/stream/score-summary.js';
import { streaming } from '../../pipeline/cli/stream/streaming.js';
import { inputName, readInput, refuseTwoInputs } from '../../pipeline/cli/input-output.js';
import { type CommandOutcome, Failure, type Terminal } from '../../pipeline/cli/terminal.js';
import { STANDARD_INPUT } from '../../pipeline/corpus/sources.js';
import { textToCells } from '../../solver/core/puzzle/text.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { NEEDS_MEANINGS } from '../../solver/core/result/difficulty-words.js';
import { countText } from '../../solver/core/text/numbers.js';
import { capital } from '../../solver/core/text/plain-text.js';
import { findHint, type Hint } from '../../solver/craft/advice/hint.js';
import { checkCells, type Checked, mistakeText } from '../../solver/craft/advice/mistake.js';
import { nearest } from '../../solver/craft/image.js';
import { cellValueText } from '../../solver/craft/replay/colour-name.js';
import { cellWords } from '../../solver/craft/replay/line-words.js';
import { linesText } from '../../solver/craft/replay/step.js';

const usual = shared('timeout', 'format', 'csvColumns', 'columnsFirst', 'db', 'json');
const streamed = shared('timeout', 'format', 'columnsFirst');

const tell = choiceFlag('--tell (say, show)', 'none', {
  choices: ['line', 'cells', 'why'],
  fallback: 'why',
  help: 'How much to tell: which line to look at, which cells follow too, or why they do.',
});

const hintOnce = command({
  name: 'hint',
  summary: 'The easiest next step from a half-filled grid, or its first mistake.',
  operands: '<puzzle> <cells>',
  missing: 'a puzzle, and the cells so far',
  description:
    'Finds the next step from a half-filled grid that is easiest to see: the weakest technique that ' +
    'settles a cell, in the line that is shortest to read. If the grid has a mistake, it shows that ' +
    'instead: a cell that no solution has, or a line that can no longer be completed (exit code 3).\n\n' +
    'The cells are a file of rows (# filled, . blank, ? unknown; - for standard input), or the rows themselves, apart by /.',
  sections: { Options: { tell, ...usual } },
  examples: {
    "nonomill hint heart.non '?#?/???/?#?'": 'What follows, and why.',
    'nonomill hint heart.non so-far.txt --tell line': 'Only where to look.',
  },
  check: (words, values) => checkOperands(words, values),
  async execute({ tell, timeout, json, ...given }, { terminal }): Promise<CommandOutcome> {
    const { puzzle, cells } = await readOperands(given, terminal);
    const found = findHint(puzzle, cells, timeout);
    await terminal.print(`${json ? JSON.stringify(found) : hintWords(found, puzzle, tell)}\n`);
    return found.kind === 'mistake' || found.kind === 'impossible' ? 'unmet' : 'done';
  },
});

export const hintCommand = streaming(
  {
    flags: streamed,
    ask: ({ timeout: timeoutMs, ...how }) => ({
      question: { command: 'hint', timeoutMs, ...how, ignoreStart: false },
      timeoutMs,
    }),
    line: 'a puzzle and its cells',
    example: 'The next step of one grid after the other.',
  },
  hintOnce,
);

function hintWords(found: Hint, puzzle: Puzzle, tell: 'line' | 'cells' | 'why'): string {
  switch (found.kind) {
    case 'done':
      return 'done: every cell is known, and the grid is a solution';
    case 'mistake':
      return `a mistake: ${mistakeText(found.mistake, puzzle)}`;
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

/** `row 8: cells 4 to 10 are filled; cell 12 is blank`. */
function cellsText({ line, cells }: Extract<Hint, { kind: 'step' }>, puzzle: Puzzle): string {
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

const checkOnce = command({
  name: 'check',
  summary: 'Is a picture a solution of a puzzle, or on the way to one?',
  operands: '<puzzle> <picture>',
  missing: 'a puzzle, and the picture to check',
  description:
    'Checks a picture against a puzzle: any solution passes. For a grid with unknown cells (?) it tells ' +
    'whether it can still become a solution, or its first mistake. The exit code is 0 for a solution, and ' +
    'with --partial also for a grid on the way to one; otherwise 3, or 1 if there was not enough time.\n\n' +
    'The picture is a file of rows (- for standard input), a PNG with a pixel for each cell, or the rows themselves, apart by /.',
  sections: { Options: { ...shared('partial'), ...usual } },
  examples: {
    'nonomill check heart.non answer.txt': 'Is it a solution?',
    "nonomill check heart.non '.#?/###/.#.' --partial": 'Is all of it right so far?',
  },
  check: (words, values) => checkOperands(words, values),
  async execute({ partial, timeout, json, ...given }, { terminal }): Promise<CommandOutcome> {
    const { puzzle, cells } = await readOperands(given, terminal);
    const checked = checkCells(puzzle, cells, timeout);
    await terminal.print(`${json ? JSON.stringify(checked) : checkedWords(checked, puzzle)}\n`);
    if (checked.kind === 'open') return 'negative';
    const passes = checked.kind === 'solution' || (partial && checked.kind === 'on-the-way');
    return passes ? 'done' : 'unmet';
  },
});

export const checkCommand = streaming(
  {
    flags: { ...streamed, ...shared('json'), summary: flag.streamSummary },
    own: [flag.streamSummary],
    ask: ({ timeout: timeoutMs, summary, json: asJson, ...how }) => ({
      question: { command: 'check', timeoutMs, ...how, ignoreStart: false, counted: summary },
      timeoutMs,
      summary: summary ? new ScoreSummary(asJson) : null,
    }),
    line: 'a puzzle and its cells',
    example: 'Scores the answers of another program.',
  },
  checkOnce,
);

function checkedWords(checked: Checked, puzzle: Puzzle): string {
  switch (checked.kind) {
    case 'solution':
      return 'a solution: it fits all clues';
    case 'on-the-way':
      return `on the way to a solution; ${unknownWords(checked.unknown)}`;
    case 'wrong':
      return `not a solution: ${mistakeText(checked.mistake, puzzle)}`;
    case 'impossible':
      return 'not a solution: the puzzle has none';
    case 'open':
      return `not decided in time: no line is broken; ${unknownWords(checked.unknown)}`;
  }
}

function unknownWords(unknown: number): string {
  return unknown === 1 ? '1 cell is unknown' : `${countText(unknown)} cells are unknown`;
}

/** A puzzle and cells as they were typed, and the flags beside them. */
function checkOperands<Values>([puzzleWord, cellsWord]: readonly string[], values: Values) {
  refuseTwoInputs(puzzleWord, cellsWord);
  return { puzzleWord, cellsWord, ...values };
}

/** What they name. @throws Failure if that cannot be read, or does not fit together */
async function readOperands(
  given: ReturnType<typeof checkOperands<OperandReading>>,
  terminal: Terminal,
) {
  const { puzzleWord, cellsWord, ...reading } = given;
  const { puzzle } = await new GivenPuzzles(puzzleWord, reading, terminal).first();
  return { puzzle, cells: await readCellsOperand(cellsWord, puzzle, terminal) };
}

/**
 * The cells that a word gives for a puzzle: a file of rows (`#` filled, `.` blank, `?` unknown),
 * also on standard input (`-`), a picture with a pixel for each cell (PNG), or the rows themselves,
 * separated by `/`.
 * @throws Failure if they do not fit the puzzle's size.
 */
async function readCellsOperand(word: string, puzzle: Puzzle, terminal: Terminal): Promise<Cells> {
  if (word !== STANDARD_INPUT && !existsSync(word)) return readCells(word, word, puzzle);
  if (/\.(png|pbm)$/i.test(word)) return pictureCells(word, puzzle, terminal);
  const text = (await readInput(word, terminal)).toString();
  const rows = text.split(/\r?\n/).map((row) => row.replace(/\s/g, ''));
  return readCells(rows.filter((row) => row !== '').join('/'), inputName(word), puzzle);
}

function readCells(text: string, word: string, { width, height, colours }: Puzzle): Cells {
  let cells: Cells;
  try {
    cells = textToCells(text.replace(/\s/g, ''), width, height);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Failure(
      'NM_CELLS_INVALID',
      `${word.length > 60 ? 'the cells' : word}: ${error.message}`,
      `Write ${height} rows of ${width} cells with / between them, or name a file of them: # filled, . blank, ? unknown.`,
    );
  }
  const other = cells.find((cell) => cell > colours && cell < 255);
  if (other === undefined) return cells;
  throw new Failure('NM_CELLS_INVALID', `${word}: colour ${other}, but the puzzle has ${colours}`);
}

async function pictureCells(file: string, puzzle: Puzzle, terminal: Terminal): Promise<Cells> {
  const { width, height, colours, palette } = puzzle;
  const image = await imageIn(file, terminal);
  if (colours === 1) return maskIn(image, puzzle);
  if (image.width !== width || image.height !== height) {
    throw new Failure(
      'NM_CELLS_INVALID',
      `${file}: ${image.width}x${image.height} pixels, but the puzzle has ${width}x${height} cells`,
    );
  }
  const known = palette!.map((colour) => Number.parseInt(colour.slice(1), 16));
  return Uint8Array.from(image.pixels, (pixel) => nearest(known, pixel));
}
