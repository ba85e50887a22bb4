import { readClaims, type ClaimLine } from '../../corpus/claims/read-claims.js';
import { ClaimsPool } from '../../pool/rival/claims-pool.js';
import { ClaimTable } from '../../store/claims/claim-table.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import type { RunControls, RunRequest } from '../contract/run-request.js';
import { LOCAL, run } from '../run/run.js';

/** A line of a file of claims that is not about any puzzle of the corpora, or cannot be read. */
export interface StrayClaim {
  readonly line: number;
  readonly reason: string;
}

/** A run of which the answers come from a file. */
export interface Refereed {
  readonly outcome: RunOutcome;
  /** The first stray claims, and how many there are. */
  readonly strays: readonly StrayClaim[];
  readonly strayCount: number;
}

/** Strays that are listed. */
const LISTED = 200;

/**
 * Judges the claims of a file about the puzzles of the corpora, and stores them as a run.
 * @throws CorpusError if the file cannot be read, or what `run` throws
 */
export async function referee(
  request: RunRequest,
  claims: { readonly file: string; readonly judgeMs: number },
  controls: RunControls,
): Promise<Refereed> {
  const table = new ClaimTable();
  const strays: StrayClaim[] = [];
  let strayCount = 0;
  const note = (line: number, reason: string): void => {
    if (strayCount++ < LISTED) strays.push({ line, reason });
  };
  try {
    await readClaims(claims.file, (claim) => fill(table, claim, note), note);
    const outcome = await run(request, controls, {
      ...LOCAL,
      makePool: ({ threads }) => new ClaimsPool(table, threads, claims.judgeMs),
    });
    if (outcome.state === 'complete') {
      const { total, first } = table.unused(LISTED);
      for (const { line, id } of first) note(line, `no puzzle of the corpora is called "${id}"`);
      strayCount += total - first.length;
    }
    return { outcome, strays, strayCount };
  } finally {
    table.close();
  }
}

function fill(
  table: ClaimTable,
  { ms, cpuMs, ...claim }: ClaimLine,
  note: (line: number, reason: string) => void,
): void {
  if (claim.id === '') {
    note(claim.line, 'it names no puzzle');
    return;
  }
  const times = [ms, cpuMs].map((time) => (time === '' ? null : Number(time)));
  if (times.some((time) => time !== null && !(time >= 0 && time < Infinity))) {
    note(claim.line, `expected milliseconds, got "${ms}${cpuMs === '' ? '' : `, ${cpuMs}`}"`);
    return;
  }
  if (!table.add({ ...claim, ms: times[0], cpuMs: times[1] })) {
    note(claim.line, `a second claim about "${claim.id}": the first counts`);
  }
}
