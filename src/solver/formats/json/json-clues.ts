import { block, blockColour, blockLength } from '../../core/puzzle/types.js';
import { parseClueText, parseSideText } from '../parse/clue-text.js';
import { Unreadable, shown } from '../contract/draft-of.js';
import { type ColoursSeen, hexOfList } from './json-colours.js';
import { listWithin } from './json-fields.js';

/** One side's clues; null is a clue that the entry calls unknown. */
export type DraftClues = readonly (readonly number[] | null)[];

/** What blocks may look like, as a reject shows it. */
const SPELLINGS = '3, or in colour "3r", [3,"red"], {"n":3,"c":1} or {"color":"red","count":3}';

/**
 * The clues of one side, as lists, as texts, or as one text; `lines` is how many there should
 * be, or null. Their colours are noted in `colours`: the blocks have the numbers that it gave.
 * @throws Unreadable
 */
export function sideOf(
  found: unknown,
  kind: 'row' | 'column',
  lines: number | null,
  colours: ColoursSeen,
): DraftClues {
  const value = unfolded(found, `${kind}s`);
  if (typeof value === 'string') {
    const clues = parseSideText(value, lines);
    if (typeof clues !== 'string') return clues;
    return colouredSide(value, kind, lines, colours) ?? fail(`the ${kind}s`, clues);
  }
  const side = Array.isArray(value) ? (value as unknown[]) : listWithin(value);
  if (side === null) {
    throw new Unreadable(`expected the ${kind} clues as a list, found ${shown(value)}`);
  }
  const clues = new Array<readonly number[] | null>(side.length);
  for (let line = 0; line < side.length; line++) {
    clues[line] = clueOf(side[line], kind, line, colours);
  }
  return clues;
}

function fail(place: string, reason: string): never {
  throw new Unreadable(`${place}: ${reason}`);
}

/** As NumPy prints clues, without commas between them: [2] [1 1], or [list([2]) list([1, 1])]. */
const PRINTED =
  /^\s*\[?\s*(?:(?:list|array)\()?\[[\d\s,]*\]\)?(?:\s+(?:(?:list|array)\()?\[[\d\s,]*\]\)?)+\s*\]?\s*$/;

function bracketsIn(text: string, bracket: string): number {
  return text.split(bracket).length;
}

/**
 * Sides whose blocks are pairs of numbers, as sites serve them: [colour, count], or [count, colour]
 * if only so the colours of both sides agree. Colours are numbered anew, unless `areIndexes` of a
 * palette. Other sides come back as they are.
 */
export function withoutPairs(
  rows: unknown,
  columns: unknown,
  areIndexes: boolean,
): [unknown, unknown] {
  if (!arePairs(rows) || !arePairs(columns)) return [rows, columns];
  const sums = (side: readonly Pair[][], at: 0 | 1): string => {
    const found = new Map<number, number>();
    for (const pair of side.flat()) found.set(pair[at], (found.get(pair[at]) ?? 0) + pair[1 - at]);
    return JSON.stringify([...found].sort(([one], [other]) => one - other));
  };
  const agree = (at: 0 | 1): boolean => sums(rows, at) === sums(columns, at);
  const at = !agree(0) && agree(1) ? 1 : 0;
  const colours = [...new Set(rows.flat().map((pair) => pair[at]))].sort((a, b) => a - b);
  const named = (side: readonly Pair[][]): unknown =>
    side.map((line) =>
      line.map((pair) => ({
        n: pair[1 - at],
        c: areIndexes ? pair[at] : colours.indexOf(pair[at]) + 1,
      })),
    );
  return [named(rows), named(columns)];
}

type Pair = readonly [number, number];

function arePairs(side: unknown): side is readonly Pair[][] {
  const isPair = (block: unknown): boolean =>
    Array.isArray(block) && block.length === 2 && block.every((one) => typeof one === 'number');
  const isLine = (line: unknown): boolean => Array.isArray(line) && line.every(isPair);
  return (
    Array.isArray(side) && side.every(isLine) && side.some((line: unknown[]) => line.length > 0)
  );
}

/**
 * Clues that are JSON within a text, as tables have them: `"{\"rows\":[[1]],...}"`. Whatever else
 * it is comes back as it is.
 * @throws Unreadable
 */
