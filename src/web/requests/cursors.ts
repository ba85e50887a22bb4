import type { RejectCursor } from '../../store/pages/reject-page.js';
import type { Cursor } from '../../store/pages/result-query.js';
import { BadRequest } from './bad-request.js';

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
  return readCursor(text, ([sourceId, ordinal]) =>
    isId(sourceId) && isId(ordinal) ? { sourceId, ordinal } : null,
  );
}

export function writeRejectCursor(cursor: RejectCursor | null): string | null {
  return cursor && writeCursor([cursor.sourceId, cursor.ordinal]);
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function readCursor<T>(text: Text, check: (values: readonly unknown[]) => T | null): T | null {
  if (text == null || text === '') return null;
  const cursor = check(parsed(text));
  if (cursor !== null) return cursor;
  throw new BadRequest(`after: "${text}" is not a row of this table; begin at its first page`);
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
