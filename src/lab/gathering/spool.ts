import {
  closeSync,
  existsSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { requirePlain } from '../../pipeline/files/real-place.js';
import { removeIfThere, renameFile } from '../../pipeline/files/remove-rename.js';
import { LINE_FEED } from '../../solver/core/text/codes.js';

/** Bytes that are read in one step. */
const STEP = 1 << 20;

/**
 * The lines that were found so far, in a file, and beside it a note of how far the work is:
 *
 *   lines.ndjson   lines, in the order in which they were found
 *   state.json     the note, with the bytes of the lines that belong to it; written aside and
 *                  renamed
 *
 * What comes after those bytes was written after the last note: it is dropped, and found again.
 */
export class Spool {
  private readonly fd: number;
  private isClosed = false;
  private bytes: number;
  private waiting: string[] = [];
  private waitingLength = 0;

  constructor(
    private readonly folder: string,
    bytes: number,
  ) {
    const path = join(folder, 'lines.ndjson');
    requirePlain(path);
    this.fd = openSync(path, existsSync(path) ? 'r+' : 'w+');
    ftruncateSync(this.fd, bytes);
    this.bytes = bytes;
  }

  add(line: string): void {
    this.waiting.push(line);
    this.waitingLength += line.length;
    if (this.waitingLength > STEP) this.flush();
  }

  note(state: object): void {
    this.flush();
    fsyncSync(this.fd);
    const aside = join(this.folder, 'state.json.part');
    removeIfThere(aside);
    writeFileSync(aside, JSON.stringify({ ...state, bytes: this.bytes }), {
      flush: true,
      flag: 'wx',
    });
    renameFile(aside, join(this.folder, 'state.json'));
  }

  /**
   * Calls `take` with each line's bytes and the place where they begin; they are valid until it
   * returns.
   */
  each(take: (line: Buffer, offset: number) => void): void {
    this.flush();
    let rest = Buffer.alloc(0);
    for (let at = 0; at < this.bytes;) {
      const piece = Buffer.allocUnsafe(Math.min(STEP, this.bytes - at));
      at += readSync(this.fd, piece, 0, piece.length, at);
      const all = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const start = at - all.length;
      let from = 0;
      for (let end = all.indexOf(LINE_FEED); end >= 0; end = all.indexOf(LINE_FEED, from)) {
        take(all.subarray(from, end), start + from);
        from = end + 1;
      }
      rest = all.subarray(from);
    }
  }

  /** The line of so many bytes at a place. */
  lineAt(offset: number, length: number): string {
    const room = Buffer.allocUnsafe(length);
    readSync(this.fd, room, 0, length, offset);
    return room.toString('utf8');
  }

  close(): void {
    if (!this.isClosed) closeSync(this.fd);
    this.isClosed = true;
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const bytes = Buffer.from(`${this.waiting.join('\n')}\n`);
    for (let from = 0; from < bytes.length;) {
      from += writeSync(this.fd, bytes, from, bytes.length - from, this.bytes + from);
    }
    this.bytes += bytes.length;
    this.waiting = [];
    this.waitingLength = 0;
  }
}

/** The note in a folder, or null if there is none. @throws SyntaxError if it is damaged */
export function notedState(folder: string): { readonly bytes: number } | null {
  const path = join(folder, 'state.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { readonly bytes: number })
    : null;
}
