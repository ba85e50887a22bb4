/** How many cells of a row are one character. */
const GROUP = 5;

/** Stand for the 32 rows of five cells, `.....` first; none of them is written for a cell itself. */
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZwxyz@!';

const CELLS = Array.from(CODES, (_, i) =>
  i.toString(2).padStart(GROUP, '0').replaceAll('0', '.').replaceAll('1', '#'),
);

const CODE_BYTES = Uint8Array.from(CODES, (code) => code.charCodeAt(0));

const [FILLED, BLANK, ROW_END] = Array.from('#./', (cell) => cell.charCodeAt(0));

/** The bit of a cell; what is no bit is too large for a code. */
const BITS = new Uint8Array(256).fill(CODES.length);
BITS[FILLED] = 1;
BITS[BLANK] = 0;

/**
 * A picture as it is stored: in each row, five cells that are filled or blank are one character, from the left.
 * What is left of the row, and cells of other colours, stay as they are: 5x5 takes 9 bytes instead of 29.
 * They are written as bytes: joining strings takes four times as long.
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

/** What is being packed; it grows to the largest picture. */
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
    let end = at;
    if (at + GROUP <= until) {
      // A bit for each cell, and larger ones if one is neither filled nor blank.
      const code =
        (BITS[source[at]] << 4) |
        (BITS[source[at + 1]] << 3) |
        (BITS[source[at + 2]] << 2) |
        (BITS[source[at + 3]] << 1) |
        BITS[source[at + 4]];
      if (code < CODE_BYTES.length) {
        packed[to++] = CODE_BYTES[code];
        at += GROUP;
        continue;
      }
    }
    // As they are: the cells of a group that has others in it, or the end of a row.
    while (end < at + GROUP && end < until && source[end] !== ROW_END) end++;
    if (end < at + GROUP && end < until) end++;
    while (at < end) packed[to++] = source[at++];
  }
  return to;
}

const CELLS_OF = new Map(CELLS.map((cells, i) => [CODES[i], cells]));

/** The picture that `packPicture` packed. */
export function unpackPicture(packed: string): string {
  let text = '';
  for (const code of packed) text += CELLS_OF.get(code) ?? code;
  return text;
}

/** How many calls are nested in SQL: parsers before SQLite 3.46 have a stack of 100 entries, and a call takes three. */
const NESTED = 16;

/** The picture that an SQL expression holds packed, in plain SQL that old versions of SQLite read. */
export function unpackedSql(packed: string): string {
  const unpacked = (sql: string, from: number): string =>
    CELLS.slice(from, from + NESTED).reduce(
      (text, cells, i) => `replace(${text}, '${CODES[from + i]}', '${cells}')`,
      sql,
    );
  return `(SELECT ${unpacked('half', NESTED)} FROM (SELECT ${unpacked(packed, 0)} AS half))`;
}
