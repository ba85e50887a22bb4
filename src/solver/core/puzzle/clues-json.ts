import {
  asciiText,
  BAR,
  CLOSE_LIST,
  COMMA,
  OPEN_LIST,
  SEMICOLON,
  writeAscii,
  writeDecimal,
} from '../text/codes.js';
import {
  blocksAtMost,
  clueEnd,
  coloursOf,
  firstClue,
  heightOf,
  widthOf,
  type PackedWords,
} from './packed.js';
import { blockColour, blockLength, block, type Block, type Clue } from './types.js';

/** One block as JSON holds it: its length, or in a coloured puzzle its length and colour. */
type JsonBlock = number | { readonly n: number; readonly c: number };

/** The clues of a puzzle as JSON holds them. */
export interface JsonClues {
  readonly rows: readonly (readonly JsonBlock[])[];
  readonly columns: readonly (readonly JsonBlock[])[];
}

/** The most bytes that a block takes, in black and white and in colours, and a line without any. */
const PLAIN_BLOCK = ',65535'.length;
const COLOURED_BLOCK = ',{"n":65535,"c":31}'.length;
const LINE = ',[]'.length;
/** What is between the clues of a puzzle as JSON. */
const [ROWS, LINES, COLUMNS, END] = ['{"rows":[[', '],[', ']],"columns":[[', ']]}'];
const SIDES = '{"rows":[],"columns":[]}'.length;

function mostBytes(lines: number, blocks: number, colours: number): number {
  return SIDES + LINE * lines + (colours === 1 ? PLAIN_BLOCK : COLOURED_BLOCK) * blocks;
}

/** The clues as JSON: `{"rows":[[1,2],[]],"columns":[[3]]}`; in colours `{"n":1,"c":2}` a block. */
export function cluesToJson(rows: readonly Clue[], columns: readonly Clue[], colours: number) {
  const most = mostBytes(rows.length + columns.length, countOf(rows) + countOf(columns), colours);
  return asciiText(most, (bytes) => {
    const rowsEnd = writeSide(bytes, writeAscii(bytes, 0, '{"rows":'), rows, colours);
    const columnsAt = writeAscii(bytes, rowsEnd, ',"columns":');
    return writeAscii(bytes, writeSide(bytes, columnsAt, columns, colours), '}');
  });
}

/** The most bytes that `writeShortClues` takes for the puzzle at `offset`. */
export function shortCluesLength(words: PackedWords, offset: number): number {
  const lines = widthOf(words, offset) + heightOf(words, offset);
  return mostBytes(lines, blocksAtMost(words, offset), coloursOf(words, offset));
}

/** Writes the clues at `offset`, as `shortClues` has them, at `at`; returns where they end. */
export function writeShortClues(bytes: Uint8Array, at: number, words: PackedWords, offset: number) {
  const colours = coloursOf(words, offset);
  const height = heightOf(words, offset);
  const lines = height + widthOf(words, offset);
  let end = at;
  for (let line = 0, clue = firstClue(offset); line < lines; line++) {
    if (line > 0) bytes[end++] = line === height ? BAR : SEMICOLON;
    const next = clueEnd(words, clue);
    for (let i = clue + 1; i < next; i++) {
      if (i > clue + 1) bytes[end++] = COMMA;
      end = writeBlock(bytes, end, words[i], colours);
    }
    clue = next;
  }
  return end;
}

/** What `cluesToJson` returns with other signs between lines and sides: `1,2;|3;1;1`. */
export function shortClues(json: string): string {
  return json.slice(ROWS.length, -END.length).replaceAll(COLUMNS, '|').replaceAll(LINES, ';');
}

/** An expression of SQLite that makes the JSON again. */
export function cluesJsonSql(short: string): string {
  return `'${ROWS}' || replace(replace(${short}, '|', '${COLUMNS}'), ';', '${LINES}') || '${END}'`;
}

export function sideToJson(clues: readonly Clue[], colours: number): string {
  const most = mostBytes(clues.length, countOf(clues), colours);
  return asciiText(most, (bytes) => writeSide(bytes, 0, clues, colours));
}

function countOf(clues: readonly Clue[]): number {
  let blocks = 0;
  for (const clue of clues) blocks += clue.length;
  return blocks;
}

function writeSide(bytes: Uint8Array, at: number, clues: readonly Clue[], colours: number): number {
  let end = at;
  bytes[end++] = OPEN_LIST;
  for (let line = 0; line < clues.length; line++) {
    if (line > 0) bytes[end++] = COMMA;
    bytes[end++] = OPEN_LIST;
    const clue = clues[line];
    for (let i = 0; i < clue.length; i++) {
      if (i > 0) bytes[end++] = COMMA;
      end = writeBlock(bytes, end, clue[i], colours);
    }
    bytes[end++] = CLOSE_LIST;
  }
  bytes[end++] = CLOSE_LIST;
  return end;
}

function writeBlock(bytes: Uint8Array, at: number, value: Block, colours: number): number {
  if (colours === 1) return writeDecimal(bytes, at, value);
  const lengthEnd = writeDecimal(bytes, writeAscii(bytes, at, '{"n":'), blockLength(value));
  const colourAt = writeAscii(bytes, lengthEnd, ',"c":');
  return writeAscii(bytes, writeDecimal(bytes, colourAt, blockColour(value)), '}');
}

export function jsonToClues(text: string): { rows: Clue[]; columns: Clue[] } {
  const clues = JSON.parse(text) as JsonClues;
  const side = (lines: JsonClues['rows']): Clue[] =>
    lines.map((line) => line.map((b) => (typeof b === 'number' ? b : block(b.n, b.c))));
  return { rows: side(clues.rows), columns: side(clues.columns) };
}
