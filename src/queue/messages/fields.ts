/** Checks one field of a message: messages are strangers' input. */
export type IsField = (value: unknown) => boolean;

/** The checks for a stranger's message, by field name. */
export type Fields = Readonly<Record<string, unknown>>;

export const isText: IsField = (value) => typeof value === 'string';
export const isFlag: IsField = (value) => typeof value === 'boolean';
export const isCount: IsField = (value) => Number.isSafeInteger(value) && (value as number) >= 0;
export const isDuration: IsField = (value) => Number.isFinite(value) && (value as number) >= 0;

export function isOneOf(values: readonly unknown[]): IsField {
  return (value) => values.includes(value);
}

export function orNull(isField: IsField): IsField {
  return (value) => value === null || isField(value);
}

/** The value as an object with fields, or null. */
export function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : null;
}

/** The name of the first field that fails its check, or null. */
export function wrongField(
  fields: Fields,
  wanted: Readonly<Record<string, IsField>>,
): string | null {
  for (const name in wanted) if (!wanted[name](fields[name])) return name;
  return null;
}
