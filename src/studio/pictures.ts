import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { isFolderAt } from '../pipeline/files/files.js';
import { requireHolds } from '../pipeline/cli/converting.js';
import { imageIn } from './given-puzzles.js';
import { drawnPuzzle } from '../pipeline/cli/showing.js';
import { openSink, type OutPlace, writeLines } from '../pipeline/cli/input-output.js';
import {
  type CommandOutcome,
  Failure,
  refuseRejects,
  type Terminal,
} from '../pipeline/cli/terminal.js';
import { STANDARD_INPUT } from '../pipeline/corpus/sources.js';
import { pack } from '../solver/core/puzzle/packed.js';
import type { GridSize, SizeRange } from '../solver/core/puzzle/types.js';
import type { Outcome } from '../solver/core/result/outcome.js';
import { countText, durationText, numberOf } from '../solver/core/text/numbers.js';
import { findFix } from '../solver/craft/fix/fix.js';
import {
  alike,
  backgroundOf,
  brightness,
  HALF_DARK,
  type Image,
  mostCommon,
  ownSize,
  puzzleOfImage,
  type Shades,
  shrunk,
  usualThreshold,
} from '../solver/craft/image.js';
import { DEFAULT_SOLVE_LIMITS, limitedBySteps } from '../solver/engine/model/limits.js';
import { solvePuzzle, Solver } from '../solver/engine/solver/solve.js';
import type { Format, NamedPuzzle } from '../solver/formats/contract/format.js';

/** What puzzle is asked for, of which picture. */
export interface ImageOptions extends OutPlace {
  readonly file: string;
  /** Null: the picture's own. */
  readonly sizes: readonly GridSize[] | SizeRange | null;
  /** What the best puzzle is looked for; null: none is, unless for a range of sizes or a folder. */
  readonly goal: 'unique' | 'line' | null;
  /** Null if nothing was said about them. */
  readonly shades: Shades | null;
  readonly format: Format;
}

/** Writes the puzzles of a picture, or of a folder; fails if a picture there cannot be read. */
export async function generateFromImage(
  options: ImageOptions,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const { file, sizes, goal, format } = options;
  const isFolder = isFolderAt(file);
  const chooses = isFolder || goal !== null || (sizes !== null && 'from' in sizes);
  const { found, unread } = chooses
    ? await choosePuzzles(options, isFolder, terminal)
    : { found: await puzzlesOf(options, sizes ?? [null], terminal), unread: 0 };
  if (found === null) return 'done';
  const puzzles = found.map((named) => asHeldBy(format, named));
  requireHolds(format, puzzles, terminal);
  const sink = await openSink(options, terminal);
  await writeLines(format.write!(puzzles), sink, () => false);
  refuseRejects(unread, 'picture', 'pictures');
  return 'done';
}

/**
 * The puzzles of a picture, one for each size, without blank margins; draws them, and warns of
 * those that are blank, distorted, or have several solutions: nobody can tell which is meant.
 */
async function puzzlesOf(
  { file, shades: asked }: ImageOptions,
  sizes: readonly (GridSize | null)[],
  terminal: Terminal,
): Promise<NamedPuzzle[]> {
  const image = await imageIn(file, terminal);
  const shades = shadesOf(image, asked ?? HALF_DARK);
  const called = file === STANDARD_INPUT ? 'picture' : basename(file, extname(file));
  const puzzles: NamedPuzzle[] = [];
  for (const wanted of sizes) {
    const crop = withoutMargins(image, shades, wanted);
    const part = cutOut(image, crop);
    const size = wanted ?? ownSize(part);
    if (crop.kind !== 'whole') {
      terminal.say(
        `nonomill: ${called}, ${size.width}x${size.height}: blank margins are cut off, ` +
          `${part.width}x${part.height} of ${image.width}x${image.height} pixels are left`,
      );
    }
    const named = puzzleOfImage(part, size, shades);
    if (terminal.messages.isTty) {
      terminal.draw(drawnPuzzle(named.puzzle, named.goal, terminal.messages));
    }
    const warnings = [distorted(part, named.puzzle), plainPicture(named) ?? notUnique(named)];
    for (const warning of warnings.filter((one) => one !== null)) {
      terminal.say(`nonomill: ${called}, ${size.width}x${size.height}: ${warning}`);
    }
    const name = sizes.length > 1 ? `${called}-${puzzles.length + 1}` : called;
    puzzles.push({ ...named, name, title: called });
  }
  return puzzles;
}

