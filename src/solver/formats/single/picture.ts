import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import { HASH, LINE_FEED, ONE, ZERO } from '../../core/text/codes.js';
import {
  draftOfPicture,
  entryOf,
  type EntrySink,
  excerptOf,
  type Format,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  quoted,
  type TextEntry,
  tooLong,
  Unreadable,
  unreadable,
} from '../contract/format.js';
import { entryParser, HeldText, LineParser, type LineReader } from '../contract/lines.js';
import {
  colourLetter,
  colourOf,
  draftOfRows,
  hasEmoji,
  hasSpacesForCells,
  isRow,
  pictureUnfit,
  requireFewColours,
  rowsOfCells,
  unlessPlain,
} from '../contract/picture-lines.js';

/**
 * Pictures of characters: the clues follow from them.
 *
 *   file      picture ( blank lines picture )*
 *   picture   header rows
 *   header    up to two lines, in any order, or none: a title; two sizes, and perhaps a title
 *             after them: `15 15 Title`, `15x15`, `15,15`
 *   rows      lines of equal length, of one sign for filled cells (# x X o O 1 * @ █ ▓ ■ ●) and one
 *             for blank ones (. _ 0 - · ░ □ ○, or a space); between the signs of all rows there may
 *             be spaces or commas. Or squares of emoji, which are colours on white.
 *
 * A comment is a line that begins with # or // and is not a row. Where spaces are the blank cells,
 * an empty line might be a blank row or the end of the picture: only sizes can tell. With them, all
 * rows up to the next header belong to the picture, and are one reject if they are too many or few.
 */
export const picture: Format = {
  name: 'picture',
  extensions: ['.pic', '.nono', '.txt'],
  holds: new Set(['many', 'goal']),
  detect,
  createParser: (sink, limits) =>
    new LineParser(new PictureReader(sink, limits), limits.maxLineLength),
  pictureOnly: true,
  unfit: pictureUnfit,
  ...inSequence({ puzzle: pictureText, between: '\n' }),
};

const NUMBERS = /^[\d\s,]+$/;
const SIZES = /^\s*(\d{1,15})\s*[x\u00d7,;:\s]\s*(\d{1,15})(?:[\s,;:]+(\S.*)|\s*)$/i;

/** The most lines before the rows. */
const MOST_HEADERS = 2;

/** What a line before the rows says. */
function headerOf(line: string): { sizes: readonly [number, number] | null; title: string | null } {
  const [, one, other, title = null] = SIZES.exec(line) ?? [null, '0', '0', line];
  const sizes = [Number(one), Number(other)] as const;
  return sizes[0] > 0 && sizes[1] > 0
    ? { sizes, title: title?.trim() ?? null }
    : { sizes: null, title: line.trim() };
}

/** The number of cells of a row, blanks not counted. */
function signsIn(line: string): number {
  return Array.from(line.replace(/[\s,]|\ufe0f/g, '')).length;
}

class PictureReader implements LineReader {
  private lines: string[] = [];
  private firstLine = 0;
  private headers = 0;
  private sizes: readonly [number, number] | null = null;
  private title: string | null = null;
  private rows: string[] = [];
  private signs = new Set<string>();
  /** Lines of nothing but spaces before the first row: rows of blank cells, or nothing. */
  private spaces: string[] = [];
  /** A first line that may be a row, or two sizes: the next line tells. */
  private held: string | null = null;
  private length = 0;
  private hasGap = false;
  /** How many blank lines before its first row may be rows. */
  private leading = 0;
  private refused: string | null = null;

  constructor(
    private readonly sink: EntrySink,
    private readonly limits: ParserLimits,
  ) {}

