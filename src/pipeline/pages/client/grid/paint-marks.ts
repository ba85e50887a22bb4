import type { Puzzle } from '../../../../solver/core/puzzle/types.js';
import type { GridLayout } from './grid-layout.js';
import type { GridTheme } from './theme.js';

type Brush = CanvasRenderingContext2D;

interface MarkedRegion {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** A picture to draw after, and how strongly it shows, 0 to 1. */
export interface Underlay {
  readonly image: HTMLCanvasElement;
  readonly strength: number;
}

/** What marks a drawing that is worked on. */
export interface DrawingMarks {
  /** A 1 for each cell that is locked. */
  readonly locked?: Uint8Array | null;
  /** Cells that a fix would change, and what they would become. */
  readonly ghosts?: ReadonlyMap<number, number>;
  readonly selection?: MarkedRegion | null;
  /** Lines (rows count from 0, columns come after them) with a band under their clues. */
  readonly lines?: ReadonlySet<number>;
  readonly underlay?: Underlay | null;
}

/** A picture over the cells, as large as fits, through which they still show. */
export function paintUnderlay(
  brush: Brush,
  { width, height }: Puzzle,
  at: GridLayout,
  { image, strength }: Underlay,
): void {
  const scale = at.cell * Math.min(width / image.width, height / image.height);
  const [across, down] = [image.width * scale, image.height * scale];
  brush.globalAlpha = strength;
  brush.drawImage(
    image,
    at.left + (width * at.cell - across) / 2,
    at.top + (height * at.cell - down) / 2,
    across,
    down,
  );
  brush.globalAlpha = 1;
}

/** A coloured band under the clue of each of these lines, from the first number to the grid. */
export function paintMarkedLines(
  brush: Brush,
  { height }: Puzzle,
  at: GridLayout,
  theme: GridTheme,
  lines: ReadonlySet<number>,
): void {
  brush.fillStyle = theme.workSoft;
  for (const line of lines) {
    if (line < height) brush.fillRect(0, at.top + line * at.cell, at.left, at.cell);
    else brush.fillRect(at.left + (line - height) * at.cell, 0, at.cell, at.top);
  }
}

/** The marks on top of the cells and their lines. */
export function paintDrawingMarks(
  brush: Brush,
  puzzle: Puzzle,
  at: GridLayout,
  theme: GridTheme,
  { locked, ghosts, selection }: DrawingMarks,
): void {
  locked?.forEach((isLocked, cell) => {
    if (isLocked === 1) paintLock(brush, puzzle, at, theme, cell);
  });
  for (const [cell, value] of ghosts ?? []) paintGhost(brush, puzzle, at, theme, cell, value);
  if (selection == null) return;
  const { left, top, width, height } = selection;
  brush.strokeStyle = theme.fresh;
  brush.lineWidth = 2;
  brush.setLineDash([6, 4]);
  brush.strokeRect(
    at.left + left * at.cell,
    at.top + top * at.cell,
    width * at.cell,
    height * at.cell,
  );
  brush.setLineDash([]);
}

function paintLock(
  brush: Brush,
  { width }: Puzzle,
  at: GridLayout,
  theme: GridTheme,
  cell: number,
): void {
  const right = at.left + ((cell % width) + 1) * at.cell;
  const top = at.top + Math.floor(cell / width) * at.cell;
  const side = at.cell * 0.36;
  brush.fillStyle = theme.work;
  brush.beginPath();
  brush.moveTo(right - side, top);
  brush.lineTo(right, top);
  brush.lineTo(right, top + side);
  brush.fill();
}

/** What a cell would become: smaller than the cell, in a dashed frame. */
function paintGhost(
  brush: Brush,
  { width, palette }: Puzzle,
  at: GridLayout,
  theme: GridTheme,
  cell: number,
  value: number,
): void {
  const x = at.left + (cell % width) * at.cell;
  const y = at.top + Math.floor(cell / width) * at.cell;
  const inset = at.cell * 0.22;
  const own = palette === null ? [theme.blank, theme.filled] : palette;
  brush.fillStyle = own[value];
  brush.fillRect(x + inset, y + inset, at.cell - 2 * inset, at.cell - 2 * inset);
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
