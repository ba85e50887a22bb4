import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import {
  detectFormat,
  formatByName,
  FORMATS,
  inOrder,
  canRead,
  DETECTION_LENGTH,
} from '../../../solver/formats/registry.js';
import type { Format } from '../../../solver/formats/contract/format.js';
import { isAddress } from '../bytes/address.js';
import { readBytes, readError } from '../bytes/bytes.js';
import { CorpusError, DamagedError } from '../bytes/corpus-error.js';
import { headText } from '../bytes/decode.js';
import { gunzip, isGzip } from '../bytes/gunzip.js';
import { STANDARD_INPUT, type Source } from './source.js';
import { whyNotOpened } from './left-out.js';
import { pictureKind, pictureWords } from './picture-kinds.js';
import { DATABASE_START } from '../../files/database-files.js';

/** A source that is open for reading. */
export interface OpenedSource {
  readonly path: string;
  readonly format: Format;
  /** Its size on the disk in bytes; null for standard input, pipes and devices. */
  readonly size: number | null;
  /** What a person should know of how it is read, or null. */
  readonly doubt: string | null;
  /** How many bytes on the disk were read so far. */
  bytesRead(): number;
  /** Of the bytes on the disk, as hexadecimal digits; null until all of them are read. */
  sha256(): string | null;
  /** The source's bytes, decompressed. */
  readonly pieces: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens a source and finds out whether it is compressed and what its format is. `standardInput`
 * returns the bytes of standard input.
 * @throws CorpusError if it cannot be read or not recognised as a puzzle.
 */
export async function openSource(
  source: Source,
  standardInput: () => AsyncIterable<Buffer>,
): Promise<OpenedSource> {
  const { path } = source;
  const isInput = path === STANDARD_INPUT;
  const size = isInput ? null : await fileSize(path);
  let bytesRead = 0;
  const hash = createHash('sha256');
  let sha256: string | null = null;
  const counted = (async function* count(): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of isInput ? standardInput() : readBytes(path)) {
      bytesRead += piece.length;
      hash.update(piece);
      yield piece;
    }
    sha256 = hash.digest('hex');
  })();
  const raw = await peek(counted, 2);
  const plain = isGzip(raw.head) ? gunzip(raw.pieces) : raw.pieces;
  const { head, pieces } = await peek(plain, DETECTION_LENGTH);
  try {
    const format = formatOf(source, head);
    if (format.table === true && (size === null || plain !== raw.pieces)) {
      const called = isInput ? 'standard input' : path;
      throw new CorpusError(
        'NM_CORPUS_UNREADABLE',
        `${called}: ${format.name} is read from a file, neither a pipe nor gzipped`,
      );
    }
    const doubt = doubtOf(source, format);
    return { path, format, size, doubt, bytesRead: () => bytesRead, sha256: () => sha256, pieces };
  } catch (error) {
    await plain.return();
    throw error;
  }
}

/** The format that the user named for the source, or that its name or its first bytes show. */
function formatOf(source: Source, head: Buffer): Format {
  const { columnsFirst = false } = source;
  if (source.format !== null) {
    const named = formatByName(source.format);
    if (named !== null && canRead(named)) return inOrder(named, columnsFirst);
    const names = FORMATS.filter(canRead).map((format) => format.name);
    throw new CorpusError(
      'NM_FORMAT_UNKNOWN',
      `${source.format} is not a format that can be read; there are ${names.join(', ')}`,
    );
  }
  const picture = pictureKind(head);
  const called = source.path === STANDARD_INPUT ? 'standard input' : source.path;
  if (picture !== null)
    throw new CorpusError(
      'NM_CORPUS_UNREADABLE',
      `${called}: ${pictureWords(picture, source.path)}`,
    );
  const text = headText(head.subarray(0, DETECTION_LENGTH));
  const found = detectFormat(source.path, text, columnsFirst);
  if (found !== null) return found;
  if (isAddress(source.path)) {
    throw new CorpusError(
      'NM_CORPUS_UNREADABLE',
      `${called}: expected the address of a nonogram at puzz.link or pzv.jp`,
    );
  }
  if (head.length < DETECTION_LENGTH && text.trim() === '') {
    throw new CorpusError('NM_CORPUS_EMPTY', `${called}: it is empty`);
  }
  if (text.startsWith(DATABASE_START)) {
    throw new CorpusError(
      'NM_CORPUS_UNREADABLE',
      `${called}: a database, not puzzles. Name it with --db ${called}`,
    );
  }
  const other = whyNotOpened(basename(source.path), false);
  if (other !== null) throw new CorpusError('NM_CORPUS_UNREADABLE', `${called}: ${other}`);
  throw new CorpusError(
    'NM_CORPUS_UNREADABLE',
    `${called}: not recognised as a puzzle. Name its format with --format, or write row clues, a blank line, column clues.`,
  );
}

/** What the format says if neither the user nor the file's name told it. */
function doubtOf({ path, isNamed = false }: Source, format: Format): string | null {
  const { doubt, extensions } = format;
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const isTold = isNamed || extensions.some((ending) => name.endsWith(ending));
  return doubt === undefined || isTold ? null : doubt;
}

async function fileSize(path: string): Promise<number | null> {
  try {
    const found = await stat(path);
    if (found.isDirectory())
      throw new CorpusError('NM_CORPUS_UNREADABLE', `${path}: it is a folder, not a file`);
    return found.isFile() ? found.size : null;
  } catch (error) {
    if (isAddress(path)) return null;
    throw readError(path, error);
  }
}

/**
 * The first bytes of `pieces`, at least `length` if there are that many, and all pieces again.
 * Damage among the first bytes shows when all are read, after what comes before it.
 */
async function peek(
  pieces: AsyncGenerator<Buffer, void, undefined>,
  length: number,
): Promise<{ head: Buffer; pieces: AsyncGenerator<Buffer, void, undefined> }> {
  const seen: Buffer[] = [];
  let total = 0;
  let damage: DamagedError | null = null;
  while (total < length && damage === null) {
    try {
      const next = await pieces.next();
      if (next.done === true) break;
      seen.push(next.value);
      total += next.value.length;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      damage = error;
    }
  }
  const head = seen.length === 1 ? seen[0] : Buffer.concat(seen);
  return { head, pieces: prepend(head, pieces, damage) };
}

/**
 * `head`, then `pieces`, or the damage that ended them. This is not a generator function, because
 * `return` must close `pieces` even if nothing was read yet.
 */
function prepend(
  head: Buffer,
  pieces: AsyncGenerator<Buffer, void, undefined>,
  damage: DamagedError | null,
): AsyncGenerator<Buffer, void, undefined> {
  let first: Buffer | null = head.length > 0 ? head : null;
  const all: AsyncGenerator<Buffer, void, undefined> = {
    next: async () => {
      if (first !== null) {
        const value = first;
        first = null;
        return { done: false, value };
      }
      if (damage !== null) throw damage;
      return pieces.next();
    },
    return: async () => pieces.return(),
    throw: async (error) => pieces.throw(error),
    [Symbol.asyncIterator]: () => all,
  };
  return all;
}
