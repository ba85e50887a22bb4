import { useEffect, useState } from 'preact/hooks';
import { type Image, usualThreshold } from '../../../solver/craft/generate/image.js';
import { puzzleOfImage } from '../../../solver/craft/generate/puzzle-of-image.js';
import { shrunk } from '../../../solver/craft/generate/image.js';
import { pictureOnCanvas, pixelsOf } from './decode-picture.js';
import { drawingOf, type Drawn } from './drawn.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/window/try-address.js';

/** A picture that was chosen, dropped or pasted, and its settings. */
interface ChosenPicture {
  readonly settings: PictureSettings | null;
  /** Why there is none, in words. */
  readonly problem: string | null;
  /** The file that was chosen, dropped or pasted last. */
  readonly file: File | null;
  readonly onPicture: (file: File) => void;
  readonly onSettings: (settings: PictureSettings) => void;
}

/**
 * Takes a first picture, and those that are dropped on the page or pasted into it; `onChange` is
 * told of each setting.
 */
export function usePicture(
  first: File | null,
  onChange: (settings: PictureSettings) => void,
): ChosenPicture {
  const [settings, setSettings] = useState<PictureSettings | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const onSettings = (next: PictureSettings): void => {
    setSettings(next);
    onChange(next);
  };
  const onPicture = (chosen: File): void => {
    setFile(chosen);
    pictureOnCanvas(chosen, LONGEST).then(
      (canvas) => {
        setProblem(null);
        onSettings(settingsFor(pixelsOf(canvas), chosen.name.replace(/\.[^.]*$/, '')));
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  useEffect(() => {
    if (first !== null) onPicture(first);
  }, []);
  useEffect(() => {
    const take = (event: Event, files: FileList | undefined): void => {
      const picture = pictureAmong(files);
      if (picture === null) return;
      event.preventDefault();
      onPicture(picture);
    };
    const pasted = (event: ClipboardEvent): void => take(event, event.clipboardData?.files);
    const dropped = (event: DragEvent): void => take(event, event.dataTransfer?.files);
    const dragged = (event: DragEvent): void => {
      // Without this, the browser would open the picture in place of the page.
      if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
    };
    window.addEventListener('paste', pasted);
    window.addEventListener('drop', dropped);
    window.addEventListener('dragover', dragged);
    return () => {
      window.removeEventListener('paste', pasted);
      window.removeEventListener('drop', dropped);
      window.removeEventListener('dragover', dragged);
    };
  });
  return { settings, problem, file, onPicture, onSettings };
}

/** The longest side that is looked at, in pixels: a puzzle has 60 cells at most. */
const LONGEST = 480;

/** The picture among what was dropped or pasted, or null. */
export function pictureAmong(files: FileList | undefined): File | null {
  return Array.from(files ?? []).find(({ type }) => type.startsWith('image/')) ?? null;
}

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
function settingsFor(image: Image, name: string): PictureSettings {
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
