import type { RejectKind } from '../../core/puzzle/reject.js';
import type { Draft } from '../../core/puzzle/types.js';
import { faultReason } from '../../core/text/error-codes.js';
import { excerptOf } from '../contract/draft-of.js';
import { fieldRole, type FieldRole } from '../parse/field-names.js';
import type { EntrySink, FoundEntry } from '../contract/format.js';
import {
  draftOfFields,
  draftsOfJson,
  draftsOfMember,
  type NamedDraft,
  type TextReader,
} from './json-entry.js';
import { isLetterOfSide } from './json-fields.js';
import type { KeyKind, ElementPlace } from './json-splitter.js';
import { PlainJson } from './plain-json.js';

/** Makes entries from the elements of a JSON file; `format` is its name for people. */
export class JsonElements {
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
  read(text: string, line: number | null, place: ElementPlace): void {
    const key = typeof place === 'string' ? nameOf(place) : null;
    let drafts: readonly NamedDraft[];
    try {
      drafts = this.draftsOf(text, key);
    } catch (error) {
      if (!(error instanceof SyntaxError)) this.reject(faultReason(error), text, line, place);
      else this.broken(`not valid JSON: ${error.message}`, text, line, place);
      return;
    }
    for (const found of drafts) this.give(found, text, line, place);
  }

  /** @throws SyntaxError if the text is not JSON. */
  private draftsOf(text: string, key: string | null): readonly NamedDraft[] {
    const plain = this.plain.fields(text);
    if (plain?.isPuzzle === true) return [draftOfFields(plain, key)];
    const value = JSON.parse(text) as unknown;
    return key === null ? draftsOfJson(value, this.readText) : draftsOfMember(key, value);
  }

  /** Rejects what is no JSON: a puzzle, if there are clues of a side. */
  broken(reason: string, text: string, line: number | null, place: ElementPlace): void {
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

  private give(found: NamedDraft, text: string, line: number | null, place: ElementPlace): void {
    if (found.draft === undefined) {
      this.reject(found.reason, text, line, place, found);
      return;
    }
    const { name, title, draft } = found;
    this.sink.entry(new JsonEntry(line, name, title, draft, text));
  }
}

const SIDES: ReadonlySet<FieldRole | null> = new Set<FieldRole>([
  ...(['rows', 'columns', 'rowClues', 'columnClues'] as const),
  ...(['rowSide', 'columnSide', 'clues'] as const),
]);

/** Whether a text that is no JSON has a list or a text under a key that means clues. */
function hasSide(text: string): boolean {
  for (const [, key] of text.matchAll(
    /"([\w .-]{1,40})"\s{0,20}:\s{0,20}(?:\[\s{0,20}[^\s{\]]|"\s{0,9}\d)/g,
  )) {
    if (SIDES.has(fieldRole(key))) return true;
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

/** A class, because a closure for the excerpt of each entry would nearly always be made in vain. */
class JsonEntry implements FoundEntry {
  constructor(
    readonly line: number | null,
    readonly name: string | null,
    readonly title: string | null,
    readonly draft: Draft,
    private readonly text: string,
  ) {}

  excerpt(): string {
    return excerptOf(this.text);
  }
}

/** What a key says of its object, as `JsonSplitter` asks. */
export function kindOfKey(key: string): KeyKind {
  if (isLetterOfSide(key)) return 'place';
  const role = fieldRole(key);
  // "data" is just as often the list of puzzles.
  return role === null || key.toLowerCase() === 'data' ? null : KINDS[role];
}

const KINDS: Readonly<Record<FieldRole, KeyKind>> = {
  rows: 'clues',
  columns: 'clues',
  rowClues: 'clues',
  columnClues: 'clues',
  rowSide: 'place',
  columnSide: 'place',
  grid: 'picture',
  goal: 'picture',
  start: 'picture',
  palette: 'about',
  background: 'about',
  clues: 'about',
  name: 'about',
  title: 'about',
  width: 'about',
  height: 'about',
  size: 'about',
};
