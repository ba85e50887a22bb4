/** What went wrong with a database, so that a caller can tell what to do without reading text. */
export type StoreErrorKind =
  /** There is no such file, or it cannot be opened, made, read or written. */
  | 'access'
  /** It is a file, but no database of nonomill. */
  | 'foreign'
  /** It was written by a newer nonomill (or an older one, and is open for reading only). */
  | 'version'
  /** Another process writes to it. */
  | 'locked'
  /** The disk is full or fails: what was committed stays, what was not is rolled back. */
  | 'disk'
  /** The stored puzzles are not those that are being written. */
  | 'mismatch'
  /** What was asked for is not in the database. */
  | 'missing';

/** An error about a database whose message is for the user: what, where and what to do. */
export class StoreError extends Error {
  override readonly name = 'StoreError';

  constructor(
    readonly kind: StoreErrorKind,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The SQLite result code of an error, like `SQLITE_FULL`; an empty string for other errors. */
export function sqliteCode(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_') ? error.code : '';
}

/**
 * An error met while writing to the database at `path`: as a StoreError where it is the disk's
 * or the file's fault, else unchanged.
 */
export function writingError(error: unknown, path: string): unknown {
  const code = sqliteCode(error);
  const cause = { cause: error };
  if (code === 'SQLITE_FULL') {
    return new StoreError(
      'disk',
      `${path}: the disk (or the database's limit) is full. What was committed is kept: ` +
        `make room and run the same command with --resume.`,
      cause,
    );
  }
  if (code.startsWith('SQLITE_IOERR')) {
    return new StoreError(
      'disk',
      `${path}: the disk refused to read or write (${code}). What was committed is kept: ` +
        `look at the disk, then run the same command with --resume.`,
      cause,
    );
  }
  if (code.startsWith('SQLITE_READONLY')) {
    return new StoreError(
      'access',
      `${path}: cannot be written to. Check its permissions, or name another with --db.`,
      cause,
    );
  }
  return error;
}
