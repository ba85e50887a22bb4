import { TextBuilder } from './text-builder.js';
import { blockColour, blockLength, block, type Clue } from './types.js';

/** One block as JSON holds it: its length, or in a coloured puzzle its length and colour. */
export type JsonBlock = number | { readonly n: number; readonly c: number };

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
  const text = new TextBuilder();
  text.ascii('{"rows":');
  writeSide(text, rows, colours);
  text.ascii(',"columns":');
  writeSide(text, columns, colours);
  text.ascii('}');
  return text.finish();
}

/** One side's clues as JSON text. */
export function sideToJson(clues: readonly Clue[], colours: number): string {
  const text = new TextBuilder();
  writeSide(text, clues, colours);
  return text.finish();
}

function writeSide(text: TextBuilder, clues: readonly Clue[], colours: number): void {
  text.ascii('[');
  for (let line = 0; line < clues.length; line++) {
    text.ascii(line === 0 ? '[' : ',[');
    const clue = clues[line];
    for (let i = 0; i < clue.length; i++) {
      if (i > 0) text.ascii(',');
      if (colours === 1) {
        text.number(clue[i]);
      } else {
        text.ascii('{"n":');
        text.number(blockLength(clue[i]));
        text.ascii(',"c":');
        text.number(blockColour(clue[i]));
        text.ascii('}');
      }
    }
    text.ascii(']');
  }
  text.ascii(']');
}

/** The clues that `cluesToJson` wrote. */
export function jsonToClues(text: string): { rows: Clue[]; columns: Clue[] } {
  const clues = JSON.parse(text) as JsonClues;
  const side = (lines: JsonClues['rows']): Clue[] =>
    lines.map((line) => line.map((b) => (typeof b === 'number' ? b : block(b.n, b.c))));
  return { rows: side(clues.rows), columns: side(clues.columns) };
}
