import {
  BLANK,
  type Block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Puzzle,
  UNKNOWN,
} from '../../../solver/core/puzzle/types.js';
import { isLight, looksBlank } from '../../../solver/core/puzzle/colours.js';
import type { GridTheme } from './theme.js';

/** What is drawn of a puzzle. Of lines, rows count from 0 and columns come after them. */
export interface Scene {
  readonly cells: Cells;
  /** A second solution on top of the first: cells that differ are marked. */
  readonly second?: Cells | null;
  /** Cells that the current step has settled. */
  readonly fresh?: ReadonlySet<number>;
  /** The line under work. */
  readonly line?: number | null;
  readonly assumed?: readonly number[];
  /** Lines whose clues are finished, when playing. */
  readonly finished?: ReadonlySet<number>;
  /** Lines that cannot be completed any more, when playing. */
  readonly broken?: ReadonlySet<number>;
  /** How many cells a drag under way holds, and the last of them. */
  readonly dragged?: { readonly cell: number; readonly count: number } | null;
  /** Cells that are wrong, when playing. */
  readonly breaking?: readonly number[];
  /** Cells that vary between solutions, when drawing. */
  readonly varying?: ReadonlySet<number>;
  /** Where the keyboard's cursor is, when drawing. */
  readonly cursor?: number | null;
  /** A 1 for each cell that is locked. */
  readonly locked?: Uint8Array | null;
  /** Cells that a fix would change, and what they would become. */
  readonly ghosts?: ReadonlyMap<number, number>;
  readonly selection?: Readonly<Record<'left' | 'top' | 'width' | 'height', number>> | null;
  /** Lines with a band under their clues. */
  readonly lines?: ReadonlySet<number>;
  readonly underlay?: Underlay | null;
}

/** A picture to draw after, and how strongly it shows, 0 to 1. */
export interface Underlay {
  readonly image: HTMLCanvasElement;
  readonly strength: number;
}

/** How strongly the tint of cells that vary shows, and the clues of finished lines. */
const TINT = 0.55;
const FINISHED = 0.35;

/** How the empty clue is written. */
const NONE = 0;

/** Paints a puzzle on a canvas, where a layout says. */
export class GridPainter {
  constructor(
    private readonly brush: CanvasRenderingContext2D,
    private readonly puzzle: Puzzle,
    private readonly at: GridLayout,
    private readonly theme: GridTheme,
  ) {}

  /** Paints the cells and everything that marks them; the clues are painted once, elsewhere. */
  paintCells(scene: Scene): void {
    const { brush, at, theme } = this;
    const { palette } = this.puzzle;
    this.paintBands(scene);
    this.paintRuns(scene.cells);
    if (scene.fresh !== undefined || (palette !== null && looksBlank(palette))) {
      this.paintDots(scene.cells);
    }
    this.paintDifferences(scene);
    this.paintFresh(scene);
    brush.fillStyle = theme.work;
    brush.globalAlpha = TINT;
    for (const cell of scene.varying ?? []) brush.fillRect(...this.placeOf(cell), at.cell, at.cell);
    brush.globalAlpha = 1;
    if (scene.underlay != null) this.paintUnderlay(scene.underlay);
    this.paintLines();
    this.paintDrawingMarks(scene);
    if (scene.line != null) this.outlineLine(scene.line);
    for (const cell of scene.breaking ?? []) this.paintBreak(cell);
    for (const cell of scene.assumed ?? []) {
      this.outline(cell, theme.work, Math.max(2, at.cell / 7));
    }
    if (scene.cursor != null) this.outline(scene.cursor, theme.fresh, 3);
    if (scene.dragged != null) this.paintCount(scene.dragged);
  }

  /** Bands under the clues of lines that are marked, and of the line under work. */
  paintBands({ lines, line }: Scene): void {
    const { brush, at } = this;
    const { height } = this.puzzle;
    brush.fillStyle = this.theme.workSoft;
    for (const marked of [...(lines ?? []), ...(line == null ? [] : [line])]) {
      if (marked < height) brush.fillRect(0, at.top + marked * at.cell, at.left, at.cell);
      else brush.fillRect(at.left + (marked - height) * at.cell, 0, at.cell, at.top);
    }
  }

