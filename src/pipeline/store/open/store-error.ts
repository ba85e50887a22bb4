import type { ErrorCode } from '../../../solver/core/text/error-codes.js';
import { messageOf } from '../../../solver/core/text/plain-text.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';

/** An error about a database: what, where, what to do, without flags: library users get it, too. */
export class StoreError extends NonomillError {
  override readonly name = 'StoreError';
}

/** Whether the disk is to blame: what was committed is kept. */
export function isDiskError(error: unknown): error is StoreError {
  if (!(error instanceof StoreError)) return false;
  return error.code === 'NM_DISK_FULL' || error.code === 'NM_DISK_FAILS';
}

/** The SQLite result code of an error, like `SQLITE_FULL`; an empty string for other errors. */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : '';
}

/** `error` as a StoreError if the disk, the file or another program is to blame, else unchanged. */
export function explainedError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  // That of the system is from the file of staged rows.
  const isOfSystem = error instanceof Error && 'syscall' in error && 'code' in error;
  const system = isOfSystem ? String(error.code) : '';
  const explained = (kind: ErrorCode, what: string): StoreError =>
    new StoreError(kind, `${path}${what}`, { cause: error });
  const kept = 'What was committed is kept';
  if (code === 'SQLITE_FULL' || system === 'ENOSPC') {
    const full = `: the disk (or the database's limit) is full. ${kept}`;
    return explained('NM_DISK_FULL', `${full}: make room and go on with the run.`);
  }
  if (code.startsWith('SQLITE_IOERR') || system === 'EIO') {
    const fails = `: the disk refused to read or write (${code || system}). ${kept}`;
    return explained('NM_DISK_FAILS', `${fails}: look at the disk, then go on with the run.`);
  }
  if (code.startsWith('SQLITE_READONLY')) {
    const why = ': cannot be written to. Check its permissions, or use another database.';
    return explained('NM_DATABASE_ACCESS', why);
  }
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return explained('NM_DATABASE_LOCKED', ' is locked by another program. Close it there.');
  }
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') {
    const damaged = ` is a damaged database (${messageOf(error)})`;
    return explained('NM_DATABASE_DAMAGED', `${damaged}. Restore it from a copy, or use another.`);
  }
  return error;
}
