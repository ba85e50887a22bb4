import { BLANK, block, type Cells, type Clue, type Palette, type Puzzle } from './types.js';

/** The puzzle of a picture, which has no unknown cell; without a palette, in black and white. */
export function puzzleOfPicture(
  cells: Cells,
  width: number,
  height: number,
  palette: Palette | null = null,
): Puzzle {
  const colours = palette === null ? 1 : palette.length - 1;
  return { width, height, ...cluesOfPicture(cells, width, height), colours, palette, start: null };
}

/** The clues of a picture; `cells` has no unknown cell. */
export function cluesOfPicture(cells: Cells, width: number, height: number) {
  const rows: Clue[] = [];
  const columns: Clue[] = [];
  for (let y = 0; y < height; y++) rows.push(lineClue(cells, y * width, 1, width));
  for (let x = 0; x < width; x++) columns.push(lineClue(cells, x, width, height));
  return { rows, columns };
}

function lineClue(cells: Cells, first: number, step: number, length: number): Clue {
  const clue: number[] = [];
  let run = 0;
  let colour = BLANK;
  for (let i = 0; i < length; i++) {
    const cell = cells[first + i * step];
    if (cell !== colour) {
      if (run > 0) clue.push(block(run, colour));
      run = 0;
      colour = cell;
    }
    if (cell !== BLANK) run++;
  }
  if (run > 0) clue.push(block(run, colour));
  return clue;
}

/** Fewer cells are too few to tell noise from a drawing. */
const NOISE_CELLS = 100;

/** Differing neighbours, against cells drawn by lot: drawings to 0.88, noise 0.83 to 1.18. */
const NOISE_FROM = 0.9;
const NOISE_TO = 1.25;

/** Whether neighbours differ as in noise: less in drawings, more in a chequered pattern. */
export function looksLikeNoise(cells: Cells, width: number): boolean {
  if (cells.length < NOISE_CELLS) return false;
  const counts = new Map<number, number>();
  let pairs = 0;
  let differing = 0;
  cells.forEach((value, cell) => {
    counts.set(value, (counts.get(value) ?? 0) + 1);
    for (const before of [cell % width === 0 ? -1 : cell - 1, cell - width]) {
      if (before < 0) continue;
      pairs++;
      if (cells[before] !== value) differing++;
    }
  });
  let equal = 0;
  for (const count of counts.values()) equal += (count / cells.length) ** 2;
  const byLot = pairs * (1 - equal);
  return differing >= NOISE_FROM * byLot && differing <= NOISE_TO * byLot && byLot > 0;
}