export function unfolded(value: unknown, what: string): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  if (PRINTED.test(value) && bracketsIn(value, '[') === bracketsIn(value, ']')) {
    return Array.from(value.matchAll(/\[([\d\s,]*)\]/g), ([, blocks]) => parseClueText(blocks));
  }
  try {
    return JSON.parse(value) as unknown;
  } catch (error) {
    throw new Unreadable(`${what}: not valid JSON: ${(error as Error).message}`);
  }
}

function clueOf(
  value: unknown,
  kind: string,
  line: number,
  colours: ColoursSeen,
): readonly number[] | null {
  if (Array.isArray(value)) {
    const blocks = value as unknown[];
    for (let i = 0; i < blocks.length; i++) {
      // The usual case: plain numbers up to the last; then the parsed list is used as it is.
      if (!isPlainBlock(blocks[i])) return blocksOf(blocks, `${kind} ${line + 1}`, colours);
    }
    return blocks as number[];
  }
  if (value === null) return null;
  const place = `${kind} ${line + 1}`;
  if (typeof value === 'string') {
    const clue = parseClueText(value);
    if (typeof clue !== 'string') return clue;
    return colouredClue(value, place, colours) ?? fail(place, clue);
  }
  // A single block without its list.
  if (typeof value === 'number') return [block(value)];
  if (typeof value === 'object') {
    const inner = listWithin(value);
    if (inner !== null) return clueOf(inner, kind, line, colours);
    return [blockOf(value, place, colours)];
  }
  throw new Unreadable(`${place}: expected a list of blocks, found ${shown(value)}`);
}

/** Numbers that validation judges by their own value, not as a length with a colour. */
function isPlainBlock(value: unknown): boolean {
  return typeof value === 'number' && value <= 0xffff;
}

function blocksOf(values: readonly unknown[], place: string, colours: ColoursSeen): number[] {
  const blocks: number[] = [];
  for (let i = 0; i < values.length; i++) {
    // A length and its colour without a list of their own: [2, "red", 1, "blue"].
    const pair = pairOf(values[i], values[i + 1]);
    if (pair !== null) {
      blocks.push(block(pair.length, colours.name(pair.colour, place)));
      i++;
    } else {
      blocks.push(blockOf(values[i], place, colours));
    }
  }
  return blocks;
}

/** A length and a colour's name, in either order, or null. */
function pairOf(one: unknown, other: unknown): { length: number; colour: string } | null {
  const [length, colour] = typeof one === 'string' ? [other, one] : [one, other];
  if (typeof colour !== 'string' || !COLOUR.test(colour.trim())) return null;
  const number = lengthOf(length);
  return number === null ? null : { length: number, colour };
}

