import { MAX_BLOCK_LENGTH } from '../../core/puzzle/types.js';
import {
  draftOfPicture,
  type EntrySink,
  type Format,
  holding,
  inSequence,
  type NamedPuzzle,
  type Parser,
} from '../contract/format.js';
import { pictureUnfit } from '../parse/picture-lines.js';
import { HASH, LINE_FEED, ONE, ZERO } from '../../core/text/codes.js';

/**
 * PBM, the bitmaps of Netpbm, plain (P1) and raw (P4): the clues follow from the picture.
 *
 *   file     picture*
 *   picture  P1 | P4, width, height, then the cells, 1 filled; between them blanks, line breaks
 *            and # comments to the end of their line
 *   cells    plain: digits 0 and 1, spaced or not; raw: after one blank, eight cells a byte, the
 *            first in the highest bit, each row on bytes of its own
 *
 * This reader takes a raw picture for the last of its file, unless the next follows at once.
 */
export const pbm: Format = {
  name: 'pbm',
  extensions: ['.pbm'],
  holds: holding('many', 'goal'),
  binary: true,
  detect: (head) => (/^P[14]\s/.test(head) ? 0.95 : 0),
  createParser: (sink) => new PbmParser(sink),
  pictureOnly: true,
  unfit: pictureUnfit,
  ...inSequence({ puzzle: bitmapText }),
};

/** More cells than any accepted puzzle has; larger pictures are refused, not stored. */
const MAX_CELLS = 16 * 1024 * 1024;

/**
 * The most characters of a header, comments included; and how many more characters than cells a
 * plain picture may have.
 */
const MAX_HEADER = 65536;

/** A picture whose cells are being read. */
interface OpenPicture {
  readonly raw: boolean;
  readonly width: number;
  readonly height: number;
  readonly line: number;
  readonly cells: Uint8Array;
  /** How many cells of a plain picture, or bytes of a raw one, were read. */
  found: number;
  /** Characters that were read for them. */
  consumed: number;
  /** Whether a comment is being read. */
  inComment: boolean;
}

class PbmParser implements Parser {
  /** Text that is not read yet: after a write, at most the beginning of a header. */
  private text = '';
  private line = 1;
  private picture: OpenPicture | null = null;
  private lost = false;

  constructor(private readonly sink: EntrySink) {}

  write(text: string): void {
    if (this.lost) return;
    this.text += text;
    this.advance(false);
  }

  end(): void {
    if (!this.lost) this.advance(true);
    if (this.lost) return;
    if (this.picture !== null || this.text.trim() !== '') this.lose('the picture is cut off');
  }

  private advance(final: boolean): void {
    while (!this.lost) {
      if (this.picture === null && !this.readHeader(final)) return;
      const done = this.picture!.raw ? this.readRaw() : this.readPlain();
      if (!done) return;
    }
  }

  /** Returns whether a whole header was there. */
  private readHeader(final: boolean): boolean {
    this.take(/^\s*/.exec(this.text)![0].length);
    if (this.text === '') return false;
    const found = HEADER.exec(this.text);
    if (found === null) {
      const magic = /^P[14]?$|^P[14][\s#]/.test(this.text);
      if (!magic) this.lose(`expected P1 or P4, found "${this.text.slice(0, 20)}"`);
      else if (final || this.text.length > MAX_HEADER) this.lose('expected a width and a height');
      return false;
    }
    const [raw, width, height] = [found[1] === '4', Number(found[2]), Number(found[3])];
    const { line } = this;
    this.take(found[0].length);
    if (width * height === 0) {
      this.lose(`the picture is ${width}x${height}: it has no cells`, line);
    } else if (Math.max(width, height) > MAX_BLOCK_LENGTH || width * height > MAX_CELLS) {
      this.lose(`the picture is ${width}x${height}, too large`, line);
    } else {
      const cells = new Uint8Array(width * height);
      const begun = { found: 0, consumed: 0, inComment: false };
      this.picture = { raw, width, height, line, cells, ...begun };
    }
    return !this.lost;
  }

  /** Reads the available bytes, each once; returns whether the picture is complete. */
  private readRaw(): boolean {
    const picture = this.picture!;
    const { width, height, cells } = picture;
    const rowBytes = (width + 7) >> 3;
    const bytes = rowBytes * height;
    let at = 0;
    for (; picture.found < bytes && at < this.text.length; at++, picture.found++) {
      const byte = this.text.charCodeAt(at);
      const left = (picture.found % rowBytes) << 3;
      const first = Math.floor(picture.found / rowBytes) * width + left;
      const count = Math.min(8, width - left);
      for (let bit = 0; bit < count; bit++) cells[first + bit] = (byte >> (7 - bit)) & 1;
    }
    this.text = this.text.slice(at);
    if (picture.found < bytes) return false;
    this.give(picture);
    return true;
  }

  /** Reads the available characters, each once; returns whether the picture is complete. */
  private readPlain(): boolean {
    const picture = this.picture!;
    const { cells } = picture;
    let at = 0;
    while (picture.found < cells.length && at < this.text.length) {
      const code = this.text.charCodeAt(at++);
      if (code === LINE_FEED) {
        this.line++;
        picture.inComment = false;
      } else if (picture.inComment) continue;
      else if (code === ZERO || code === ONE) cells[picture.found++] = code - ZERO;
      else if (code === HASH) picture.inComment = true;
      else if (!isSpace(code)) {
        this.lose(`expected 0 or 1, found "${this.text[at - 1]}"`);
        return false;
      }
    }
    this.text = this.text.slice(at);
    picture.consumed += at;
    if (picture.found === cells.length) {
      this.give(picture);
      return true;
    }
    // Every cell takes a character, so text of this length with too few cells is something else.
    if (picture.consumed > cells.length * 4 + MAX_HEADER) this.lose('the picture does not end');
    return false;
  }

  private take(length: number): void {
    for (let i = 0; i < length; i++) if (this.text[i] === '\n') this.line++;
    this.text = this.text.slice(length);
  }

  private give({ width, height, line, cells }: OpenPicture): void {
    this.picture = null;
    this.sink.entry({
      line,
      name: null,
      title: null,
      draft: draftOfPicture(cells, width, height),
      excerpt: () => `PBM, ${width}x${height}`,
    });
  }

  private lose(reason: string, line = this.picture?.line ?? this.line): void {
    this.lost = true;
    this.text = '';
    const kind = this.picture === null ? 'text' : 'cells';
    this.sink.reject({ line, name: null, kind, reason: `PBM: ${reason}`, excerpt: '' });
  }
}

const GAP = '(?:\\s|#[^\\n]*\\n)+';

const HEADER = new RegExp(`^P([14])${GAP}(\\d{1,7})${GAP}(\\d{1,7})(?:#[^\\n]*\\n)*(\\s)`);

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13);
}

function bitmapText({ puzzle, goal }: NamedPuzzle): string {
  let text = `P1\n${puzzle.width} ${puzzle.height}\n`;
  for (let y = 0; y < puzzle.height; y++) {
    const row = goal!.subarray(y * puzzle.width, (y + 1) * puzzle.width);
    text += `${row.join('').replace(/.{70}(?=.)/g, '$&\n')}\n`;
  }
  return text;
}
