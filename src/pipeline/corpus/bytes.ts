import { closeSync, constants, openSync, readSync, statSync, type Stats } from 'node:fs';
import { open } from 'node:fs/promises';
import { Socket } from 'node:net';
import { systemReason, fileErrorCode } from '../../solver/core/text/error-codes.js';
import { messageOf } from '../../solver/core/text/plain-text.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import { createGunzip } from 'node:zlib';
import { LINE_FEED } from '../../solver/core/text/codes.js';
import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

/** Reads cost next to nothing, and most objects of a piece are garbage in the nursery. */
const PIECE = 64 * 1024;

/**
 * The bytes of a file, in pieces; of an address that holds a puzzle, the address itself. `known`:
 * what the system said of the file, by whoever has asked.
 * @throws CorpusError if the file cannot be opened or read.
 */
export async function* readBytes(path: string, known: Stats | null = null) {
  try {
    const found = known ?? statOf(path);
    if (found === null) {
      const scheme = /^https?:/i.test(path) ? '' : 'https://';
      yield Buffer.from(`${scheme}${path}\n`);
      return;
    }
    if (found.isFIFO()) {
      yield* readPipe(path);
      return;
    }
    if (found.isFile() && found.size < PIECE) {
      const whole = readSmall(path, found.size);
      if (whole !== null) {
        if (whole.length > 0) yield whole;
        return;
      }
    }
    const file = await open(path, 'r');
    try {
      for (;;) {
        const { buffer, bytesRead } = await file.read(Buffer.allocUnsafe(PIECE), 0, PIECE, null);
        if (bytesRead === 0) return;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  } catch (error) {
    throw readError(path, error);
  }
}

/** What the system says of a path; null of an address that is no file. */
export function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch (error) {
    if (isAddress(path)) return null;
    throw readError(path, error);
  }
}

/** A file at once, or null if it has grown: Node's threads take longer than to solve it. */
function readSmall(path: string, size: number): Buffer | null {
  // One byte more than it has shows that it ends there.
  const room = Buffer.allocUnsafe(size + 1);
  const fd = openSync(path, 'r');
  try {
    let length = 0;
    while (length < room.length) {
      const read = readSync(fd, room, length, room.length - length, null);
      if (read === 0) return room.subarray(0, length);
      length += read;
    }
    return null;
  } finally {
    closeSync(fd);
  }
}

/** A named pipe, opened without waiting for its writer: nothing could end that. */
async function* readPipe(path: string): AsyncGenerator<Buffer, void, undefined> {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  yield* new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Buffer>;
}

/** What went wrong with a path, in words for people. */
export function readError(path: string, error: unknown): CorpusError {
  if (error instanceof CorpusError) return error;
  return new CorpusError(fileErrorCode(error), `${path}: ${systemReason(error, 'read')}`);
}

/** A source that cannot be read at all; the message has its path and what to do. */
export class CorpusError extends NonomillError {
  override readonly name: string = 'CorpusError';
}

/** A source whose content is damaged from some position on; what comes before is sound. */
export class DamagedError extends CorpusError {
  /** `line` is the 1-based line in which the damage begins. */
  constructor(
    message: string,
    readonly line: number,
  ) {
    super('NM_CORPUS_DAMAGED', message);
  }
}

/** How an address of the web begins; the `https://` may be left out before a puzzle. */
const ADDRESS = /^(https?:\/\/|[\w-]+(\.[\w-]+)+\/[^\s?]{0,200}\?(m\+)?[a-z]\w{1,40}\/)/i;

/** Whether a word of the command line is an address rather than a file; nothing is ever fetched. */
export function isAddress(word: string): boolean {
  return ADDRESS.test(word);
}

/** Text compresses five- to twentyfold; a file that grows more than this was made to do harm. */
const MAX_GROWTH = 250;

/** Growth below this many bytes is not checked: a short file of equal rows does no harm. */
const FREE_BYTES = 64 * 1024 * 1024;

/** A damaged step yields nothing, so it is short; a quarter takes twice the time. */
const MAX_STEP = 2048;

/** For short files the steps are shorter, in proportion to what came before. */
const MIN_STEP = 16;

const STEP_SHARE = 1 / 32;

/** Whether a file's first bytes say that it is compressed with gzip. */
export function isGzip(head: Uint8Array): boolean {
  return head.length >= 2 && head[0] === 0x1f && head[1] === 0x8b;
}

/**
 * Decompresses gzip `pieces` one by one. Before an error come all sound bytes, except those of the
 * step that meets the damage; of a file that is cut off, all bytes come.
 * @throws DamagedError if they are damaged or cut off, or grow too much.
 */
export async function* gunzip(pieces: AsyncIterable<Buffer>) {
  let read = 0;
  let made = 0;
  let line = 1;
  const steps = new GunzipSteps();
  try {
    const step = async function* (compressed: Buffer | null): AsyncGenerator<Buffer> {
      const { unpacked, failure } = await steps.unpack(compressed);
      for (const piece of unpacked) {
        made += piece.length;
        if (made > FREE_BYTES && made > read * MAX_GROWTH) {
          const grows = `grows more than ${MAX_GROWTH}-fold (${made} bytes out of ${read})`;
          const why = `the compressed file ${grows}; decompress it first if it is sound`;
          throw new DamagedError(why, line);
        }
        yield piece;
        line += lineFeeds(piece);
      }
      if (failure === null) return;
      const why = `the compressed data is damaged or cut off: ${messageOf(failure)}`;
      throw new DamagedError(why, line);
    };
    // Less than a step, once a piece is through.
    let waiting: Buffer = Buffer.alloc(0);
    const take = (length: number): Buffer => {
      const compressed = waiting.subarray(0, length);
      waiting = waiting.subarray(length);
      read += compressed.length;
      return compressed;
    };
    for await (const piece of pieces) {
      waiting = waiting.length === 0 ? piece : Buffer.concat([waiting, piece]);
      // Where a step ends does not depend on the pieces: a damaged file always yields the same.
      for (let next = stepLength(read); waiting.length >= next; next = stepLength(read)) {
        yield* step(take(next));
      }
    }
    if (waiting.length > 0) yield* step(take(waiting.length));
    yield* step(null);
  } finally {
    steps.close();
  }
}

/** How many bytes the step takes that begins after `read` bytes. */
function stepLength(read: number): number {
  return Math.max(MIN_STEP, Math.min(MAX_STEP, Math.floor(read * STEP_SHARE)));
}

/** Node's gunzip, step by step: on an error, a piped stream drops output not yet taken. */
class GunzipSteps {
  private readonly gunzip = createGunzip({ chunkSize: 64 * 1024 });
  private unpacked: Buffer[] = [];
  private failure: Error | null = null;
  /** Zeros after the last member end the stream, which takes no more bytes then. */
  private isOver = false;
  private wake: () => void = () => undefined;

  constructor() {
    this.gunzip.on('data', (piece: Buffer) => this.unpacked.push(piece));
    this.gunzip.on('end', () => {
      this.isOver = true;
      this.wake();
    });
    this.gunzip.on('error', (error) => {
      this.failure = error;
      this.wake();
    });
  }

  /** What some more bytes make, and the error that ends it, or null. Null ends the input. */
  async unpack(compressed: Buffer | null) {
    if (this.isOver) {
      // Nothing but zeros may come.
      const isPadding = compressed?.every((byte) => byte === 0) ?? true;
      return {
        unpacked: [],
        failure: isPadding ? null : new Error('there is more data after its end'),
      };
    }
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      if (compressed === null) this.gunzip.end();
      else this.gunzip.write(compressed, () => resolve());
    });
    const { unpacked, failure } = this;
    this.unpacked = [];
    return { unpacked, failure };
  }

  close(): void {
    this.gunzip.destroy();
  }
}

