import Database from 'better-sqlite3';

/** How many results a database holds; 0 while it is being made. */
export function storedIn(path: string): number {
  try {
    const db = new Database(path, { readonly: true, fileMustExist: true });
    try {
      return (db.prepare('SELECT count(*) FROM result_rows').pluck().get() as number | null) ?? 0;
    } finally {
      db.close();
    }
  } catch {
    return 0;
  }
}
