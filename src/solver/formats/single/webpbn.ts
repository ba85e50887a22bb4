import {
  BLACK_ON_WHITE,
  block,
  blockColour,
  blockLength,
  type Cells,
  type Clue,
  type Draft,
  MAX_COLOURS,
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
import { colourLetter, colourOf } from '../parse/picture-lines.js';
import { hasLines, parseXml, xmlParser } from '../parse/xml-elements.js';

/** The text before and after the puzzles of a file. */
const WEBPBN_HEAD = '<?xml version="1.0"?>\n<puzzleset>\n';

const WEBPBN_TAIL = '</puzzleset>\n';

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
  ...inSequence({ head: WEBPBN_HEAD, puzzle: puzzleToWebpbn, tail: WEBPBN_TAIL }),
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
  const found = parse(text);
  if (typeof found !== 'string') return entryOf(found);
  return hasLines(text) ? mistyped(found) : found;
}

/** Parses the XML; returns the reason if it is not well formed. */
function parse(text: string): PuzzleElement | string {
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

function entryOf(found: PuzzleElement): TextEntry | Mistyped | string {
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
