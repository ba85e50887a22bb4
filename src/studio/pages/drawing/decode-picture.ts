import type { Image } from '../../../solver/craft/generate/image.js';

/** The kinds of pictures that every browser reads. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/**
 * The picture in a file, decoded by the browser, on white where it is transparent.
 * @param longest how long its longer side may be, in pixels
 * @throws Error in words, if the browser cannot read it.
 */
export async function pictureOnCanvas(file: Blob, longest: number): Promise<HTMLCanvasElement> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error('This is not a picture that your browser can read: PNG, JPEG, GIF or WebP.');
  }
  const scale = Math.min(1, longest / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const brush = canvas.getContext('2d', { willReadFrequently: true })!;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, canvas.width, canvas.height);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return canvas;
}

export function pixelsOf(canvas: HTMLCanvasElement): Image {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2];
  }
  return { width, height, pixels };
}
