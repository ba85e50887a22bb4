// Are the fewest changes that a fix finds the fewest there are? All changes are tried.
// Pictures of 5x5 are compared with the distance from each of the 2^25 to the nearest good one; of up to
// 8x8 with trying all sets of up to three cells. Pictures of 10x10 to 30x30, random and drawn, must be good
// afterwards, and a second engine (CaDiCaL) proves it again, and for those of up to 14x14 also that no
// fewer changes would do.
//
//     --pictures=100   pictures of each kind
//     --part=small     one part alone: all (of 5x5), small or large
import { fix, type FixGoal, type FixWay, type PicturedPuzzle } from '../src/advice/fix/fix.js';
import { blobs, drawing, text } from '../src/generate/benchmark/pictures.js';
import { Random } from '../src/generate/random-puzzles.js';
import { check } from '../src/puzzle/check.js';
import type { Cells } from '../src/puzzle/types.js';
import { openCrossChecker } from '../src/cross-check/cross-check.js';
import { fewestGivens, fewestPixels, isGood } from '../test/support/naive/fewest-changes.js';
import { distancesToGood } from '../test/support/naive/nearest-good.js';
import { puzzleOfPicture, randomNumbers, randomPicture } from '../test/support/random-puzzle.js';
import { keepFigure } from './support/figures.js';

const PICTURES = option('pictures', 100);
const GOALS = ['unique', 'line'] as const;
/** The largest sets of cells that are tried. */
const MOST = 3;
const PATIENCE_MS = 60_000;
/** The longest side of pictures of which all sets of fewer changes are judged by the second engine. */
const JUDGED_SIDE = 14;

function allOf5x5(goal: FixGoal): void {
  const distances = distancesToGood(5, 5, goal);
  const count = 50 * PICTURES;
  const step = Math.floor(distances.length / count) | 1;
  const tally = new Tally(`5x5, against all 2^25, pixels`, goal);
  for (let i = 0; i < count; i++) {
    const picture = (i * step) % distances.length;
    const cells = Uint8Array.from({ length: 25 }, (_, bit) => (picture >> bit) & 1);
    const found = changesOf({ puzzle: puzzleOfPicture(cells, 5, 5), goal: cells }, goal, 'pixels');
    tally.add(distances[picture], found === distances[picture]);
  }
  tally.write();
}

function small(): void {
  for (const goal of GOALS) {
    for (const by of ['pixels', 'givens'] as const) {
      for (const [side, colours] of [
        [6, 1],
        [7, 1],
        [8, 1],
        [6, 2],
      ] as const) {
        trying(side, colours, goal, by);
      }
    }
  }
}

function trying(side: number, colours: number, goal: FixGoal, by: FixWay): void {
  const random = randomNumbers(side * 10 + colours);
  const called = colours === 1 ? '' : `, ${colours} colours`;
  const tally = new Tally(`${side}x${side}${called}, all sets of ${MOST}, ${by}`, goal);
  for (let i = 0; i < PICTURES; i++) {
    const cells = randomPicture(random, side * side, 0.35 + 0.1 * (i % 4), colours);
    const wanted = { cells, width: side, height: side, colours, goal };
    const fewest = (by === 'pixels' ? fewestPixels : fewestGivens)(wanted, MOST);
    const found = changesOf(
      { puzzle: puzzleOfPicture(cells, side, side, colours), goal: cells },
      goal,
      by,
    );
    tally.add(fewest, Math.min(found, MOST + 1) === fewest);
  }
  tally.write();
}

/** How many changes the fix makes; Infinity if its puzzle is not good or it finds none. */
function changesOf(pictured: PicturedPuzzle, goal: FixGoal, by: FixWay): number {
  const found = fix(pictured, { for: goal, by, maxChanges: 100, timeoutMs: PATIENCE_MS });
  if (found.kind === 'none' || check(found.puzzle, found.goal) !== null) return Infinity;
  return isGood(found.puzzle, goal) ? found.changes.length : Infinity;
}

async function larger(): Promise<void> {
  const crossChecker = await openCrossChecker();
  const random = new Random(7);
  const kinds: Readonly<Record<string, (side: number) => Cells>> = {
    noise: (side) => randomPicture(() => random.fraction(), side * side, 0.5),
    islands: (side) => blobs(random, { width: side, height: side }),
    drawings: (side) => drawing(random, { width: side, height: side }),
    letters: (side) => text(random, { width: side, height: side }),
  };
  for (const goal of GOALS) {
    for (const [name, picture] of Object.entries(kinds)) {
      const tally = new Tally(`10x10 to 30x30, ${name}`, goal);
      for (let i = 0; i < Math.ceil(PICTURES / 4); i++) {
        const side = 10 + ((i * 7) % 21);
        const cells = picture(side);
        const pictured = { puzzle: puzzleOfPicture(cells, side, side), goal: cells };
        const found = fix(pictured, { for: goal, timeoutMs: 10_000 });
        if (found.kind === 'none') {
          tally.add(Infinity, false);
          continue;
        }
        let agreed = isGood(found.puzzle, goal) && check(found.puzzle, found.goal) === null;
        agreed &&= crossChecker.judge(found.puzzle, Infinity) === 'one';
        if (goal === 'unique' && found.fewestProven && side <= JUDGED_SIDE) {
          for (let fewer = 0; fewer < Math.min(found.changes.length, 3) && agreed; fewer++) {
            agreed = noneIsUnique(cells, side, fewer, 0);
          }
        }
        tally.add(found.changes.length, agreed);
      }
      tally.write();
    }
  }

  /** Whether the second engine finds several solutions of all pictures that differ in so many cells. */
  function noneIsUnique(cells: Cells, side: number, left: number, from: number): boolean {
    if (left === 0) {
      return crossChecker.judge(puzzleOfPicture(cells, side, side), Infinity) === 'several';
    }
    for (let cell = from; cell < cells.length; cell++) {
      const other = cells.with(cell, 1 - cells[cell]);
      if (!noneIsUnique(other, side, left - 1, cell + 1)) return false;
    }
    return true;
  }
}

/** How many pictures of one kind agree, and how many changes they need. */
class Tally {
  private readonly sizes = new Map<number, number>();
  private agreed = 0;
  private pictures = 0;

  constructor(
    private readonly what: string,
    private readonly goal: FixGoal,
  ) {}

  add(changes: number, agrees: boolean): void {
    this.sizes.set(changes, (this.sizes.get(changes) ?? 0) + 1);
    this.pictures++;
    if (agrees) this.agreed++;
  }

  write(): void {
    const sizes = [...this.sizes].sort(([one], [other]) => one - other);
    const listed = sizes.map(([size, count]) => `${size}: ${count}`).join(', ');
    process.stdout.write(
      `${this.what.padEnd(42)}${this.goal.padEnd(8)}${String(this.pictures).padStart(8)}` +
        `${String(this.agreed).padStart(7)}  ${listed}\n`,
    );
    keepFigure(`${this.what}, ${this.goal}, differ`, this.pictures - this.agreed, '', 'less');
    if (this.agreed < this.pictures) process.exitCode = 1;
  }
}

function option(name: string, usual: number): number {
  const given = process.argv.find((arg) => arg.startsWith(`--${name}=`));
  return given === undefined ? usual : Number(given.slice(name.length + 3));
}

process.stdout.write(
  'what                                      for     pictures  agree  by changes\n',
);
const part = process.argv.find((arg) => arg.startsWith('--part='))?.slice('--part='.length);
if (part === undefined || part === 'all') for (const goal of GOALS) allOf5x5(goal);
if (part === undefined || part === 'small') small();
if (part === undefined || part === 'large') await larger();
