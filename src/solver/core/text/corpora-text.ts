import { bytesText, countText, numberOf } from './numbers.js';
import { plainText } from './plain-text.js';

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

/** Where an entry is that is not a puzzle. */
interface RejectPlace {
  readonly path: string;
  /** From 0. */
  readonly ordinal: number;
  /** The line on which it starts, from 1; null if something else is before it on that line. */
  readonly line: number | null;
}

/**
 * The place of a reject: `a.csv:3`, or `a.json#2` (entries counted from 0) if its line does not
 * tell it from others.
 */
export function rejectPlace({ path, ordinal, line }: RejectPlace): string {
  return line === null ? `${path}#${ordinal}` : `${path}:${line}`;
}
