import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import { fitLayout, layout, type GridLayout, type Margins, type GridSpace } from './grid-layout.js';

/**
 * What somebody looks at: the side of a cell, and how far the cells are moved out to the left and
 * the top.
 */
export interface View {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
}

/** The part of a grid that is in sight. Its clues stay in sight, beside the cells that are. */
export interface GridWindow {
  readonly at: GridLayout;
  readonly width: number;
  readonly height: number;
  readonly x: number;
  readonly y: number;
}

/** The most of the room that clues may take while only a part of the cells is in sight. */
const MOST_FOR_CLUES = 0.4;

/** Cells are enlarged up to this side. */
const LARGEST_CELL = 44;

/** The window on a grid: without a view, the whole of it if it fits across. */
export function gridWindow(
  puzzle: Puzzle,
  room: GridSpace,
  margins: Margins,
  view: View | null,
  fitted = fitLayout(puzzle, room, margins),
): GridWindow {
  if (view === null && fitted.width <= room.width) return wholeOf(fitted);
  const at = capped(layout(puzzle, view?.cell ?? fitted.cell, margins), puzzle, room);
  const width = Math.min(at.width, room.width);
  const height = Math.min(at.height, room.height);
  const within = (moved: number, most: number): number => Math.max(0, Math.min(moved, most));
  const x = within(view?.x ?? 0, at.width - width);
  const y = within(view?.y ?? 0, at.height - height);
  return { at, width, height, x, y };
}

export function wholeOf(at: GridLayout): GridWindow {
  return { at, width: at.width, height: at.height, x: 0, y: 0 };
}

export function isWhole({ at, width, height }: GridWindow): boolean {
  return width === at.width && height === at.height;
}

/** The view enlarged by a factor, or made smaller, with the point of the window where it is. */
export function zoomed(
  window: GridWindow,
  puzzle: Puzzle,
  room: GridSpace,
  margins: Margins,
  factor: number,
  point: { readonly x: number; readonly y: number },
): View {
  const { at, x, y } = window;
  const least = Math.max(3, Math.min((room.width - 2) / puzzle.width, at.cell));
  const cell = Math.max(least, Math.min(LARGEST_CELL, at.cell * factor));
  const next = gridWindow(puzzle, room, margins, { cell, x: 0, y: 0 }).at;
  return {
    cell,
    x: ((point.x - at.left + x) / at.cell) * cell + next.left - point.x,
    y: ((point.y - at.top + y) / at.cell) * cell + next.top - point.y,
  };
}

/** The view in which a cell is in sight; null if it is in this window. */
export function viewWith(window: GridWindow, puzzle: Puzzle, index: number): View | null {
  const { at, width, height, x, y } = window;
  const left = (index % puzzle.width) * at.cell;
  const top = Math.floor(index / puzzle.width) * at.cell;
  const [wide, high] = [width - at.left, height - at.top];
  const moved = (now: number, from: number, room: number): number =>
    Math.max(Math.min(now, from), from + at.cell - room + 2);
  const next = { cell: at.cell, x: moved(x, left, wide), y: moved(y, top, high) };
  return next.x === x && next.y === y ? null : next;
}

function capped(at: GridLayout, puzzle: Puzzle, room: GridSpace): GridLayout {
  const left = Math.min(at.left, Math.ceil(room.width * MOST_FOR_CLUES));
  const top = Math.min(at.top, Math.ceil(room.height * MOST_FOR_CLUES));
  return {
    ...at,
    left,
    top,
    width: Math.ceil(left + puzzle.width * at.cell + 2),
    height: Math.ceil(top + puzzle.height * at.cell + 2),
  };
}
