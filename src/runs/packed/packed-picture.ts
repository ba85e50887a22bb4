import { cellOfCode } from '../../core/puzzle/text.js';
import type { Cells } from '../../core/puzzle/types.js';

/**
 * Letters for four cells of a row that are filled or blank, `....` first; no picture has capital
 * letters.
 */
const FOURS = 'ABCDEFGHIJKLMNOP';

/** Letters for the last three cells of a row, `...` first. */
const THREES = 'QRSTUVWX';

const [FILLED, BLANK, ROW_END] = Array.from('#./', (cell) => cell.charCodeAt(0));

/** The bit of a cell; what is neither filled nor blank is larger than any letter's number. */
const BITS = new Uint8Array(256).fill(FOURS.length);
BITS[FILLED] = 1;
BITS[BLANK] = 0;

const [FOUR_BYTES, THREE_BYTES] = [FOURS, THREES].map((letters) =>
  Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
);

/**
 * A picture as `result_rows` holds it: in each row, from the left, four cells that are filled or
 * blank are one letter, and so are the last three. What else is left of the row, and groups with
 * other colours, stay as they are: 15x15 takes 74 bytes instead of 239. They are written as bytes:
 * joining strings takes four times as long.
 */
export function packPicture(text: string): string {
  const { length } = text;
  if (length > bytes.length) bytes = Buffer.alloc(2 * length);
  for (let i = 0; i < length; i++) {
    const cell = text.charCodeAt(i);
    // Then it is no picture, and is not packed.
    if (cell > 255) return text;
    bytes[i] = cell;
  }
  return bytes.toString('latin1', 0, packPictureBytes(bytes, 0, length, bytes, 0));
}

/** What is being packed or unpacked; it grows to the largest picture. */
let bytes = Buffer.alloc(1024);

/** Packs a picture from its bytes, to the same place or another; returns where it ends there. */
export function packPictureBytes(
  source: Uint8Array,
  from: number,
  until: number,
  packed: Uint8Array,
  to: number,
): number {
  for (let at = from; at < until;) {
    const three =
      at + 3 > until
        ? THREES.length
        : (BITS[source[at]] << 2) | (BITS[source[at + 1]] << 1) | BITS[source[at + 2]];
    if (three < THREES.length) {
      if (at + 3 === until || source[at + 3] === ROW_END) {
        packed[to++] = THREE_BYTES[three];
        at += 3;
        continue;
      }
      const bit = BITS[source[at + 3]];
      if (bit < 2) {
        packed[to++] = FOUR_BYTES[2 * three + bit];
        at += 4;
        continue;
      }
    }
    // As they are: the cells of a group that has others in it, or the end of a row.
    const end = Math.min(at + 4, until);
    for (let cell = 0; cell !== ROW_END && at < end;) packed[to++] = cell = source[at++];
  }
  return to;
}

const LETTERS = Array.from(FOURS + THREES, (letter, i): [letter: string, cells: string] => {
  const [bits, cells] = i < FOURS.length ? [i, 4] : [i - FOURS.length, 3];
  const digits = bits.toString(2).padStart(cells, '0');
  return [letter, digits.replaceAll('0', '.').replaceAll('1', '#')];
});

/** How many cells a letter is, by its code; 1 for all else, which is a cell itself. */
const CELL_COUNTS = new Uint8Array(256).fill(1);

/** The cells of a letter as bits, by its code, the last cell lowest. */
const BIT_SETS = new Uint8Array(256);
for (const [i, letter] of Array.from(FOURS).entries()) BIT_SETS[letter.charCodeAt(0)] = i;
for (const [i, letter] of Array.from(THREES).entries()) BIT_SETS[letter.charCodeAt(0)] = i;

/** The cells of each code, four places each. */
const CELLS = new Uint8Array(4 * 256).map((_, i) => i >> 2);
for (const [letter, cells] of LETTERS) {
  CELL_COUNTS[letter.charCodeAt(0)] = cells.length;
  CELLS.set(Buffer.from(cells), 4 * letter.charCodeAt(0));
}

/** The picture that `packPicture` packed; one that is not packed stays what it is. */
export function unpackPicture(packed: string): string {
  const most = 4 * packed.length;
  if (most > bytes.length) bytes = Buffer.alloc(2 * most);
  let to = 0;
  for (let i = 0; i < packed.length; i++) {
    const code = packed.charCodeAt(i);
    if (code > 255) return packed;
    const count = CELL_COUNTS[code];
    for (let cell = 0; cell < count; cell++) bytes[to + cell] = CELLS[4 * code + cell];
    to += count;
  }
  return bytes.toString('latin1', 0, to);
}

/**
 * The cells of a picture that `packPicture` packed, or null if it is not one of this size: the same
 * as `readCells` of what it is unpacked.
 */
export function readPacked(packed: string, width: number, height: number): Cells | null {
  const cells = new Uint8Array(width * height);
  let [at, end] = [0, width];
  for (let i = 0; i < packed.length; i++) {
    const code = packed.charCodeAt(i);
    if (code === ROW_END) {
      if (at !== end || at === cells.length) return null;
      end += width;
      continue;
    }
    const count = code < 256 ? CELL_COUNTS[code] : 1;
    if (at + count > end) return null;
    if (count === 1) {
      const cell = cellOfCode(code);
      if (cell < 0) return null;
      cells[at++] = cell;
      continue;
    }
    for (let bit = count - 1, bits = BIT_SETS[code]; bit >= 0; bit--)
      cells[at++] = (bits >> bit) & 1;
  }
  return at === cells.length ? cells : null;
}

/** The picture that a column holds packed, in SQL. */
export function unpackedSql(column: string): string {
  const begin = 'replace('.repeat(LETTERS.length) + column;
  return begin + LETTERS.map(([letter, cells]) => `,'${letter}','${cells}')`).join('');
}