/** A picture of one colour is blank, or all filled: seldom what was drawn. */
function plainPicture({ puzzle, goal }: NamedPuzzle): string | null {
  const first = goal![0];
  if (goal!.some((cell) => cell !== first)) return null;
  const what = first === 0 ? 'every cell is blank' : 'every cell is filled';
  const advice =
    puzzle.palette === null
      ? 'another --threshold may tell more apart'
      : 'the picture has one colour';
  return `${what}: ${advice}`;
}

/** Which size would keep the shape of a picture that a grid distorts; null if none is needed. */
function distorted(picture: GridSize, size: GridSize): string | null {
  if (!isDistorted(size, picture)) return null;
  const own = ownSize(picture);
  // At most as large as what was asked for, and in the shape of the picture.
  const scale = Math.min(size.width / own.width, size.height / own.height);
  const side = (length: number): number => Math.max(1, Math.round(length * scale));
  return `the picture is distorted; --size ${side(own.width)}x${side(own.height)} keeps its shape`;
}

function notUnique({ puzzle }: NamedPuzzle): string | null {
  const { status, solution, secondSolution } = solvePuzzle(puzzle);
  if (status === 'unique') return null;
  if (solution === null || secondSolution === null) {
    const time = durationText(DEFAULT_SOLVE_LIMITS.timeoutMs);
    return `whether it has one solution could not be found out in ${time}`;
  }
  const differ = [...solution.keys()].filter((i) => solution[i] !== secondSolution[i]);
  const [row, cell] = [Math.floor(differ[0] / puzzle.width) + 1, (differ[0] % puzzle.width) + 1];
  return (
    `it has several solutions; two of them differ in ${countText(differ.length)} cells, ` +
    `the first in row ${row}, cell ${cell}`
  );
}

/** Pictures that are read, and others that people would expect to be. */
const PICTURES = /\.(png|pbm)$/i;

const OTHER_PICTURES = /\.(jpe?g|gif|webp|bmp|tiff?|svg|heic|avif)$/i;

/** The best puzzle of each picture, of which it says how; null if nobody reads them any more. */
async function choosePuzzles(
  { file, sizes, goal, shades }: ImageOptions,
  isFolder: boolean,
  terminal: Terminal,
) {
  const wish: PictureWish = { sizes, goal: goal ?? 'unique', shades };
  const files = isFolder ? picturesIn(file, terminal) : [file];
  const found: NamedPuzzle[] = [];
  let unread = 0;
  for (const path of files) {
    if (terminal.readerGone) return { found: null, unread };
    const image = await readOrSay(path, isFolder, terminal);
    if (image === null) unread++;
    else found.push(...choose(image, basename(path, extname(path)), wish, terminal));
  }
  if (found.length === 0) {
    throw new Failure(
      'NM_IMAGE_INVALID',
      isFolder ? `${file}: there is no picture that a puzzle was made of` : `${file}: it is blank`,
      'Pictures are PNG or PBM files, with something to be seen on them.',
    );
  }
  return { found, unread };
}

/** One puzzle; none if the picture is blank. */
function choose(image: Image, name: string, wish: PictureWish, terminal: Terminal): NamedPuzzle[] {
  const { isTty } = terminal.messages;
  const looking = `${name}: looking for few changes, at most ${MENDING_MS / 1000} s`;
  const found = searchPicture(image, wish, (named) => {
    if (isTty) terminal.setLive([looking]);
    const fixed = findFix(named, { for: wish.goal, by: 'pixels', timeoutMs: MENDING_MS });
    if (isTty) terminal.setLive([]);
    if (fixed.kind === 'none') return null;
    const { puzzle, goal, changes } = fixed;
    return { named: { ...named, puzzle, goal }, changes: changes.length };
  });
  const { best } = found;
  if (best === null) {
    terminal.say(`${name}: blank: nothing is to be seen at any size or threshold; left out`);
    return [];
  }
  terminal.say(`${name}: ${choiceWords(best, found)}`);
  const what = wish.goal === 'line' ? 'is solved by lines alone' : 'has one solution';
  const bad = best.good ? null : `none that was tried ${what}; "nonomill fix" may mend it`;
  for (const warning of [bad, distorted(best.crop, best.size)].filter((one) => one !== null)) {
    terminal.say(`nonomill: ${name}: ${warning}`);
  }
  return [{ ...best.named, name, title: name }];
}

