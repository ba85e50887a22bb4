import { cluesOfPicture } from '../../core/puzzle/picture.js';
import {
  BLACK_ON_WHITE,
  type Cells,
  type Draft,
  type Palette,
  type Puzzle,
} from '../../core/puzzle/types.js';
import type { Reject, RejectKind } from '../../core/puzzle/validate.js';
import { faultReason } from '../../core/text/error-codes.js';

/** One entry as a reader found it, before validation. */
export interface FoundEntry {
  /** 1-based, where the entry starts; null if line numbers do not help (an array on one line). */
  readonly line: number | null;
  /** The entry's id, or null if it has none. */
  readonly name: string | null;
  readonly title: string | null;
  /** What people said of its difficulty; null or left out if they said nothing. */
  readonly label?: string | null | undefined;
  readonly draft: Draft;
  /** The beginning of the entry's text, for a reject; call it before the sink returns. */
  excerpt(): string;
}

/** One entry that a reader could not make a draft of. */
export interface FoundReject extends Pick<Reject, 'line' | 'name' | 'excerpt'> {
  /** What it is; left out for what is not a puzzle at all. */
  readonly kind?: RejectKind;
  /** What was expected and what was found, in words, with the format's name if that helps. */
  readonly reason: string;
}

/** Takes what a parser finds, in the order of the file: each call is one entry. */
export interface EntrySink {
  entry(found: FoundEntry): void;
  reject(found: FoundReject): void;
  /**
   * Passes over the next entries, `most` of them at most, without reading what they are; returns
   * how many. A reader that can count entries without reading them may ask.
   */
  passOver?(most: number): number;
}

/**
 * A push parser: pure, fed with text in pieces of any size, holding one entry at a time. It never
 * throws because of the text: what is wrong there becomes a reject.
 *
 * **Where a list, a picture or a file breaks, nothing of its remains becomes an entry: it is one
 * reject, which shows where it broke.** Reading goes on only where the next entry certainly begins:
 * at a line of NDJSON or CSV, a header, a title.
 */
export interface Parser {
  write(text: string): void;
  /** No more text comes. */
  end(): void;
}

/** The most that a parser accepts; larger entries are rejected. */
export interface ParserLimits {
  /** Characters of one line of text. */
  readonly maxLineLength: number;
  /** Characters of one entry. */
  readonly maxEntryLength: number;
}

/** A puzzle and its names, as a writer gets it. */
export interface NamedPuzzle {
  readonly name: string | null;
  readonly title: string | null;
  /** What people said of its difficulty. */
  readonly label?: string | null | undefined;
  readonly puzzle: Puzzle;
  readonly goal: Cells | null;
  /** The chance of each cell of a random puzzle to be filled, as it was drawn, to four decimals. */
  readonly drawnDensity?: number;
}

/** A file whose puzzles are written one by one, independently of those that follow. */
interface Sequence {
  readonly head: string;
  /** `number` counts from 1. */
  readonly puzzle: (named: NamedPuzzle, number: number) => string;
  readonly between: string;
  readonly tail: string;
}

/** What a format may hold besides one puzzle's clues in black and white; `many` are puzzles. */
export const HELD = ['colour', 'name', 'many', 'title', 'label', 'start', 'goal'] as const;
export type Held = (typeof HELD)[number];

/** One way of writing puzzles down; the registry lists them. */
export interface Format {
  /** What `--format` and `--to` call it. */
  readonly name: string;
  /** With the dot, in lower case; files are written with the first. */
  readonly extensions: readonly string[];
  /** What a person should know if only its content tells that a file has this format. */
  readonly doubt?: string;
  /** Set if files with its extension are often something else: then the content decides. */
  readonly isSharedExtension?: true;
  readonly holds: ReadonlySet<Held>;
  /** How much `head` (the first characters of a file) looks like this format, from 0 to 1. */
  detect(head: string): number;
  /** Null if the format is only written, or is read from a file. */
  readonly createParser: ((sink: EntrySink, limits: ParserLimits) => Parser) | null;
  /** The same with the columns first; absent if the text itself says which clues are which. */
  readonly columnsFirst?: Format;
  /** Set if the file is not text: the parser gets its bytes as characters up to 255. */
  readonly binary?: true;
  /** Set if it is read as a whole file, from a disk, by rows: it has no parser. */
  readonly table?: true;
  /** Set if it holds nothing but pictures, so that a puzzle must come with one. */
  readonly pictureOnly?: true;
  /** Why this format cannot hold a puzzle, apart from what `holds` says; null if it can. */
  readonly unfit?: (named: NamedPuzzle) => string | null;
  /** The text of a whole file in pieces; null if the format is only read. */
  readonly write: ((puzzles: Iterable<NamedPuzzle>) => Iterable<string>) | null;
  /** Set if puzzles can be written before the next is known; `write` returns the same text. */
  readonly sequence?: Sequence;
  /** The same with labels, if they change how a file begins. */
  readonly labelled?: Sequence;
}

