/**
 * The words of a command that runs another solver; one of them may have a place for the puzzle's
 * file.
 */
export interface ExternalCommand {
  readonly words: readonly string[];
  /** The format in which the puzzle is written. */
  readonly format: string;
  /** Whether the puzzle comes on standard input, since no word names its file. */
  readonly onInput: boolean;
}

const PLACE = /\{([a-z0-9]*)\}/g;

/**
 * Reads a command such as `mysolver --fast {non}`. Words are parted by blanks; quotes keep them
 * together. On Windows a backslash is a part of a path, except before a double quote within such
 * quotes. No shell is involved: `sh -c '...'` is one if it is wanted. `{nin}` is replaced by the
 * name of a file in that format, `{}` by that of one in `format`; without either the puzzle comes
 * on standard input.
 *
 * @throws Error that says what is wrong with it
 */
export function readExternalCommand(
  command: string,
  format: string | null,
  platform: string = process.platform,
): ExternalCommand {
  const words = splitWords(command, platform);
  if (words.length === 0) throw new Error('the command is empty');
  const named = new Set([...command.matchAll(PLACE)].map(([, name]) => name).filter(Boolean));
  if (named.size > 1) throw new Error(`one format, got ${[...named].join(' and ')}`);
  const [inPlace] = named;
  if (inPlace !== undefined && format !== null && inPlace !== format) {
    throw new Error(`the command says {${inPlace}}, but --format ${format}`);
  }
  const found = inPlace ?? format;
  if (found === null) {
    throw new Error('a place for the puzzle, such as {non} for a .non file, or --format with {}');
  }
  return { words, format: found, onInput: !words.some((word) => word.search(PLACE) >= 0) };
}

/** The words with the file in its place. */
export function wordsWithFile({ words }: ExternalCommand, file: string): string[] {
  return words.map((word) => word.replaceAll(PLACE, () => file));
}

function splitWords(command: string, platform: string): string[] {
  const escapes = (i: number): boolean =>
    command[i] === '\\' &&
    i + 1 < command.length &&
    (platform !== 'win32' || command[i + 1] === '"');
  const words: string[] = [];
  let word: string | null = null;
  let quote = '';
  for (let i = 0; i < command.length; i++) {
    const character = command[i];
    if (quote !== '') {
      if (character === quote) quote = '';
      else if (quote === '"' && escapes(i)) word = (word ?? '') + command[++i];
      else word = (word ?? '') + character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word ??= '';
    } else if (escapes(i)) word = (word ?? '') + command[++i];
    else if (/\s/.test(character)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? '') + character;
  }
  if (quote !== '') throw new Error(`a closing ${quote}`);
  if (word !== null) words.push(word);
  return words;
}