/** Milliseconds for mending a picture with a cell for each pixel. */
const MENDING_MS = 10_000;

/** The picture of a file; one of a folder that cannot be read is reported, and others go on. */
async function readOrSay(path: string, goesOn: boolean, terminal: Terminal): Promise<Image | null> {
  try {
    return await imageIn(path, terminal);
  } catch (error) {
    if (!goesOn || !(error instanceof Failure)) throw error;
    terminal.say(`nonomill: ${error.message}; left out`);
    return null;
  }
}

function picturesIn(folder: string, terminal: Terminal): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const others = files.filter((name) => OTHER_PICTURES.test(name));
  if (others.length > 0) {
    terminal.say(
      `nonomill: ${others.length === 1 ? '1 picture is' : `${others.length} pictures are`} neither PNG nor PBM: left out (${others[0]})`,
    );
  }
  return files.filter((name) => PICTURES.test(name)).map((name) => join(folder, name));
}

/** What was chosen for a picture, in a line: size, threshold, crop, verdict, likeness. */
function choiceWords(
  choice: PictureChoice,
  { tried, good }: Pick<ReturnType<typeof searchPicture>, 'tried' | 'good'>,
): string {
  const { size, shades, crop, changes, likeness } = choice;
  const how =
    shades.kind === 'palette'
      ? numberOf(choice.named.puzzle.colours, 'colour')
      : `threshold ${shades.threshold.toFixed(2)}`;
  const part = crop.kind === 'whole' ? '' : `, ${CROPS[crop.kind]}`;
  const mending = changes === 0 ? '' : `, ${numberOf(changes, 'cell')} changed`;
  return (
    `${size.width}x${size.height}, ${how}${part}${mending}: ${verdictWords(choice)}; ` +
    `likeness ${likeness.toFixed(2)} (${countText(tried)} tried, ${countText(good)} good)`
  );
}

const CROPS = { trimmed: 'without its margins', square: 'a square of it' } as const;

function verdictWords({ verdict: { status, technique } }: PictureChoice): string {
  if (status === 'unique') return technique === 'line' ? 'no guessing' : 'one solution';
  return status === 'multiple' ? 'several solutions' : 'not known whether it has one solution';
}

/** A puzzle with only what a format can hold. */
function asHeldBy({ holds }: Format, named: NamedPuzzle): NamedPuzzle {
  const { puzzle } = named;
  return {
    name: holds.has('name') ? named.name : null,
    title: holds.has('title') ? named.title : null,
    puzzle,
    goal: holds.has('goal') ? named.goal : null,
  };
}

interface PictureWish {
  /**
   * To choose from; of a range, those in the shape of the picture, with no more cells than it has
   * pixels if there are such. Null: from 10 to 30 cells, or all its pixels if these are fewer.
   */
  readonly sizes: readonly GridSize[] | SizeRange | null;
  /** One solution, or one that lines alone find. */
  readonly goal: 'unique' | 'line';
  /** A fixed way to turn pixels into cells; null: several thresholds are tried. */
  readonly shades: Shades | null;
}

/** One way to make a puzzle of a picture, with what became of it. */
interface PictureChoice {
  readonly named: NamedPuzzle;
  readonly size: GridSize;
  readonly crop: Crop;
  readonly shades: Shades;
  readonly verdict: Pick<Outcome, 'status' | 'technique'>;
  /** Whether it is what was wished for. */
  readonly good: boolean;
  /** How many cells were changed to make it so. */
  readonly changes: number;
  /** How like the picture it looks, 0 to 1. */
  readonly likeness: number;
}

/** Steps instead of time, so that a picture becomes the same puzzle on every machine. */
const LIMITS = { ...limitedBySteps(20_000), guessDepth: 0 };

/** The longest side, in pixels, that is looked at: more would not change cells one could count. */
const LONGEST = 240;

/** Thresholds that are tried, from the usual one of the picture. */
const OFFSETS = [0, -0.06, 0.06, -0.12, 0.12, -0.2, 0.2];

/** Of all cells, the least that must differ from the others. */
const LEAST_SHARE = 0.03;

/** A grid this much wider or narrower than its part of the picture is called distorted. */
const DISTORTED = 1.15;

export function isDistorted(size: GridSize, picture: GridSize): boolean {
  const stretch = stretchOf(size, picture);
  return Math.max(stretch, 1 / stretch) > DISTORTED;
}

