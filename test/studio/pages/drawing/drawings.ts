import { emptyDrawing, type Drawn } from '../../../../src/studio/pages/drawing/drawn.js';

/** A drawing, its colours as digits and `.` for blank cells. */
export function drawingOf(...rows: string[]): Drawn {
  const cells = Uint8Array.from(rows.join(''), (cell) => (cell === '.' ? 0 : Number(cell)));
  return { ...emptyDrawing(rows[0].length, rows.length), cells };
}

export function rowsOf({ width, height, cells }: Drawn): string[] {
  return Array.from({ length: height }, (_, y) =>
    Array.from(cells.subarray(y * width, y * width + width), (cell) => cell || '.').join(''),
  );
}
