/**
 * The rows of a query in pages, in the order of their puzzle ids. `read` returns the first `size`
 * rows after a puzzle id. No query is open between two pages, so a slow reader does not hold back a
 * run that writes.
 */
export function* pagesOf<Row>(
  read: (after: number) => readonly Row[],
  size: number,
  puzzleIdOf: (row: Row) => number,
): Generator<readonly Row[], void, undefined> {
  for (let after = 0; ;) {
    const rows = read(after);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = puzzleIdOf(rows[rows.length - 1]);
  }
}
