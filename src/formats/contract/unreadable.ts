/** Thrown between the parts of a reader alone, on the way to a reject; the message says why. */
export class Unreadable extends Error {}

/** A JSON value, shortened, for a message. */
export function shown(value: unknown): string {
  // Spelled out only where it is flat: what nests too deep to be spelled can be parsed.
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
