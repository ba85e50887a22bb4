import { isAscii } from 'node:buffer';
import { StringDecoder } from 'node:string_decoder';

/** How a text file is encoded; a byte order mark says it, or zero bytes give it away. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

/** The encoding of a file with the first bytes `head`, and how many of them are its mark. */
export function encodingOf(head: Uint8Array): { encoding: Encoding; mark: number } {
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

/** Decodes pieces of one file; what is not of its encoding becomes U+FFFD. */
export class Decoder implements PieceDecoder {
  private decoder: PieceDecoder | null = null;
  private head: Buffer | null = null;

  /** The text of `piece`, as far as it is complete. */
  write(piece: Buffer): string {
    if (this.decoder !== null) return this.decoder.write(piece);
    const bytes = this.head === null ? piece : Buffer.concat([this.head, piece]);
    if (bytes.length < 4) {
      this.head = bytes;
      return '';
    }
    return this.start(bytes);
  }

  /** What the end of the file leaves. */
  end(): string {
    const rest = this.decoder === null && this.head !== null ? this.start(this.head) : '';
    return rest + (this.decoder?.end() ?? '');
  }

  private start(bytes: Buffer): string {
    const { encoding, mark } = encodingOf(bytes);
    this.decoder = encoding === 'utf-8' ? new Utf8Decoder() : new Utf16Decoder(encoding);
    this.head = null;
    return this.decoder.write(bytes.subarray(mark));
  }
}

/**
 * Pieces of ASCII alone, nearly all there are, become strings of one byte a character: parsing
 * those is twice as fast as parsing the two-byte strings that TextDecoder makes.
 */
class Utf8Decoder implements PieceDecoder {
  private readonly decoder = new StringDecoder('utf8');

  write(piece: Buffer): string {
    if (!isAscii(piece)) return this.decoder.write(piece);
    // A character that the last piece left open ends here, as U+FFFD.
    return this.decoder.end() + piece.toString('latin1');
  }

  end(): string {
    return this.decoder.end();
  }
}

class Utf16Decoder implements PieceDecoder {
  private readonly decoder: TextDecoder;

  constructor(encoding: Encoding) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
  }

  write(piece: Buffer): string {
    return this.decoder.decode(piece, { stream: true });
  }

  end(): string {
    return this.decoder.decode();
  }
}

/** For files that are no text: each byte becomes the character of its number. */
export class BinaryDecoder implements PieceDecoder {
  write(piece: Buffer): string {
    return piece.toString('latin1');
  }

  end(): string {
    return '';
  }
}

/** As `Decoder`, giving UTF-8 bytes without a mark: most files pass through untouched. */
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
