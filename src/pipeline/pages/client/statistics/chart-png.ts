import { pngOf, whiteCanvas } from '../window/canvas.js';
import { saveFile } from '../window/save.js';

/** A picture has so many pixels for each unit of the SVG, as the command line's pictures have. */
const PIXELS = 2.5;

/**
 * Lets the reader save a chart as a picture, which this browser makes of the SVG at an address of
 * the server.
 */
export async function saveChartPng(address: string, name: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('the server did not draw the chart');
  const drawn = URL.createObjectURL(new Blob([await answer.text()], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = drawn;
    await image.decode();
    const [canvas, brush] = whiteCanvas(PIXELS * image.naturalWidth, PIXELS * image.naturalHeight);
    brush.drawImage(image, 0, 0, canvas.width, canvas.height);
    saveFile(name, await pngOf(canvas));
  } finally {
    URL.revokeObjectURL(drawn);
  }
}
