/**
 * Removes what line `index` has found (the cells that are `filled`, and those that are `blank`) from
 * the lines that cross it, whose planes begin at `base`: two words a line, as in a State of a small
 * problem. No cell is in both sets.
 */
export function removeAcross(
  planes: Int32Array,
  base: number,
  index: number,
  filled: number,
  blank: number,
): void {
  const keep = ~(1 << index);
  // One loop for both sets: the end of each loop is a branch that the processor guesses wrong.
  for (let rest = filled | blank; rest !== 0; rest &= rest - 1) {
    const i = 31 - Math.clz32(rest & -rest);
    planes[base + 2 * i + ((blank >>> i) & 1)] &= keep;
  }
}
