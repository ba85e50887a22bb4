import { statSync } from 'node:fs';
import { CorpusError } from '../../pipeline/corpus/bytes.js';
import { type ClaimLine, readClaims } from './read-claims.js';
import { ClaimsPool } from './claims-pool.js';
import { ClaimTable } from '../../pipeline/store/queries/claims.js';
import type { RunOutcome } from '../../pipeline/runs/request/run-observer.js';
import type { RunControls, RunRequest } from '../../pipeline/runs/request/run-request.js';
import { LOCAL, doRun } from '../../pipeline/runs/stages/do-run.js';

/** A line of a file of claims that is not about any puzzle of the corpora, or cannot be read. */
export interface StrayClaim {
  readonly line: number;
  readonly reason: string;
}

/** A run whose answers come from a file. */
export interface Refereed {
  readonly outcome: RunOutcome;
  /** Stray claims in the order of the file, a few hundred at most, and how many there are. */
  readonly strays: readonly StrayClaim[];
  readonly strayCount: number;
}

/** Strays that are listed. */
const LISTED = 200;

/**
 * Judges the claims of a file about the puzzles of the corpora, and stores them as a run.
 * @throws CorpusError if the file cannot be read, or what `doRun` throws
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
    let placed = false;
    await readClaims(
      claims.file,
      (claim) => {
        placed ||= claim.id === '' && claim.ordinal !== '';
        fill(table, claim, note);
      },
      note,
    );
    if (placed) refuseFolders(request.corpora);
    const outcome = await doRun(request, controls, {
      ...LOCAL,
      makePool: ({ threads }) => new ClaimsPool(table, threads, claims.judgeMs),
    });
    if (outcome.state === 'complete') {
      const { total, first } = table.unused(LISTED);
      for (const { line, id } of first) note(line, unknownPuzzle(id));
      strayCount += total - first.length;
    }
    strays.sort((one, other) => one.line - other.line);
    return { outcome, strays, strayCount };
  } finally {
    table.close();
  }
}

/** Claims by place say nothing about several files. @throws CorpusError */
function refuseFolders(corpora: readonly string[]): void {
  const folder = corpora.find((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory());
  if (folder === undefined && corpora.length === 1) return;
  throw new CorpusError(
    'NM_CLAIMS_UNREADABLE',
    `the claims name puzzles by their place (ordinal) in one file, but ${folder ?? 'the corpus'} ` +
      'may hold several: give one file, or name the puzzles in a column id',
  );
}

function unknownPuzzle(id: string): string {
  return id.startsWith('#')
    ? `the corpus has no puzzle at place ${id.slice(1)}, counted from 0`
    : `no puzzle of the corpora is called "${id}"; puzzles without names are called by their place: ` +
        'a column ordinal, counted from 0';
}

function fill(
  table: ClaimTable,
  { ms, cpuMs, ordinal, ...claim }: ClaimLine,
  note: (line: number, reason: string) => void,
): void {
  const byOrdinal = claim.id === '';
  if (byOrdinal && ordinal === '') {
    note(claim.line, 'it names no puzzle');
    return;
  }
  if (byOrdinal && !/^\d{1,15}$/.test(ordinal)) {
    note(
      claim.line,
      `expected a place counted from 0 as ordinal, got "${ordinal}": the line is left out`,
    );
    return;
  }
  const id = byOrdinal ? `#${Number(ordinal)}` : claim.id;
  const times = [ms, cpuMs].map((time) => (time === '' ? null : Number(time)));
  if (times.some((time) => time !== null && !(time >= 0 && time < Infinity))) {
    const got = `"${ms}${cpuMs === '' ? '' : `, ${cpuMs}`}"`;
    note(claim.line, `expected milliseconds, got ${got}: the line is left out`);
    return;
  }
  if (!table.add({ ...claim, id, byOrdinal, ms: times[0], cpuMs: times[1] })) {
    note(claim.line, `a second claim about "${id}": the first counts`);
  }
}
