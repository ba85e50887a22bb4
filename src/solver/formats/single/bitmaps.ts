import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  draftOfPicture,
  entryOf,
  type EntrySink,
  type Format,
  inSequence,
  type NamedPuzzle,
  type Parser,
  quoted,
  type TextEntry,
  Unreadable,
  unreadable,
} from '../contract/format.js';
import {
  colourLetter,
  colourOf,
  pictureUnfit,
  requireFewColours,
  rowsOfCells,
  unlessPlain,
} from '../contract/picture-lines.js';
import { HASH, LINE_FEED, ONE, ZERO } from '../../core/text/codes.js';
import { entryParser, HeldText } from '../contract/lines.js';

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

/**
 * The most characters of a header, comments included; and how many more characters than cells a
 * plain picture may have.
 */
const MAX_HEADER = 65536;

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
  const header = HEADER.exec(text);
  if (header === null) {
    if (!/^P[14]?$|^P[14][\s#]/.test(text)) {
      unreadable(`expected P1 or P4, found "${text.slice(0, 20)}"`, 'text');
    }
    if (isOver || text.length > MAX_HEADER) unreadable('expected a width and a height', 'text');
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
function readRaw(picture: OpenPicture, held: HeldText): boolean {
  const { width, height, cells } = picture;
  const rowBytes = (width + 7) >> 3;
  const bytes = rowBytes * height;
  let at = 0;
  for (; picture.found < bytes && at < held.text.length; at++, picture.found++) {
    const byte = held.text.charCodeAt(at);
    const left = (picture.found % rowBytes) << 3;
    const first = Math.floor(picture.found / rowBytes) * width + left;
    const count = Math.min(8, width - left);
    for (let bit = 0; bit < count; bit++) cells[first + bit] = (byte >> (7 - bit)) & 1;
  }
  // What looks like line feeds here are cells.
  held.drop(at, 0);
  return picture.found === bytes;
}

/** The same of characters. @throws Unreadable */
function readPlain(picture: OpenPicture, held: HeldText): boolean {
  const { cells } = picture;
  const { text } = held;
  let at = 0;
  while (picture.found < cells.length && at < text.length) {
    const code = text.charCodeAt(at++);
    if (code === LINE_FEED) picture.inComment = false;
    else if (picture.inComment) continue;
    else if (code === ZERO || code === ONE) cells[picture.found++] = code - ZERO;
    else if (code === HASH) picture.inComment = true;
    else if (!isSpace(code)) unreadable(`expected 0 or 1, found "${text[at - 1]}"`, 'cells');
  }
  held.drop(at);
  picture.consumed += at;
  if (picture.found === cells.length) return true;
  // Every cell takes a character, so text of this length with too few cells is something else.
  if (picture.consumed > cells.length * 4 + MAX_HEADER) {
    unreadable('the picture does not end', 'cells');
  }
  return false;
}

const GAP = '(?:\\s|#[^\\n]*\\n)+';

const HEADER = new RegExp(`^P([14])${GAP}(\\d{1,7})${GAP}(\\d{1,7})(?:#[^\\n]*\\n)*(\\s)`);

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