  /** Paints what does not change while a puzzle is solved: the clues around the grid. */
  paintClues({ finished, broken }: Pick<Scene, 'finished' | 'broken'>): void {
    const { brush, puzzle, at, theme } = this;
    this.paintBroken(broken ?? new Set());
    if (at.font === 0) return;
    brush.textAlign = 'center';
    brush.textBaseline = 'middle';
    const gap = at.cell * 0.15;
    puzzle.rows.forEach((clue, row) => {
      const y = at.top + (row + 0.5) * at.cell;
      brush.globalAlpha = finished?.has(row) === true ? FINISHED : 1;
      const fitted = shrunkTo(at, clueWidth(clue, at.font), at.left - gap);
      brush.font = `${fitted.font}px ${theme.font}`;
      let right = at.left - gap;
      for (const value of clue.length === 0 ? [NONE] : clue.toReversed()) {
        const width = numberWidth(value, fitted.font);
        this.paintBlock(value, right - width / 2, y, fitted);
        right -= width;
      }
    });
    puzzle.columns.forEach((clue, column) => {
      const x = at.left + (column + 0.5) * at.cell;
      brush.globalAlpha = finished?.has(puzzle.height + column) === true ? FINISHED : 1;
      const values = clue.length === 0 ? [NONE] : clue;
      const fitted = shrunkTo(at, values.length * at.slotHeight, at.top - gap);
      brush.font = `${fitted.font}px ${theme.font}`;
      values.forEach((value, i) => {
        const y = at.top - (values.length - i - 0.5) * fitted.slotHeight - gap;
        this.paintBlock(value, x, y, fitted);
      });
    });
  }

  private placeOf(cell: number): [x: number, y: number] {
    const { at } = this;
    const { width } = this.puzzle;
    return [at.left + (cell % width) * at.cell, at.top + Math.floor(cell / width) * at.cell];
  }

  private outline(cell: number, colour: string, width: number): void {
    const { brush, at } = this;
    brush.strokeStyle = colour;
    brush.lineWidth = width;
    brush.strokeRect(...this.placeOf(cell), at.cell, at.cell);
  }

  /** The number of cells of a drag, beside its last cell and away from the finger on it. */
  private paintCount({ cell, count }: NonNullable<Scene['dragged']>): void {
    const { brush, at, theme } = this;
    const text = String(count);
    const [wide, high] = [16 + 9 * text.length, 24];
    const [cellX, cellY] = this.placeOf(cell);
    const x = cellX + at.cell / 2 - wide / 2;
    const y = cellY - high - Math.max(10, at.cell / 2);
    const [left, top] = [Math.max(2, Math.min(x, at.width - wide - 2)), Math.max(2, y)];
    brush.fillStyle = theme.ink;
    brush.beginPath();
    brush.roundRect(left, top, wide, high, 6);
    brush.fill();
    brush.fillStyle = theme.card;
    brush.font = `600 15px ${theme.font}`;
    brush.textAlign = 'center';
    brush.textBaseline = 'middle';
    brush.fillText(text, left + wide / 2, top + high / 2 + 1);
  }

  /** A cross through a filled cell, drawn on a frame so that it shows on any colour. */
  private paintBreak(cell: number): void {
    const { brush, at, theme } = this;
    const [x, y] = this.placeOf(cell);
    const inset = at.cell * 0.24;
    const [near, far] = [inset, at.cell - inset];
    for (const [colour, thick] of [
      [theme.card, Math.max(4, at.cell / 5)],
      [theme.broken, Math.max(2, at.cell / 9)],
    ] as const) {
      brush.strokeStyle = colour;
      brush.lineWidth = thick;
      brush.beginPath();
      brush.moveTo(x + near, y + near);
      brush.lineTo(x + far, y + far);
      brush.moveTo(x + far, y + near);
      brush.lineTo(x + near, y + far);
      brush.stroke();
    }
  }

  private outlineLine(line: number): void {
    const { brush, puzzle, at } = this;
    brush.strokeStyle = this.theme.work;
    brush.lineWidth = 2;
    const { cell, left, top } = at;
    if (line < puzzle.height) brush.strokeRect(left, top + line * cell, puzzle.width * cell, cell);
    else {
      const x = left + (line - puzzle.height) * cell;
      brush.strokeRect(x, top, cell, puzzle.height * cell);
    }
  }

  /** All cells, as one shape for each colour and run: far fewer calls than one for each cell. */
  private paintRuns(cells: Cells): void {
    const { brush, at } = this;
    const { width, height } = this.puzzle;
    const shapes = new Map<number, Path2D>();
    for (let row = 0; row < height; row++) {
      for (let first = 0; first < width;) {
        const value = cells[row * width + first];
        let end = first + 1;
        while (end < width && cells[row * width + end] === value) end++;
        let shape = shapes.get(value);
        if (shape === undefined) shapes.set(value, (shape = new Path2D()));
        const x = at.left + first * at.cell;
        shape.rect(x, at.top + row * at.cell, (end - first) * at.cell, at.cell);
        first = end;
      }
    }
    for (const [value, shape] of shapes) {
      brush.fillStyle = value === UNKNOWN ? this.theme.unknown : this.colourOf(value);
      brush.fill(shape);
    }
  }

