import { readCells } from '../../../solver/core/puzzle/text.js';
import type { Cells } from '../../../solver/core/puzzle/types.js';
import { SLASH } from '../../../solver/core/text/codes.js';

/** The cells that each hexadecimal digit of a packed picture has. */
const PARTS = {
  0: '..',
  1: '.#',
  2: '#.',
  3: '##',
  // The last cell of a row whose width is odd, and the end of the row.
  4: './',
  5: '#/',
  // The end of a row whose width is even; after the last row it only fills a byte up.
  F: '/',
} as const;

/** The digit of a last cell is its number and this. */
const LAST_CELL = 4;
const ROW_END = 15;
/**
 * A picture as `result_rows` holds it: in black and white a blob whose hexadecimal digits are two
 * cells each, so that 15x15 takes 60 bytes instead of 239; all else, such as colours, as it is.
 */
export function packPicture(text: string): string | Uint8Array {
  const end = text.indexOf('/');
  const width = end < 0 ? text.length : end;
  const height = (text.length + 1) / (width + 1);
  const cells = width > 0 ? readCells(text, width, height) : null;
  if (cells === null || text.includes('1') || !isPackable(cells)) return text;
  const packed = new Uint8Array(packedPictureBytes(width, height));
  packPictureCells(cells, width, height, packed, 0);
  return packed;
}

/** Whether all cells are blank or filled in the first colour. */
export function isPackable(cells: Cells): boolean {
  for (let i = 0; i < cells.length; i++) if (cells[i] > 1) return false;
  return true;
}

/** How many bytes the packed picture takes. */
export function packedPictureBytes(width: number, height: number): number {
  const digits = height * ((width >> 1) + 1);
  return Math.ceil((width % 2 === 0 ? digits - 1 : digits) / 2);
}

/** Packs cells, all of them blank or filled, into `packed` from `at` on. */
export function packPictureCells(
  cells: Cells,
  width: number,
  height: number,
  packed: Uint8Array,
  at: number,
): void {
  const end = at + packedPictureBytes(width, height);
  let high = -1;
  const add = (digit: number): void => {
    if (high < 0) {
      high = digit;
    } else {
      packed[at++] = (high << 4) | digit;
      high = -1;
    }
  };
  const pairs = width & ~1;
  for (let row = 0; row < cells.length; row += width) {
    for (let i = row; i < row + pairs; i += 2) add(2 * cells[i] + cells[i + 1]);
    add(pairs === width ? ROW_END : LAST_CELL + cells[row + pairs]);
  }
  if (at < end) add(ROW_END);
}

/** The cells of a picture as a column holds it, or null if it is not one of this size. */
export function readPacked(
  packed: string | Uint8Array,
  width: number,
  height: number,
): Cells | null {
  if (typeof packed === 'string') return readCells(packed, width, height);
  if (packed.length !== packedPictureBytes(width, height)) return null;
  const cells = new Uint8Array(width * height);
  const pairs = width & ~1;
  let at = 0;
  const next = (): number => (at % 2 === 0 ? packed[at++ >> 1] >> 4 : packed[at++ >> 1] & 15);
  for (let row = 0; row < cells.length; row += width) {
    for (let i = row; i < row + pairs; i += 2) {
      const pair = next();
      if (pair >= LAST_CELL) return null;
      cells[i] = pair >> 1;
      cells[i + 1] = pair & 1;
    }
    if (pairs < width) {
      const last = next() - LAST_CELL;
      if (last !== 0 && last !== 1) return null;
      cells[row + pairs] = last;
    } else if (at < 2 * packed.length && next() !== ROW_END) {
      return null;
    }
  }
  return at === 2 * packed.length || next() === ROW_END ? cells : null;
}

/** The characters of each byte, in five places: how many, and which. */
const CHARACTERS = new Uint8Array(5 * 256);
for (let byte = 0; byte < 256; byte++) {
  const digits = Array.from(byte.toString(16).toUpperCase().padStart(2, '0'));
  const characters = digits.map((digit) => PARTS[digit as keyof typeof PARTS] ?? digit).join('');
  CHARACTERS.set([characters.length, ...Buffer.from(characters)], 5 * byte);
}

/** What is being unpacked; it grows to the largest picture. */
let unpacked = Buffer.alloc(1024);

/** What `packPicture` packed. It is made of bytes: joining strings takes four times as long. */
export function unpackPicture(packed: string | Uint8Array): string {
  if (typeof packed === 'string') return packed;
  if (4 * packed.length > unpacked.length) unpacked = Buffer.alloc(8 * packed.length);
  let end = 0;
  for (const byte of packed) {
    const count = CHARACTERS[5 * byte];
    for (let i = 1; i <= count; i++) unpacked[end++] = CHARACTERS[5 * byte + i];
  }
  while (end > 0 && unpacked[end - 1] === SLASH) end--;
  return unpacked.toString('latin1', 0, end);
}

/** The picture that a column holds packed, in SQL. */
export function unpackedSql(column: string): string {
  const parts = Object.entries(PARTS).map(([digit, part]) => `, '${digit}', '${part}')`);
  return `CASE typeof(${column}) WHEN 'blob' THEN rtrim(
    ${'replace('.repeat(parts.length)}hex(${column})${parts.join('')},
    '/') ELSE ${column} END`;
}
