import { readdirSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { findFix } from '../../solver/craft/fix/fix.js';
import type { NamedPuzzle, Format } from '../../solver/formats/contract/format.js';
import type { Image } from '../../solver/craft/generate/image.js';
import {
  searchPicture,
  type PictureWish,
  isDistorted,
  type FoundChoice,
  type MendedPuzzle,
  type PictureChoice,
} from './picture-search.js';
import { requireHolds } from '../../pipeline/cli/converting.js';
import {
  type CommandOutcome,
  Failure,
  refuseRejects,
} from '../../pipeline/cli/terminal/outcome.js';
import type { Terminal } from '../../pipeline/cli/terminal/terminal.js';
import { openSink, writeLines } from '../../pipeline/cli/terminal/input-output.js';
import type { ImageOptions } from './generate-options.js';
import { imageIn } from '../../pipeline/cli/operands.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';

/** Pictures that are read, and others that people would expect to be. */
const PICTURES = /\.(png|pbm)$/i;

const OTHER_PICTURES = /\.(jpe?g|gif|webp|bmp|tiff?|svg|heic|avif)$/i;

/**
 * Writes the best puzzle of each picture of a folder, or of one picture, and says what it chose.
 * The outcome is `failed` if there was a picture that could not be read.
 */
export async function choosePuzzles(
  { file, sizes, goal, shades, format, out, force }: ImageOptions,
  isFolder: boolean,
  terminal: Terminal,
): Promise<CommandOutcome> {
  const wish: PictureWish = { sizes, goal: goal ?? 'unique', shades };
  const files = isFolder ? picturesIn(file, terminal) : [file];
  const puzzles: NamedPuzzle[] = [];
  let unread = 0;
  for (const path of files) {
    if (terminal.readerGone) return 'done';
    const image = await readOrSay(path, isFolder, terminal);
    if (image === null) unread++;
    else {
      const chosen = choose(image, nameOf(path), wish, terminal);
      if (chosen !== null) puzzles.push(asHeldBy(format, chosen));
    }
  }
  if (puzzles.length === 0) {
    throw new Failure(
      'NM_IMAGE_INVALID',
      isFolder ? `${file}: there is no picture that a puzzle was made of` : `${file}: it is blank`,
      'Pictures are PNG or PBM files, with something to be seen on them.',
    );
  }
  requireHolds(format, puzzles, terminal);
  await writeLines(format.write!(puzzles), await openSink({ out, force }, terminal), () => false);
  refuseRejects(unread, 'picture', 'pictures');
  return 'done';
}

function choose(
  image: Image,
  name: string,
  wish: PictureWish,
  terminal: Terminal,
): NamedPuzzle | null {
  const found = searchPicture(image, wish, (named) => {
    if (!terminal.messages.isTty) return mended(named, wish.goal);
    terminal.setLive([`${name}: looking for few changes, at most ${MENDING_MS / 1000} s`]);
    const changed = mended(named, wish.goal);
    terminal.setLive([]);
    return changed;
  });
  const { best } = found;
  if (best === null) {
    terminal.say(`${name}: blank: nothing is to be seen at any size or threshold; left out`);
    return null;
  }
  terminal.say(`${name}: ${choiceWords(best, found)}`);
  for (const warning of choiceWarnings(best, wish.goal)) {
    terminal.say(`nonomill: ${name}: ${warning}`);
  }
  return { ...best.named, name, title: name };
}

/** Milliseconds for mending a picture with a cell for each pixel. */
const MENDING_MS = 10_000;

function mended(named: NamedPuzzle, goal: 'unique' | 'line'): MendedPuzzle | null {
  const fixed = findFix(named, { for: goal, by: 'pixels', timeoutMs: MENDING_MS });
  if (fixed.kind === 'none') return null;
  const { puzzle, changes } = fixed;
  return { named: { ...named, puzzle, goal: fixed.goal }, changes: changes.length };
}

/**
 * The picture of a file; if one of a folder cannot be read, that is reported, and the others go on.
 */
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

function nameOf(path: string): string {
  return basename(path, extname(path));
}

/** What was chosen for a picture, in a line: size, threshold, crop, verdict, likeness. */
function choiceWords(choice: PictureChoice, { tried, good }: FoundChoice): string {
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

/** What an author should be warned of in a choice. */
function choiceWarnings(choice: PictureChoice, goal: 'unique' | 'line'): string[] {
  const warnings: string[] = [];
  if (!choice.good) {
    const what = goal === 'line' ? 'is solved by lines alone' : 'has one solution';
    warnings.push(`none that was tried ${what}; "nonomill fix" may mend it`);
  }
  if (isDistorted(choice.stretch)) warnings.push(distortedWords(choice.stretch));
  return warnings;
}

/** `distorted: 1.5 times as wide, to its height, as the picture`. */
function distortedWords(stretch: number): string {
  const [factor, what] = stretch > 1 ? [stretch, 'wide'] : [1 / stretch, 'high'];
  const side = what === 'wide' ? 'height' : 'width';
  return `distorted: ${factor.toFixed(1)} times as ${what}, to its ${side}, as the picture; another --size has its shape`;
}

/** A puzzle with only what a format can hold. */
export function asHeldBy({ holds }: Format, named: NamedPuzzle): NamedPuzzle {
  const { puzzle } = named;
  return {
    name: holds.name ? named.name : null,
    title: holds.title ? named.title : null,
    puzzle,
    goal: holds.goal ? named.goal : null,
  };
}