/**
 * Enough for any puzzle of 1000x1000 cells in 31 colours with its picture: as JSON it takes up to
 * 33 MB, with 15 characters for each cell's block in its row and its column.
 */
export const DEFAULT_PARSER_LIMITS: ParserLimits = {
  maxLineLength: 40 * 1024 * 1024,
  maxEntryLength: 40 * 1024 * 1024,
};

/** Writes a format with many puzzles in a file: each as it comes, without holding any. */
export function inSequence(parts: Pick<Sequence, 'puzzle'> & Partial<Sequence>) {
  const sequence: Sequence = { head: '', between: '', tail: '', ...parts };
  return { sequence, write: (puzzles: Iterable<NamedPuzzle>) => writeSequence(sequence, puzzles) };
}

/**
 * The text of a file in pieces. A null among the puzzles becomes an empty piece: it lets the caller
 * act between two puzzles while the search for the next one goes on.
 */
export function* writeSequence(
  { head, puzzle, between, tail }: Sequence,
  puzzles: Iterable<NamedPuzzle | null>,
): Iterable<string> {
  let number = 0;
  for (const named of puzzles) {
    if (named === null) {
      yield '';
      continue;
    }
    number++;
    yield (number === 1 ? head : between) + puzzle(named, number);
  }
  yield number === 0 ? head + tail : tail;
}

/** Writes a format of one puzzle a file; `title` is its name for people. */
export function alone(title: string, textOf: (named: NamedPuzzle) => string) {
  return {
    *write(puzzles: Iterable<NamedPuzzle>) {
      const [only, another] = puzzles;
      if (another !== undefined) {
        throw new Error(`${title} holds one puzzle a file, and there are several`);
      }
      if (only === undefined)
        throw new Error(`${title} holds one puzzle a file, but there is none`);
      yield textOf(only);
    },
  };
}

/** A puzzle as a text format describes it, before validation. */
export type TextEntry = Omit<FoundEntry, 'line' | 'excerpt'>;

/** Which side's clues come first in a text that does not say so. */
export type FirstSide = 'rows' | 'columns';

/** A format whose text does not say which side's clues come first: by custom those of the rows. */
export function eitherFirst(make: (first: FirstSide) => Format): Format {
  return { ...make('rows'), columnsFirst: make('columns') };
}

/** Rows and columns of two lists, of which the first is that of the side that comes first. */
export function sidesOf<List>(first: FirstSide, one: List, other: List) {
  return first === 'rows' ? { rows: one, columns: other } : { rows: other, columns: one };
}

/** Thrown within a reader only, on the way to a reject; the message says why. */
export class Unreadable extends Error {
  /** `kind` is what the entry is: left out, as the format says of its text. */
  constructor(
    reason: string,
    readonly kind: RejectKind | null = null,
  ) {
    super(reason);
  }
}

/** What is expected is not there: see Unreadable. */
export function unreadable(reason: string, kind: RejectKind | null = null): never {
  throw new Unreadable(reason, kind);
}

/** How a format makes an entry from its text, or from its lines. */
export interface EntryFormat<Text> {
  /** The format's name for people: every reason begins with it. */
  readonly title: string;
  /** The puzzle; null if there are only comments. @throws Unreadable */
  readonly read: (text: Text) => TextEntry | null;
  /** What it is if it cannot be read: left out, a puzzle in which a clue is mistyped. */
  readonly kindOf?: (text: Text) => RejectKind;
  /** What it is called if it cannot be read; left out if nothing in the text says so. */
  readonly nameOf?: (text: Text) => string | null;
}

/** Where an entry is, and how it begins. */
type EntryPlace = Pick<FoundEntry, 'line' | 'excerpt'>;

/** Reads one entry and hands it on; an unexpected error costs that entry alone. */
export function readEntry<Text>(
  format: EntryFormat<Text>,
  text: Text,
  place: EntryPlace,
  sink: EntrySink,
): void {
  let found: TextEntry | null;
  try {
    found = format.read(text);
  } catch (error) {
    rejectEntry(format, text, error, place, sink);
    return;
  }
  if (found !== null) sink.entry({ ...place, ...found });
}