  line(text: string, number: number): void {
    if (text.trim() === '') {
      this.blank(text);
      return;
    }
    if (this.held !== null) this.release(text);
    const isOne = isRow(text);
    const strange = isOne || this.rows.length === 0 ? null : this.strange(text);
    if (strange !== null) {
      this.refused ??= strange;
      this.note(text);
      return;
    }
    if (!isOne && /^\s*(#|\/\/)/.test(text)) return;
    if (!isOne && this.rows.length > 0) this.finish();
    if (this.lines.length === 0) this.firstLine = number;
    this.note(text);
    if (!isOne) this.header(text);
    else if (this.rows.length === 0 && this.sizes === null && SIZES.test(text)) this.held = text;
    else this.row(text);
  }

  /** Why a line after rows is no row, although it was meant to be one; null for a header. */
  private strange(text: string): string | null {
    if (NUMBERS.test(text) && this.rows.every((row) => NUMBERS.test(row))) {
      return `rows of 0 and 1 before ${quoted(text)}: if these are clues, where are the columns?`;
    }
    return isLikeRows(text, this.signs) ? strangeRow(text, this.rows.length + 1) : null;
  }

  tooLong(text: string, number: number): void {
    if (this.lines.length === 0) this.firstLine = number;
    this.note(text);
    this.refused ??= tooLong(`line ${number}`, this.limits.maxLineLength);
  }

  end(): void {
    this.finish();
  }

  private note(text: string): void {
    if (this.lines.length < 20) this.lines.push(text);
    this.length += text.length + 1;
    if (this.length > this.limits.maxEntryLength) {
      this.refused ??= tooLong('it', this.limits.maxEntryLength);
    }
  }

  /** Decides by the next line what the held one is: `10 10` before a row of ten signs is sizes. */
  private release(next: string): void {
    const held = this.held!;
    this.held = null;
    const { sizes } = headerOf(held);
    const across = signsIn(next);
    const isHeader = isRow(next) && sizes?.includes(across) === true && signsIn(held) !== across;
    if (isHeader) this.header(held);
    else this.row(held);
  }

  private header(text: string): void {
    const { sizes, title } = headerOf(text);
    if (this.headers++ >= MOST_HEADERS) {
      this.refused ??= `expected rows of # and ., found ${quoted(text.trim())}`;
      return;
    }
    this.sizes ??= sizes;
    this.title ??= title;
  }

  private row(text: string): void {
    if (this.rows.length === 0) {
      this.rows.push(...this.spaces);
      this.leading = this.spaces.length;
    }
    this.spaces = [];
    if (this.hasGap) {
      this.refused ??=
        'an empty line within a picture whose blank cells are spaces: write these as dots, or the two sizes on the line before the picture';
    }
    if (this.refused !== null && this.rows.length > 0) return;
    this.rows.push(text);
    for (const sign of text) this.signs.add(sign);
    if (this.rows.length > MAX_BLOCK_LENGTH) {
      this.refused ??= `it has more than ${MAX_BLOCK_LENGTH} rows`;
    }
    if (this.sizes !== null && this.rows.length - this.leading > Math.max(...this.sizes)) {
      this.refused ??= `the size is ${this.sizes.join('x')}, but there are more rows`;
    }
  }

  private blank(text: string): void {
    if (this.held !== null) {
      this.row(this.held);
      this.held = null;
    }
    const { rows, sizes } = this;
    if (rows.length === 0) {
      // Only lines right before the picture, or below its header, can belong to it.
      if (text === '' && this.lines.length === 0) this.spaces = [];
      else if (text !== '' || sizes !== null) this.keep(this.spaces, text);
    } else if (sizes !== null) {
      const missing = Math.max(...sizes) - (rows.length - this.leading);
      if (hasSpacesForCells(rows) && missing > 0) this.keep(rows, text);
      // What is left of a picture that breaks off is no other one.
      else if (sizes.includes(rows.length - this.leading) || this.refused !== null) this.finish();
      else {
        this.refused = `the size is ${sizes.join('x')}, but an empty line follows ${rows.length} rows`;
      }
    } else if (!hasSpacesForCells(rows) || !rows.some((row) => row.trimEnd().includes(' '))) {
      this.finish();
    } else if (text === '') this.hasGap = true;
    else if (!this.hasGap) this.keep(rows, text);
  }

  private keep(rows: string[], text: string): void {
    this.length += text.length + 1;
    if (rows.length <= MAX_BLOCK_LENGTH) rows.push(text);
  }

  private finish(): void {
    if (this.held !== null) this.row(this.held);
    const { lines, firstLine: line } = this;
    const excerpt = (): string => excerptOf(lines.join(' '));
    const found = lines.length === 0 ? null : (this.refused ?? this.read());
    const kind = this.rows.length === 0 ? 'text' : 'cells';
    this.lines = [];
    this.headers = this.length = 0;
    this.sizes = this.title = this.held = this.refused = null;
    this.rows = [];
    this.signs = new Set();
    this.spaces = [];
    this.hasGap = false;
    if (found === null) return;
    if (typeof found !== 'string') this.sink.entry({ line, ...found, excerpt });
    else {
      const reason = `picture: ${found}`;
      this.sink.reject({ line, name: null, kind, reason, excerpt: excerpt() });
    }
  }

  private read(): TextEntry | string {
    const { sizes } = this;
    const rows = this.ownRows();
    if (rows.length === 0) return `expected rows of # and ., found ${quoted(this.lines[0].trim())}`;
    const { title } = this;
    // A row above the others in which a cell is mistyped looks like a title.
    if (title !== null && sizes === null && isLikeRows(title, this.signs))
      return strangeRow(title, 1);
    const draft = draftOfRows(rows, sizes);
    if (typeof draft === 'string') return draft;
    return { name: null, title: this.title?.slice(0, 500) ?? null, draft };
  }

  /** The rows without lines of spaces around them that belong to none. */
  private ownRows(): string[] {
    const { sizes } = this;
    const isSpaced = hasSpacesForCells(this.rows);
    const width = this.rows.reduce((most, row) => Math.max(most, row.trimEnd().length), 0);
    const belongs = (row: string): boolean =>
      row.trim() !== '' || (isSpaced && (sizes !== null || row.length === width));
    let [from, to] = [0, this.rows.length];
    while (from < to && !belongs(this.rows[from])) from++;
    while (to > from && !belongs(this.rows[to - 1])) to--;
    const trimmed = this.rows.slice(from, to);
    if (sizes === null || !isSpaced) return trimmed;
    const [one, other] = sizes;
    const written = trimmed.findLastIndex((row) => row.trim() !== '') + 1;
    const heights = [
      ...(width <= one && written <= other ? [other] : []),
      ...(width <= other && written <= one ? [one] : []),
    ];
    // Blank lines beyond the rows are only space around the picture.
    const most = Math.min(...heights);
    while (trimmed.length > most && trimmed[trimmed.length - 1].trim() === '') trimmed.pop();
    while (trimmed.length > most && trimmed[0].trim() === '') trimmed.shift();
    return trimmed;
  }
}

/** Whether a line that is no row was meant to be one: most of its signs are cells of the others. */
function isLikeRows(line: string, signs: ReadonlySet<string>): boolean {
  const own = Array.from(line.replace(/[\s,]/g, ''));
  const known = own.filter((sign) => signs.has(sign)).length * 2;
  return known > own.length || (known === own.length && !/^\s*#\s/.test(line));
}

function strangeRow(line: string, row: number): string {
  const found = Array.from(line).find((sign) => !isRow(sign) && sign.trim() !== '') ?? line;
  return `row ${row}: expected # or ., found ${quoted(found)}`;
}

/** The fewest cells of a picture that is recognised, unless it is of # and dots. */
const FEWEST_CELLS = 4;

/**
 * Reads the head: 0.7 for pictures of # and dots alone, 0.5 for others, less if numbers of 0 and 1
 * could be clues as well, and 0.1 if nearly all lines are rows but there is a mistake.
 */
function detect(head: string): number {
  if (/^[#.\s]*$/.test(head) && /[#.]/.test(head)) return 0.7;
  const lines = head.split(/\r\n|[\r\n]/);
  while (lines.at(-1) === '') lines.pop();
  const written = lines.filter((line) => line.trim() !== '');
  const beginning = written
    .slice(0, MOST_HEADERS + 2)
    .filter((line) => !/^\s*(#|\/\/)/.test(line) || isRow(line));
  if (!beginning.slice(0, MOST_HEADERS + 1).some(isRow)) return 0;
  let entries = 0;
  let rejects = 0;
  let cells = 0;
  let filled = 0;
  const reader = new PictureReader(
    {
      entry({ draft: { width, height, goal } }) {
        entries++;
        cells = Math.max(cells, (width ?? 0) * (height ?? 0));
        if (goal?.some((cell) => cell > 0) === true) filled++;
      },
      reject: () => rejects++,
    },
    { maxLineLength: head.length, maxEntryLength: head.length + lines.length },
  );
  lines.forEach((line, i) => reader.line(line, i + 1));
  reader.end();
  const rows = written.filter(isRow).length;
  const isColumnOfNumbers = written.every((line) => /^\s*[01]\s*$/.test(line));
  if (entries > 0 && ((cells < FEWEST_CELLS && !hasEmoji(head)) || isColumnOfNumbers)) return 0;
  // The head may end within a row.
  if (entries > 0 && filled > 0 && rejects <= (head.length > 32768 ? 1 : 0)) {
    return mayBeClues(lines) ? 0.3 : 0.5;
  }
  return rows >= 3 && rows >= 0.8 * written.length ? 0.1 : 0;
}

/** Whether lines of 0 and 1 could as well be the clues of two sides, with a gap between them. */
function mayBeClues(lines: readonly string[]): boolean {
  const text = lines.join('\n').trim();
  if (!/^[01\s]*$/.test(text)) return false;
  const sides = text.split(/\n\s*\n/).map((side) => side.split('\n').map((line) => line.trim()));
  if (sides.length !== 2) return false;
  const needs = (line: string): number =>
    line.split(/\s+/).reduce((sum, number) => sum + Number(number) + 1, -1);
  const sum = (side: readonly string[]): number =>
    side.flatMap((line) => line.split(/\s+/)).reduce((all, number) => all + Number(number), 0);
  const [rows, columns] = sides;
  return (
    sum(rows) === sum(columns) &&
    rows.every((line) => needs(line) <= columns.length) &&
    columns.every((line) => needs(line) <= rows.length)
  );
}

function pictureText({ puzzle: { width }, goal }: NamedPuzzle): string {
  return `${rowsOfCells(goal!, width, (cell) => (cell === 0 ? '.' : '#')).join('\n')}\n`;
}

/**
 * PBM, the bitmaps of Netpbm, plain (P1) and raw (P4): the clues follow from the picture.
 *
 *   file     picture*
 *   picture  P1 | P4, width, height, then the cells, 1 filled; between them blanks, line breaks
 *            and # comments to the end of their line
 *   cells    plain: digits 0 and 1, spaced or not; raw: after one blank, eight cells a byte, the
 *            first in the highest bit, each row on bytes of its own
 *
 * This reader takes a raw picture for the last of its file, unless the next follows at once.
 */
export const pbm: Format = {
  name: 'pbm',
  extensions: ['.pbm'],
  holds: new Set(['many', 'goal']),
  binary: true,
  detect: (head) => (/^P[14]\s/.test(head) ? 0.95 : 0),
  createParser: pbmParser,
  pictureOnly: true,
  unfit: pictureUnfit,
  ...inSequence({ puzzle: bitmapText }),
};

/** More cells than any accepted puzzle has; larger pictures are refused, not stored. */
const MAX_CELLS = 16 * 1024 * 1024;

/** The longest header, and how many more characters than cells a plain picture may have. */
const LONGEST_HEADER = 65536;

function pbmParser(sink: EntrySink): Parser {
  const held = new HeldText();
  let open: OpenPicture | null = null;
  let isLost = false;
  /** Reads what has come; `isOver` says that it is all. */
  const read = (isOver: boolean): void => {
    try {
      while ((open ??= pictureIn(held, isOver)) !== null) {
        const isWhole = open.isRaw ? readRaw(open, held) : readPlain(open, held);
        if (!isWhole && isOver) unreadable('the picture is cut off', 'cells');
        if (!isWhole) return;
        const { line, cells, width, height } = open;
        const excerpt = (): string => `PBM, ${width}x${height}`;
        sink.entry({ line, ...entryOf(draftOfPicture(cells, width, height)), excerpt });
        open = null;
      }
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      isLost = true;
      const { kind, message } = error;
      const reason = `PBM: ${message}`;
      sink.reject({ line: open?.line ?? held.line, name: null, kind: kind!, reason, excerpt: '' });
    }
  };
  return {
    write(text) {
      if (!isLost && held.add(text)) read(false);
    },
    end() {
      held.join();
      if (!isLost) read(true);
    },
  };
}

/** A picture whose cells are being read; the text that they were in is dropped. */
type OpenPicture = NonNullable<ReturnType<typeof pictureIn>>;

/** The picture whose header a text begins with; null if it has no whole one. @throws Unreadable */
function pictureIn(held: HeldText, isOver: boolean) {
  held.drop(/^\s*/.exec(held.text)![0].length);
  const { text, line } = held;
  if (text === '') return null;
  const header = PBM_HEADER.exec(text);
  if (header === null) {
    if (!/^P[14]?$|^P[14][\s#]/.test(text)) {
      unreadable(`expected P1 or P4, found "${text.slice(0, 20)}"`, 'text');
    }
    if (isOver || text.length > LONGEST_HEADER) unreadable('expected a width and a height', 'text');
    return null;
  }
  const [width, height] = [Number(header[2]), Number(header[3])];
  if (width * height === 0)
    unreadable(`the picture is ${width}x${height}: it has no cells`, 'text');
  if (Math.max(width, height) > MAX_BLOCK_LENGTH || width * height > MAX_CELLS) {
    unreadable(`the picture is ${width}x${height}, too large`, 'text');
  }
  held.drop(header[0].length);
  const cells = new Uint8Array(width * height);
  // `found` counts the cells of a plain picture, the bytes of a raw one; `consumed` their text.
  const begun = { found: 0, consumed: 0, inComment: false };
  return { isRaw: header[1] === '4', width, height, line, cells, ...begun };
}

/** Reads the available bytes, each once; returns whether the picture is complete. */
function readRaw(bitmap: OpenPicture, held: HeldText): boolean {
  const { width, height, cells } = bitmap;
  const rowBytes = (width + 7) >> 3;
  const bytes = rowBytes * height;
  let at = 0;
  for (; bitmap.found < bytes && at < held.text.length; at++, bitmap.found++) {
    const byte = held.text.charCodeAt(at);
    const left = (bitmap.found % rowBytes) << 3;
    const first = Math.floor(bitmap.found / rowBytes) * width + left;
    const count = Math.min(8, width - left);
    for (let bit = 0; bit < count; bit++) cells[first + bit] = (byte >> (7 - bit)) & 1;
  }
  // What looks like line feeds here are cells.
  held.drop(at, 0);
  return bitmap.found === bytes;
}

/** The same of characters. @throws Unreadable */
function readPlain(bitmap: OpenPicture, held: HeldText): boolean {
  const { cells } = bitmap;
  const { text } = held;
  let at = 0;
  while (bitmap.found < cells.length && at < text.length) {
    const code = text.charCodeAt(at++);
    if (code === LINE_FEED) bitmap.inComment = false;
    else if (bitmap.inComment) continue;
    else if (code === ZERO || code === ONE) cells[bitmap.found++] = code - ZERO;
    else if (code === HASH) bitmap.inComment = true;
    else if (!isSpace(code)) unreadable(`expected 0 or 1, found "${text[at - 1]}"`, 'cells');
  }
  held.drop(at);
  bitmap.consumed += at;
  if (bitmap.found === cells.length) return true;
  // Every cell takes a character, so text of this length with too few cells is something else.
  if (bitmap.consumed > cells.length * 4 + LONGEST_HEADER) {
    unreadable('the picture does not end', 'cells');
  }
  return false;
}

const GAP = '(?:\\s|#[^\\n]*\\n)+';
const PBM_HEADER = new RegExp(`^P([14])${GAP}(\\d{1,7})${GAP}(\\d{1,7})(?:#[^\\n]*\\n)*(\\s)`);

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function bitmapText({ puzzle: { width, height }, goal }: NamedPuzzle): string {
  const rows = rowsOfCells(goal!, width, (cell) => cell);
  const lines = rows.map((row) => `${row.replace(/.{70}(?=.)/g, '$&\n')}\n`);
  return `P1\n${width} ${height}\n${lines.join('')}`;
}

/**
 * XPM, pictures as text of C, which KDE's picmi has its puzzles in; the clues are derived.
 *
 *   file      picture*
 *   picture   / * XPM * /, then C with a list of texts; or ! XPM2, then the texts without quotes
 *   texts     `width height colours characters`; a text a colour: its characters, then pairs of a
 *             key (c is colour) and a value: #rrggbb, a name, or None; then a text a row
 *
 * Blank is what is None or has the symbol background; else white, else the lightest colour.
 */
export const xpm: Format = {
  name: 'xpm',
  extensions: ['.xpm'],
  holds: new Set(['colour', 'many', 'goal']),
  detect: (head) =>
    /^\s*(\/\*\s*XPM\s*\*\/|!\s*XPM2\b)/i.test(head) ||
    /^\s*static\s+(const\s+)?(unsigned\s+)?char\s*\*/.test(head)
      ? 0.95
      : 0,
  createParser: entryParser({
    title: 'XPM',
    starts: (line) => START.test(line),
    read: readXpm,
    kindOf,
  }),
  pictureOnly: true,
  unfit: pictureUnfit,
  ...inSequence({ puzzle: xpmText }),
};

const START = /^\s*(\/\*\s*XPM\s*\*\/|!\s*XPM2\b)/i;

function textsIn(lines: readonly string[]): readonly string[] {
  return /^\s*!/.test(lines[0]) ? lines.slice(1) : quotedTexts(lines.join('\n'));
}

/** What has texts below the first was meant to be a picture. */
function kindOf(lines: readonly string[]): 'cells' | 'text' {
  return textsIn(lines).length > 1 ? 'cells' : 'text';
}

function readXpm(lines: readonly string[]): TextEntry {
  const texts = textsIn(lines);
  const [values = ''] = texts;
  const found = /^\s*(\d{1,6})\s+(\d{1,6})\s+(\d{1,6})\s+(\d{1,2})(\s|$)/.exec(values);
  if (found === null) {
    unreadable(`expected width, height, colours and characters, found ${quoted(values)}`);
  }
  const [width, height, count, size] = found.slice(1, 5).map(Number);
  if (width === 0 || height === 0 || size === 0) {
    unreadable(`the picture has no cells: ${quoted(values)}`);
  }
  if (Math.max(width, height) > MAX_BLOCK_LENGTH) {
    unreadable(`the picture is too large: ${quoted(values)}`);
  }
  const rows = texts.slice(1 + count, 1 + count + height);
  const more = texts.slice(1 + count + height).findIndex((text) => text.trim() !== '');
  if (rows.length < height) {
    unreadable(`expected ${height} rows after ${count} colours, found ${rows.length}`);
  }
  const after = texts.at(1 + count + height + more) ?? '';
  if (more >= 0 && !after.startsWith('XPMEXT')) {
    unreadable(
      `expected nothing after ${height} rows, found ${quoted(after)}: is it one more row, or another picture?`,
    );
  }
  const { palette, cells: cellOf } = coloursOf(texts.slice(1, 1 + count), size);
  requireFewColours(palette.length - 1);
  const wrong = rows.findIndex(
    (row) => row.length < width * size || row.slice(width * size).trim() !== '',
  );
  if (wrong >= 0) {
    unreadable(
      `row ${wrong + 1} has ${Math.floor(rows[wrong].length / size)} cells, expected ${width}`,
    );
  }
  const cells = new Uint8Array(width * height);
  for (const [y, row] of rows.entries()) {
    for (let x = 0; x < width; x++) {
      const sign = row.slice(x * size, (x + 1) * size);
      const cell = cellOf.get(sign);
      if (cell === undefined) {
        unreadable(`row ${y + 1}: ${quoted(sign)} is not in the table of colours`);
      }
      cells[y * width + x] = cell;
    }
  }
  return entryOf(draftOfPicture(cells, width, height, unlessPlain(palette)));
}

/** The texts in quotes, without what is in comments. */
function quotedTexts(text: string): string[] {
  const texts: string[] = [];
  for (let at = 0; at < text.length;) {
    if (text.startsWith('/*', at)) {
      const end = text.indexOf('*/', at + 2);
      at = end < 0 ? text.length : end + 2;
    } else if (text[at] === '"') {
      let piece = '';
      for (at++; at < text.length && text[at] !== '"' && text[at] !== '\n'; at++) {
        if (text[at] === '\\') at++;
        piece += text[at] ?? '';
      }
      texts.push(piece);
      at++;
    } else at++;
  }
  return texts;
}

/** The palette, and the value of the cells of each sign. @throws Unreadable */
function coloursOf(lines: readonly string[], size: number) {
  const colours: { readonly sign: string; readonly colour: string | null }[] = [];
  let background: string | null = null;
  for (const line of lines) {
    const sign = line.slice(0, size);
    const words = line.slice(size).trim().split(/\s+/);
    const valueOf = (key: string): string | null => {
      const at = words.indexOf(key);
      if (at < 0) return null;
      const end = words.findIndex((word, i) => i > at + 1 && /^(c|m|g|g4|s)$/.test(word));
      return words.slice(at + 1, end < 0 ? undefined : end).join(' ');
    };
    const value = valueOf('c') ?? valueOf('m') ?? valueOf('g') ?? valueOf('g4');
    if (value === null) unreadable(`expected a colour such as "c #000000", found ${quoted(line)}`);
    const isNone = /^none$/i.test(value);
    const colour = isNone ? null : colourValue(value);
    if (colour === null && !isNone) {
      unreadable(`${quoted(value)} is not a colour: write it as #rrggbb`);
    }
    if (valueOf('s')?.toLowerCase() === 'background') background = colour ?? background;
    colours.push({ sign, colour });
  }
  const all = [...new Set(colours.map(({ colour }) => colour))];
  const real = all.filter((colour): colour is string => colour !== null);
  const hasNone = all.length > real.length;
  const blank = background ?? (hasNone ? null : backgroundOf(real));
  const filled = real.filter((colour) => colour !== blank);
  const shown = blank ?? (filled.includes('#ffffff') && filled.length > 1 ? '#c0c0c0' : '#ffffff');
  // A white figure on nothing is drawn in black, as nothing would be seen of it.
  const drawn = filled.length === 1 && filled[0] === shown ? ['#000000'] : filled;
  const cells = new Map(
    colours.map(({ sign, colour }) => [sign, colour === null ? 0 : filled.indexOf(colour) + 1]),
  );
  return { palette: [shown, ...(drawn.length === 0 ? ['#000000'] : drawn)], cells };
}

/** White if it is among the colours, else the lightest of several; null for one colour. */
function backgroundOf(colours: readonly string[]): string | null {
  if (colours.includes('#ffffff')) return '#ffffff';
  if (colours.length < 2) return null;
  const light = (colour: string): number => {
    const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    return 3 * red + 6 * green + blue;
  };
  return colours.reduce((best, colour) => (light(colour) > light(best) ? colour : best));
}

/** `#rrggbb` for the forms of X11: also `#rrrrggggbbbb`, `gray50`, and names of two words. */
function colourValue(text: string): string | null {
  const long = /^#([0-9a-f]{2})..([0-9a-f]{2})..([0-9a-f]{2})..$/i.exec(text);
  if (long !== null) return `#${long.slice(1).join('').toLowerCase()}`;
  const grey = /^gr[ae]y(\d{1,3})$/i.exec(text);
  if (grey !== null) {
    const part = Math.min(255, Math.round(Number(grey[1]) * 2.55))
      .toString(16)
      .padStart(2, '0');
    return `#${part}${part}${part}`;
  }
  return colourOf(text.replace(/\s/g, ''));
}

function xpmText({ puzzle, goal }: NamedPuzzle): string {
  const { width, height, palette } = puzzle;
  const [background, ...colours] = palette ?? ['#ffffff', '#000000'];
  const sign = (cell: number): string => (cell === 0 ? ' ' : colourLetter(cell));
  const texts = [`${width} ${height} ${colours.length + 1} 1`];
  texts.push(`  s background c ${palette === null ? 'None' : background}`);
  colours.forEach((colour, i) => texts.push(`${sign(i + 1)} c ${colour}`));
  texts.push(...rowsOfCells(goal!, width, sign));
  const list = texts.map((text) => `"${text}"`).join(',\n');
  return `/* XPM */\nstatic char *puzzle[] = {\n${list}\n};\n`;
}
