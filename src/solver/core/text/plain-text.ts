import { bytesText, countText, numberOf } from './numbers.js';

/** What can act on a terminal, halves of characters, and marks that change a text's direction. */
const UNSAFE = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const ESCAPE = String.fromCharCode(27);

/** One of the colours that `paint` and drawings add: nothing that hides text, blinks or swaps. */
const CODE = '(?:[12]|22|[34][0-79]|9[0-7]|10[0-7]|[34]8;5;\\d{1,3}|[34]8;2(?:;\\d{1,3}){3})';
const COLOUR = new RegExp(`(${ESCAPE}\\[${CODE}(?:;${CODE})?m)`);

/** A name from a corpus as a safe line: U+FFFD for unsafe characters, a blank for white space. */
export function plainText(text: string): string {
  return text.replace(/\s+/gu, ' ').replace(UNSAFE, '\ufffd').trim();
}

/**
 * Lines that are safe on a terminal: unsafe characters but line breaks and tabs are written like
 * `\u001b`, which changes nothing in JSON, as they can only occur in strings. The colours of the
 * program can be kept.
 */
export function safeText(text: string, keepsColours = false): string {
  if (keepsColours && text.includes('\u001b')) {
    return text
      .split(COLOUR)
      .map((part, i) => (i % 2 === 1 ? part : safeText(part)))
      .join('');
  }
  return text.replace(UNSAFE, (found) => {
    if (found === '\n' || found === '\t') return found;
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}

/** The last part of a path, with either kind of slash: `a.csv` of `in\\a.csv`. */
export function fileName(path: string): string {
  return plainText(path.split(/[\\/]/).at(-1) ?? path) || plainText(path);
}

/** The text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Columns that a text takes on a terminal: East Asian characters and emoji two, marks none. */
export function textWidth(text: string): number {
  let width = 0;
  for (const character of text) width += characterWidth(character);
  return width;
}

/** The text cut to at most `columns` columns; `...` takes the place of the rest. */
export function fitText(text: string, columns: number): string {
  if (textWidth(text) <= columns) return text;
  let fitted = '';
  let width = 0;
  for (const character of text) {
    width += characterWidth(character);
    if (width > columns - 3) break;
    fitted += character;
  }
  return `${fitted.trimEnd()}...`;
}

/** The text padded with blanks to `columns` columns. */
export function padText(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - textWidth(text)));
}

/** A blank at which lines are not broken, as long as the words that it joins fit on one line. */
const UNBROKEN = '\u00a0';

/** The text in lines of at most `columns` columns; blanks that do not break become plain ones. */
export function wrap(text: string, columns: number): string[] {
  const words = text
    .split(/[ \n]+/)
    .flatMap((joined) => (textWidth(joined) <= columns ? [joined] : joined.split(UNBROKEN)));
  const lines = [''];
  for (const word of words) {
    const last = lines[lines.length - 1];
    const longer = last === '' ? word : `${last} ${word}`;
    if (last === '' || textWidth(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.map((line) => line.replaceAll(UNBROKEN, ' '));
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

function characterWidth(character: string): number {
  if (/\p{Mn}|\p{Me}|\u200d|\ufe0f/u.test(character)) return 0;
  return WIDE.test(character) || character.codePointAt(0)! >= 0x20000 ? 2 : 1;
}

/** The corpora of a run, summed up: a folder may hold 50,000 files. */
export interface Corpora {
  /** The first of them, as they were typed; for an older run, the paths of its first files. */
  readonly typed: readonly string[];
  /** How many more were typed. */
  readonly more: number;
  readonly files: number;
  /** Null if it is not known for some file. */
  readonly bytes: number | null;
  readonly formats: readonly string[];
}

/** The corpora as they were typed, and how much was found in them: `data (88 files, 1.2 MB)`. */
export function corporaText({ typed, more, files, bytes }: Corpora): string {
  const words = typed.map(plainText).join(' ') + (more > 0 ? ` and ${countText(more)} more` : '');
  const found = [
    ...(files > typed.length + more ? [numberOf(files, 'file')] : []),
    ...(bytes === null ? [] : [bytesText(bytes)]),
  ];
  return found.length === 0 ? words : `${words} (${found.join(', ')})`;
}

/** The place of a reject: `a.csv:3`, or `a.json#2` (from 0) if its line does not tell. */
export function rejectPlace({
  path,
  ordinal,
  line,
}: {
  readonly path: string;
  readonly ordinal: number;
  readonly line: number | null;
}): string {
  return line === null ? `${path}#${ordinal}` : `${path}:${line}`;
}

/** The message of what was thrown, which may be anything. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
