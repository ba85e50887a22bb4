import { readFile } from 'node:fs/promises';
import { ImageError, type Image } from '../../generate/image.js';
import { puzzleOfImage } from '../../generate/puzzle-of-image.js';
import { readImage } from '../../generate/read-image.js';
import type { Puzzle } from '../../puzzle/types.js';
import { Failure } from '../outcome/failure.js';
import { systemReason } from '../../text/system-errors.js';

/** The picture in a file. @throws Failure if there is none. */
export async function imageIn(file: string): Promise<Image> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new Failure(`${file}: ${systemReason(error, 'read')}`);
  }
  try {
    return readImage(bytes);
  } catch (error) {
    if (error instanceof ImageError) throw new Failure(`${file}: ${error.message}`);
    throw error;
  }
}

/** The cells of a puzzle that are dark in a picture, which is scaled to its size: a 1 for each. */
export async function maskIn(file: string, { width, height }: Puzzle): Promise<Uint8Array> {
  const image = await imageIn(file);
  const { goal } = puzzleOfImage(image, { width, height }, { kind: 'threshold', threshold: 0.5 });
  return goal!;
}