  private colourOf(value: number): string {
    const { blank, filled } = this.theme;
    return (this.puzzle.palette ?? [blank, filled])[value];
  }

  /** A dot in every cell that is known to be blank, as people mark them on paper. */
  private paintDots(cells: Cells): void {
    const { brush, at } = this;
    const { palette } = this.puzzle;
    if (at.cell < 7) return;
    const dot = Math.max(1.5, at.cell * 0.14);
    brush.fillStyle = palette === null ? this.theme.mark : markOn(palette[BLANK]);
    brush.beginPath();
    cells.forEach((value, cell) => {
      if (value !== BLANK) return;
      const [x, y] = this.placeOf(cell);
      brush.rect(x + (at.cell - dot) / 2, y + (at.cell - dot) / 2, dot, dot);
    });
    brush.fill();
  }

  /** Cells in which two solutions differ: upper left the first, lower right the second, framed. */
  private paintDifferences({ cells, second }: Scene): void {
    const { brush, at, theme } = this;
    const { colours, palette } = this.puzzle;
    if (second == null) return;
    const frame = Math.max(1.5, at.cell / 9);
    cells.forEach((value, cell) => {
      if (second[cell] === value) return;
      const [x, y] = this.placeOf(cell);
      const half = (colour: string, corner: number): void => {
        brush.fillStyle = colour;
        brush.beginPath();
        brush.moveTo(x + corner, y + corner);
        brush.lineTo(x + at.cell, y);
        brush.lineTo(x, y + at.cell);
        brush.fill();
      };
      const isColoured = colours > 1 && palette !== null;
      half(isColoured ? palette[value] : value === BLANK ? theme.blank : theme.differA, 0);
      const other = second[cell];
      half(isColoured ? palette[other] : other === BLANK ? theme.blank : theme.differB, at.cell);
      if (!isColoured) return;
      brush.strokeStyle = theme.differA;
      brush.lineWidth = frame;
      brush.strokeRect(x + frame / 2, y + frame / 2, at.cell - frame, at.cell - frame);
    });
  }

  private paintFresh({ cells, fresh }: Scene): void {
    for (const cell of fresh ?? []) {
      if (cells[cell] === UNKNOWN) continue;
      // A cell's own colour stays visible; in black and white there is only one.
      const share = cells[cell] === BLANK ? 0.36 : this.puzzle.colours > 1 ? 0.28 : 0.12;
      this.fillInside(cell, share, this.theme.fresh);
    }
  }

  /** Fills a cell but for a share of its side at each edge. */
  private fillInside(cell: number, share: number, colour: string): void {
    const { brush, at } = this;
    const [x, y] = this.placeOf(cell);
    const inset = at.cell * share;
    brush.fillStyle = colour;
    brush.fillRect(x + inset, y + inset, at.cell - 2 * inset, at.cell - 2 * inset);
  }

  /** The lines between the cells, every fifth one stronger; none if cells are tiny. */
  private paintLines(): void {
    const { brush, puzzle, at, theme } = this;
    const right = at.left + puzzle.width * at.cell;
    const bottom = at.top + puzzle.height * at.cell;
    const stroke = (colour: string, width: number, wanted: (i: number, end: number) => boolean) => {
      brush.strokeStyle = colour;
      brush.lineWidth = width;
      brush.beginPath();
      const placed = (end: number, from: number, line: (at: number) => void): void => {
        for (let i = 0; i <= end; i++) {
          if (wanted(i, end)) line(Math.round(from + i * at.cell) + 0.5);
        }
      };
      placed(puzzle.width, at.left, (x) => {
        brush.moveTo(x, at.top);
        brush.lineTo(x, bottom);
      });
      placed(puzzle.height, at.top, (y) => {
        brush.moveTo(at.left, y);
        brush.lineTo(right, y);
      });
      brush.stroke();
    };
    const edge = (i: number, end: number): boolean => i === 0 || i === end;
    if (at.cell >= 5) stroke(theme.thin, 1, (i, end) => i % 5 !== 0 && !edge(i, end));
    if (at.cell >= 3) stroke(theme.thick, 1, (i, end) => i % 5 === 0 && !edge(i, end));
    stroke(theme.thick, 1.5, edge);
  }

