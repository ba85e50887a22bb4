/** What of a request decides how the content of a source becomes entries. */
export interface ReadingChoice {
  readonly ignoreStart: boolean;
  /** Whether the columns come first where only custom says that the rows do. */
  readonly columnsFirst: boolean;
}

const WORDS: Readonly<Record<keyof ReadingChoice, string>> = {
  ignoreStart: 'ignore-start',
  columnsFirst: 'columns-first',
};

const CHOICES = Object.keys(WORDS) as readonly (keyof ReadingChoice)[];

/**
 * The choice in words, as it is stored with each source: files are the same corpus only if they are
 * read the same way. Empty if nothing is chosen.
 */
export function readingWords(choice: ReadingChoice): string {
  return CHOICES.filter((key) => choice[key])
    .map((key) => WORDS[key])
    .join(' ');
}

/** The choice that was stored in words. */
export function readingOfWords(words: string): ReadingChoice {
  const stored = new Set(words.split(' '));
  return {
    ignoreStart: stored.has(WORDS.ignoreStart),
    columnsFirst: stored.has(WORDS.columnsFirst),
  };
}

/** What is stored besides if a limit let only the first entries of a file be read. */
export function firstEntries(count: number): string {
  return `first-${count}`;
}

/** The words that were stored, as a request has them: without its limit. */
export function chosenWords(words: string): string {
  return words.replace(/ ?\bfirst-\d+$/, '');
}