function lineFeeds(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) if (bytes[i] === LINE_FEED) count++;
  return count;
}

/** How a text file is encoded: a byte order mark or zero bytes tell. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How an XML file begins that names its encoding: in ASCII, for all encodings that are read. */
const XML_START = '<?xml';
const MAX_XML_START = 1024;

/** The encoding of a file that begins with `head`, and the length of its byte order mark. */
function encodingOf(head: Uint8Array): { encoding: Encoding; mark: number } {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  const isLong = head.length >= 4;
  if (isLong && b === 0 && head[3] === 0 && a !== 0) return { encoding: 'utf-16le', mark: 0 };
  if (isLong && a === 0 && c === 0 && b !== 0) return { encoding: 'utf-16be', mark: 0 };
  return { encoding: 'utf-8', mark: 0 };
}

interface PieceDecoder {
  write(piece: Buffer): string;
  end(): string;
}

/** What an XML declaration names, or null; in a two-byte encoding it would not be ASCII. */
function declaredEncoding(head: string): string | null {
  const found = /^<\?xml\b[^>]*?\bencoding\s*=\s*["']([^"'>]*)["']/.exec(head);
  return found === null || /^(utf|ucs|iso-10646)/i.test(found[1]) ? null : found[1];
}

/** The beginning of a file as text, which is used to recognise its format. */
export function headText(head: Buffer): string {
  const { encoding, mark } = encodingOf(head);
  return new TextDecoder(encoding).decode(head.subarray(mark));
}

