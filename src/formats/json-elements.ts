import type { Draft } from '../puzzle/draft.js';
import { excerptOf } from './excerpt.js';
import { fieldRole, type FieldRole } from './field-names.js';
import type { EntrySink, FoundEntry } from './format.js';
import { draftOfFields, draftsOfJson, type NamedDraft } from './json-entry.js';
import { PlainJson } from './plain-json.js';

/**
 * Reads the text of one JSON value and gives its entries: one, or where the value is an object
 * of named puzzles, one for each.
 */
export function readJsonElement(
  text: string,
  line: number,
  index: number | null,
  format: string,
  sink: EntrySink,
): void {
  const plain = plainJson.fields(text);
  if (plain !== null) {
    give(draftOfFields(plain), text, line, index, format, sink);
    return;
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    rejectElement(`not valid JSON: ${why}`, text, line, index, format, sink);
    return;
  }
  for (const found of draftsOfJson(value)) give(found, text, line, index, format, sink);
}

const plainJson = new PlainJson();

function give(
  found: NamedDraft,
  text: string,
  line: number,
  index: number | null,
  format: string,
  sink: EntrySink,
): void {
  const { name, title, draft, reason } = found;
  if (draft === undefined) rejectElement(reason, text, line, index, format, sink, name);
  else sink.entry(new JsonEntry(line, name, title, draft, text));
}

/** A class, as a closure for the excerpt of each entry is made for nothing nearly always. */
class JsonEntry implements FoundEntry {
  constructor(
    readonly line: number,
    readonly name: string | null,
    readonly title: string | null,
    readonly draft: Draft,
    private readonly text: string,
  ) {}

  excerpt(): string {
    return excerptOf(this.text);
  }
}

/** Rejects one element of a JSON file, with its place in its list. */
export function rejectElement(
  reason: string,
  text: string,
  line: number,
  index: number | null,
  format: string,
  sink: EntrySink,
  name: string | null = null,
): void {
  const place = index === null ? '' : `, element ${index}`;
  sink.reject({ line, name, reason: `${format}${place}: ${reason}`, excerpt: excerptOf(text) });
}

/** Whether a key says that the object it stands in is a puzzle. */
export function isPuzzleKey(key: string): boolean {
  const role = fieldRole(key);
  // "data" is as often the list of puzzles.
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