  /** A coloured field under the clues of lines that cannot be completed. */
  private paintBroken(broken: ReadonlySet<number>): void {
    const { brush, at, theme } = this;
    const { height } = this.puzzle;
    brush.globalAlpha = 1;
    for (const line of broken) {
      const isRow = line < height;
      const x = isRow ? 0 : at.left + (line - height) * at.cell;
      const y = isRow ? at.top + line * at.cell : 0;
      const [wide, high] = isRow ? [at.left - 2, at.cell] : [at.cell, at.top - 2];
      brush.fillStyle = theme.brokenSoft;
      brush.fillRect(x, y, wide, high);
      // A bar at the grid, so that more than a colour tells.
      brush.fillStyle = theme.broken;
      if (isRow) brush.fillRect(at.left - 4, y + 1, 3, at.cell - 2);
      else brush.fillRect(x + 1, at.top - 4, at.cell - 2, 3);
    }
  }

  /** One number; with several colours on a patch of its colour. */
  private paintBlock(value: Block, x: number, y: number, fitted: GridLayout): void {
    const { brush, theme } = this;
    const { palette } = this.puzzle;
    if (palette === null || value === NONE) {
      brush.fillStyle = value === NONE ? theme.soft : theme.ink;
    } else {
      const colour = palette[blockColour(value)];
      const width = numberWidth(value, fitted.font) * 0.94;
      const height = Math.min(fitted.slotHeight, fitted.cell) * 0.94;
      brush.fillStyle = colour;
      brush.fillRect(x - width / 2, y - height / 2, width, height);
      // Otherwise a patch in the page's colour could not be seen.
      brush.strokeStyle = theme.thick;
      brush.lineWidth = 0.5;
      brush.strokeRect(x - width / 2, y - height / 2, width, height);
      brush.fillStyle = isLight(colour) ? '#000000' : '#ffffff';
    }
    brush.fillText(String(blockLength(value)), x, y + fitted.font * 0.06);
  }

  /** A picture over the cells, as large as fits, through which they still show. */
  private paintUnderlay({ image, strength }: Underlay): void {
    const { brush, at } = this;
    const { width, height } = this.puzzle;
    const scale = at.cell * Math.min(width / image.width, height / image.height);
    const [across, down] = [image.width * scale, image.height * scale];
    const left = at.left + (width * at.cell - across) / 2;
    const top = at.top + (height * at.cell - down) / 2;
    brush.globalAlpha = strength;
    brush.drawImage(image, left, top, across, down);
    brush.globalAlpha = 1;
  }

  /** The marks on top of the cells and their lines. */
  private paintDrawingMarks({ locked, ghosts, selection }: Scene): void {
    const { brush, at } = this;
    locked?.forEach((isLocked, cell) => {
      if (isLocked === 1) this.paintLock(cell);
    });
    for (const [cell, value] of ghosts ?? []) this.paintGhost(cell, value);
    if (selection == null) return;
    const { left, top, width, height } = selection;
    brush.strokeStyle = this.theme.fresh;
    brush.lineWidth = 2;
    brush.setLineDash([6, 4]);
    const [x, y] = [at.left + left * at.cell, at.top + top * at.cell];
    brush.strokeRect(x, y, width * at.cell, height * at.cell);
    brush.setLineDash([]);
  }

  private paintLock(cell: number): void {
    const { brush, at } = this;
    const [x, top] = this.placeOf(cell);
    const right = x + at.cell;
    const side = at.cell * 0.36;
    brush.fillStyle = this.theme.work;
    brush.beginPath();
    brush.moveTo(right - side, top);
    brush.lineTo(right, top);
    brush.lineTo(right, top + side);
    brush.fill();
  }

  /** What a cell would become: smaller than the cell, in a dashed frame. */
  private paintGhost(cell: number, value: number): void {
    const { brush, at, theme } = this;
    const [x, y] = this.placeOf(cell);
    this.fillInside(cell, 0.22, this.colourOf(value));
    const thick = Math.max(2, at.cell / 11);
    for (const [colour, dash] of [
      [theme.card, []],
      [theme.fresh, [at.cell / 5, at.cell / 8]],
    ] as const) {
      brush.strokeStyle = colour;
      brush.lineWidth = thick;
      brush.setLineDash([...dash]);
      const half = thick / 2;
      brush.strokeRect(x + half, y + half, at.cell - thick, at.cell - thick);
    }
    brush.setLineDash([]);
  }
}

/** A colour that is just visible on another. */
function markOn(colour: string): string {
  return isLight(colour) ? '#00000066' : '#ffffff80';
}

