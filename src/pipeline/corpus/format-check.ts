import {
  DEFAULT_PARSER_LIMITS,
  type Format,
  type FoundEntry,
  type FoundReject,
  losses,
  type NamedPuzzle,
  type ParserLimits,
} from '../../solver/formats/contract/format.js';
import { puzzleOfPicture } from '../../solver/core/puzzle/picture.js';
import type { Cells, Puzzle } from '../../solver/core/puzzle/types.js';
import { type RejectKind, validate } from '../../solver/core/puzzle/validate.js';

// What every format is tried with, ours and others': it reads what it writes, whatever the pieces
// are that the text comes in, and of damaged text it makes puzzles that are sound, or rejects.

/** One entry of a text: a puzzle, or the reason against it. */
interface ReadEntry {
  readonly line: number | null;
  readonly name: string | null;
  readonly title: string | null;
  readonly label: string | null;
  readonly puzzle: Puzzle | null;
  readonly goal: Cells | null;
  readonly reason: string | null;
  /** What the reject is; null for a puzzle. */
  readonly kind: RejectKind | null;
}

/** All entries that a format finds in a text, which comes in pieces of `piece` characters. */
export function readInPieces(
  { createParser }: Format,
  text: string,
  piece = text.length + 1,
  limits: ParserLimits = DEFAULT_PARSER_LIMITS,
): ReadEntry[] {
  const found: ReadEntry[] = [];
  const sink = {
    entry(entry: FoundEntry): void {
      const { line, name, title, label = null, draft } = entry;
      const read = validate(draft);
      const { puzzle = null, reason = null } = read;
      const kind = read.puzzle === undefined ? read.kind : null;
      found.push({ line, name, title, label, puzzle, goal: draft.goal, reason, kind });
    },
    reject({ line, name, reason, kind = 'text' }: FoundReject): void {
      const none = { title: null, label: null, puzzle: null, goal: null };
      found.push({ line, name, ...none, reason, kind });
    },
  };
  const parser = createParser!(sink, limits);
  for (let at = 0; at < text.length; at += piece) parser.write(text.slice(at, at + piece));
  parser.end();
  return found;
}

/** What a puzzle has besides its clues, and comes back if a format says that it holds it. */
const NAMED = ['name', 'title', 'label', 'goal'] as const;

const PALETTE = ['#ffffff', '#000000', '#ff0000', '#00ff00'];

/** Some puzzles for one file that a format can hold: of several sizes, in two colours at times. */
function* puzzlesFor(format: Format, random: () => number): Iterable<NamedPuzzle[]> {
  const side = (): number => 1 + Math.floor(random() * 5);
  for (let i = 0; i < 40; i++) {
    const puzzles = Array.from({ length: format.holds.has('many') ? 1 + (i % 3) : 1 }, (_, k) => {
      const width = side();
      const height = i % 2 === 0 ? width : side();
      const colours = i % 4 === 3 ? 2 : 1;
      const goal = Uint8Array.from({ length: width * height }, () =>
        random() < 0.6 ? 1 + Math.floor(random() * colours) : 0,
      );
      const palette = colours === 1 ? null : PALETTE.slice(0, colours + 1);
      const puzzle = puzzleOfPicture(goal, width, height, palette);
      return { name: `p${k}`, title: 'A title', label: 'easy', puzzle, goal };
    });
    if (puzzles.every((puzzle) => losses(puzzle, format).errors.length === 0)) yield puzzles;
  }
}

/** Sound files of a format, to be damaged. */
export function seedsOf(format: Format, random: () => number): readonly string[] {
  if (format.write === null) return [];
  return Array.from(puzzlesFor(format, random), (puzzles) => [...format.write!(puzzles)].join(''));
}

/** The signs that formats are made of: they break more than any letter. */
const SIGNS = '[]{}()":;,/.#$|<>&?-=\'\\\n\r\t 0123456789abXx\0\u00e9\ufeff'.split('');
const CHUNKS = [
  ...['99999999999999999999', '-1', '1e309', '0x10'],
  ...['[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[', '{"a":'.repeat(50), '((((((((((((((((((((((('],
  ...['"', '\r\n', '\n\n\n', '===='],
  ...['<!DOCTYPE a [<!ENTITY b "c">]>&b;', '<puzzle>', 'rows', '\0\0'],
];

const FUZZ_LIMITS = { maxLineLength: 5000, maxEntryLength: 5000 };

