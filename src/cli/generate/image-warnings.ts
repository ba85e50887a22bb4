import type { NamedPuzzle } from '../../formats/contract/format.js';
import type { GridSize } from '../../generate/grid-size.js';
import type { Image } from '../../generate/image.js';
import { ownSize } from '../../generate/puzzle-of-image.js';
import { durationText } from '../../text/durations.js';
import { countText } from '../../text/numbers.js';
import { DEFAULT_SOLVE_LIMITS } from '../../solver/model/limits.js';
import { solvePuzzle } from '../../solver/solve.js';

/** The share by which a picture may become wider or higher before it looks distorted. */
const UNSEEN = 0.1;

/** What an author must know about the puzzle of a picture. */
export function imageWarnings(image: Image, named: NamedPuzzle): string[] {
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
