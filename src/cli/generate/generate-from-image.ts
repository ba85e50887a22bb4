import { basename, extname } from 'node:path';
import type { Format, NamedPuzzle } from '../../formats/contract/format.js';
import { ownSize, puzzleOfImage } from '../../generate/puzzle-of-image.js';
import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { solvePuzzle } from '../../solver/solve.js';
import { requireHolds } from '../convert/left-out.js';
import { imageIn } from './image-file.js';
import type { ImageOptions } from './generate-options.js';
import type { CommandOutcome } from '../outcome/outcome.js';
import type { Terminal } from '../terminal/terminal.js';
import { openSink, writeLines } from '../terminal/text-sink.js';

/**
 * Writes the puzzles of a picture, one for each size, and warns about those with more than one
 * solution: nobody who solves them can tell which is meant.
 */
export async function generateFromImage(
  { file, sizes, shades, format, out, force }: ImageOptions,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const image = await imageIn(file);
  const called = basename(file, extname(file));
  const puzzles: NamedPuzzle[] = [];
  for (const size of sizes ?? [ownSize(image)]) {
    const named = puzzleOfImage(image, size, shades);
    const warning = warningOf(named);
    if (warning !== null) {
      terminal.say(`nonomill: ${called}, ${size.width}x${size.height}: ${warning}`);
    }
    const name = sizes !== null && sizes.length > 1 ? `${called}-${puzzles.length + 1}` : called;
    puzzles.push(asHeldBy(format, { ...named, name, title: called }));
  }
  requireHolds(format, puzzles, terminal);
  await writeLines(format.write!(puzzles), await openSink({ out, force }, terminal), () => false);
  return 'done';
}

/** What an author must know about the puzzle, or null. */
function warningOf({ puzzle }: NamedPuzzle): string | null {
  const { status, solution, secondSolution } = solvePuzzle(puzzle);
  if (status === 'unique') return null;
  if (solution === null || secondSolution === null) {
    const time = durationText(DEFAULT_SOLVE_LIMITS.timeoutMs);
    return `whether it has one solution could not be found out in ${time}`;
  }
  const differ = [...solution.keys()].filter((i) => solution[i] !== secondSolution[i]);
  const [row, cell] = [Math.floor(differ[0] / puzzle.width) + 1, (differ[0] % puzzle.width) + 1];
  return (
    `it has several solutions; two of them differ in ${countText(differ.length)} cells, ` +
    `the first in row ${row}, cell ${cell}`
  );
}

/** Without what comes from the file's name and picture alone: leaving that out is no loss. */
function asHeldBy({ holds }: Format, named: NamedPuzzle): NamedPuzzle {
  const { puzzle } = named;
  return {
    name: holds.name ? named.name : null,
    title: holds.title ? named.title : null,
    puzzle,
    goal: holds.goal ? named.goal : null,
  };
}
