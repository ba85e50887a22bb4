/**
 * Cells in independent groups, which share no row and no column with each other. Each group is in
 * order, and so are the groups by their first cells.
 */
export function linkedGroups(
  { width, height }: { readonly width: number; readonly height: number },
  cells: readonly number[],
): number[][] {
  const parent = Int32Array.from({ length: width + height }, (_, line) => line);
  const root = (line: number): number => {
    let at = line;
    while (parent[at] !== at) at = parent[at] = parent[parent[at]];
    return at;
  };
  for (const cell of cells) {
    parent[root(Math.floor(cell / width))] = root(height + (cell % width));
  }
  const groups = new Map<number, number[]>();
  for (const cell of cells) {
    const key = root(Math.floor(cell / width));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [cell]);
    else group.push(cell);
  }
  return [...groups.values()];
}
