import { DEFAULT_PARSER_LIMITS } from '../../../solver/formats/contract/format.js';
import { CorpusError } from '../bytes.js';
import { openSource, type Source } from '../sources.js';
import { readPieces } from './corpus-reader.js';

/** Files that are looked into: the largest decide, and each takes a millisecond or two. */
const LOOKED_INTO = 16;

/** Smaller files are read before an estimate matters. */
const SMALL = 1 << 16;

/** A file of a corpus, and its size if that is known. */
type SizedSource = Source & { readonly bytes: number | null };

/**
 * About how many entries a byte of each file holds, by the beginning of the largest files; null of
 * the others. Of one file alone that shows soon enough when it is read.
 */
export async function entriesPerByte(
  sources: readonly SizedSource[],
): Promise<readonly (number | null)[]> {
  const large = sources
    .filter((source) => source.once !== true && (source.bytes ?? 0) > SMALL)
    .sort((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0))
    .slice(0, LOOKED_INTO);
  if (sources.length < 2) return sources.map(() => null);
  const rates = new Map<SizedSource, number | null>();
  for (const source of large) rates.set(source, await rateOf(source));
  return sources.map((source) => rates.get(source) ?? null);
}

/**
 * About how many entries a file of `bytes` bytes has, by its beginning; null if that cannot be
 * read.
 */
export async function estimatedEntries(source: Source, bytes: number): Promise<number | null> {
  const rate = await rateOf(source);
  return rate === null ? null : rate * bytes;
}

async function rateOf(source: Source): Promise<number | null> {
  let entries = 0;
  const count = (): void => {
    entries++;
  };
  try {
    const opened = await openSource(source, () => {
      throw new Error('standard input is not looked at in advance');
    });
    const pieces = readPieces(opened, { entry: count, reject: count }, DEFAULT_PARSER_LIMITS);
    await pieces.next();
    const rate = entries / opened.bytesRead();
    await pieces.return();
    return entries === 0 ? null : rate;
  } catch (error) {
    // Whoever reads the file says what is wrong with it.
    if (!(error instanceof CorpusError)) throw error;
    return null;
  }
}
