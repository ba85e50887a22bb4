import { existsSync, readdirSync, closeSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { threadId } from 'node:worker_threads';
import {
  gzipped,
  makeWritableFolder,
  openNewFile,
  removeIfThere,
  giveName,
  removeIfEnded,
} from '../../files/files.js';
import { isAlive } from '../../files/program.js';

/** Processes of other machines may share the folder, so that a number alone does not name one. */
const HOST = hostname().replace(/[^\w.-]/g, '_');
/** How the names of proofs end, and of the clauses of certificates. */
const PROOF_ENDS = { own: '.proof.gz', lrat: '.lrat.gz', drat: '.drat.gz', cnf: '.cnf.gz' };
const PART = /^\.(.+)-(\d+)-\d+(?:-cnf)?\.part$/;

/** The folders in which runs of this process keep their proofs. */
const folders = new Map<string, { runs: number; readonly finished: () => void }>();

/**
 * Makes the folder of proofs, and removes what processes of this machine left half written when
 * they were killed.
 * @throws Error of the file system.
 */
export function openProofFolder(folder: string): void {
  makeWritableFolder(folder);
  removeParts(folder, (pid) => pid !== process.pid && !isAlive(pid));
  const open = folders.get(folder);
  if (open !== undefined) open.runs++;
  else folders.set(folder, { runs: 1, finished: removeIfEnded(() => removeOwnParts(folder)) });
}

/** Whether a folder may be one in which runs keep proofs: it has some, or is empty. */
export function isProofFolder(folder: string): boolean {
  try {
    const names = readdirSync(folder);
    const isProof = (name: string): boolean =>
      PART.test(name) || Object.values(PROOF_ENDS).some((end) => name.endsWith(end));
    return names.length === 0 || names.some(isProof);
  } catch {
    return false;
  }
}

/**
 * Removes what threads of this process left half written when they were ended, once no other run
 * of this process uses the folder. It may be gone: then nothing is left to remove.
 */
export function closeProofFolder(folder: string): void {
  const open = folders.get(folder);
  if (open !== undefined && --open.runs > 0) return;
  folders.delete(folder);
  open?.finished();
  removeOwnParts(folder);
}

function removeOwnParts(folder: string): void {
  if (existsSync(folder)) removeParts(folder, (pid) => pid === process.pid);
}

function removeParts(folder: string, isOver: (pid: number) => boolean): void {
  for (const name of readdirSync(folder)) {
    const part = PART.exec(name);
    if (part?.[1] === HOST && isOver(Number(part[2]))) removeIfThere(join(folder, name));
  }
}

/** Characters that are compressed at once: a proof is a row of gzip members, as gzip allows. */
const MEMBER = 1 << 18;

const GZIP = '\x1f\x8b';

/**
 * A proof on its way into a folder, compressed. It is written aside and renamed once it is whole,
 * so that half a proof never bears the name of one. A thread writes one at a time.
 */
export class ProofFile {
  private readonly part: string;
  private file: number | null;
  private text = '';

  /** @throws Error of the file system, as all methods but `discard`. */
  constructor(
    private readonly folder: string,
    private readonly kind: keyof typeof PROOF_ENDS,
  ) {
    const suffix = kind === 'cnf' ? '-cnf' : '';
    this.part = join(folder, `.${HOST}-${process.pid}-${threadId}${suffix}.part`);
    removeIfThere(this.part);
    this.file = openNewFile(this.part);
  }

  write(text: string): void {
    this.text += text;
    if (this.text.length >= MEMBER) this.compress();
  }

  /** A proof that holds gets its name, `<fingerprint>.proof.gz`. @throws as `giveName` */
  keep(fingerprint: string): void {
    this.compress();
    this.close();
    giveName(this.part, join(this.folder, fingerprint + PROOF_ENDS[this.kind]), GZIP);
  }

  /** Removes what was written, unless it was kept. */
  discard(): void {
    this.close();
    removeIfThere(this.part);
  }

  private compress(): void {
    const packed = gzipped(Buffer.from(this.text, 'latin1'));
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
