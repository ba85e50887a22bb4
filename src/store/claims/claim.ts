import type { RowsBeside } from '../../result/rows-beside.js';

/** What another program can say of a puzzle: `solved` if it shows a solution, and no more than that. */
export type Said = 'unique' | 'multiple' | 'contradiction' | 'solved';

/** What became of a claim: `open` if nothing was claimed, or if nobody could tell whether it is true. */
export type Judgement = 'right' | 'wrong' | 'open';

/** What another program said of a puzzle and what it took: the columns of `claims`. */
export interface Claim {
  /** Null if it said nothing. */
  readonly said: Said | null;
  readonly judged: Judgement;
  /** CPU milliseconds of all its processes; null if they are not known. */
  readonly cpuMs: number | null;
  /** The most memory that they held at once, in bytes; null if it is not known. */
  readonly memoryBytes: number | null;
}

/** Claims as they are written beside the results of a run. */
export function claimRows(claims: readonly Claim[]): RowsBeside {
  return {
    table: 'claims',
    columns: ['said', 'judged', 'cpu_ms', 'memory_bytes'],
    rows: claims.map(({ said, judged, cpuMs, memoryBytes }) => [said, judged, cpuMs, memoryBytes]),
  };
}
