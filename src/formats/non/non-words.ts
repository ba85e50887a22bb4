import { cluesWithLetters } from '../parse/colour-letters.js';
import type { NonColours } from './non-colours.js';

/** A property's value without its quotes; null if there is none. */
export function quotedValue(value: string | undefined): string | null {
  if (value === undefined || value === '') return null;
  const quoted = /^"(.*)"$/s.exec(value);
  return quoted ? quoted[1] : value;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  copy: '\u00a9',
};

/** Text with its HTML escapes replaced: `&copy; &#169; &amp;`. */
export function entities(text: string | null): string | null {
  if (text?.includes('&') !== true) return text;
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi,
    (all, decimal, hex, name) => {
      if (name !== undefined) return NAMED[(name as string).toLowerCase()] ?? all;
      const code = decimal !== undefined ? Number(decimal) : Number.parseInt(hex as string, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    },
  );
}

/**
 * The clues of a section of lines. Blank lines are empty clues, or surround the clues for looks:
 * the size tells.
 */
export function cluesOfSection(
  lines: readonly string[],
  size: number | null,
  kind: 'row' | 'column',
  colours: NonColours,
): (readonly number[])[] | string {
  let end = lines.length;
  while (end > (size ?? 0) && lines[end - 1] === '') end--;
  let kept = lines.slice(0, end);
  if (size !== null && kept.length > size) {
    const written = kept.filter((line) => line !== '');
    if (written.length === size) kept = written;
    while (kept.length > size && kept[0] === '') kept.shift();
  }
  return cluesWithLetters(kept, kind, (token) => colours.block(token));
}