/** A puzzle that was made what is wished for, by changing some cells of its picture. */
interface MendedPuzzle {
  readonly named: NamedPuzzle;
  readonly changes: number;
}

/**
 * The best puzzle of a picture: crops, sizes and thresholds are tried, and of those that are as
 * wished (of all, if none is) the one most like the picture is kept. With a cell for each pixel,
 * `mend` gets what is not: a few changed cells leave more of a small picture than fewer cells do.
 * Also counts the puzzles that were made, and those of them that are as wished; `best` is null if
 * all of them are blank: all cells alike, or nearly so.
 */
export function searchPicture(
  image: Image,
  wish: PictureWish,
  mend: (named: NamedPuzzle) => MendedPuzzle | null = () => null,
): { best: PictureChoice | null; tried: number; good: number } {
  const solver = new Solver();
  const seen = new Set<string>();
  let [best, tried, good]: [PictureChoice | null, number, number] = [null, 0, 0];
  const small = shrunk(image, LONGEST);
  const consider = ({ named, changes }: MendedPuzzle, { size, crop, shades, part }: Way) => {
    const { status, technique } = solver.solve(pack(named.puzzle), 0, LIMITS);
    const isGood = status === 'unique' && (wish.goal === 'unique' || technique === 'line');
    if (isGood) good++;
    if (best?.good === true && !isGood) return isGood;
    const stretch = stretchOf(size, part);
    const like = likeness(part, named) * crop.inkShare * Math.min(stretch, 1 / stretch);
    if (best?.good !== isGood || like > best.likeness) {
      const found = { verdict: { status, technique }, good: isGood, likeness: like };
      best = { named, size, crop, shades, changes, ...found };
    }
    return isGood;
  };
  for (const made of waysFor(small, wish, image.width / small.width)) {
    const { size, shades, part } = made;
    const named = puzzleOfImage(part, size, shades);
    const key = `${size.width}x${size.height}:${named.goal.join('')}`;
    if (seen.has(key)) continue;
    seen.add(key);
    if (isBlank(named)) continue;
    tried++;
    const isGood = consider({ named, changes: 0 }, made);
    const isOwn = small === image && isSame(size, part) && made.isUsual;
    const mended = isOwn && !isGood ? mend(named) : null;
    if (mended !== null) consider(mended, made);
  }
  return { best, tried, good };
}

interface Way extends Pick<PictureChoice, 'size' | 'crop' | 'shades'> {
  readonly part: Image;
  /** Whether these are the usual shades, of all the picture: those to mend it in. */
  readonly isUsual: boolean;
}

/**
 * The ways that are tried: without what is blank at the margins, or else without dark margins, and
 * the best square. Each pixel is `scale` pixels of the picture each way.
 */
function* waysFor(
  image: Image,
  { shades: asked, sizes }: PictureWish,
  scale: number,
): Generator<Way> {
  const shadings = (part: Image): Shades[] =>
    asked === null ? thresholds(part) : [shadesOf(image, asked)];
  const ink = inkOf(image);
  const isBare = !ink.includes(1);
  const box = isBare ? wholeOf(image) : boxOf(ink, image);
  const whole = inkIn(ink, image, box);
  const shareIn = (part: Box): number => (isBare ? 1 : inkIn(ink, image, part) / whole);
  const usual = shadings(cutOut(image, box));
  let isTrimmed = false;
  for (const shades of usual) {
    const content = contentOf(image, shades);
    isTrimmed ||= !isSame(content, image);
    for (const size of sizesOf(content, sizes, scale)) {
      const fit = fitted(content, image, size);
      const crop = { ...fit, inkShare: shareIn(fit) };
      const part = cutOut(image, crop);
      yield { size, crop, shades, part, isUsual: shades === usual[0] };
    }
  }
  if (isBare) return;
  const isCropped = !isTrimmed && asked?.kind !== 'palette' && !isSame(box, image);
  const square = bestSquare(ink, image, box);
  for (const crop of [
    ...(isCropped ? [{ ...box, kind: 'trimmed' as const, inkShare: 1 }] : []),
    ...(square === null ? [] : [{ ...square, kind: 'square' as const, inkShare: shareIn(square) }]),
  ]) {
    const part = cutOut(image, crop);
    for (const size of sizesOf(crop, sizes, scale)) {
      for (const shades of shadings(part)) yield { size, crop, shades, part, isUsual: false };
    }
  }
}

function isSame(one: GridSize, other: GridSize): boolean {
  return one.width === other.width && one.height === other.height;
}

