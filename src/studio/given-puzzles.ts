import { existsSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { isFileAt } from '../pipeline/files/files.js';
import { STANDARD_INPUT, findSources } from '../pipeline/corpus/sources.js';
import type { NamedPuzzle } from '../solver/formats/contract/format.js';
import type { GridSize, Puzzle } from '../solver/core/puzzle/types.js';
import {
  type Image,
  ImageError,
  ownSize,
  puzzleOfImage,
  type Shades,
} from '../solver/craft/image.js';
import { resultsOfPuzzle } from '../pipeline/store/queries/stored-results.js';
import { requireUnread } from '../pipeline/cli/command.js';
import { withStore, wantedPuzzleId } from '../pipeline/cli/with-store.js';
import { PuzzlesRead, puzzlesOf, sayLeftOutFiles } from '../pipeline/cli/converting.js';
import { Failure, type Terminal } from '../pipeline/cli/terminal.js';
import { noPuzzleIn, inputName, readInput } from '../pipeline/cli/input-output.js';
import { readImage } from '../pipeline/corpus/read-image.js';

/** How the word that names a puzzle is read. */
export interface OperandReading {
  readonly format: string | null;
  /** Whether the columns come first where only custom says that the rows do; left out: no. */
  readonly columnsFirst?: boolean;
  /** Whether pictures in folders are read; left out if nobody can ask for that. */
  readonly images?: boolean;
  readonly db: string;
  /** A file that is written, which is none of those that are read; null or left out for none. */
  readonly out?: string | null;
  /** The most puzzles; null or left out for all. */
  readonly limit?: number | null;
  /** Whether start positions are left out; left out: they are not. */
  readonly ignoreStart?: boolean;
  /** How a picture file becomes cells; if `size` is null or left out, in its own size. */
  readonly size?: GridSize | null;
  readonly shades?: Shades;
}

/** A puzzle that a command was given, and where it is from. */
export interface GivenPuzzle extends NamedPuzzle {
  /** The path of the file, `-`, or the path of the database. */
  readonly source: string;
}

/** Puzzles as they are read, and how many entries were not puzzles. */
export class GivenPuzzles {
  rejects = 0;

  constructor(
    private readonly word: string,
    private readonly reading: OperandReading,
    private readonly terminal: Terminal,
  ) {}

  /**
   * The puzzles that a word names: those of a file or folder, of standard input (`-`), of a
   * picture, or the one of that name in the database.
   * @throws Failure if it does not name any.
   */
  async *all(): AsyncGenerator<GivenPuzzle, void, undefined> {
    const { word } = this;
    if (/\.png$/i.test(word) && isFileAt(word)) yield await this.picture();
    else if (word === STANDARD_INPUT || looksLikePath(word)) yield* this.read();
    else yield await this.stored();
  }

  /** The first of them. @throws Failure as `all` */
  async first(): Promise<GivenPuzzle> {
    for await (const puzzle of this.all()) return puzzle;
    throw noPuzzleIn(this.word);
  }

  private async picture(): Promise<GivenPuzzle> {
    const { word, reading, terminal } = this;
    const image = await imageIn(word, terminal);
    const named = puzzleOfImage(image, reading.size ?? ownSize(image), reading.shades);
    return { ...named, name: basename(word, extname(word)), title: null, source: word };
  }

  private async *read(): AsyncGenerator<GivenPuzzle, void, undefined> {
    const { word, terminal, reading } = this;
    if (word === STANDARD_INPUT && terminal.typing) {
      terminal.say('Type or paste a puzzle; Ctrl-D on an empty line ends it.');
    }
    const { format, columnsFirst, images, limit = null, ignoreStart = false } = reading;
    const search = { format, columnsFirst, images };
    const { sources, leftOut } = await findSources([word], search);
    const paths = sources.map(({ path }) => path);
    if (typeof reading.out === 'string') requireUnread([reading.out], paths);
    sayLeftOutFiles(leftOut, terminal);
    const read = new PuzzlesRead(sources, { limit, ignoreStart }, terminal);
    for await (const batch of read.pieces(BATCH)) {
      this.rejects = read.rejects;
      for (const named of puzzlesOf(batch)) yield { ...named, source: sources[batch.source].path };
    }
  }

  private stored(): Promise<GivenPuzzle> {
    const { word, reading } = this;
    if (!existsSync(reading.db)) {
      throw new Failure(
        'NM_FILE_ABSENT',
        `there is no file "${word}", and no database ${reading.db} to look for a puzzle of that name`,
        'Name a file of puzzles, a picture (PNG), - for standard input, or a puzzle of --db.',
      );
    }
    return withStore(reading.db, (store) => {
      const [latest] = resultsOfPuzzle(store, wantedPuzzleId(store, word));
      const { name, title, puzzle, goal } = latest;
      const read = { ...puzzle, start: reading.ignoreStart === true ? null : puzzle.start };
      return { name, title, puzzle: read, goal, source: reading.db };
    });
  }
}

/** How many puzzles are read at a time: few, so that work begins before the last is read. */
const BATCH = 8;

/** Whether a word is a file or a pattern of files rather than the name of a puzzle. */
function looksLikePath(word: string): boolean {
  return existsSync(word) || /[/\\*]|\.[a-z]{1,7}(\.gz)?$/i.test(word);
}

/** The picture in a file, or on standard input (`-`). @throws Failure if there is none. */
export async function imageIn(file: string, terminal: Terminal | null): Promise<Image> {
  const bytes = await readInput(file, terminal);
  try {
    return readImage(bytes);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    throw new Failure('NM_IMAGE_INVALID', `${inputName(file)}: ${error.message}`);
  }
}

/** The cells of a puzzle that are dark in a picture, which is scaled to its size: a 1 for each. */
export function maskIn(image: Image, { width, height }: Puzzle): Uint8Array {
  return puzzleOfImage(image, { width, height }).goal;
}
