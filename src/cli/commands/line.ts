import { UNKNOWN, type Cells } from '../../puzzle/types.js';
import { NEEDS_WORDS } from '../../result/difficulty-words.js';
import { readingLevel } from '../../solver/difficulty/reading-level.js';
import { solveLine } from '../../solver/lines/line.js';
import { command, type CommandContext } from '../frame/command.js';
import { Failure, UsageError } from '../outcome/failure.js';
import { lineText, readLine, type TypedLine } from '../drawing/typed-line.js';
import type { CommandOutcome } from '../outcome/command-outcome.js';

export const line = command({
  name: 'line',
  summary: 'Solve one line: the cells that are the same in every placement.',
  operands: {
    usage: '"<clue>" "<cells>"',
    min: 2,
    max: 2,
    missing: 'a clue and the cells of a line, each in quotes',
  },
  description:
    'Finds every cell that is the same in all placements of the clue that fit the known ' +
    'cells: # filled, . blank, ? unknown. With several colours, each block and each filled cell has ' +
    'a letter. On a terminal it also says which technique suffices. It fails (exit code 1) if no ' +
    'placement fits.',
  flags: {},
  examples: [
    { line: 'nonomill line "8" "??????????"', what: 'Prints ??######??' },
    { line: 'nonomill line "3 2" "??#????..."', what: 'Known cells rule placements out.' },
    { line: 'nonomill line "3a 2b" "??????"', what: 'Different colours may touch.' },
  ],
  check: ([clue, cells]) => {
    const read = readLine(clue, cells);
    if (typeof read === 'string') throw new UsageError(read);
    return read;
  },
  execute,
});

async function execute(
  { clue, letters, cells }: TypedLine,
  { terminal }: CommandContext,
): Promise<CommandOutcome> {
  const solved = solveLine(clue, Math.max(1, letters.length), cells);
  if (solved === null) {
    throw new Failure(`no placement of the blocks fits ${lineText(cells, letters)}`);
  }
  await terminal.print(lineText(solved, letters) + '\n');
  if (terminal.output.isTty) {
    const colours = Math.max(1, letters.length);
    const values = (line: Cells): number[] => Array.from(line, (cell) => valuesOf(cell, colours));
    const level = readingLevel(clue, colours, values(cells), values(solved));
    terminal.say(level === null ? 'nothing new' : `needs ${NEEDS_WORDS[level]}`);
  }
  return 'done';
}

/** The values that a cell can have, bit v for value v. */
function valuesOf(cell: number, colours: number): number {
  return cell === UNKNOWN ? 2 ** (colours + 1) - 1 : 1 << cell;
}
