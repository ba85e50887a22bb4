import type { Image } from '../../../generate/image.js';
import { puzzleOfImage } from '../../../generate/puzzle-of-image.js';
import { shrunk } from '../../../generate/shrunk.js';
import { usualThreshold } from '../../../generate/usual-threshold.js';
import { LONGEST_SIDE, drawingOf, type Drawn } from '../drawing/drawn.js';

/** A picture, and how it becomes a drawing. */
export interface PictureSettings {
  readonly image: Image;
  /** What it is called: the file's name without its end. */
  readonly name: string;
  /** The cells of the longer side. */
  readonly side: number;
  /** How bright a blank cell is at least, 0 to 1; in black and white. */
  readonly threshold: number;
  readonly dither: boolean;
  /** 1 for black and white. */
  readonly colours: number;
}

/** The most colours that the slider offers. */
export const MOST_COLOURS = 8;

/** The shortest longer side that the slider offers. */
export const LEAST_SIDE = 5;

/** The cells of the longer side that a picture begins with. */
const FIRST_SIDE = 20;

/** What a picture begins with: 20 cells, in black and white, parted where its brightness is. */
export function settingsFor(image: Image, name: string): PictureSettings {
  // Cells are averages: what parts them is found on a picture that is about as coarse.
  const threshold = usualThreshold(shrunk(image, 2 * FIRST_SIDE));
  return { image, name, side: FIRST_SIDE, threshold, dither: false, colours: 1 };
}

/** The drawing that a picture becomes, as wide to its height as the picture is. */
export function drawingOfPicture(settings: PictureSettings): Drawn {
  const { image, side, threshold, dither, colours } = settings;
  const scale = Math.min(side, LONGEST_SIDE) / Math.max(image.width, image.height);
  const [width, height] = [image.width, image.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  );
  const { puzzle, goal } = puzzleOfImage(
    image,
    { width, height },
    colours === 1 ? { kind: 'threshold', threshold, dither } : { kind: 'palette', colours },
  );
  return drawingOf(puzzle, goal!);
}

/** What is wrong with a drawing of a picture, in words, or null: nothing is left to see. */
export function blankWords({ cells }: Drawn, { colours }: PictureSettings): string | null {
  const [first] = cells;
  if (!cells.every((cell) => cell === first)) return null;
  if (colours > 1)
    return 'Blank: all cells have the colour of the border. Try more colours, or a larger size.';
  return first === 0
    ? 'Blank: every cell is brighter than the threshold. Move it up.'
    : 'All filled: every cell is darker than the threshold. Move it down.';
}