/** Reads a damaged seed, or text from nothing. @throws Error with the text, and what is wrong. */
export function fuzzOnce(format: Format, seeds: readonly string[], random: () => number): void {
  const text = damaged(seeds, random);
  const piece = 1 + Math.floor(random() * 20);
  const wrong = (what: string, cause?: unknown): Error =>
    new Error(`${what}: ${JSON.stringify(text)}`, { cause });
  let whole: ReadEntry[];
  let cut: ReadEntry[];
  try {
    whole = readInPieces(format, text, text.length + 1, FUZZ_LIMITS);
    cut = readInPieces(format, text, piece, FUZZ_LIMITS);
  } catch (error) {
    throw wrong('the parser throws', error);
  }
  // Where a text is beyond hope the reasons may differ, the puzzles and the places may not.
  const places = (found: readonly ReadEntry[]): string =>
    JSON.stringify(found.map(({ puzzle, goal, line }) => [puzzle, goal, line]));
  // What a module's parser throws becomes a reject that says so: see format-module.ts.
  const threw = whole.find(({ reason }) => reason?.includes(' threw: '));
  if (threw !== undefined) throw wrong(`the parser throws (${threw.reason})`);
  if (places(cut) !== places(whole)) throw wrong(`in pieces of ${piece} it reads differently`);
  for (const { puzzle, goal } of whole) {
    if (puzzle === null) continue;
    const { width, height } = puzzle;
    // What validation lets through fulfils what every solver relies on.
    const isSound =
      puzzle.rows.length === height &&
      puzzle.columns.length === width &&
      (goal === null || goal.length === width * height);
    if (!isSound) throw wrong('a puzzle has other sizes than its clues');
    // Nothing comes from nothing: a puzzle is no larger than its text.
    if (width + height > text.length * 8 + 8) throw wrong(`${width}x${height} comes from less`);
  }
}

function damaged(seeds: readonly string[], random: () => number): string {
  const below = (count: number): number => Math.floor(random() * count);
  const sign = (): string => SIGNS[below(SIGNS.length)];
  let text = seeds[below(seeds.length)];
  if (random() < 0.15) return Array.from({ length: below(80) }, sign).join('');
  for (let hits = 1 + below(4); hits > 0; hits--) {
    const at = below(text.length + 1);
    const to = Math.min(text.length, at + 1 + below(8));
    const [before, after] = [text.slice(0, at), text.slice(at)];
    const other = seeds[below(seeds.length)];
    const changes = [
      () => before,
      () => before + text.slice(to),
      () => before + sign() + after,
      () => before + sign() + after.slice(1),
      () => before + CHUNKS[below(CHUNKS.length)] + after,
      () => before + text.slice(at, to).split('').reverse().join('') + text.slice(to),
      () => text + other.slice(at),
      () => (random() < 0.5 ? text.replaceAll('\n', '\r\n') : `\ufeff${text}`),
    ];
    text = changes[below(changes.length)]();
  }
  return text;
}

/** What it writes it reads again, and damaged text does no harm. @throws Error with the text. */
export function checkFormat(format: Format, random: () => number, rounds: number): void {
  const { write, createParser } = format;
  if (write === null || createParser === null) {
    throw new Error('expected a parser and a writer: each is tried with the other');
  }
  const kept = NAMED.filter((part) => format.holds.has(part));
  for (const puzzles of puzzlesFor(format, random)) {
    const text = [...write(puzzles)].join('');
    for (const piece of [text.length + 1, 1, 7]) {
      const found = readInPieces(format, text, piece);
      const said = (all: readonly Pick<NamedPuzzle, 'puzzle' | (typeof NAMED)[number]>[]): string =>
        JSON.stringify(
          all.map((one) => [one.puzzle.rows, one.puzzle.columns, ...kept.map((part) => one[part])]),
        );
      const wrong = found.find((entry) => entry.puzzle === null);
      const all = found.flatMap((one) =>
        one.puzzle === null ? [] : [{ ...one, puzzle: one.puzzle }],
      );
      if (wrong === undefined && said(all) === said(puzzles)) continue;
      const reason = wrong?.reason ?? `expected ${said(puzzles)}, found ${said(all)}`;
      throw new Error(
        `what it writes reads differently (${reason}), in pieces of ${piece}: ${JSON.stringify(text)}`,
      );
    }
  }
  const seeds = seedsOf(format, random);
  for (let round = 0; round < rounds; round++) fuzzOnce(format, seeds, random);
}
