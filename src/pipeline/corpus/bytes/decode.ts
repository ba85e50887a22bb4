import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';
import { DamagedError } from './corpus-error.js';

/** How a text file is encoded: a byte order mark or zero bytes tell. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** How an XML file begins that names its encoding: in ASCII, for all encodings that are read. */
const XML_START = '<?xml';
/** The most bytes that an XML declaration may have. */
const MAX_XML_START = 1024;

/** The encoding of a file that begins with `head`, and the length of its byte order mark. */
function encodingOf(head: Uint8Array): { encoding: Encoding; mark: number } {
  const [a, b, c] = head;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (a === 0xff && b === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (a === 0xfe && b === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (head.length >= 4 && head[1] === 0 && head[3] === 0 && a !== 0) {
    return { encoding: 'utf-16le', mark: 0 };
  }
  if (head.length >= 4 && a === 0 && head[2] === 0 && b !== 0) {
    return { encoding: 'utf-16be', mark: 0 };
  }
  return { encoding: 'utf-8', mark: 0 };
}

interface PieceDecoder {
  write(piece: Buffer): string;
  end(): string;
}

/**
 * The encoding that an XML declaration names, or null. A two-byte encoding is ignored: in it, the
 * declaration itself would not be ASCII.
 */
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

  /**
   * The text of `piece`, as far as it is complete.
   * @throws DamagedError if the file says that it has an unknown encoding.
   */
  write(piece: Buffer): string {
    if (this.decoder !== null) return this.decoder.write(piece);
    const bytes = this.head === null ? piece : Buffer.concat([this.head, piece]);
    if (!isEnough(bytes)) {
      this.head = bytes;
      return '';
    }
    return this.start(bytes);
  }

  /** The rest, at the end of the file. */
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
    if (declared !== null) this.decoder = new WebDecoder(knownEncoding(declared));
    else this.decoder = encoding === 'utf-8' ? new Utf8Decoder() : new WebDecoder(encoding);
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
    throw new DamagedError(
      `the file says that its encoding is "${declared.slice(0, 40)}", which is not supported: convert it to UTF-8`,
      1,
    );
  }
}

/**
 * Pieces that are pure ASCII, nearly all, become strings of one byte a character: they are parsed
 * twice as fast as the two-byte strings that TextDecoder makes.
 */
class Utf8Decoder implements PieceDecoder {
  private readonly decoder = new StringDecoder('utf8');

  write(piece: Buffer): string {
    if (!isAscii(piece)) return this.decoder.write(piece);
    // A character that the last piece left incomplete ends here, as U+FFFD.
    return this.decoder.end() + piece.toString('latin1');
  }

  end(): string {
    return this.decoder.end();
  }
}

/** All encodings but UTF-8, which nearly all files have. */
class WebDecoder implements PieceDecoder {
  private readonly decoder: TextDecoder;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  write(piece: Buffer): string {
    return this.decoder.decode(piece, { stream: true });
  }

  end(): string {
    return this.decoder.decode();
  }
}

/** For binary files: each byte becomes the character of its number. */
export class BinaryDecoder implements PieceDecoder {
  write(piece: Buffer): string {
    return piece.toString('latin1');
  }

  end(): string {
    return '';
  }
}

/**
 * As `Decoder`, but returns UTF-8 bytes without a byte order mark: most files pass through
 * untouched.
 */
export async function* toUtf8(
  pieces: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  let decoder: Decoder | null = null;
  let head: Buffer | null = Buffer.alloc(0);
  for await (const piece of pieces) {
    if (head === null) {
      yield decoder === null ? piece : Buffer.from(decoder.write(piece), 'utf8');
      continue;
    }
    head = head.length === 0 ? piece : Buffer.concat([head, piece]);
    if (head.length < 4) continue;
    const { encoding, mark } = encodingOf(head);
    if (encoding !== 'utf-8') decoder = new Decoder();
    yield decoder === null ? head.subarray(mark) : Buffer.from(decoder.write(head), 'utf8');
    head = null;
  }
  if (head !== null && head.length > 0) yield head.subarray(encodingOf(head).mark);
  if (decoder !== null) yield Buffer.from(decoder.end(), 'utf8');
}
