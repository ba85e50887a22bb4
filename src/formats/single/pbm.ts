import { MAX_BLOCK_LENGTH } from '../../puzzle/types.js';
import { draftOfPicture } from '../contract/draft-of.js';
import type { EntrySink, Format, NamedPuzzle, Parser } from '../contract/format.js';
import { pictureUnfit } from './picture.js';
import { inSequence } from '../contract/sequence.js';

/**
 * PBM, the bitmaps of Netpbm, plain (P1) and raw (P4): the clues follow from the picture.
 *
 *   file     picture*
 *   picture  P1 | P4, width, height, then the cells, 1 filled; between them blanks, line breaks
 *            and # comments to the end of their line
 *   cells    plain: digits 0 and 1, parted or not; raw: behind one blank, eight cells a byte, the
 *            first in the highest bit, each row on bytes of its own
 *
 * A raw picture is the last of its file for this reader unless the next follows at once.
 */
export const pbm: Format = {
  name: 'pbm',
  description: 'PBM bitmaps, plain and raw; the clues are derived',
  extensions: ['.pbm'],
  holds: { colour: false, name: false, many: true, title: false, start: false, goal: true },
  binary: true,
  detect: (head) => (/^P[14]\s/.test(head) ? 0.95 : 0),
  createParser: (sink) => new PbmParser(sink),
  unfit: pictureUnfit,
  ...inSequence({ puzzle: bitmapText }),
};

/** More cells than any puzzle that is read has; larger pictures are refused, not stored. */
const MAX_CELLS = 16 * 1024 * 1024;

interface Header {
  readonly raw: boolean;
  readonly width: number;
  readonly height: number;
  readonly line: number;
}

class PbmParser implements Parser {
  private text = '';
  private line = 1;
  private header: Header | null = null;
  private lost = false;

  constructor(private readonly sink: EntrySink) {}

  write(text: string): void {
    if (this.lost) return;
    this.text += text;
    if (this.text.length > 65536 || this.header === null) this.advance(false);
  }

  end(): void {
    if (!this.lost) this.advance(true);
    if (this.lost) return;
    if (this.header !== null || this.text.trim() !== '') this.lose('the picture is cut off');
  }

  private advance(final: boolean): void {
    while (!this.lost) {
      if (this.header === null && !this.readHeader(final)) return;
      const done = this.header!.raw ? this.readRaw() : this.readPlain(final);
      if (!done) return;
    }
  }

  /** Whether a whole header was there. */
  private readHeader(final: boolean): boolean {
    this.take(/^\s*/.exec(this.text)![0].length);
    if (this.text === '') return false;
    const gap = '(?:\\s|#[^\\n]*\\n)+';
    const found = new RegExp(`^P([14])${gap}(\\d{1,7})${gap}(\\d{1,7})(?:#[^\\n]*\\n)*(\\s)`).exec(
      this.text,
    );
    if (found === null) {
      const magic = /^P[14]?$|^P[14][\s#]/.test(this.text);
      if (!magic) this.lose(`expected P1 or P4, found "${this.text.slice(0, 20)}"`);
      else if (final || this.text.length > 65536) this.lose('expected a width and a height');
      return false;
    }
    const [width, height] = [Number(found[2]), Number(found[3])];
    this.header = { raw: found[1] === '4', width, height, line: this.line };
    this.take(found[0].length);
    if (Math.max(width, height) > MAX_BLOCK_LENGTH || width * height > MAX_CELLS)
      this.lose(`the picture is ${width}x${height}, too large`);
    return !this.lost;
  }

  private readRaw(): boolean {
    const { width, height } = this.header!;
    const rowBytes = (width + 7) >> 3;
    if (this.text.length < rowBytes * height) return false;
    const cells = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const byte = this.text.charCodeAt(y * rowBytes + (x >> 3));
        cells[y * width + x] = (byte >> (7 - (x & 7))) & 1;
      }
    }
    this.text = this.text.slice(rowBytes * height);
    this.give(cells);
    return true;
  }

  private readPlain(final: boolean): boolean {
    const { width, height } = this.header!;
    const cells = new Uint8Array(width * height);
    let at = 0;
    let found = 0;
    while (found < cells.length && at < this.text.length) {
      const character = this.text[at];
      if (character === '0' || character === '1') cells[found++] = character === '1' ? 1 : 0;
      else if (character === '#') {
        const end = this.text.indexOf('\n', at);
        if (end < 0) break;
        at = end;
      } else if (!/\s/.test(character)) {
        this.lose(`expected 0 or 1, found "${character}"`);
        return false;
      }
      at++;
    }
    if (found < cells.length) {
      // Every cell takes a character, so a text this long without its cells holds something else.
      if (!final && this.text.length > cells.length * 4 + 65536)
        this.lose('the picture does not end');
      return false;
    }
    this.take(at);
    this.give(cells);
    return true;
  }

  private take(length: number): void {
    for (let i = 0; i < length; i++) if (this.text[i] === '\n') this.line++;
    this.text = this.text.slice(length);
  }

  private give(cells: Uint8Array): void {
    const { width, height, line } = this.header!;
    this.header = null;
    this.sink.entry({
      line,
      name: null,
      title: null,
      draft: draftOfPicture(cells, width, height),
      excerpt: () => `PBM, ${width}x${height}`,
    });
  }

  private lose(reason: string): void {
    this.lost = true;
    this.text = '';
    const line = this.header?.line ?? this.line;
    this.sink.reject({ line, name: null, reason: `PBM: ${reason}`, excerpt: '' });
  }
}

function bitmapText({ puzzle, goal }: NamedPuzzle): string {
  let text = `P1\n${puzzle.width} ${puzzle.height}\n`;
  for (let y = 0; y < puzzle.height; y++) {
    const row = goal!.subarray(y * puzzle.width, (y + 1) * puzzle.width);
    text += `${row.join('').replace(/.{70}(?=.)/g, '$&\n')}\n`;
  }
  return text;
}
