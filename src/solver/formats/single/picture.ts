import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  type EntrySink,
  excerptOf,
  type Format,
  inSequence,
  type NamedPuzzle,
  type ParserLimits,
  quoted,
  type TextEntry,
  tooLong,
} from '../contract/format.js';
import { LineParser, type LineReader } from '../contract/lines.js';
import {
  draftOfRows,
  hasEmoji,
  hasSpacesForCells,
  isRow,
  pictureUnfit,
  rowsOfCells,
  type Sizes,
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
function headerOf(line: string): { sizes: Sizes | null; title: string | null } {
  const found = SIZES.exec(line);
  const [, one, other, title = null] = found ?? [null, '0', '0', line];
  const sizes: Sizes = [Number(one), Number(other)];
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
  private sizes: Sizes | null = null;
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
      else if (text !== '' || sizes !== null) this.space(text);
    } else if (sizes !== null) {
      const missing = Math.max(...sizes) - (rows.length - this.leading);
      if (hasSpacesForCells(rows) && missing > 0) this.blankRow(text);
      // What is left of a picture that breaks off is no other one.
      else if (sizes.includes(rows.length - this.leading) || this.refused !== null) this.finish();
      else {
        this.refused = `the size is ${sizes.join('x')}, but an empty line follows ${rows.length} rows`;
      }
    } else if (!hasSpacesForCells(rows)) {
      this.finish();
    } else if (!rows.some((row) => row.trimEnd().includes(' '))) {
      this.finish();
    } else if (text === '') this.hasGap = true;
    else if (!this.hasGap) this.blankRow(text);
  }

  private blankRow(text: string): void {
    this.length += text.length + 1;
    if (this.rows.length <= MAX_BLOCK_LENGTH) this.rows.push(text);
  }

  private space(text: string): void {
    this.length += text.length + 1;
    if (this.spaces.length <= MAX_BLOCK_LENGTH) this.spaces.push(text);
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
