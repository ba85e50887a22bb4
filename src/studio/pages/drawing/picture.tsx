import type { ComponentChildren, JSX } from 'preact';
import { drawingOf, type Drawn } from './drawn.js';
import { LONGEST_SIDE } from '../../../pipeline/pages/client/puzzle-text.js';
import { Tick } from '../../../pipeline/pages/client/controls.js';
import { Notice } from '../../../pipeline/pages/client/parts.js';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Underlay } from '../../../pipeline/pages/client/paint.js';
import { type Image, puzzleOfImage, shrunk, usualThreshold } from '../../../solver/craft/image.js';
import { useGivenToPage } from '../browser.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';

/** A picture from a file, by sliders a puzzle; what becomes of it, to be drawn on, is inside. */
export function PictureForm(props: {
  readonly picture: ReturnType<typeof usePicture>;
  readonly drawn: Drawn;
  readonly children: ComponentChildren;
}): JSX.Element {
  const { picture, drawn, children } = props;
  const { settings, problem, file, choose, onSettings } = picture;
  const blank = settings === null ? null : blankWords(drawn, settings);
  return (
    <div class="card-body">
      <PictureField
        label="Choose a picture (PNG, JPEG, GIF or WebP), drop one here, or paste one"
        file={file}
        onPicture={choose}
      />
      {problem !== null && <Notice kind="bad" title={problem} />}
      {settings !== null && (
        <>
          <Sliders settings={settings} drawn={drawn} onSettings={onSettings} />
          {blank !== null && <Notice kind="doubt" title={blank} />}
          {children}
        </>
      )}
    </div>
  );
}

function Sliders(props: {
  readonly settings: PictureSettings;
  readonly drawn: Drawn;
  readonly onSettings: (settings: PictureSettings) => void;
}): JSX.Element {
  const { settings, drawn, onSettings } = props;
  const { side, threshold, dither, colours } = settings;
  const percent = Math.round(threshold * 100);
  const slider = (
    label: string,
    said: string,
    [value, min, max]: readonly [value: number, min: number, max: number],
    changes: (value: number) => Partial<PictureSettings>,
  ): JSX.Element => (
    <label class="field slider">
      <span>
        {label}: {said}
      </span>
      <input
        type="range"
        {...{ min, max, value }}
        aria-label={label}
        aria-valuetext={said}
        onInput={({ currentTarget }) =>
          onSettings({ ...settings, ...changes(currentTarget.valueAsNumber) })
        }
      />
    </label>
  );
  const size = `${drawn.width} × ${drawn.height}`;
  const shades = colours === 1 ? 'black and white' : String(colours);
  return (
    <div class="sliders">
      {slider('Size', size, [side, LEAST_SIDE, LONGEST_SIDE], (to) => ({ side: to }))}
      {slider('Colours', shades, [colours, 1, MOST_COLOURS], (to) => ({ colours: to }))}
      {colours === 1 && (
        <>
          {slider('Threshold', `${percent} %`, [percent, 0, 100], (to) => ({
            threshold: to / 100,
          }))}
          <Tick isOn={dither} onTurn={(on) => onSettings({ ...settings, dither: on })}>
            Dithering: shades become patterns of cells
          </Tick>
        </>
      )}
    </div>
  );
}

/**
 * A picture that becomes a drawing, once there is one, with its settings: a first one, and those
 * dropped or pasted; `onChange` is told of each setting.
 */
export function usePicture(first: File | null, onChange: (settings: PictureSettings) => void) {
  const [settings, setSettings] = useState<PictureSettings | null>(null);
  const onSettings = (next: PictureSettings): void => {
    setSettings(next);
    onChange(next);
  };
  const { file, problem, choose } = useChosen(LONGEST, (canvas, { name }) =>
    onSettings(settingsFor(pixelsOf(canvas), name.replace(/\.[^.]*$/, ''))),
  );
  useEffect(() => {
    if (first !== null) choose(first);
  }, []);
  useGivenToPage((data) => {
    const picture = pictureAmong(data?.files);
    if (picture !== null) choose(picture);
    return picture !== null;
  });
  return { settings, problem, file, choose, onSettings };
}

