import {
  type Format,
  type Parser,
  type ParserLimits,
  holding,
  type NamedPuzzle,
  inSequence,
} from '../contract/format.js';
import { JsonElements, kindOfKey } from './json-elements.js';
import type { TextReader } from './json-entry.js';
import { JsonSplitter } from './json-splitter.js';
import { sideToJson } from '../../core/puzzle/clues-json.js';
import { cellsToText } from '../../core/puzzle/text.js';

/** An object, or a list of values: `[run]` is the heading of a section in other files. */
const BEGINNING = /^\s*(?:\{|\[\s*(?![a-z_]))/i;

/**
 * JSON: one puzzle, a list, or a list inside an object under any key; json-entry.ts describes what
 * a puzzle may look like. Written as one list of `{"id","title"?,"width","height","rows",
 * "columns","palette"?,"goal"?,"start"?,"drawn_density"?}`; readers pass over the last, which older
 * versions called `density`.
 */
export const json = readingTexts((readText) => ({
  name: 'json',
  extensions: ['.json'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  detect: (head) =>
    BEGINNING.test(head) ? (/^\s*(\[[\s[]*\{|\{\s*["}])/.test(head) ? 0.9 : 0.2) : 0,
  createParser: (sink, limits) => createParser(new JsonElements('JSON', sink, readText), limits),
  ...inSequence({ head: '[\n', puzzle: puzzleToJson, between: ',\n', tail: '\n]\n' }),
}));

/**
 * A format whose entries may be texts in other formats: who knows these says how they are read,
 * with the rows first and with the columns first.
 */
export function readingTexts(
  make: (readText: TextReader) => Format,
): (readText: (columnsFirst: boolean) => TextReader) => Format {
  return (readText) => ({ ...make(readText(false)), columnsFirst: make(readText(true)) });
}

function createParser(elements: JsonElements, limits: ParserLimits): Parser {
  return new JsonSplitter(
    {
      element: (text, line, place) => elements.read(text, line, place),
      broken: (text, line, place, reason) => elements.broken(reason, text, line, place),
    },
    { maxEntryLength: limits.maxEntryLength, kindOfKey },
  );
}

/** One puzzle as nonomill writes it, on one line and without a line break. */
export function puzzleToJson({ name, title, puzzle, goal, drawnDensity }: NamedPuzzle): string {
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Uint8Array): string =>
    JSON.stringify(cellsToText(value, width, height, colours));
  const fields = [
    name === null ? null : `"id":${JSON.stringify(name)}`,
    title === null ? null : `"title":${JSON.stringify(title)}`,
    `"width":${width},"height":${height}`,
    `"rows":${sideToJson(rows, colours)},"columns":${sideToJson(columns, colours)}`,
    palette === null ? null : `"palette":${JSON.stringify(palette)}`,
    goal === null ? null : `"goal":${cells(goal)}`,
    start === null ? null : `"start":${cells(start)}`,
    drawnDensity === undefined ? null : `"drawn_density":${drawnDensity}`,
  ];
  return `{${fields.filter((field) => field !== null).join(',')}}`;
}
