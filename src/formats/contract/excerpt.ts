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