/** The layout with smaller numbers, if a clue needs more room than there is. */
function shrunkTo(at: GridLayout, needed: number, room: number): GridLayout {
  if (needed <= room) return at;
  const share = room / needed;
  return { ...at, font: at.font * share, slotHeight: at.slotHeight * share };
}

/** Where the parts of a drawn puzzle are, in CSS pixels. */
export type GridLayout = Readonly<ReturnType<typeof layout>>;

/** With fewer pixels for each cell, numbers cannot be read and are left out. */
const LEAST_FOR_CLUES = 8.5;

export interface GridSpace {
  readonly width: number;
  readonly height: number;
}

/** The room for a grid in a frame: across, and down with what is above and below it. */
export function roomOf(frameWidth: number, screenHeight: number, margins: Margins): GridSpace {
  // Above a drawing are its tools: with them, as much of the screen is left.
  const share = margins === 'of the size' ? 0.68 : 0.72;
  return { width: Math.max(200, frameWidth), height: Math.max(320, screenHeight * share) };
}

/** The largest side of a cell: a puzzle of 5x5 should not fill the screen. */
const LARGEST = 34;

/** The room is that of the clues that a puzzle has, or of those that its size may have. */
export type Margins = 'of the clues' | 'of the size';

/**
 * The layout in which a puzzle with its clues fits across and, as long as its numbers can be read,
 * also down. A puzzle too large for numbers fits across without them. With the margins of its size,
 * the cells are in the same place whatever the clues are.
 */
export function fitLayout(puzzle: Puzzle, room: GridSpace, margins: Margins): GridLayout {
  for (let cell = LARGEST; cell >= LEAST_FOR_CLUES; cell -= 0.5) {
    const at = layout(puzzle, cell, margins);
    if (at.width <= room.width && (at.height <= room.height || cell <= 14)) return at;
  }
  if (Math.max(puzzle.width, puzzle.height) <= 120) return layout(puzzle, 10, margins);
  return layout(puzzle, Math.max(2, Math.floor((room.width - 2) / puzzle.width)), margins);
}

function layout(puzzle: Puzzle, cell: number, margins: Margins) {
  const readable = cell >= LEAST_FOR_CLUES;
  const font = readable ? Math.max(7.5, Math.min(15, cell * 0.58)) : 0;
  const slotHeight = readable ? Math.max(font * 1.15, Math.min(cell, LARGEST) * 0.72) : 0;
  const ofSize = margins === 'of the size';
  const widest = ofSize
    ? usualBlocks(puzzle.width) * numberWidth(1, font)
    : Math.max(...puzzle.rows.map((clue) => clueWidth(clue, font)));
  const highest = ofSize
    ? usualBlocks(puzzle.height)
    : Math.max(1, ...puzzle.columns.map((clue) => clue.length));
  const left = Math.ceil(readable ? widest + cell * 0.35 : 1);
  const top = Math.ceil(readable ? highest * slotHeight + cell * 0.35 : 1);
  return {
    cell,
    ...around(puzzle, cell, left, top),
    /** The room of one number above a column; beside a row see `numberWidth`. */
    slotHeight,
    /** 0 if cells are too small for numbers. */
    font,
  };
}

/** A drawing with its cells' upper left corner there: clues are to the left of it and above it. */
function around({ width, height }: Puzzle, cell: number, left: number, top: number) {
  const [across, down] = [left + width * cell + 2, top + height * cell + 2];
  return { left, top, width: Math.ceil(across), height: Math.ceil(down) };
}

/** How many blocks fit beside a line: all of a short one; numbers of others are drawn smaller. */
function usualBlocks(length: number): number {
  return Math.min(Math.ceil(length / 2), Math.floor(length / 3) + 2);
}

/** The room for one number of a row's clue, including the gap to its neighbour. */
function numberWidth(value: Block, font: number): number {
  return String(blockLength(value)).length * font * 0.6 + font * 0.5;
}

function clueWidth(clue: Clue, font: number): number {
  return clue.length === 0
    ? numberWidth(0, font)
    : clue.reduce((sum, value) => sum + numberWidth(value, font), 0);
}

/** The side of a cell, and how far the cells are moved out to the left and the top. */
export interface View {
  readonly cell: number;
  readonly x: number;
  readonly y: number;
}

/** The part of a grid that is in sight. Its clues stay in sight, beside the cells that are. */
export type GridWindow = Readonly<ReturnType<typeof wholeOf>>;

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

export function wholeOf(at: GridLayout) {
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
  return { ...at, ...around(puzzle, at.cell, left, top) };
}