/** Decodes one file piece by piece; bytes that do not fit the encoding become U+FFFD. */
export class Decoder implements PieceDecoder {
  private decoder: PieceDecoder | null = null;
  private head: Buffer | null = null;

  /** The text of `piece` as far as it is complete. @throws DamagedError for an unknown encoding */
  write(piece: Buffer): string {
    if (this.decoder !== null) return this.decoder.write(piece);
    const bytes = this.head === null ? piece : Buffer.concat([this.head, piece]);
    if (!isEnough(bytes)) {
      this.head = bytes;
      return '';
    }
    return this.start(bytes);
  }

  end(): string {
    const rest = this.decoder === null && this.head !== null ? this.start(this.head) : '';
    return rest + (this.decoder?.end() ?? '');
  }

  private start(bytes: Buffer): string {
    const { encoding, mark } = encodingOf(bytes);
    const declared =
      encoding === 'utf-8' && mark === 0
        ? declaredEncoding(bytes.toString('latin1', 0, MAX_XML_START))
        : null;
    if (declared !== null) this.decoder = webDecoder(knownEncoding(declared));
    else this.decoder = encoding === 'utf-8' ? utf8Decoder() : webDecoder(encoding);
    this.head = null;
    return this.decoder.write(bytes.subarray(mark));
  }
}

/** Whether there are enough bytes to tell the encoding: a few, or the whole XML declaration. */
function isEnough(bytes: Buffer): boolean {
  if (bytes.length < 4) return false;
  const start = bytes.toString('latin1', 0, MAX_XML_START);
  const isXml = start.startsWith(XML_START) || XML_START.startsWith(start);
  return !isXml || start.includes('>') || bytes.length >= MAX_XML_START;
}

/** @throws DamagedError */
function knownEncoding(declared: string): string {
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    const why = `the file says that its encoding is "${declared.slice(0, 40)}", which is not supported: convert it to UTF-8`;
    throw new DamagedError(why, 1);
  }
}

/** ASCII, nearly all, becomes one-byte strings, which are parsed twice as fast. */
function utf8Decoder(): PieceDecoder {
  const decoder = new StringDecoder('utf8');
  return {
    write(piece) {
      if (!isAscii(piece)) return decoder.write(piece);
      // A character that the last piece left incomplete ends here, as U+FFFD.
      return decoder.end() + piece.toString('latin1');
    },
    end: () => decoder.end(),
  };
}

/** All encodings but UTF-8, which nearly all files have. */
function webDecoder(encoding: string): PieceDecoder {
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return {
    write: (piece) => decoder.decode(piece, { stream: true }),
    end: () => decoder.decode(),
  };
}
