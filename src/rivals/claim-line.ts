/** One claim of a file, by the documented columns of CSV; '' for what it does not have. */
export interface ClaimLine {
  readonly line: number;
  readonly id: string;
  readonly ordinal: string;
  readonly verdict: string;
  readonly solution: string;
  readonly secondSolution: string;
  readonly ms: string;
  readonly cpuMs: string;
}
