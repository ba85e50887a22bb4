import type { RejectKind } from '../../core/puzzle/reject.js';
import type { Draft } from '../../core/puzzle/types.js';
import { excerptOf } from '../contract/draft-of.js';
import { fieldRole, type FieldRole } from '../parse/field-names.js';
import type { EntrySink, FoundEntry } from '../contract/format.js';
import { draftOfFields, draftsOfJson, type NamedDraft } from './json-entry.js';
import { PlainJson } from './plain-json.js';

/** Makes entries from the elements of a JSON file; `format` is its name for people. */
export class JsonElements {
  private readonly plain = new PlainJson();

  constructor(
    private readonly format: string,
    private readonly sink: EntrySink,
  ) {}

  /**
   * Reads the text of one JSON value and hands on its entries: one, or one for each puzzle if the
   * value is an object of named puzzles. `index` is its index in its list, or null.
   */
  read(text: string, line: number | null, index: number | null): void {
    const plain = this.plain.fields(text);
    if (plain !== null) {
      this.give(draftOfFields(plain), text, line, index);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.reject(`not valid JSON: ${why}`, text, line, index);
      return;
    }
    for (const found of draftsOfJson(value)) this.give(found, text, line, index);
  }

  reject(
    reason: string,
    text: string,
    line: number | null,
    index: number | null,
    { name = null, kind = 'text' }: { name?: string | null; kind?: RejectKind } = {},
  ): void {
    const place = index === null ? this.format : `${this.format}, element ${index}`;
    this.sink.reject({ line, name, kind, reason: `${place}: ${reason}`, excerpt: excerptOf(text) });
  }

  private give(found: NamedDraft, text: string, line: number | null, index: number | null): void {
    if (found.draft === undefined) {
      this.reject(found.reason, text, line, index, found);
      return;
    }
    const { name, title, draft } = found;
    this.sink.entry(new JsonEntry(line, name, title, draft, text));
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

/** Whether a key shows that its object is a puzzle. */
export function isPuzzleKey(key: string): boolean {
  const role = fieldRole(key);
  // "data" is just as often the list of puzzles.
  if (role === 'grid') return key.toLowerCase() !== 'data';
  return role !== null && PUZZLE_ROLES.has(role);
}

const PUZZLE_ROLES: ReadonlySet<FieldRole> = new Set<FieldRole>([
  'rows',
  'columns',
  'rowClues',
  'columnClues',
  'goal',
  'start',
  'palette',
]);
