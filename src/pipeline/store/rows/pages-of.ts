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
