import { blockLength, type Cells, type Clue, type Puzzle } from '../solver/core/puzzle/types.js';
import type { Rated } from '../solver/core/result/difficulty.js';
import type { QrCode } from '../solver/craft/qr-code.js';

/** Points: 72 to an inch. */
export const PAPERS = { a4: [595.28, 841.89], letter: [612, 792] } as const;

/** From the edge of the paper. */
export const MARGIN = 36;

/** Between puzzles on a page. */
const GAP = 18;

/** Above a puzzle, for its name and stars. */
export const HEAD = 18;

/** Below a coloured puzzle, for its legend. */
export const LEGEND = 16;

/** The side of a module of a QR code: 0.39 mm. */
export const QR_MODULE = 1.1;

/** Between a grid and the QR code below it. */
export const ABOVE_CODE = 6;

/** At the foot of the page, for its number. */
const FOOT = 14;

/** Cells of this many points are comfortable to fill in: 4.6 mm. */
const COMFORTABLE = 13;

/** Below this many points, clues are too small to read: the puzzle gets a page of its own. */
const READABLE = 8.5;

/** The largest cell, so that a tiny puzzle does not fill a page. */
const LARGEST = 30;

/** A rectangle on a page, in points from the top left. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Puzzles of one page, by their index, each with its place. */
interface PageLayout {
  readonly landscape: boolean;
  readonly places: readonly {
    readonly index: number;
    readonly area: Area;
    readonly cell: number;
  }[];
}

/** How many cells wide the clues left of a grid are, and how many tall those above it. */
export function clueRoom(puzzle: Puzzle): { left: number; top: number } {
  const widthOf = (clue: Clue): number =>
    clue.reduce((sum, block) => sum + (blockLength(block) > 9 ? 0.95 : 0.75), 0.2);
  return {
    left: Math.max(1, ...puzzle.rows.map(widthOf)),
    top: Math.max(1, ...puzzle.columns.map((clue) => 0.85 * clue.length + 0.2)),
  };
}

/** What of a puzzle to print matters to where it is printed. */
type Laid = Pick<SheetPuzzle, 'puzzle' | 'code'>;

/** The size of a cell, in points, if a puzzle fills an area. */
function cellSize({ puzzle, code }: Laid, { width, height }: Area): number {
  const { left, top } = clueRoom(puzzle);
  const legend = puzzle.colours > 1 ? LEGEND : 0;
  const below = code === null ? 0 : ABOVE_CODE + code.side * QR_MODULE;
  return Math.min(
    LARGEST,
    width / (puzzle.width + left),
    (height - HEAD - legend - below) / (puzzle.height + top),
  );
}

/** Lays puzzles out on pages, in their order. */
export function layOut(
  puzzles: readonly Laid[],
  paper: keyof typeof PAPERS,
  perPage: number | null,
): PageLayout[] {
  const pages: PageLayout[] = [];
  for (let first = 0; first < puzzles.length;) {
    const page = nextPage(puzzles, first, paper, perPage);
    pages.push(page);
    first += page.places.length;
  }
  return pages;
}

/** As many puzzles as fit well on the next page; one that does not fit with others is alone. */
function nextPage(
  puzzles: readonly Laid[],
  first: number,
  paper: keyof typeof PAPERS,
  perPage: number | null,
): PageLayout {
  const wanted = perPage === null ? AUTOMATIC : [perPage];
  const least = perPage === null ? COMFORTABLE : READABLE;
  for (const count of wanted) {
    if (count < 2) break;
    let shared = puzzles.slice(first, first + count);
    if (perPage === null && shared.length < count) continue;
    // The puzzles before the first that is too large for a share of the page.
    let best = bestGrid(shared, count, paper);
    const fitting = best.cells.findIndex((cell) => cell < least);
    if (fitting >= 0 && (perPage === null || fitting === 0)) continue;
    if (fitting > 0) {
      shared = shared.slice(0, fitting);
      best = bestGrid(shared, count, paper);
    }
    const cells = alikeInSize(shared, best.cells);
    return {
      landscape: false,
      places: shared.map((_, i) => ({ index: first + i, area: best.areas[i], cell: cells[i] })),
    };
  }
  return alone(puzzles[first], first, paper);
}

/** The sizes of cells, the same for puzzles of one size, however long their clues are. */
function alikeInSize(puzzles: readonly Laid[], cells: readonly number[]): number[] {
  const sizeOf = ({ puzzle: { width, height } }: Laid): string => `${width}x${height}`;
  return puzzles.map((one) =>
    Math.min(...cells.filter((_, i) => sizeOf(puzzles[i]) === sizeOf(one))),
  );
}

const AUTOMATIC: readonly number[] = [8, 6, 4, 2];

/** A page for one puzzle, turned if that makes its cells larger. */
function alone(puzzle: Laid, index: number, paper: keyof typeof PAPERS): PageLayout {
  const [upright, turned] = [false, true].map((landscape) => {
    const area = pageArea(paper, landscape);
    return { landscape, places: [{ index, area, cell: cellSize(puzzle, area) }] };
  });
  return turned.places[0].cell > upright.places[0].cell * 1.05 ? turned : upright;
}

/** The division of an upright page into `count` areas in which the smallest cell is largest. */
function bestGrid(
  puzzles: readonly Laid[],
  count: number,
  paper: keyof typeof PAPERS,
): { areas: Area[]; cells: number[] } {
  let best: { areas: Area[]; cells: number[] } | null = null;
  let largest = -1;
  for (let across = 1; across <= count; across++) {
    const areas = divided(pageArea(paper, false), across, Math.ceil(count / across));
    const cells = puzzles.map((puzzle, i) => cellSize(puzzle, areas[i]));
    const smallest = Math.min(...cells);
    if (smallest > largest) [best, largest] = [{ areas, cells }, smallest];
  }
  return best!;
}

/** The room on a page, without its number. */
export function pageArea(paper: keyof typeof PAPERS, landscape: boolean): Area {
  const [short, long] = PAPERS[paper];
  const [width, height] = landscape ? [long, short] : [short, long];
  return { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN - FOOT };
}

/** An area divided into equal parts, row by row. */
export function divided(area: Area, across: number, down: number): Area[] {
  const width = (area.width - (across - 1) * GAP) / across;
  const height = (area.height - (down - 1) * GAP) / down;
  return Array.from({ length: across * down }, (_, i) => ({
    x: area.x + (i % across) * (width + GAP),
    y: area.y + Math.floor(i / across) * (height + GAP),
    width,
    height,
  }));
}

export interface SheetPuzzle extends Rated {
  /** What people call it. */
  readonly called: string;
  /** Whether the book prints that: not if a program made it up. */
  readonly isNamed: boolean;
  readonly puzzle: Puzzle;
  /** Printed small at the end; null if none is known. */
  readonly solution: Cells | null;
  /** Printed below the puzzle; null for none. */
  readonly code: QrCode | null;
  /** Whether it is known to have one solution. */
  readonly unique: boolean;
}

/** A puzzle with its place in the book. */
export interface PlacedSheet extends SheetPuzzle {
  readonly number: number;
  /** Whether its score is printed beside its stars. */
  readonly hasScore: boolean;
}

export interface BookOptions {
  readonly paper: 'a4' | 'letter';
  /** Puzzles per page; null for as many as are comfortable to solve. */
  readonly perPage: number | null;
  readonly solutions: boolean;
  /** Whether puzzles have their names above them; the solutions have them in any case. */
  readonly names: boolean;
  /** Whether the book begins with a cover that says how to play. */
  readonly cover: boolean;
  /** Of the PDF, and on its cover. */
  readonly title: string;
}
