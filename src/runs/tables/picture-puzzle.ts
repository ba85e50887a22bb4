import { ImageError, type Image } from '../../craft/generate/image.js';
import { puzzleOfImage } from '../../craft/generate/puzzle-of-image.js';
import { TableError } from './table-error.js';

/** The longest side of a picture that is read as it is: larger ones are photographs, not drawings of cells. */
const LONGEST_SIDE = 100;

/**
 * The puzzle of a PNG, as JSON would hold it: a cell for each pixel, filled if it is dark.
 * @throws TableError if there is no picture in the bytes, or if it is too large
 */
export async function puzzleOfPicture(bytes: Buffer): Promise<object> {
  const image = await imageOf(bytes);
  const { width, height } = image;
  if (Math.max(width, height) > LONGEST_SIDE) {
    throw new TableError(
      `expected a picture of at most ${LONGEST_SIDE}x${LONGEST_SIDE} pixels, a cell for each, found ${width}x${height}; ` +
        '"nonomill generate --from-image" makes it smaller',
    );
  }
  return { width, height, solution: Array.from(puzzleOfImage(image, image).goal!) };
}

async function imageOf(bytes: Buffer): Promise<Image> {
  // Most corpora have no pictures.
  const { readImage } = await import('./read-image.js');
  try {
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new TableError(error.message.replace(/^PNG: /, ''));
  }
}
