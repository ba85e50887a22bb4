/** How many cells of a row are one character. */
const GROUP = 5;

/** Stand for the 32 rows of five cells, `.....` first; none of them is written for a cell itself. */
const CODES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZwxyz@!';

const CELLS = Array.from(CODES, (_, i) =>
  i.toString(2).padStart(GROUP, '0').replaceAll('0', '.').replaceAll('1', '#'),
);

const CODE_OF = new Map(CELLS.map((cells, i) => [cells, CODES[i]]));

/**
 * A picture as it is stored: in each row, five cells that are filled or blank are one character, from the left.
 * What is left of the row, and cells of other colours, stay as they are: 5x5 takes 9 bytes instead of 29.
 */
export function packCells(text: string): string {
  let packed = '';
  let at = 0;
  for (;;) {
    const next = text.indexOf('/', at);
    const end = next < 0 ? text.length : next;
    for (; at + GROUP <= end; at += GROUP) {
      const cells = text.substring(at, at + GROUP);
      packed += CODE_OF.get(cells) ?? cells;
    }
    packed += text.substring(at, end);
    if (next < 0) return packed;
    packed += '/';
    at = next + 1;
  }
}

const CELLS_OF = new Map(CELLS.map((cells, i) => [CODES[i], cells]));

/** The picture that `packCells` packed. */
export function unpackCells(packed: string): string {
  let text = '';
  for (const code of packed) text += CELLS_OF.get(code) ?? code;
  return text;
}

/** The picture that an SQL expression holds packed, in plain SQL. */
export function unpackedSql(packed: string): string {
  return CELLS.reduce((sql, cells, i) => `replace(${sql}, '${CODES[i]}', '${cells}')`, packed);
}