/** The sizes that are tried if none are given. */
const USUAL_RANGE: SizeRange = { from: { width: 10, height: 10 }, to: { width: 30, height: 30 } };

/** The sizes for a part of a picture of which each pixel is `scale` pixels each way. */
function sizesOf(part: GridSize, sizes: PictureWish['sizes'], scale: number): readonly GridSize[] {
  if (sizes !== null && !('from' in sizes)) return sizes;
  const most = { width: Math.round(part.width * scale), height: Math.round(part.height * scale) };
  const { from, to } = sizes ?? USUAL_RANGE;
  const width = Math.min(from.width, most.width);
  const height = Math.min(from.height, most.height);
  const all = sizesFor(part, { from: sizes === null ? { width, height } : from, to });
  const held = all.filter(({ width, height }) => width <= most.width && height <= most.height);
  return held.length > 0 ? held : all;
}

/** How much wider to its height a grid is than its picture: 1 is undistorted, 2 twice as wide. */
function stretchOf(size: GridSize, picture: GridSize): number {
  return size.width / size.height / (picture.width / picture.height);
}

/** Whether nothing is to be seen: nearly all cells are alike. */
function isBlank({ goal }: NamedPuzzle): boolean {
  const { count } = mostCommon(goal!, (cell) => cell);
  return goal!.length - count < LEAST_SHARE * goal!.length;
}

function thresholds(image: Image): Shades[] {
  const usual = usualThreshold(image);
  return OFFSETS.map((offset) => usual + offset)
    .filter((threshold) => threshold > 0.02 && threshold < 0.98)
    .map((threshold) => ({ kind: 'threshold', threshold }));
}

/** The sizes of a range in the shape of the picture: one for each length of the longer side. */
export function sizesFor({ width, height }: GridSize, { from, to }: SizeRange): GridSize[] {
  const within = (value: number, least: number, most: number): number =>
    Math.max(least, Math.min(most, Math.round(value)));
  const isWide = width >= height;
  const [first, last] = isWide ? [from.width, to.width] : [from.height, to.height];
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).map((side) =>
    isWide
      ? { width: side, height: within((side * height) / width, from.height, to.height) }
      : { width: within((side * width) / height, from.width, to.width), height: side },
  );
}

/** A part of a picture, in pixels. */
interface Crop {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** What it is, in a word. */
  readonly kind: 'whole' | 'trimmed' | 'square';
  /** The share of what is to be seen that is in it: what differs from the border's colour. */
  readonly inkShare: number;
}

/** A pixel differs from the border if its brightness does by more than this. */
const DIFFERS = 0.12;

/** Brighter than this, shades leave no dot where a picture is dithered. */
const DITHERED = 0.94;

/** How pixels become cells by default; in colours, with the background of the whole picture. */
function shadesOf(image: Image, shades: Shades | null): Shades {
  if (shades === null) return { kind: 'threshold', threshold: usualThreshold(image) };
  return shades.kind === 'threshold' ? shades : { background: backgroundOf(image), ...shades };
}

/**
 * The part of a picture without its blank margins, where no cell is filled or of another colour. It
 * grows to the shape of a grid, if there is room; it is all if the grid has a cell for each pixel.
 */
export function withoutMargins(image: Image, shades: Shades, size: GridSize | null): Crop {
  return fitted(contentOf(image, shades), image, size);
}

/** The least part of a picture that has all its filled pixels; all of it if it has none. */
function contentOf(image: Image, shades: Shades): Box {
  const filled = filledPixels(image, shades);
  return filled.includes(1) ? boxOf(filled, image) : wholeOf(image);
}

function wholeOf({ width, height }: GridSize): Box {
  return { left: 0, top: 0, width, height };
}

/** A part of a picture, made larger for a grid of a size. */
function fitted(box: Box, image: GridSize, size: GridSize | null): Crop {
  const { width, height } = image;
  const ratio = size === null ? box.width / box.height : size.width / size.height;
  const wide = Math.max(box.width, Math.min(width, Math.round(box.height * ratio)));
  const high = Math.max(box.height, Math.min(height, Math.round(box.width / ratio)));
  if ((wide === width && high === height) || (size !== null && isSame(size, image))) {
    return { ...wholeOf(image), kind: 'whole', inkShare: 1 };
  }
  // What is added is on both sides, as far as the picture goes.
  const from = (at: number, is: number, wanted: number, end: number): number =>
    Math.max(0, Math.min(end - wanted, at - ((wanted - is) >> 1)));
  const left = from(box.left, box.width, wide, width);
  const top = from(box.top, box.height, high, height);
  return { left, top, width: wide, height: high, kind: 'trimmed', inkShare: 1 };
}

