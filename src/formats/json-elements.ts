import { excerptOf } from './excerpt.js';
import { fieldRole, type FieldRole } from './field-names.js';
import type { EntrySink } from './format.js';
import { draftOfJson } from './json-entry.js';

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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    rejectElement(`not valid JSON: ${why}`, text, line, index, format, sink);
    return;
  }
  for (const found of puzzlesIn(value)) {
    const read = draftOfJson(found);
    if ('reason' in read) rejectElement(read.reason, text, line, index, format, sink, read.name);
    else {
      const { name, title, draft } = read;
      sink.entry({ line, name, title, draft, excerpt: () => excerptOf(text) });
    }
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

/** The values that stand for puzzles: `{"a": {"rows": ..}, "b": {..}}` holds two. */
function puzzlesIn(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [value];
  for (const key in value) if (isPuzzleKey(key)) return [value];
  const inner = Object.values(value).filter(
    (item) =>
      typeof item === 'object' && item !== null && Object.keys(item as object).some(isPuzzleKey),
  );
  return inner.length > 0 ? inner : [value];
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
