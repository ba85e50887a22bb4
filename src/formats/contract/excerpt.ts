const MOST = 120;

/** The beginning of an entry's text, made fit for one line of a report. */
export function excerptOf(text: string): string {
  // It is cut first, as the entry may be millions of characters long, and copied, as a part of a
  // string keeps the whole in memory.
  const short = text
    .slice(0, MOST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > MOST ? `${short.slice(0, MOST - 3)}...` : short;
}

/** A few characters of a file in quotes, as a reason shows them. */
export function quoted(text: string): string {
  return `"${text.slice(0, 40)}"`;
}

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