/** Hands on a reject in place of an entry that cannot be read because of this error. */
export function rejectEntry<Text>(
  { title, kindOf = () => 'clues', nameOf = () => null }: EntryFormat<Text>,
  text: Text,
  error: unknown,
  { line, excerpt }: EntryPlace,
  sink: EntrySink,
): void {
  const { message, kind } =
    error instanceof Unreadable ? error : new Unreadable(faultReason(error), 'text');
  const reason = `${title}: ${message}`;
  sink.reject({ line, name: nameOf(text), kind: kind ?? kindOf(text), reason, excerpt: excerpt() });
}

/** What a reader makes of a text, or why it fails unexpectedly, which costs that text alone. */
export function readSoundly<Text, Read>(read: (text: Text) => Read, text: Text): Read | string {
  try {
    return read(text);
  } catch (error) {
    return faultReason(error);
  }
}

/** A draft in black and white, without a start position. */
export function plainDraft(
  width: number | null,
  height: number | null,
  rows: Draft['rows'],
  columns: Draft['columns'],
  goal: Cells | null = null,
): Draft {
  return { width, height, rows, columns, palette: null, start: null, goal };
}

/** The entry of a draft that has no name, and a title perhaps. */
export function entryOf(draft: Draft, title: string | null = null): TextEntry {
  return { name: null, title, draft };
}

/** A draft whose clues are those of a finished picture. */
export function draftOfPicture(
  cells: Cells,
  width: number,
  height: number,
  palette: Palette | null = null,
): Draft {
  return {
    width,
    height,
    ...cluesOfPicture(cells, width, height),
    palette,
    start: null,
    goal: cells,
  };
}

/** The most characters of a label: what is longer is a description. */
const MOST_LABEL = 100;

/** What people said of a puzzle's difficulty, on one line; null if it is nothing, or too long. */
export function labelOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value).replace(/\s+/g, ' ').trim();
  return text === '' || text.length > MOST_LABEL ? null : text;
}

const MOST = 120;

/** The beginning of an entry's text, made fit for one line of a report. */
export function excerptOf(text: string): string {
  // It is cut first, as the entry may be millions of characters long, and copied, as a part of a
  // string keeps the whole in memory.
  const short = text
    .slice(0, MOST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > MOST ? `${short.slice(0, MOST - 3)}...` : short;
}

/** A few characters of a file in quotes, as a reason shows them. */
export function quoted(text: string): string {
  return `"${text.slice(0, 40)}"`;
}

/** A JSON value, shortened, for a message. */
export function shown(value: unknown): string {
  // Only flat values are spelled out: values can nest deeper than can be spelled.
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== 'object') ? short(value) : 'a list of lists';
  }
  if (typeof value === 'object' && value !== null) {
    return `an object of ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}`;
  }
  return short(value);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** Why a text is refused that is longer than the most characters that it may have. */
export function tooLong(what: string, most: number): string {
  return `${what} is longer than ${most} characters`;
}

/**
 * What is lost when a puzzle is written in a format, in sentences without a full stop: `errors`
 * cannot be left out without changing the puzzle, which must not be written; `warnings` can.
 */
export function losses(named: NamedPuzzle, format: Format) {
  const { puzzle, name, title, label = null, goal } = named;
  const { holds } = format;
  const errors: string[] = [];
  const warnings: string[] = [];
  if (format.write === null) errors.push(`${format.name} cannot be written`);
  if (puzzle.colours > 1 && !holds.has('colour')) {
    errors.push(`${format.name} holds no colours, and the puzzle has ${puzzle.colours}`);
  }
  if (puzzle.start !== null && !holds.has('start')) {
    errors.push(`${format.name} holds no start position, and the puzzle has one`);
  }
  const unfit = format.unfit?.(named) ?? null;
  if (unfit !== null) errors.push(`${format.name} ${unfit}`);
  const isPlain = puzzle.palette === null || puzzle.palette.join() === BLACK_ON_WHITE.join();
  if (!isPlain && puzzle.colours === 1 && !holds.has('colour')) {
    warnings.push(`${format.name} holds no palette: the puzzle becomes black on white`);
  }
  if (name !== null && !holds.has('name')) warnings.push(`${format.name} holds no name`);
  if (title !== null && !holds.has('title')) warnings.push(`${format.name} holds no title`);
  if (label !== null && !holds.has('label')) warnings.push(`${format.name} holds no label`);
  if (goal !== null && !holds.has('goal')) warnings.push(`${format.name} holds no goal picture`);
  return { errors, warnings };
}
