import { bytesText } from './bytes.js';
import { countText, numberOf } from './numbers.js';
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
