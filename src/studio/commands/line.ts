import {
  MAX_BLOCK_LENGTH,
  MAX_COLOURS,
  UNKNOWN,
  block,
  type Cells,
} from '../../solver/core/puzzle/types.js';
import { NEEDS_WORDS } from '../../solver/core/result/difficulty-words.js';
import { readingLevel, solveLine } from '../../solver/engine/solver/line.js';
import { command } from '../../pipeline/cli/command.js';
import { Failure, UsageError } from '../../pipeline/cli/terminal.js';

export const line = command({
  name: 'line',
  summary: 'Solve one line: the cells that are the same in every placement.',
  operands: '"<clue>" "<cells>"',
  missing: 'a clue and the cells of a line, each in quotes',
  description:
    'Finds every cell that is the same in all placements of the clue that fit the known ' +
    'cells: # filled, . blank, ? unknown. With several colours, each block and each filled cell has ' +
    'a letter. On a terminal it also says which technique suffices. It fails (exit code 1) if no ' +
    'placement fits.',
  sections: {},
  examples: {
    'nonomill line "8" "??????????"': 'Prints ??######??',
    'nonomill line "3 2" "??#????..."': 'Known cells rule placements out.',
    'nonomill line "3a 2b" "??????"': 'Different colours may touch.',
  },
  check: ([clue, cells]) => {
    const read = readLine(clue, cells);
    if (typeof read === 'string') throw new UsageError('NM_CELLS_INVALID', read);
    return read;
  },
  async execute({ clue, letters, cells }, { terminal }) {
    const solved = solveLine(clue, cells);
    if (solved === null) {
      throw new Failure(
        'NM_LINE_CONTRADICTION',
        `no placement of the blocks fits ${lineText(cells, letters)}`,
      );
    }
    await terminal.print(lineText(solved, letters) + '\n');
    if (terminal.output.isTty) {
      const colours = Math.max(1, letters.length);
      // The values that a cell can have, bit v for value v.
      const values = (line: Cells): number[] =>
        Array.from(line, (cell) => (cell === UNKNOWN ? 2 ** (colours + 1) - 1 : 1 << cell));
      const level = readingLevel(clue, colours, values(cells), values(solved));
      terminal.say(level === null ? 'nothing new' : `needs ${NEEDS_WORDS[level]}`);
    }
    return 'done';
  },
});

/**
 * A line from words, or the reason why they are none: the clue is block lengths, each with a letter
 * if there are several colours (`3a 2b`); the cells are `#` (or a colour's letter), `.` and `?`.
 * `letters` are its colours, none in black and white.
 */
function readLine(clueText: string, cellsText: string) {
  const words = clueText.split(/[\s,]+/).filter((word) => word !== '');
  const letters: string[] = [];
  const clue: number[] = [];
  for (const word of words) {
    const found = /^(\d+)([a-z]?)$/i.exec(word);
    if (found === null) return `expected block lengths such as "3 1" or "3a 2b", found "${word}"`;
    const [, length, letter] = found;
    if ((letter === '') !== (letters.length === 0) && clue.length > 0) {
      return `"${word}": either every block has a colour's letter, or none`;
    }
    if (letter !== '' && !letters.includes(letter)) letters.push(letter);
    if (Number(length) === 0 && words.length === 1) break;
    if (Number(length) === 0 || Number(length) > MAX_BLOCK_LENGTH) {
      return `"${word}": a block has 1 to ${MAX_BLOCK_LENGTH} cells`;
    }
    clue.push(block(Number(length), letter === '' ? 1 : letters.indexOf(letter) + 1));
  }
  if (letters.length > MAX_COLOURS) return `more than ${MAX_COLOURS} colours`;
  if (cellsText === '') return 'the line has no cells; write ? for each that is unknown';
  if (cellsText.length > MAX_BLOCK_LENGTH) return `a line has at most ${MAX_BLOCK_LENGTH} cells`;
  const cells = new Uint8Array(cellsText.length);
  const written = signsOf(letters);
  for (let i = 0; i < cells.length; i++) {
    const cell = cellsText[i] === '?' ? UNKNOWN : written.indexOf(cellsText[i]);
    if (cell < 0) {
      const filled = written.slice(1).join(' ');
      return `cell ${i + 1}: expected ${filled} (filled), . (blank) or ? (unknown), found "${cellsText[i]}"`;
    }
    cells[i] = cell;
  }
  return { clue, letters, cells };
}

function lineText(cells: Cells, letters: readonly string[]): string {
  const written = signsOf(letters);
  return Array.from(cells, (cell) => (cell === UNKNOWN ? '?' : written[cell])).join('');
}

/** How cells are written, by their values: blank, then the colours. */
function signsOf(letters: readonly string[]): string[] {
  return ['.', ...(letters.length === 0 ? ['#'] : letters)];
}
