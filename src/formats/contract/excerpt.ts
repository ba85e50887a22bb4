const MOST = 120;

/** The beginning of an entry's text, fit for one line of a report. */
export function excerptOf(text: string): string {
  // Cut first: the entry may be millions of characters long. Copied, or the excerpt would keep
  // the whole text in memory.
  const short = text
    .slice(0, MOST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return short.length > MOST ? `${short.slice(0, MOST - 3)}...` : short;
}
