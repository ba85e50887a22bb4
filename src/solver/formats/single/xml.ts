import {
  BLACK_ON_WHITE,
  BLANK,
  block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  UNKNOWN,
} from '../../core/puzzle/types.js';
import { markupText } from '../../core/text/escape.js';
import {
  draftOfPicture,
  type EntryFormat,
  type EntrySink,
  excerptOf,
  type Format,
  inSequence,
  labelOf,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  plainDraft,
  quoted,
  readEntry,
  rejectEntry,
  type TextEntry,
  tooLong,
  unreadable,
  Unreadable,
} from '../contract/format.js';
import {
  colourLetter,
  colourOf,
  pictureUnfit,
  requireFewColours,
  rowsOfCells,
  unlessPlain,
} from '../contract/picture-lines.js';
import { HeldText, withoutEntities } from '../contract/lines.js';

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
  holds: new Set(['colour', 'name', 'many', 'title', 'label', 'start', 'goal']),
  detect: (head) => (/<puzzle(set)?[\s>]/.test(head) ? 0.95 : 0),
  createParser: xmlParser({
    title: 'webpbn XML',
    element: 'puzzle',
    read: (text) => puzzleOf(parsePuzzle(text)),
    kindOf: (text) => (!hasLines(text) ? 'text' : /<solution[\s>]/.test(text) ? 'cells' : 'clues'),
  }),
  ...inSequence({
    head: '<?xml version="1.0"?>\n<puzzleset>\n',
    puzzle: puzzleToWebpbn,
    tail: '</puzzleset>\n',
  }),
};

type PuzzleElement = ReturnType<typeof parsePuzzle>;