/** Text that can name a colour: a word, a letter or `#rgb`. */
const COLOUR = /^(?:#[0-9a-f]{3,8}|[a-z][a-z ]*)$/i;

function lengthOf(value: unknown): number | null {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? spelledNumber(value) : null;
}

function blockOf(value: unknown, place: string, colours: ColoursSeen): number {
  if (typeof value === 'number') return block(value);
  if (typeof value === 'string') {
    const number = spelledNumber(value);
    if (number !== null) return block(number);
    const coloured = colouredClue(value, place, colours);
    if (coloured?.length === 1) return coloured[0];
  } else if (Array.isArray(value)) {
    const pair = value.length === 2 ? pairOf(value[0], value[1]) : null;
    if (pair !== null) return block(pair.length, colours.name(pair.colour, place));
  } else if (typeof value === 'object' && value !== null) {
    const found = blockOfObject(value as Record<string, unknown>, place, colours);
    if (found !== null) return found;
  }
  throw new Unreadable(
    `${place}: expected a block, found ${shown(value)}; a block is written as ${SPELLINGS}`,
  );
}

/** The keys of a block's length and colour, in lower case and without `_`, `-` and blanks. */
const LENGTH_KEY =
  /^(?:n|l|k|len|length|count|size|num|number|value|val|amount|quantity|qty|run|runlength|block|blocksize|blocklength|cells|clue|hint|width|times|repeat|total)$/;

const COLOUR_KEY =
  /^(?:c|clr|col|colou?r|ink|fill|paint|shade|hex)(?:id|idx|index|name|number|no|code|key|hex|value)?$/;

function blockOfObject(
  value: Record<string, unknown>,
  place: string,
  colours: ColoursSeen,
): number | null {
  let { n: length, c: colour } = value;
  if (typeof length !== 'number' || typeof colour !== 'number') {
    length = colour = undefined;
    for (const key in value) {
      const word = key.toLowerCase().replace(/[\s_-]/g, '');
      if (LENGTH_KEY.test(word)) length ??= value[key];
      else if (COLOUR_KEY.test(word)) colour ??= value[key];
    }
  }
  const cells = lengthOf(length);
  if (cells === null) return null;
  if (colour === undefined || colour === null) return block(cells);
  if (typeof colour === 'number') {
    return Number.isInteger(colour) ? block(cells, colours.index(colour, place)) : null;
  }
  const name = colourNameIn(colour);
  return name === null || name === '' ? null : block(cells, colours.name(name, place));
}

/** A colour as a text, as red, green and blue, or as an object with a text; null if it is none. */
function colourNameIn(colour: unknown): string | null {
  if (typeof colour === 'string') return colour;
  if (typeof colour !== 'object' || colour === null || Array.isArray(colour)) {
    return hexOfList(colour);
  }
  const texts = Object.values(colour).filter((value) => typeof value === 'string');
  return texts.find((text) => text.startsWith('#')) ?? texts.at(0) ?? null;
}

/** Lengths with their colours: `2r 1b`, `2r1b`, `2 red, 1 #00f`, `red: 2`. */
const LENGTH_FIRST = /(\d+)(?:\s*[-:*@/(]?\s*(#[0-9a-f]{3,8}|[a-z]+)\)?)?[\s,.+]*/iy;

const COLOUR_FIRST = /(#[0-9a-f]{3,8}(?=[^0-9a-f])|[a-z]+)\s*[-:*@/(=]?\s*(\d+)\)?[\s,.+]*/iy;

/** The blocks of a text with colours, or null if it is not one. */
function colouredClue(text: string, place: string, colours: ColoursSeen): number[] | null {
  const trimmed = text.trim();
  for (const pattern of [LENGTH_FIRST, COLOUR_FIRST]) {
    const found: { length: number; colour: string | undefined }[] = [];
    pattern.lastIndex = 0;
    while (pattern.lastIndex < trimmed.length) {
      const match = pattern.exec(trimmed) as (string | undefined)[] | null;
      if (match === null) break;
      const [, one, other] = match;
      found.push(
        pattern === LENGTH_FIRST
          ? { length: Number(one), colour: other }
          : { length: Number(other), colour: one },
      );
      if (pattern.lastIndex === trimmed.length) {
        return found.map(({ length, colour }) =>
          colour === undefined ? block(length) : block(length, colours.name(colour, place)),
        );
      }
    }
  }
  return null;
}

/** One text with the coloured clues of a side, or null if it is not one. */
function colouredSide(
  text: string,
  kind: string,
  lines: number | null,
  colours: ColoursSeen,
): DraftClues | null {
  if (!/\d/.test(text)) return null;
  const separator = [';', '\n', '/', ','].find((sign) => text.includes(sign)) ?? ';';
  const parts = lines === 1 && separator === ',' ? [text] : text.split(separator);
  if (parts.length - 1 === lines && parts.at(-1)!.trim() === '') parts.pop();
  const clues = parts.map((part, i) =>
    part.trim() === '' ? [] : colouredClue(part, `${kind} ${i + 1}`, colours),
  );
  return clues.every((clue) => clue !== null) ? clues : null;
}

/** The same clues with the colours that their palette gives them. */
export function recoloured(side: DraftClues, colourOf: (seen: number) => number): DraftClues {
  return side.map((clue) =>
    clue === null
      ? null
      : clue.map((value) => {
          const isBlock = Number.isInteger(value) && value > 0 && value < 2 ** 31;
          return isBlock ? block(blockLength(value), colourOf(blockColour(value))) : value;
        }),
  );
}

/** The whole number that a text spells, or null. */
export function spelledNumber(text: string): number | null {
  // Nearly always it has a digit or two.
  if (text.length <= 2) {
    const tens = text.length === 2 ? digitAt(text, 0) : 0;
    const ones = digitAt(text, text.length - 1);
    if (tens >= 0 && ones >= 0) return 10 * tens + ones;
  }
  return /^\s*-?\d+\s*$/.test(text) ? Number(text) : null;
}

/** The digit there; -1 if there is another character, or none. */
function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57 ? code - 48 : -1;
}
