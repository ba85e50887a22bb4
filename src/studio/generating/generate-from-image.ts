import { statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { STANDARD_INPUT } from '../../pipeline/corpus/sources.js';
import type { NamedPuzzle } from '../../solver/formats/contract/format.js';
import { cutOut, shadesOf, withoutMargins } from './picture-search.js';
import { isSizeRange, type GridSize } from '../../solver/core/puzzle/grid-size.js';
import type { Image } from '../../solver/craft/generate/image.js';
import { ownSize, puzzleOfImage } from '../../solver/craft/generate/puzzle-of-image.js';
import { requireHolds } from '../../pipeline/cli/converting.js';
import { drawnPuzzle } from '../../pipeline/cli/showing.js';
import { imageIn } from '../../pipeline/cli/operands.js';
import { asHeldBy, choosePuzzles } from './choose-puzzles.js';
import { DEFAULT_THRESHOLD, type ImageOptions } from './generate-options.js';
import type { CommandOutcome } from '../../pipeline/cli/terminal/outcome.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import { openSink, writeLines } from '../../pipeline/cli/terminal/input-output.js';
import { countText, durationText } from '../../solver/core/text/numbers.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/engine/model/limits.js';
import { solvePuzzle } from '../../solver/engine/solver/solve.js';

/**
 * Writes the puzzles of a picture, one for each size, without its blank margins, draws them for
 * people, and warns of those that are blank, distorted, or have more than one solution: nobody who
 * solves them can tell which is meant.
 */
export async function generateFromImage(
  options: ImageOptions,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const { file, sizes, goal, format, out, force } = options;
  const isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isFolder || goal !== null || (sizes !== null && isSizeRange(sizes))) {
    return choosePuzzles(options, isFolder, terminal);
  }
  const image = await imageIn(file, terminal);
  const asked = options.shades ?? ({ kind: 'threshold', threshold: DEFAULT_THRESHOLD } as const);
  const shades = shadesOf(image, asked);
  const called = file === STANDARD_INPUT ? 'picture' : basename(file, extname(file));
  const puzzles: NamedPuzzle[] = [];
  for (const wanted of sizes ?? [null]) {
    const crop = withoutMargins(image, shades, wanted);
    const part = cutOut(image, crop);
    const size = wanted ?? ownSize(part);
    if (crop.kind !== 'whole') {
      terminal.say(
        `nonomill: ${called}, ${size.width}x${size.height}: blank margins are cut off, ` +
          `${part.width}x${part.height} of ${image.width}x${image.height} pixels are left`,
      );
    }
    const named = puzzleOfImage(part, size, shades);
    if (terminal.messages.isTty) preview(named, terminal);
    for (const warning of imageWarnings(part, named)) {
      terminal.say(`nonomill: ${called}, ${size.width}x${size.height}: ${warning}`);
    }
    const name = sizes !== null && sizes.length > 1 ? `${called}-${puzzles.length + 1}` : called;
    puzzles.push(asHeldBy(format, { ...named, name, title: called }));
  }
  requireHolds(format, puzzles, terminal);
  await writeLines(format.write!(puzzles), await openSink({ out, force }, terminal), () => false);
  return 'done';
}

/** Draws what the picture has become, without its clues if they do not fit. */
function preview({ puzzle, goal }: NamedPuzzle, terminal: Terminal): void {
  terminal.draw(drawnPuzzle(puzzle, goal!, terminal.messages));
}

/** The share by which a picture may become wider or higher before it looks distorted. */
const UNSEEN = 0.1;

/** What an author must know about the puzzle of a picture. */
function imageWarnings(image: Image, named: NamedPuzzle): string[] {
  const { puzzle } = named;
  const warnings = [distorted(image, puzzle)];
  const plain = plainPicture(named);
  if (plain === null) warnings.push(notUnique(named));
  else warnings.push(plain);
  return warnings.filter((warning) => warning !== null);
}

/** A picture of one colour is blank, or all filled: seldom what was drawn. */
function plainPicture({ puzzle, goal }: NamedPuzzle): string | null {
  const first = goal![0];
  if (goal!.some((cell) => cell !== first)) return null;
  const what = first === 0 ? 'every cell is blank' : 'every cell is filled';
  const advice =
    puzzle.palette === null
      ? 'another --threshold may tell more apart'
      : 'the picture has one colour';
  return `${what}: ${advice}`;
}

function distorted(image: Image, { width, height }: GridSize): string | null {
  const stretched = width / height / (image.width / image.height);
  if (Math.abs(Math.log(stretched)) <= Math.log(1 + UNSEEN)) return null;
  const own = ownSize(image);
  // At most as large as what was asked for, and in the shape of the picture.
  const scale = Math.min(width / own.width, height / own.height);
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return (
    `the picture is distorted: it has ${image.width}x${image.height} pixels; ` +
    `--size ${side(own.width)}x${side(own.height)} keeps its shape`
  );
}

function notUnique({ puzzle }: NamedPuzzle): string | null {
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
