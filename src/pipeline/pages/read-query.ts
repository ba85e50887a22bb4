import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import type { ErrorAnswer } from './api.js';
import { messageOf } from '../../solver/core/text/plain-text.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';
import {
  FilterError,
  filterOf,
  sortOf,
  type Get,
  type ResultCriteria,
  type ResultSort,
  type Cursor,
} from '../store/listing/result-filter.js';
import { withSince } from '../store/changes/since.js';
import type { Store } from '../store/open/open.js';
import type { RejectCursor } from '../store/queries/rejects.js';

/**
 * The filter of the results of a run that an address asks for.
 * @throws BadRequest that says what was expected and what came.
 */
export function readFilter(store: Store, runId: number, get: Get): ResultCriteria {
  return asked(() => withSince(store, [runId], filterOf(get)));
}

/** How the table is sorted. @throws BadRequest */
export function readSort(get: Get): { sort: ResultSort; descending: boolean } {
  return asked(() => sortOf(get));
}

/**
 * The id in a part of an address.
 * @throws BadRequest if it is not a whole number.
 */
export function readId(text: string | undefined, what: string): number {
  const id = /^\d{1,16}$/.test(text ?? '') ? Number(text) : NaN;
  if (!Number.isSafeInteger(id)) {
    throw new BadRequest(
      'NM_REQUEST_INVALID',
      `${what}: expected a whole number, got "${text ?? ''}"`,
    );
  }
  return id;
}

function asked<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof FilterError ? new BadRequest('NM_FILTER_INVALID', error.message) : error;
  }
}

/** A request that cannot be answered, with the message and the HTTP status. */
export class BadRequest extends NonomillError {
  override readonly name = 'BadRequest';

  constructor(
    code: ErrorCode,
    message: string,
    readonly status: 400 | 404 | 503 = 400,
  ) {
    super(code, message);
  }
}

/** What an error is answered with: the message and the code. */
export function errorAnswer(error: unknown): ErrorAnswer {
  if (error instanceof NonomillError) return { error: error.message, code: error.code };
  return { error: messageOf(error), code: 'NM_UNEXPECTED' };
}

type Text = string | null | undefined;

/** The cursor of a table of results that `writeResultCursor` put into an address. */
export function readResultCursor(text: Text): Cursor | null {
  return readCursor(text, ([key, puzzleId]) =>
    (typeof key === 'string' || typeof key === 'number') && isId(puzzleId)
      ? { key, puzzleId }
      : null,
  );
}

/** A cursor as a word for an address. */
export function writeResultCursor(cursor: Cursor | null): string | null {
  return cursor && writeCursor([cursor.key, cursor.puzzleId]);
}

/** The cursor of a table of rejects that `writeRejectCursor` put into an address. */
export function readRejectCursor(text: Text): RejectCursor | null {
  return readCursor(text, ([file, ordinal]) =>
    isId(file) && isId(ordinal) ? { file, ordinal } : null,
  );
}

export function writeRejectCursor(cursor: RejectCursor | null): string | null {
  return cursor && writeCursor([cursor.file, cursor.ordinal]);
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function readCursor<T>(text: Text, check: (values: readonly unknown[]) => T | null): T | null {
  if (text == null || text === '') return null;
  const cursor = check(parsed(text));
  if (cursor !== null) return cursor;
  throw new BadRequest(
    'NM_REQUEST_INVALID',
    `after: "${text}" is not a row of this table; begin at its first page`,
  );
}

function parsed(text: string): readonly unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

function writeCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}
