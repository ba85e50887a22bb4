import { ImageError, type Image } from '../../../solver/craft/generate/image.js';
import { puzzleOfImage } from '../../../solver/craft/generate/puzzle-of-image.js';
import { readImage } from '../../corpus/tables/read-image.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import { Failure } from '../terminal/outcome.js';
import { inputName, readInput } from '../terminal/read-input.js';
import type { Terminal } from '../terminal/terminal.js';

/** The picture in a file, or on standard input (`-`). @throws Failure if there is none. */
export async function imageIn(file: string, terminal: Terminal | null): Promise<Image> {
  const bytes = await readInput(file, terminal);
  try {
    return readImage(bytes);
  } catch (error) {
    if (error instanceof ImageError)
      throw new Failure('NM_IMAGE_INVALID', `${inputName(file)}: ${error.message}`);
    throw error;
  }
}

/** The cells of a puzzle that are dark in a picture, which is scaled to its size: a 1 for each. */
export function maskIn(image: Image, { width, height }: Puzzle): Uint8Array {
  const { goal } = puzzleOfImage(image, { width, height });
  return goal!;
}
