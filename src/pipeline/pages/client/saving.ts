/** Lets the reader save a text as a file. */
export function saveText(name: string, type: string, text: string): void {
  saveFile(name, new Blob([text], { type }));
}

export function saveFile(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A name that every file system accepts. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '-').replace(/^[-.]+/, '') || 'puzzle';
}

/** A canvas of this many pixels, painted white, and the brush for it. */
export function whiteCanvas(
  width: number,
  height: number,
): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  const brush = canvas.getContext('2d')!;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  return [canvas, brush];
}

/** What is painted, as a file of PNG. Fails if this browser cannot make one. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('This browser could not make the picture.'));
      else resolve(blob);
    });
  });
}

/** A picture has so many pixels for each unit of the SVG, as the command line's pictures have. */
const PIXELS = 2.5;

/**
 * Lets the reader save a chart as a picture, which this browser makes of the SVG at an address of
 * the server.
 */
export async function saveChartPng(address: string, name: string): Promise<void> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error('the server did not draw the chart');
  const image = await imageOfSvg(await answer.text());
  saveFile(name, await pngOfImage(image, PIXELS));
}

/** An image on white, with so many pixels for each of its own. */
export function pngOfImage(image: HTMLImageElement, scale: number): Promise<Blob> {
  const [canvas, brush] = whiteCanvas(scale * image.naturalWidth, scale * image.naturalHeight);
  brush.drawImage(image, 0, 0, canvas.width, canvas.height);
  return pngOf(canvas);
}

/** An SVG as an image that can be painted. */
export async function imageOfSvg(svg: string): Promise<HTMLImageElement> {
  const drawn = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = drawn;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(drawn);
  }
}