/** A picture that is chosen: its file, or why it cannot be taken; `take` is given it, painted. */
function useChosen(longest: number, take: (canvas: HTMLCanvasElement, file: File) => void) {
  // Why there is none, in words.
  const [problem, setProblem] = useState<string | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const choose = (chosen: File): void => {
    setFile(chosen);
    pictureOnCanvas(chosen, longest).then(
      (canvas) => {
        setProblem(null);
        take(canvas, chosen);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  return { file, problem, choose, forget: () => setFile(null) };
}

/** The longest side that is looked at, in pixels: a puzzle has 60 cells at most. */
const LONGEST = 480;

/** The picture among what was dropped or pasted, or null. */
function pictureAmong(files: FileList | undefined): File | null {
  return Array.from(files ?? []).find(({ type }) => type.startsWith('image/')) ?? null;
}

/** A picture, and how it becomes a drawing. */
interface PictureSettings {
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
const MOST_COLOURS = 8;

/** The shortest longer side that the slider offers. */
const LEAST_SIDE = 5;

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
  return drawingOf(puzzle, goal);
}

/** What is wrong with a drawing of a picture, in words, or null: nothing is left to see. */
function blankWords({ cells }: Drawn, { colours }: PictureSettings): string | null {
  const [first] = cells;
  if (!cells.every((cell) => cell === first)) return null;
  if (colours > 1)
    return 'Blank: all cells have the colour of the border. Try more colours, or a larger size.';
  return first === 0
    ? 'Blank: every cell is brighter than the threshold. Move it up.'
    : 'All filled: every cell is darker than the threshold. Move it down.';
}

/** A field to choose a picture with; it names the one that is there, however that came. */
function PictureField(props: {
  readonly label: string;
  readonly file: File | null;
  readonly onPicture: (file: File) => void;
}): JSX.Element {
  const { label, file, onPicture } = props;
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const named = new DataTransfer();
    if (file !== null) named.items.add(file);
    field.current!.files = named.files;
  }, [file]);
  return (
    <label class="field picture-file">
      {label}
      <input
        type="file"
        ref={field}
        accept={PICTURE_TYPES}
        onChange={(event) => {
          const chosen = pictureAmong(event.currentTarget.files ?? undefined);
          if (chosen !== null) onPicture(chosen);
        }}
      />
    </label>
  );
}

/** Chooses a picture to draw after, and how strongly it shows. */
export function UnderlayPanel(props: { readonly chosen: ChosenUnderlay }): JSX.Element {
  const { underlay, file, problem, choose, setStrength, remove } = props.chosen;
  return (
    <>
      <PictureField
        label="A picture that shows through the cells, to draw after"
        file={file}
        onPicture={choose}
      />
      {problem !== null && <Notice kind="bad" title={problem} />}
      {underlay !== null && (
        <div class="row">
          <label class="field grow">
            How strongly it shows
            <input
              type="range"
              min={0}
              max={100}
              value={Math.round(underlay.strength * 100)}
              onInput={(event) => setStrength(event.currentTarget.valueAsNumber / 100)}
            />
          </label>
          <button type="button" onClick={remove}>
            Remove it
          </button>
        </div>
      )}
    </>
  );
}

/** The longest side that is kept, in pixels. */
const LONGEST_UNDERLAY = 1600;

/** How strongly a picture shows at first. */
const STRENGTH = 0.35;

/** A picture to draw after, which shows through the cells and changes nothing. */
type ChosenUnderlay = ReturnType<typeof useUnderlay>;

export function useUnderlay() {
  const [underlay, setUnderlay] = useState<Underlay | null>(null);
  const { file, problem, choose, forget } = useChosen(LONGEST_UNDERLAY, (image) =>
    setUnderlay({ image, strength: STRENGTH }),
  );
  return {
    underlay,
    file,
    problem,
    choose,
    setStrength: (strength: number) => {
      if (underlay !== null) setUnderlay({ ...underlay, strength });
    },
    remove: () => {
      forget();
      setUnderlay(null);
    },
  };
}

/** The kinds of pictures that every browser reads. */
const PICTURE_TYPES = 'image/png,image/jpeg,image/gif,image/webp';

/**
 * The picture in a file, decoded by the browser, on white where it is transparent; its longer side
 * has `longest` pixels at most.
 * @throws Error in words, if the browser cannot read it.
 */
async function pictureOnCanvas(file: Blob, longest: number): Promise<HTMLCanvasElement> {
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

function pixelsOf(canvas: HTMLCanvasElement): Image {
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, width, height);
  const pixels = new Uint32Array(width * height);
  for (let i = 0; i < pixels.length; i++) {
    pixels[i] = (data[4 * i] << 16) | (data[4 * i + 1] << 8) | data[4 * i + 2];
  }
  return { width, height, pixels };
}
