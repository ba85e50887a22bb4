import { jsonFault } from './json-clues.js';
import { sideToJson } from '../../core/puzzle/clues-json.js';
import { cellsToText } from '../../core/puzzle/text.js';
import type { RejectKind } from '../../core/puzzle/validate.js';
import { OPEN_OBJECT } from '../../core/text/codes.js';
import { faultReason } from '../../core/text/error-codes.js';
import {
  eitherFirst,
  type EntrySink,
  excerptOf,
  type Format,
  inSequence,
  type NamedPuzzle,
  type Parser,
  type ParserLimits,
  tooLong,
} from '../contract/format.js';
import { LineParser } from '../contract/lines.js';
import {
  DraftEntry,
  draftOfFields,
  draftsOfJson,
  draftsOfMember,
  type NamedDraft,
  type TextReader,
} from './json-entry.js';
import { CLUE_ROLES, fieldRole } from './fields.js';
import { type ElementPlace, JsonSplitter, PlainJson } from './json-splitter.js';

/** An object, or a list of values: `[run]` is the heading of a section in other files. */
const BEGINNING = /^\s*(?:\{|\[\s*(?![a-z_]))/i;

/**
 * JSON: one puzzle, a list, or a list inside an object under any key; json-entry.ts describes what
 * a puzzle may look like. Written as one list of `{"id","title"?,"label"?,"width","height","rows",
 * "columns","palette"?,"goal"?,"start"?,"drawn_density"?}`; readers pass over the last, which older
 * versions called `density`.
 */
export const json = (readText: ReadTexts): Format =>
  eitherFirst((first) => ({
    name: 'json',
    extensions: ['.json'],
    holds: new Set(['colour', 'name', 'many', 'title', 'label', 'start', 'goal']),
    detect: (head) =>
      BEGINNING.test(head) ? (/^\s*(\[[\s[]*\{|\{\s*["}])/.test(head) ? 0.9 : 0.2) : 0,
    createParser: (sink, limits) =>
      new JsonSplitter(
        new JsonElements('JSON', sink, readText(first === 'columns')),
        limits.maxEntryLength,
      ),
    ...inSequence({ head: '[\n', puzzle: puzzleToJson, between: ',\n', tail: '\n]\n' }),
  }));

/** How texts in other formats are read, for the rows first and for the columns first. */
type ReadTexts = (columnsFirst: boolean) => TextReader;

/** One puzzle as nonomill writes it, on one line and without a line break. */
export function puzzleToJson(named: NamedPuzzle): string {
  const { name, title, label, puzzle, goal, drawnDensity } = named;
  const { width, height, rows, columns, colours, palette, start } = puzzle;
  const cells = (value: Uint8Array) => JSON.stringify(cellsToText(value, width, height, colours));
  const fields = [
    name === null ? null : `"id":${JSON.stringify(name)}`,
    title === null ? null : `"title":${JSON.stringify(title)}`,
    label == null ? null : `"label":${JSON.stringify(label)}`,
    `"width":${width},"height":${height}`,
    `"rows":${sideToJson(rows, colours)},"columns":${sideToJson(columns, colours)}`,
    palette === null ? null : `"palette":${JSON.stringify(palette)}`,
    goal === null ? null : `"goal":${cells(goal)}`,
    start === null ? null : `"start":${cells(start)}`,
    drawnDensity === undefined ? null : `"drawn_density":${drawnDensity}`,
  ];
  return `{${fields.filter((field) => field !== null).join(',')}}`;
}

/** NDJSON: one JSON object a line, blank lines between them; see json.ts for the objects. */
export const ndjson = (readText: ReadTexts): Format =>
  eitherFirst((first) => ({
    name: 'ndjson',
    extensions: ['.ndjson', '.jsonl', '.ldjson'],
    holds: new Set(['colour', 'name', 'many', 'title', 'label', 'start', 'goal']),
    detect: (head) => (/^\s*\{[^\n]*\}[ \t]*\r?\n\s*\{/.test(head) ? 0.95 : 0),
    createParser: (sink, limits) => createLineParser(sink, limits, readText(first === 'columns')),
    ...inSequence({ puzzle: (named) => puzzleToJson(named) + '\n' }),
  }));

function createLineParser(sink: EntrySink, limits: ParserLimits, readText: TextReader): Parser {
  const elements = new JsonElements('NDJSON', sink, readText);
  const most = Math.min(limits.maxLineLength, limits.maxEntryLength);
  return new LineParser(
    {
      line(text, number) {
        const isObject = text.charCodeAt(0) === OPEN_OBJECT;
        if (isObject || text.trim() !== '') elements.element(text, number, null);
      },
      tooLong(text, line) {
        const reason = tooLong('NDJSON: the line', most);
        sink.reject({ line, name: null, reason, excerpt: excerptOf(text) });
      },
      end: () => undefined,
    },
    most,
  );
}

/** Makes entries from the elements of a JSON file; `format` is its name for people. */
class JsonElements {
  private readonly plain = new PlainJson();

  constructor(
    private readonly format: string,
    private readonly sink: EntrySink,
    private readonly readText: TextReader,
  ) {}

  /**
   * Reads the text of one JSON value and hands on its entries: one, or one for each puzzle if the
   * value is an object of named puzzles. `place` is its index in its list, its key in a map of
   * puzzles, or null.
   */
  element(text: string, line: number | null, place: ElementPlace): void {
    const key = typeof place === 'string' ? nameOf(place) : null;
    let drafts: readonly NamedDraft[];
    try {
      drafts = this.draftsOf(text, key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.reject(faultReason(error), text, line, place);
      else this.broken(text, line, place, jsonFault(error));
      return;
    }
    for (const found of drafts) {
      if (found.draft === undefined) this.reject(found.reason, text, line, place, found);
      else this.sink.entry(new DraftEntry(line, found, text, excerptOf));
    }
  }

  /** @throws SyntaxError if the text is not JSON. */
  private draftsOf(text: string, key: string | null): readonly NamedDraft[] {
    const plain = this.plain.fields(text);
    if (plain?.isPuzzle === true) return [draftOfFields(plain, key)];
    const tooDeep = this.plain.depthFault(text);
    if (tooDeep !== null) throw new SyntaxError(tooDeep);
    const value = JSON.parse(text) as unknown;
    return key === null
      ? draftsOfJson(value, this.readText)
      : draftsOfMember(key, value, this.readText);
  }

  /** Rejects what is no JSON: a puzzle, if there are clues of a side. */
  broken(text: string, line: number | null, place: ElementPlace, reason: string): void {
    this.reject(reason, text, line, place, { kind: hasSide(text) ? 'clues' : 'text' });
  }

  private reject(
    reason: string,
    text: string,
    line: number | null,
    place: ElementPlace,
    { name = null, kind = 'text' }: { name?: string | null; kind?: RejectKind } = {},
  ): void {
    const where = typeof place === 'number' ? `${this.format}, element ${place}` : this.format;
    const called = name ?? (typeof place === 'string' ? nameOf(place) : null);
    const excerpt = excerptOf(text);
    this.sink.reject({ line, name: called, kind, reason: `${where}: ${reason}`, excerpt });
  }
}

/** Whether a text that is no JSON has a list or a text under a key that means clues. */
function hasSide(text: string): boolean {
  for (const [, key] of text.matchAll(
    /"([\w .-]{1,40})"\s{0,20}:\s{0,20}(?:\[\s{0,20}[^\s{\]]|"\s{0,9}\d)/g,
  )) {
    const role = fieldRole(key);
    if (role === 'clues' || (role !== null && CLUE_ROLES.includes(role))) return true;
  }
  return false;
}

/** A key as its text reads: what is between its quotes in the file may have escapes. */
function nameOf(written: string): string {
  try {
    return JSON.parse(`"${written}"`) as string;
  } catch {
    return written;
  }
}
