/**
 * The word of `known` that `word` is most likely a misspelling of, or null where none is near:
 * at most one slip in three characters, or a beginning that only one known word has.
 */
export function suggest(word: string, known: readonly string[]): string | null {
  const wanted = word.toLowerCase();
  let best: string | null = null;
  let bestSlips = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const candidate of known) {
    const slips = slipsBetween(wanted, candidate.toLowerCase());
    if (slips < bestSlips) [best, bestSlips] = [candidate, slips];
  }
  if (best !== null || wanted.length < 2) return best;
  const continued = known.filter((candidate) => candidate.startsWith(wanted));
  return continued.length === 1 ? continued[0] : null;
}

/** `; did you mean "run"?`, or nothing where no known word is near. */
export function didYouMean(word: string, known: readonly string[]): string {
  const near = suggest(word, known);
  return near === null ? '' : `; did you mean ${near}?`;
}

/**
 * The least number of letters put in, left out, changed or swapped with their neighbour that
 * make `a` into `b` (optimal string alignment: Damerau 1964 with each place edited once).
 */
export function slipsBetween(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, changed);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
      }
    }
    [beforeLast, last] = [last, row];
  }
  return last[b.length];
}
