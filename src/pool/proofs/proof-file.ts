import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { partFile } from './proof-folder.js';

/** Characters that are compressed at once: a proof is a row of gzip members, as gzip allows. */
const MEMBER = 1 << 18;

/**
 * A proof on its way into a folder, compressed. It is written aside and renamed once it is whole, so
 * that half a proof never bears the name of one. A thread writes one at a time.
 */
export class ProofFile {
  private readonly part: string;
  private file: number | null;
  private text = '';

  /** @throws Error of the file system, as all methods but `discard`. */
  constructor(private readonly folder: string) {
    this.part = partFile(folder);
    rmSync(this.part, { force: true });
    this.file = openSync(this.part, 'wx');
  }

  write(text: string): void {
    this.text += text;
    if (this.text.length >= MEMBER) this.compress();
  }

  /** The proof is whole and holds: it gets its name, `<fingerprint>.proof.gz`. */
  keep(fingerprint: string): void {
    this.compress();
    this.close();
    renameSync(this.part, join(this.folder, `${fingerprint}.proof.gz`));
  }

  /** Removes what was written, unless it was kept. */
  discard(): void {
    this.close();
    rmSync(this.part, { force: true });
  }

  private compress(): void {
    const packed = gzipSync(Buffer.from(this.text, 'latin1'));
    this.text = '';
    for (let at = 0; at < packed.length && this.file !== null;) {
      at += writeSync(this.file, packed, at);
    }
  }

  private close(): void {
    if (this.file !== null) closeSync(this.file);
    this.file = null;
  }
}
