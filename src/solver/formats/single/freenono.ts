import { markupText } from '../../core/text/escape.js';
import { MAX_COLOURS, type Palette, BLANK } from '../../core/puzzle/types.js';
import {
  draftOfPicture,
  type Format,
  holding,
  labelOf,
  inSequence,
  mistyped,
  type Mistyped,
  type NamedPuzzle,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import { colourOf, pictureUnfit } from '../parse/picture-lines.js';
import { hasLines, parseXml, xmlParser } from '../parse/xml-elements.js';

/**
 * The XML of FreeNono, and of games that took it up with colours.
 *
 *   file      <FreeNono><Nonograms> ( <Nonogram> .. </Nonogram> )*
 *   Nonogram  <Nonogram name width height author ..>; then <palette>, and a <line> a row
 *   line      <line> _ x x _ </line>: a sign a cell, with blanks between or without; _ is blank
 *             and x filled, 0 is blank and other signs are colours where there is a palette
 *   palette   <palette> ( <color index="1" hex="#rrggbb"/> )* </palette>; also with char, symbol or
 *             id for the sign, and value, rgb or text for the colour
 */
export const freenono: Format = {
  name: 'freenono',
  extensions: ['.nonogram', '.cnonogram', '.xml'],
  isSharedExtension: true,
  holds: holding('colour', 'name', 'many', 'label', 'goal'),
  detect: (head) => (/<(FreeNono|Nonograms?)[\s>]/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) =>
    xmlParser({ title: 'FreeNono', element: 'Nonogram', read }, sink, limits),
  pictureOnly: true,
  unfit: (named) => pictureUnfit(named),
  ...inSequence({
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<FreeNono>\n<Nonograms>\n',
    puzzle: puzzleText,
    tail: '</Nonograms>\n</FreeNono>\n',
  }),
};

/** Signs of a cell that is blank; in a palette they may be colours. */
const BLANK_SIGNS = new Set(['_', '.', '-', '0']);
/** Signs of a filled cell where there is no palette. */
const FILLED_SIGNS = new Set(['x', 'X', '#', '1']);

/** The attributes that hold the sign, and the colour, of an element of a palette. */
const SIGN_KEYS = ['char', 'symbol', 'sign', 'letter', 'key', 'index', 'id', 'name'];
const COLOUR_KEYS = ['hex', 'value', 'rgb', 'color', 'colour', 'code'];

interface Found {
  attributes: Readonly<Record<string, string>>;
  readonly lines: string[];
  readonly colours: { readonly sign: string; readonly text: string }[];
}

function read(text: string): TextEntry | Mistyped | string {
  const found: Found = { attributes: {}, lines: [], colours: [] };
  let colour: Readonly<Record<string, string>> = {};
  const failure = parseXml(text, {
    open(name, attributes) {
      if (name === 'Nonogram') found.attributes = attributes;
      else if (/^colou?r$/i.test(name)) colour = attributes;
    },
    close(name, inner) {
      if (name === 'line') found.lines.push(inner);
      else if (/^colou?r$/i.test(name)) {
        const sign = SIGN_KEYS.map((key) => colour[key]).find((value) => value !== undefined);
        const value = COLOUR_KEYS.map((key) => colour[key]).find((one) => one !== undefined);
        found.colours.push({ sign: sign ?? '', text: (value ?? inner).trim() });
      }
    },
  });
  const entry = failure ?? entryOf(found);
  // What has a row was meant to be a picture.
  return typeof entry === 'string' && hasLines(text) ? mistyped(entry, 'cells') : entry;
}

function entryOf({ attributes, lines, colours }: Found): TextEntry | string {
  const height = sizeOf(attributes.height, 'height');
  const width = sizeOf(attributes.width, 'width');
  if (typeof height === 'string') return height;
  if (typeof width === 'string') return width;
  const signs = signsOf(colours);
  if (typeof signs === 'string') return signs;
  const { palette, values } = signs;
  const rows = lines.map((line) => cellsOf(line, palette !== null));
  if (height !== null && rows.length !== height) {
    return `the height is ${height}, but there are ${rows.length} lines`;
  }
  const across = width ?? rows.at(0)?.length ?? 0;
  const cells = new Uint8Array(across * rows.length);
  for (const [y, row] of rows.entries()) {
    if (row.length !== across) {
      return `line ${y + 1} has ${row.length} cells, expected ${across}`;
    }
    for (const [x, sign] of row.entries()) {
      const value = values.get(sign);
      if (value === undefined) return strangeCell(sign, y, palette);
      cells[y * across + x] = value;
    }
  }
  const name = attributes.name?.trim().slice(0, 500) ?? '';
  return {
    name: name === '' ? null : name,
    title: null,
    label: labelOf(attributes.difficulty),
    draft: draftOfPicture(cells, across, rows.length, palette),
  };
}

function strangeCell(sign: string, y: number, palette: Palette | null): string {
  const expected = palette === null ? 'x or _' : '_ or a sign of the palette';
  return `line ${y + 1}: expected ${expected}, found ${quoted(sign)}`;
}

function sizeOf(text: string | undefined, what: string): number | null | string {
  if (text === undefined || text.trim() === '') return null;
  return /^\s*\d{1,6}\s*$/.test(text)
    ? Number(text)
    : `expected a number for the ${what}, found ${quoted(text)}`;
}

/** The signs of a line: between blanks, or, if none has more than one character, each by itself. */
function cellsOf(line: string, isColoured: boolean): string[] {
  const parts = line.split(/[\s,]+/).filter((part) => part !== '');
  const areWords = isColoured && parts.length > 1;
  return areWords ? parts : parts.flatMap((part) => Array.from(part));
}

interface Signs {
  readonly palette: Palette | null;
  readonly values: ReadonlyMap<string, number>;
}

function signsOf(colours: Found['colours']): Signs | string {
  const values = new Map<string, number>();
  for (const sign of BLANK_SIGNS) values.set(sign, BLANK);
  if (colours.length === 0) {
    for (const sign of FILLED_SIGNS) values.set(sign, 1);
    return { palette: null, values };
  }
  let background = '#ffffff';
  const palette: string[] = [];
  for (const { sign, text } of colours) {
    const colour = colourOf(text);
    if (sign === '') return 'a colour of the palette has no sign (index, char or symbol)';
    if (colour === null) return `colour ${quoted(sign)} is ${quoted(text)}, expected #rrggbb`;
    if (BLANK_SIGNS.has(sign)) {
      background = colour;
    } else {
      palette.push(colour);
      values.set(sign, palette.length);
    }
  }
  if (palette.length > MAX_COLOURS) {
    return `there are ${palette.length} colours; at most ${MAX_COLOURS} are read`;
  }
  // A palette that names only the background leaves x for what is filled.
  if (palette.length === 0) for (const sign of FILLED_SIGNS) values.set(sign, 1);
  const colour = palette.length === 0 ? ['#000000'] : palette;
  return { palette: [background, ...colour], values };
}

function puzzleText({ name, label, puzzle, goal }: NamedPuzzle): string {
  const { width, height, palette } = puzzle;
  const value = (text: string | null): string => markupText(text ?? '');
  let text = `<Nonogram name="${value(name)}" height="${height}" width="${width}"`;
  if (label != null) text += ` difficulty="${value(label)}"`;
  text += palette === null ? '>\n' : ' type="color">\n<palette>\n';
  palette?.forEach((colour, index) => {
    text += `<color index="${index}" hex="${colour}"/>\n`;
  });
  if (palette !== null) text += '</palette>\n';
  for (let y = 0; y < height; y++) {
    const row = Array.from(goal!.subarray(y * width, (y + 1) * width), (cell) =>
      palette !== null ? String(cell) : cell === BLANK ? '_' : 'x',
    );
    text += `<line> ${row.join(' ')} </line>\n`;
  }
  return `${text}</Nonogram>\n`;
}
