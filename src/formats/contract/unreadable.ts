/** Thrown within a reader only, on the way to a reject; the message says why. */
export class Unreadable extends Error {}

/** A JSON value, shortened, for a message. */
export function shown(value: unknown): string {
  // Only flat values are spelled out: values can nest deeper than can be spelled.
  if (Array.isArray(value)) {
    return value.every((item) => typeof item !== 'object') ? short(value) : 'a list of lists';
  }
  if (typeof value === 'object' && value !== null) {
    return `an object of ${Object.keys(value).slice(0, 5).join(', ') || 'nothing'}`;
  }
  return short(value);
}

function short(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.length > 40 ? `${text.slice(0, 40)}...` : text;
}
