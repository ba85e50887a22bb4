import { FORMATS, canRead } from '../../formats/registry.js';
import { UsageError } from '../outcome/failure.js';
import { didYouMean } from '../../text/suggest.js';

/** The name of a format that is read. @throws UsageError */
export function readFormat(word: string): string {
  const names = FORMATS.filter(canRead).map(({ name }) => name);
  if (names.includes(word)) return word;
  const isWritten = FORMATS.some(({ name }) => name === word);
  throw new UsageError(
    isWritten
      ? `"${word}" is written only`
      : `there is no format "${word}"${didYouMean(word, names)}`,
    'nonomill formats lists what is read and written.',
  );
}
