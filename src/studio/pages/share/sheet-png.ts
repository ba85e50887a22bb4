import { pngOf, whiteCanvas } from '../../../pipeline/pages/client/window/canvas.js';
import { INK, type Sheet } from './sheet.js';

/** Paints a sheet on a canvas, as it is turned, moved and scaled. */
export function paintSheet(brush: CanvasRenderingContext2D, { shapes }: Sheet): void {
  for (const shape of shapes) {
    switch (shape.kind) {
      case 'box':
        brush.fillStyle = shape.fill;
        brush.fillRect(shape.x, shape.y, shape.width, shape.height);
        break;
      case 'line':
        brush.strokeStyle = shape.colour;
        brush.lineWidth = shape.width;
        brush.beginPath();
        brush.moveTo(...shape.from);
        brush.lineTo(...shape.to);
        brush.stroke();
        break;
      case 'number':
        brush.fillStyle = shape.colour;
        brush.font = `${shape.size}px sans-serif`;
        brush.textAlign = 'center';
        brush.fillText(shape.text, shape.x, shape.y + shape.size * 0.36);
        break;
      case 'words':
        brush.fillStyle = INK;
        brush.font = `bold ${shape.size}px sans-serif`;
        brush.textAlign = 'start';
        brush.fillText(shape.text, shape.x, shape.y);
    }
  }
}

/** How many pixels each unit of a sheet has. */
const SCALE = 2;

/** A sheet as a picture, on white. */
export function sheetPng(sheet: Sheet): Promise<Blob> {
  const [canvas, brush] = whiteCanvas(sheet.width * SCALE, sheet.height * SCALE);
  brush.scale(SCALE, SCALE);
  paintSheet(brush, sheet);
  return pngOf(canvas);
}