function filledPixels(image: Image, shades: Shades): Uint8Array {
  if (shades.kind === 'threshold') {
    const least = shades.dither === true ? DITHERED : shades.threshold;
    return Uint8Array.from(image.pixels, (pixel) => (brightness(pixel) < least ? 1 : 0));
  }
  const background = shades.background ?? backgroundOf(image);
  return Uint8Array.from(image.pixels, (pixel) => (alike(pixel, background) ? 0 : 1));
}

function cutOut({ width, pixels }: Image, crop: Box): Image {
  const cut = new Uint32Array(crop.width * crop.height);
  for (let y = 0; y < crop.height; y++) {
    const from = (crop.top + y) * width + crop.left;
    cut.set(pixels.subarray(from, from + crop.width), y * crop.width);
  }
  return { width: crop.width, height: crop.height, pixels: cut };
}

type Box = Pick<Crop, 'left' | 'top' | 'width' | 'height'>;

/** A 1 for each pixel that differs from the most usual brightness of the border. */
function inkOf({ width, height, pixels }: Image): Uint8Array {
  const levels: number[] = [];
  for (let x = 0; x < width; x++) {
    levels.push(brightness(pixels[x]), brightness(pixels[(height - 1) * width + x]));
  }
  for (let y = 0; y < height; y++) {
    levels.push(brightness(pixels[y * width]), brightness(pixels[y * width + width - 1]));
  }
  const border = levels.sort((a, b) => a - b)[levels.length >> 1];
  return Uint8Array.from(pixels, (pixel) =>
    Math.abs(brightness(pixel) - border) > DIFFERS ? 1 : 0,
  );
}

function boxOf(ink: Uint8Array, { width, height }: Image): Box {
  let [left, top, right, bottom] = [width, height, -1, -1];
  ink.forEach((one, i) => {
    if (one === 0) return;
    const [x, y] = [i % width, Math.floor(i / width)];
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  });
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** The square of most ink, as wide as the box's shorter side; null if the box is nearly one. */
function bestSquare(ink: Uint8Array, image: Image, box: Box): Box | null {
  const side = Math.min(box.width, box.height);
  const spare = Math.max(box.width, box.height) - side;
  if (spare < 0.1 * side || side < 8) return null;
  const step = Math.max(1, Math.floor(spare / 12));
  let [best, most]: [Box | null, number] = [null, -1];
  for (let offset = 0; offset <= spare; offset += step) {
    const square =
      box.width > box.height
        ? { ...box, left: box.left + offset, width: side }
        : { ...box, top: box.top + offset, height: side };
    const found = inkIn(ink, image, square);
    if (found > most) [best, most] = [square, found];
  }
  return best;
}

function inkIn(ink: Uint8Array, { width }: Image, box: Box): number {
  let sum = 0;
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) sum += ink[y * width + x];
  }
  return sum;
}

/**
 * How much a puzzle looks like the picture that it was made of, 0 to 1: the correlation between the
 * brightness of the pixels and that of the cells they are in, black and white or in the puzzle's
 * colours. It grows with the number of cells, and falls if a threshold loses parts of the picture.
 */
function likeness({ width, height, pixels }: Image, { puzzle, goal }: NamedPuzzle): number {
  const levels = puzzle.palette?.map((colour) => brightness(Number.parseInt(colour.slice(1), 16)));
  const [n, sums] = [pixels.length, { a: 0, b: 0, aa: 0, bb: 0, ab: 0 }];
  for (let y = 0; y < height; y++) {
    const row = Math.floor((y * puzzle.height) / height) * puzzle.width;
    for (let x = 0; x < width; x++) {
      const cell = goal![row + Math.floor((x * puzzle.width) / width)];
      const a = brightness(pixels[y * width + x]);
      const b = levels?.[cell] ?? 1 - cell;
      sums.a += a;
      sums.b += b;
      sums.aa += a * a;
      sums.bb += b * b;
      sums.ab += a * b;
    }
  }
  const spread = (n * sums.aa - sums.a ** 2) * (n * sums.bb - sums.b ** 2);
  return spread <= 0 ? 0 : Math.max(0, (n * sums.ab - sums.a * sums.b) / Math.sqrt(spread));
}
