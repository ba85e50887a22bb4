import type { Image } from '../../../generate/image.js';

/** The longest side that is looked at, in pixels: a puzzle has 60 cells at most. */
const LONGEST = 480;

/** The kinds of pictures that every browser reads. */
export const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/**
 * The picture in a file, decoded by the browser, on white where it is transparent.
 * @throws Error in words, if the browser cannot read it.
 */
export async function decodePicture(file: Blob): Promise<Image> {
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new Error('This is not a picture that your browser can read: PNG, JPEG, GIF or WebP.');
  }
  const scale = Math.min(1, LONGEST / Math.max(bitmap.width, bitmap.height));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const brush = canvas.getContext('2d', { willReadFrequently: true })!;
  brush.fillStyle = '#ffffff';
  brush.fillRect(0, 0, width, height);
  brush.imageSmoothingQuality = 'high';
  brush.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  const { data } = brush.getImageData(0, 0, width, height);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2];
  }
  return { width, height, pixels };
}

/** The picture among what was dropped or pasted, or null. */
export function pictureAmong(files: FileList | undefined): File | null {
  return Array.from(files ?? []).find(({ type }) => type.startsWith('image/')) ?? null;
}