/** The contents of a <puzzle>, as they come. @throws Unreadable */
function parsePuzzle(text: string) {
  const found = {
    type: 'grid',
    defaultColour: 'black',
    background: 'white',
    texts: new Map<string, string>(),
    colours: [] as { name: string; character: string; value: string }[],
    clues: [] as { type: string; lines: { colour: string | null; text: string }[][] }[],
    images: [] as { type: string; text: string }[],
  };
  let colour: string | null = null;
  parseXml(text, {
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
  return found;
}

/** What a note says beside `published` and how many solutions there are. */
function judged(note: string): string {
  const parts = note.split(',').map((part) => part.trim());
  return parts
    .filter((part) => !/^(?:un)?published$|\b(?:unique|solutions?)\b/i.test(part))
    .join(', ');
}

/** @throws Unreadable */
function puzzleOf(found: PuzzleElement): TextEntry {
  const strange = found.clues.find(({ type }) => type !== 'rows' && type !== 'columns');
  if (found.type !== 'grid' || strange !== undefined) {
    const what =
      found.type === 'grid' ? `clues of type "${strange?.type}"` : `type "${found.type}"`;
    unreadable(
      `a triangular grid (${what}): only rectangular puzzles (type "grid", rows and columns) can be solved here`,
      'text',
    );
  }
  const colours: Colours = new Map();
  const palette = unlessPlain(paletteOf(found, colours));
  const named = {
    name: found.texts.get('id')?.slice(0, 500) || null,
    title: found.texts.get('title')?.slice(0, 500) || null,
    label: labelOf(judged(found.texts.get('note') ?? '')),
  };
  const rowLines = found.clues.find(({ type }) => type === 'rows')?.lines;
  const columnLines = found.clues.find(({ type }) => type === 'columns')?.lines;
  const goal = imageOf(found, 'goal', colours);
  const saved = imageOf(found, 'saved', colours);
  if (rowLines === undefined && columnLines === undefined && goal !== null) {
    if (goal.cells.includes(UNKNOWN)) {
      unreadable('there are no clues, and the goal has unknown cells');
    }
    return { ...named, draft: draftOfPicture(goal.cells, goal.width, goal.height, palette) };
  }
  if (rowLines === undefined || columnLines === undefined) {
    unreadable(
      `expected clues of rows and of columns, found no ${rowLines === undefined ? 'rows' : 'columns'}`,
      rowLines === columnLines ? 'text' : null,
    );
  }
  const rows = sideOf(rowLines, 'row', found, colours);
  const columns = sideOf(columnLines, 'column', found, colours);
  const { cells = null, width = null, height = null } = goal ?? {};
  const draft = plainDraft(width, height, rows, columns, cells);
  return { ...named, draft: { ...draft, palette, start: saved?.cells ?? null } };
}

type Colours = Map<string, { index: number; character: string }>;

/** The palette, the background first; fills `colours` by their names. @throws Unreadable */
function paletteOf(found: PuzzleElement, colours: Colours): string[] {
  const defined = new Map(found.colours.map((colour) => [colour.name, colour]));
  if (defined.size !== found.colours.length) unreadable('a colour is defined twice');
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
    if (colour === null) unreadable(`colour "${name}" is ${quoted(value)}, expected RRGGBB or RGB`);
    colours.set(name, { index: palette.length, character });
    palette.push(colour);
  }
  requireFewColours(palette.length - 1);
  return palette;
}

/** @throws Unreadable */
function sideOf(
  lines: readonly (readonly { colour: string | null; text: string }[])[],
  kind: string,
  found: PuzzleElement,
  colours: Colours,
): number[][] {
  return lines.map((line, at) => {
    const fail = (reason: string): never => unreadable(`${kind} ${at + 1}: ${reason}`);
    return line.map(({ colour, text }) => {
      const name = colour ?? found.defaultColour;
      if (!/^\d{1,7}$/.test(text)) return fail(`expected a length, found ${quoted(text)}`);
      if (Number(text) === 0) return 0;
      const index = colours.get(name)?.index ?? fail(`colour ${quoted(name)} is not defined`);
      if (index === 0) return fail(`a block of the background's colour, ${quoted(name)}`);
      return block(Number(text), index);
    });
  });
}

/** The first image of a type, or null. @throws Unreadable */
function imageOf(found: PuzzleElement, type: string, colours: Colours) {
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
    if (line.length !== width) {
      unreadable(`${type}: row ${y + 1} has ${line.length} cells, row 1 has ${width}`);
    }
    for (const cell of line) {
      const index = characters.get(cell);
      if (index === undefined && cell !== '?' && !cell.startsWith('[')) {
        unreadable(`${type}, row ${y + 1}: "${cell}" is not a colour of this puzzle`);
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
    const rows = rowsOfCells(cells, width, (cell) =>
      cell < palette.length ? characterOf(cell, palette.length) : '?',
    );
    return `<solution type="${type}"><image>\n|${rows.join('|\n|')}|\n</image></solution>\n`;
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
  holds: new Set(['colour', 'name', 'many', 'label', 'goal']),
  detect: (head) => (/<(FreeNono|Nonograms?)[\s>]/.test(head) ? 0.95 : 0),
  createParser: xmlParser({
    title: 'FreeNono',
    element: 'Nonogram',
    read: readPicture,
    // What has a row was meant to be a picture.
    kindOf: (text) => (hasLines(text) ? 'cells' : 'text'),
  }),
  pictureOnly: true,
  unfit: pictureUnfit,
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

/** A colour of a palette: its sign in the lines, and what it looks like. */
interface SignColour {
  readonly sign: string;
  readonly text: string;
}

/** @throws Unreadable */
function readPicture(text: string): TextEntry {
  let attributes: Readonly<Record<string, string>> = {};
  let colour = attributes;
  const lines: string[] = [];
  const colours: SignColour[] = [];
  parseXml(text, {
    open(name, given) {
      if (name === 'Nonogram') attributes = given;
      else if (/^colou?r$/i.test(name)) colour = given;
    },
    close(name, inner) {
      if (name === 'line') lines.push(inner);
      else if (/^colou?r$/i.test(name)) {
        const sign = SIGN_KEYS.map((key) => colour[key]).find((value) => value !== undefined);
        const value = COLOUR_KEYS.map((key) => colour[key]).find((one) => one !== undefined);
        colours.push({ sign: sign ?? '', text: (value ?? inner).trim() });
      }
    },
  });
  const height = sizeOf(attributes.height, 'height');
  const width = sizeOf(attributes.width, 'width');
  const { palette, values } = signsOf(colours);
  const rows = lines.map((line) => signsIn(line, palette !== null));
  if (height !== null && rows.length !== height) {
    unreadable(`the height is ${height}, but there are ${rows.length} lines`);
  }
  const across = width ?? rows.at(0)?.length ?? 0;
  const cells = new Uint8Array(across * rows.length);
  const expected = palette === null ? 'x or _' : '_ or a sign of the palette';
  for (const [y, row] of rows.entries()) {
    if (row.length !== across) {
      unreadable(`line ${y + 1} has ${row.length} cells, expected ${across}`);
    }
    for (const [x, sign] of row.entries()) {
      cells[y * across + x] =
        values.get(sign) ??
        unreadable(`line ${y + 1}: expected ${expected}, found ${quoted(sign)}`);
    }
  }
  return {
    name: attributes.name?.trim().slice(0, 500) || null,
    title: null,
    label: labelOf(attributes.difficulty),
    draft: draftOfPicture(cells, across, rows.length, palette),
  };
}

/** @throws Unreadable */
function sizeOf(text: string | undefined, what: string): number | null {
  if (text === undefined || text.trim() === '') return null;
  if (/^\s*\d{1,6}\s*$/.test(text)) return Number(text);
  unreadable(`expected a number for the ${what}, found ${quoted(text)}`);
}

/** The signs of a line: between blanks, or, if none has more than one character, each by itself. */
function signsIn(line: string, isColoured: boolean): string[] {
  const parts = line.split(/[\s,]+/).filter((part) => part !== '');
  const areWords = isColoured && parts.length > 1;
  return areWords ? parts : parts.flatMap((part) => Array.from(part));
}

/** The palette, and the value of the cells of each sign. @throws Unreadable */
function signsOf(colours: readonly SignColour[]) {
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
    if (sign === '') unreadable('a colour of the palette has no sign (index, char or symbol)');
    if (colour === null) unreadable(`colour ${quoted(sign)} is ${quoted(text)}, expected #rrggbb`);
    if (BLANK_SIGNS.has(sign)) {
      background = colour;
    } else {
      palette.push(colour);
      values.set(sign, palette.length);
    }
  }
  requireFewColours(palette.length);
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
  const sign = (cell: number) => (palette !== null ? cell : cell === BLANK ? '_' : 'x');
  for (const row of rowsOfCells(goal!, width, sign, ' ')) text += `<line> ${row} </line>\n`;
  return `${text}</Nonogram>\n`;
}

/** What is in an XML text, as it comes. */
interface XmlReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void;
  /** `inner` is the text since the last tag; `depth` is 0 for the outermost element. */
  close(name: string, inner: string, depth: number): void;
}

/** A name, and attributes, of a tag; nothing of document types. */
const NAME = String.raw`[^\s<>/="'&!?]+`;
const ATTRIBUTE = String.raw`\s+(${NAME})\s*=\s*("[^"<]*"|'[^'<]*')`;
const TOKEN = new RegExp(
  String.raw`<!--[^]*?-->|<\?[^]*?\?>|<!\[CDATA\[([^]*?)\]\]>|</(${NAME})\s*>` +
    String.raw`|<(${NAME})((?:${ATTRIBUTE.replace(/\((?!\?)/g, '(?:')})*)\s*(/?)>|([^<]+)`,
  'y',
);

/** Parses the text of one element. @throws Unreadable if it is not well formed */
function parseXml(text: string, reader: XmlReader): void {
  const xml = text.replace(/\r\n?/g, '\n');
  const strange = xml.search(/[^\t\n\u0020-\ufffd]/);
  if (strange >= 0) throw notWellFormed(xml.slice(strange));
  const token = new RegExp(TOKEN);
  const opened: string[] = [];
  let inner = '';
  let isOver = false;
  const close = (name: string): void => {
    reader.close(name, inner, opened.length);
    inner = '';
    isOver = opened.length === 0;
  };
  while (token.lastIndex < xml.length) {
    const at = token.lastIndex;
    const [, data, closing, opening, given, slash, plain] = token.exec(xml) ?? [];
    if (token.lastIndex === 0) throw notWellFormed(xml.slice(at));
    if (closing !== undefined) {
      if (opened.pop() !== closing) throw notWellFormed(`</${closing}>`);
      close(closing);
    } else if (opening !== undefined) {
      const attributes: Record<string, string> = {};
      for (const [, name, value] of given.matchAll(new RegExp(ATTRIBUTE, 'g'))) {
        const read = withoutEntities(value.slice(1, -1).replace(/\s/g, ' '));
        if (Object.hasOwn(attributes, name)) throw notWellFormed(`${name}=${value}`);
        attributes[name] = read;
      }
      if (isOver) throw notWellFormed(`<${opening}>`);
      inner = '';
      opened.push(opening);
      reader.open(opening, attributes);
      if (slash === '/') close(opened.pop()!);
    } else {
      const read = plain === undefined ? data : withoutEntities(plain);
      const isOutside = opened.length === 0 && (data ?? plain?.trim() ?? '') !== '';
      if (isOutside) throw notWellFormed(plain);
      inner += read ?? '';
    }
  }
  if (!isOver) throw notWellFormed('');
}

function notWellFormed(found: string): Unreadable {
  const what = found === '' ? 'it is cut off' : `unexpected ${quoted(found)}`;
  return new Unreadable(`not well-formed XML: ${what}`);
}

/** Whether a text has lines of clues or of a picture, so that it was meant to be a puzzle. */
function hasLines(text: string): boolean {
  return /<(?:line|image)[\s>]/.test(text);
}

/**
 * Cuts XML at the beginnings and the ends of the elements that hold puzzles, and parses each on its
 * own: a broken one does not affect the others. A document type is never parsed, so there are no
 * entities to expand.
 */
function xmlParser(format: EntryFormat<string> & { readonly element: string }) {
  const { element } = format;
  const start = new RegExp(`<!--|<${element}(?=[\\s>])`, 'g');
  const stop = new RegExp(`</${element}\\s*>|<${element}(?=[\\s>])`, 'g');
  return (sink: EntrySink, { maxEntryLength }: ParserLimits): Parser => {
    const held = new HeldText();
    let isBlank = true;
    let isEmpty = true;
    let inComment = false;
    const reject = (reason: string): void => {
      const { text, line } = held;
      const place = { line, excerpt: () => excerptOf(text) };
      rejectEntry(format, text, new Unreadable(reason), place, sink);
    };
    /** Reads what is whole. Whether a puzzle is left of which the end is missing. */
    const read = (): boolean => {
      for (;;) {
        if (inComment) {
          const end = held.text.indexOf('-->');
          held.drop(end < 0 ? Math.max(0, held.text.length - 2) : end + 3);
          if (end < 0) return false;
        }
        start.lastIndex = 0;
        const begin = start.exec(held.text);
        inComment = begin?.[0] === '<!--';
        // A tag may be cut in two.
        held.drop(begin?.index ?? Math.max(0, held.text.length - element.length - 1));
        if (begin === null) return false;
        if (inComment) continue;
        stop.lastIndex = begin[0].length;
        const end = stop.exec(held.text);
        if (end === null && held.text.length <= maxEntryLength) return true;
        isEmpty = false;
        if (end === null) {
          reject(tooLong('the puzzle', maxEntryLength));
          held.drop(held.text.length);
        } else if (!end[0].startsWith('</')) {
          reject(`</${element}> is missing before the next <${element}>`);
          held.drop(end.index);
        } else {
          const text = held.text.slice(0, stop.lastIndex);
          readEntry(format, text, { line: held.line, excerpt: () => excerptOf(text) }, sink);
          held.drop(text.length);
        }
      }
    };
    return {
      write(text) {
        isBlank &&= !/\S/.test(text);
        if (held.add(text, maxEntryLength)) read();
      },
      end() {
        held.join();
        if (read()) reject(`the file is cut off: </${element}> is missing`);
        else if (isEmpty && !isBlank) reject(`expected <${element}>, found none`);
      },
    };
  };
}
