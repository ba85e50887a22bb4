import { fieldRole, isRowNumber, type FieldRole } from '../parse/field-names.js';

/**
 * The fields of an entry by their meaning; undefined if there is none. It is a class, so that every
 * entry has the same shape and reading it stays fast.
 */
export class Fields implements Record<FieldRole, unknown> {
  name: unknown = undefined;
  title: unknown = undefined;
  rows: unknown = undefined;
  columns: unknown = undefined;
  rowClues: unknown = undefined;
  columnClues: unknown = undefined;
  clues: unknown = undefined;
  width: unknown = undefined;
  height: unknown = undefined;
  size: unknown = undefined;
  goal: unknown = undefined;
  grid: unknown = undefined;
  start: unknown = undefined;
  palette: unknown = undefined;
  /** The name of the field under `grid`: in `cells` null means background, elsewhere unknown. */
  gridName = '';
  /** Whether the name is a number that a database gave the puzzle: any other name is better. */
  private isNumbered = false;

  /**
   * Adds a field; null is ignored. If two fields mean the same, the first one counts, but a list
   * counts more than a number: `rows` may be a size, and `left` the clues. What `export` calls
   * `puzzle_id` is a name only if there is no other.
   */
  add(role: FieldRole, name: string, value: unknown): void {
    if (value === null || value === undefined) return;
    const before = this[role];
    const isNumber = role === 'name' && isRowNumber(name);
    if (before !== undefined && !(role === 'name' && this.isNumbered && !isNumber)) {
      if (isNumber) return;
      if (role === 'name') this.title ??= value;
      if (Array.isArray(before) || !Array.isArray(value)) return;
    }
    if (role === 'grid') this.gridName = name;
    if (role === 'name') this.isNumbered = isNumber;
    this[role] = value;
  }

  /** Whether there is anything that can be the clues or the picture of a puzzle. */
  get isPuzzle(): boolean {
    return (
      this.rows !== undefined ||
      this.columns !== undefined ||
      this.rowClues !== undefined ||
      this.columnClues !== undefined ||
      this.clues !== undefined ||
      this.goal !== undefined ||
      this.grid !== undefined
    );
  }
}

/** The fields of a JSON object by role. */
export function fieldsOfObject(value: object): Fields {
  const fields = new Fields();
  for (const key in value) {
    const role = fieldRole(key);
    if (role !== null) fields.add(role, key, (value as Record<string, unknown>)[key]);
  }
  return fields;
}
