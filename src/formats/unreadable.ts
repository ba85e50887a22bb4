/** Thrown between the parts of a reader alone, on the way to a reject; the message says why. */
export class Unreadable extends Error {}

/** A JSON value, shortened, for a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
