import { clueEnd, coloursOf, firstClue, heightOf, widthOf, type PackedWords } from './packed.js';
import { TextBuilder } from './text-builder.js';
import { blockColour, blockLength, block, type Block, type Clue } from './types.js';

/** One block as JSON holds it: its length, or in a coloured puzzle its length and colour. */
type JsonBlock = number | { readonly n: number; readonly c: number };

/** The clues of a puzzle as JSON holds them. */
export interface JsonClues {
  readonly rows: readonly (readonly JsonBlock[])[];
  readonly columns: readonly (readonly JsonBlock[])[];
}

/**
 * The clues as JSON text: `{"rows":[[1,2],[]],"columns":[[3]]}`; a block of a puzzle with
 * several colours is `{"n":length,"c":colour}`.
 */
export function cluesToJson(
  rows: readonly Clue[],
  columns: readonly Clue[],
  colours: number,
): string {
  text.ascii('{"rows":');
  writeSide(text, rows, colours);
  text.ascii(',"columns":');
  writeSide(text, columns, colours);
  text.ascii('}');
  return text.finish();
}

/** Adds the clues of the puzzle at `offset` as `cluesToJson` returns them. */
export function writeCluesJson(text: TextBuilder, words: PackedWords, offset: number): void {
  const colours = coloursOf(words, offset);
  text.ascii('{"rows":');
  const columns = writePackedSide(text, words, firstClue(offset), heightOf(words, offset), colours);
  text.ascii(',"columns":');
  writePackedSide(text, words, columns, widthOf(words, offset), colours);
  text.ascii('}');
}

export function sideToJson(clues: readonly Clue[], colours: number): string {
  writeSide(text, clues, colours);
  return text.finish();
}

/** Each text is finished before the next one is begun. */
const text = new TextBuilder();

function writeSide(text: TextBuilder, clues: readonly Clue[], colours: number): void {
  text.ascii('[');
  for (let line = 0; line < clues.length; line++) {
    text.ascii(line === 0 ? '[' : ',[');
    const clue = clues[line];
    for (let i = 0; i < clue.length; i++) writeBlock(text, clue[i], i === 0, colours);
    text.ascii(']');
  }
  text.ascii(']');
}

/** As `writeSide`, for the `count` clues that begin at `from`; returns where the last one ends. */
function writePackedSide(
  text: TextBuilder,
  words: PackedWords,
  from: number,
  count: number,
  colours: number,
): number {
  let at = from;
  text.ascii('[');
  for (let line = 0; line < count; line++) {
    text.ascii(line === 0 ? '[' : ',[');
    const end = clueEnd(words, at);
    for (let i = at + 1; i < end; i++) writeBlock(text, words[i], i === at + 1, colours);
    text.ascii(']');
    at = end;
  }
  text.ascii(']');
  return at;
}

function writeBlock(text: TextBuilder, value: Block, first: boolean, colours: number): void {
  if (!first) text.ascii(',');
  if (colours === 1) {
    text.number(value);
  } else {
    text.ascii('{"n":');
    text.number(blockLength(value));
    text.ascii(',"c":');
    text.number(blockColour(value));
    text.ascii('}');
  }
}

export function jsonToClues(text: string): { rows: Clue[]; columns: Clue[] } {
  const clues = JSON.parse(text) as JsonClues;
  const side = (lines: JsonClues['rows']): Clue[] =>
    lines.map((line) => line.map((b) => (typeof b === 'number' ? b : block(b.n, b.c))));
  return { rows: side(clues.rows), columns: side(clues.columns) };
}
