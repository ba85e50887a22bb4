import type { Clue } from '../../../src/solver/core/puzzle/types.js';

/**
 * Line solving by plain dynamic programming over (cell, blocks placed), for any length; domains as
 * in brute-force.ts.
 */
export function dynamicLine(clue: Clue, domains: readonly number[]): number[] | null {
  const n = domains.length;
  const k = clue.length;
  const length = (j: number): number => clue[j] & 0xffff;
  const colour = (j: number): number => (clue[j] >>> 16) + 1;
  const can = (i: number, v: number): boolean => ((domains[i] >> v) & 1) === 1;
  /** Whether block j can end before cell `end`, and where the cells before it must end. */
  const before = (j: number, end: number): number => {
    const start = end - length(j);
    if (start < 0) return -1;
    for (let i = start; i < end; i++) if (!can(i, colour(j))) return -1;
    if (j === 0 || colour(j - 1) !== colour(j)) return start;
    return start > 0 && can(start - 1, 0) ? start - 1 : -1;
  };
  const forward = Array.from({ length: n + 1 }, () => new Uint8Array(k + 1));
  for (let i = 0; i <= n; i++) {
    for (let j = 0; j <= k; j++) {
      if (i === 0 && j === 0) forward[0][0] = 1;
      if (i > 0 && can(i - 1, 0) && forward[i - 1][j]) forward[i][j] = 1;
      if (j === 0) continue;
      const from = before(j - 1, i);
      if (from >= 0 && forward[from][j - 1]) forward[i][j] = 1;
    }
  }
  if (!forward[n][k]) return null;
  const shown = new Array<number>(n).fill(0);
  const live = Array.from({ length: n + 1 }, () => new Uint8Array(k + 1));
  live[n][k] = 1;
  for (let i = n; i >= 0; i--) {
    for (let j = k; j >= 0; j--) {
      if (!live[i][j]) continue;
      if (i > 0 && can(i - 1, 0) && forward[i - 1][j]) {
        live[i - 1][j] = 1;
        shown[i - 1] |= 1;
      }
      if (j === 0) continue;
      const from = before(j - 1, i);
      if (from < 0 || !forward[from][j - 1]) continue;
      live[from][j - 1] = 1;
      for (let c = i - length(j - 1); c < i; c++) shown[c] |= 1 << colour(j - 1);
      if (from < i - length(j - 1)) shown[from] |= 1;
    }
  }
  return shown;
}
