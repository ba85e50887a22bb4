import { fieldRole, type FieldRole } from './field-names.js';

/** The separator that explains a header best. */
export function separatorOf(header: string): string {
  let best = ',';
  let most = 0;
  for (const separator of [',', ';', '\t', '|']) {
    const fields = header.split(separator);
    const worth = fieldsIn(fields) * 1000 + fields.length;
    if (worth > most) [best, most] = [separator, worth];
  }
  return best;
}

/** How many of a header's names are known names of columns: at least two in a real header. */
export function fieldsIn(header: readonly string[]): number {
  return header.filter((name) => columnRole(name) !== null).length;
}

/** What a column with this name holds; null if the name is unknown. */
export function columnRole(name: string): FieldRole | null {
  return fieldRole(name.trim().replace(/^"(.*)"$/, '$1'));
}
