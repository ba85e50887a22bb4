import {
  BLACK_ON_WHITE,
  BLANK,
  block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Draft,
  MAX_COLOURS,
  type Palette,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import { markupText } from '../../core/text/escape.js';
import {
  draftOfPicture,
  type Format,
  holding,
  inSequence,
  labelOf,
  mistyped,
  type Mistyped,
  type NamedPuzzle,
  quoted,
  type TextEntry,
} from '../contract/format.js';
import { colourLetter, colourOf, pictureUnfit } from '../parse/picture-lines.js';
import { hasLines, parseXml, xmlParser } from '../parse/xml-elements.js';

/**
 * The XML of webpbn.com (pbn-0.3.dtd).
 *
 *   file      <puzzleset> ( <puzzle type="grid" defaultcolor backgroundcolor> .. </puzzle> )*
 *   puzzle    <id>, <title>, <author>, .. , <color>*, <clues type="columns">, <clues type="rows">,
 *             <solution>*
 *   color     <color name="red" char="X">RRGGBB or RGB</color>; white and black need none
 *   clues     ( <line> ( <count color="red">2</count> )* </line> )*; <line/> is an empty clue
 *   solution  <solution type="goal|saved"><image>|.X|..</image></solution>; ? is unknown
 *
 * HTML's names of characters (&copy;) may be in texts; a file's own entities are not expanded.
 */
export const webpbn: Format = {
  name: 'webpbn',
  extensions: ['.xml', '.pbn'],
  holds: holding('colour', 'name', 'many', 'title', 'label', 'start', 'goal'),
  detect: (head) => (/<puzzle(set)?[\s>]/.test(head) ? 0.95 : 0),
  createParser: (sink, limits) =>
    xmlParser({ title: 'webpbn XML', element: 'puzzle', read: readWebpbnPuzzle }, sink, limits),
  ...inSequence({
    head: '<?xml version="1.0"?>\n<puzzleset>\n',
    puzzle: puzzleToWebpbn,
    tail: '</puzzleset>\n',
  }),
};

/** The contents of a <puzzle>, as they came. */
interface PuzzleElement {
  type: string;
  defaultColour: string;
  background: string;
  readonly texts: Map<string, string>;
  readonly colours: { name: string; character: string; value: string }[];
  readonly clues: { type: string; lines: { colour: string | null; text: string }[][] }[];
  readonly images: { type: string; text: string }[];
}

/** The puzzle in the text of one <puzzle>, or the reason why it is not one. */
function readWebpbnPuzzle(text: string): TextEntry | Mistyped | string {
  const found = parsePuzzle(text);
  if (typeof found !== 'string') return puzzleOf(found);
  return hasLines(text) ? mistyped(found) : found;
}

/** Parses the XML; returns the reason if it is not well formed. */
function parsePuzzle(text: string): PuzzleElement | string {
  const found: PuzzleElement = {
    type: 'grid',
    defaultColour: 'black',
    background: 'white',
    texts: new Map(),
    colours: [],
    clues: [],
    images: [],
  };
  let colour: string | null = null;
  const failure = parseXml(text, {
    open(name, attributes) {
      colour = null;
      if (name === 'puzzle') {
        found.type = attributes.type || 'grid';
        found.defaultColour = attributes.defaultcolor || 'black';
        found.background = attributes.backgroundcolor || 'white';
      } else if (name === 'color') {
        found.colours.push({
          name: attributes.name ?? '',
          character: attributes.char ?? '',
          value: '',
        });
      } else if (name === 'clues') {
        found.clues.push({ type: attributes.type ?? '', lines: [] });
      } else if (name === 'line') {
        found.clues.at(-1)?.lines.push([]);
      } else if (name === 'count') {
        colour = attributes.color ?? null;
      } else if (name === 'solution') {
        found.images.push({ type: attributes.type || 'goal', text: '' });
      }
    },
    close(name, inner, depth) {
      if (name === 'count') found.clues.at(-1)?.lines.at(-1)?.push({ colour, text: inner.trim() });
      else if (name === 'color' && found.colours.length > 0)
        found.colours.at(-1)!.value = inner.trim();
      else if (name === 'image' && found.images.length > 0) found.images.at(-1)!.text = inner;
      else if (depth === 1 && !found.texts.has(name)) found.texts.set(name, inner.trim());
    },
  });
  return failure ?? found;
}

/** What a note says beside `published` and how many solutions there are. */
function judged(note: string): string {
  const parts = note.split(',').map((part) => part.trim());
  return parts
    .filter((part) => !/^(?:un)?published$|\b(?:unique|solutions?)\b/i.test(part))
    .join(', ');
}

function puzzleOf(found: PuzzleElement): TextEntry | Mistyped | string {
  const kind = found.images.length === 0 ? 'clues' : 'cells';
  const strange = found.clues.find(({ type }) => type !== 'rows' && type !== 'columns');
  if (found.type !== 'grid' || strange !== undefined) {
    const what =
      found.type === 'grid' ? `clues of type "${strange?.type}"` : `type "${found.type}"`;
    return `a triangular grid (${what}): only rectangular puzzles (type "grid", rows and columns) can be solved here`;
  }
  const colours = new Map<string, { index: number; character: string }>();
  const palette = paletteOf(found, colours);
  if (typeof palette === 'string') return mistyped(palette, kind);
  const title = found.texts.get('title')?.slice(0, 500) ?? '';
  const named = {
    name: found.texts.get('id')?.slice(0, 500) || null,
    title: title === '' ? null : title,
    label: labelOf(judged(found.texts.get('note') ?? '')),
  };
  const rowLines = found.clues.find(({ type }) => type === 'rows')?.lines;
  const columnLines = found.clues.find(({ type }) => type === 'columns')?.lines;
  const goal = imageOf(found, 'goal', colours);
  const saved = imageOf(found, 'saved', colours);
  if (typeof goal === 'string') return mistyped(goal, kind);
  if (typeof saved === 'string') return mistyped(saved, kind);
  const plain = palette.length === 2 && palette[0] === '#ffffff' && palette[1] === '#000000';
  const shown = plain ? null : palette;
  if (rowLines === undefined && columnLines === undefined && goal !== null) {
    if (goal.cells.includes(UNKNOWN)) {
      return mistyped('there are no clues, and the goal has unknown cells', kind);
    }
    return { ...named, draft: draftOfPicture(goal.cells, goal.width, goal.height, shown) };
  }
  if (rowLines === undefined || columnLines === undefined) {
    const reason = `expected clues of rows and of columns, found no ${rowLines === undefined ? 'rows' : 'columns'}`;
    return rowLines === columnLines ? reason : mistyped(reason, kind);
  }
  const rows = sideOf(rowLines, 'row', found, colours);
  const columns = sideOf(columnLines, 'column', found, colours);
  if (typeof rows === 'string') return mistyped(rows, kind);
  if (typeof columns === 'string') return mistyped(columns, kind);
  const draft: Draft = {
    width: goal?.width ?? null,
    height: goal?.height ?? null,
    rows,
    columns,
    palette: shown,
    start: saved?.cells ?? null,
    goal: goal?.cells ?? null,
  };
  return { ...named, draft };
}

type Colours = Map<string, { index: number; character: string }>;

/**
 * The palette; also adds each name's index and character to `colours`. The background has index 0.
 */
function paletteOf(found: PuzzleElement, colours: Colours): string[] | string {
  const defined = new Map(found.colours.map((colour) => [colour.name, colour]));
  if (defined.size !== found.colours.length) return 'a colour is defined twice';
  if (!defined.has('black')) {
    const used = found.clues.some(({ lines }) =>
      lines.some((line) => line.some(({ colour }) => (colour ?? found.defaultColour) === 'black')),
    );
    // Files without any colour are black on white.
    if (used || defined.size === 0)
      defined.set('black', { name: 'black', character: 'X', value: '000' });
  }
  const background = defined.get(found.background) ?? { character: '.', value: 'fff' };
  const palette = [colourOf(background.value) ?? '#ffffff'];
  colours.set(found.background, { index: 0, character: background.character || '.' });
  for (const { name, character, value } of defined.values()) {
    if (name === found.background) continue;
    const colour = colourOf(value);
    if (colour === null) return `colour "${name}" is ${quoted(value)}, expected RRGGBB or RGB`;
    colours.set(name, { index: palette.length, character });
    palette.push(colour);
  }
  if (palette.length - 1 > MAX_COLOURS) {
    return `there are ${palette.length - 1} colours; at most ${MAX_COLOURS} are read`;
  }
  return palette;
}

function sideOf(
  lines: readonly (readonly { colour: string | null; text: string }[])[],
  kind: string,
  found: PuzzleElement,
  colours: Colours,
): number[][] | string {
  const clues: number[][] = [];
  for (const [at, line] of lines.entries()) {
    const clue: number[] = [];
    for (const { colour, text } of line) {
      const name = colour ?? found.defaultColour;
      const index = colours.get(name)?.index;
      const place = `${kind} ${at + 1}`;
      if (!/^\d{1,7}$/.test(text)) return `${place}: expected a length, found ${quoted(text)}`;
      if (Number(text) === 0) {
        clue.push(0);
        continue;
      }
      if (index === undefined) return `${place}: colour ${quoted(name)} is not defined`;
      if (index === 0) return `${place}: a block of the background's colour, ${quoted(name)}`;
      clue.push(block(Number(text), index));
    }
    clues.push(clue);
  }
  return clues;
}

interface Image {
  readonly cells: Cells;
  readonly width: number;
  readonly height: number;
}

/** The first image of a type, or null; the reason if it has unknown characters. */
function imageOf(found: PuzzleElement, type: string, colours: Colours): Image | string | null {
  const image = found.images.find((one) => one.type === type && one.text.trim() !== '');
  if (image === undefined) return null;
  // Bars separate rows. White space between rows is ignored; within a row, each blank is a cell.
  const rows = image.text.split('\n').flatMap((line) => {
    const bars = /\|(.*)\|/.exec(line);
    return bars ? bars[1].split('|') : [];
  });
  const characters = new Map<string, number>();
  for (const { index, character } of colours.values()) {
    if (character !== '') characters.set(character, index);
  }
  const width = cellsIn(rows[0] ?? '').length;
  const cells = new Uint8Array(width * rows.length);
  let at = 0;
  for (const [y, row] of rows.entries()) {
    const line = cellsIn(row);
    if (line.length !== width)
      return `${type}: row ${y + 1} has ${line.length} cells, row 1 has ${width}`;
    for (const cell of line) {
      const index = characters.get(cell);
      if (index === undefined && cell !== '?' && !cell.startsWith('[')) {
        return `${type}, row ${y + 1}: "${cell}" is not a colour of this puzzle`;
      }
      cells[at++] = index ?? UNKNOWN;
    }
  }
  return { cells, width, height: rows.length };
}

/** The cells of a row; `[ab]`, a cell that is a or b, is unknown. */
function cellsIn(row: string): string[] {
  return row.match(/\[[^\]]*\]|[^[]/g) ?? [];
}

function puzzleToWebpbn({ name, title, label, puzzle, goal }: NamedPuzzle): string {
  const { width, rows, columns, start } = puzzle;
  const palette = puzzle.palette ?? BLACK_ON_WHITE;
  const nameOf = (index: number): string =>
    index === 0 ? 'white' : palette.length === 2 ? 'black' : `colour${index}`;
  let text = `<puzzle type="grid" defaultcolor="${nameOf(1)}" backgroundcolor="${nameOf(0)}">\n`;
  if (name !== null) text += `<id>${markupText(name)}</id>\n`;
  if (title !== null) text += `<title>${markupText(title)}</title>\n`;
  if (label != null) text += `<note>${markupText(label)}</note>\n`;
  palette.forEach((colour, index) => {
    text += `<color name="${nameOf(index)}" char="${characterOf(index, palette.length)}">${colour.slice(1)}</color>\n`;
  });
  const side = (type: string, clues: readonly Clue[]): string => {
    const lines = clues.map((clue) => {
      const counts = clue.map(
        (value) => `<count color="${nameOf(blockColour(value))}">${blockLength(value)}</count>`,
      );
      return `<line>${counts.join('')}</line>\n`;
    });
    return `<clues type="${type}">\n${lines.join('')}</clues>\n`;
  };
  text += side('columns', columns) + side('rows', rows);
  const image = (type: string, cells: Cells): string => {
    let lines = '';
    for (let i = 0; i < cells.length; i += width) {
      const row = Array.from(cells.subarray(i, i + width), (cell) =>
        cell < palette.length ? characterOf(cell, palette.length) : '?',
      );
      lines += `|${row.join('')}|\n`;
    }
    return `<solution type="${type}"><image>\n${lines}</image></solution>\n`;
  };
  if (goal !== null) text += image('goal', goal);
  if (start !== null) text += image('saved', start);
  return `${text}</puzzle>\n`;
}

function characterOf(index: number, colours: number): string {
  if (index === 0) return '.';
  return colours === 2 ? 'X' : colourLetter(index);
}

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
    xmlParser({ title: 'FreeNono', element: 'Nonogram', read: readPicture }, sink, limits),
  pictureOnly: true,
  unfit: (named) => pictureUnfit(named),
  ...inSequence({
    head: '<?xml version="1.0" encoding="UTF-8"?>\n<FreeNono>\n<Nonograms>\n',
    puzzle: puzzleToFreenono,
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

interface PictureElement {
  attributes: Readonly<Record<string, string>>;
  readonly lines: string[];
  readonly colours: { readonly sign: string; readonly text: string }[];
}

function readPicture(text: string): TextEntry | Mistyped | string {
  const found: PictureElement = { attributes: {}, lines: [], colours: [] };
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
  const entry = failure ?? pictureOf(found);
  // What has a row was meant to be a picture.
  return typeof entry === 'string' && hasLines(text) ? mistyped(entry, 'cells') : entry;
}

function pictureOf({ attributes, lines, colours }: PictureElement): TextEntry | string {
  const height = sizeOf(attributes.height, 'height');
  const width = sizeOf(attributes.width, 'width');
  if (typeof height === 'string') return height;
  if (typeof width === 'string') return width;
  const signs = signsOf(colours);
  if (typeof signs === 'string') return signs;
  const { palette, values } = signs;
  const rows = lines.map((line) => signsIn(line, palette !== null));
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
function signsIn(line: string, isColoured: boolean): string[] {
  const parts = line.split(/[\s,]+/).filter((part) => part !== '');
  const areWords = isColoured && parts.length > 1;
  return areWords ? parts : parts.flatMap((part) => Array.from(part));
}

interface Signs {
  readonly palette: Palette | null;
  readonly values: ReadonlyMap<string, number>;
}

function signsOf(colours: PictureElement['colours']): Signs | string {
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

function puzzleToFreenono({ name, label, puzzle, goal }: NamedPuzzle): string {
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
