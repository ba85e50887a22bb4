import { setImmediate } from 'node:timers/promises';
import { UNWATCHED, type Watch } from '../../record/counted-work.js';
import type { ChangeCounts } from '../../record/changes.js';
import type { ShownState } from '../../record/run-state.js';
import type { NightChange } from '../compare/night-changes.js';
import { verdictShares, type NightRows } from '../compare/night-rows.js';
import { Nights } from '../compare/nights.js';
import { evaluateGates, type GateVerdict } from '../gates/evaluate.js';
import type { Store } from '../open/open.js';
import { countRejects, rejectAt } from '../rows/rejects.js';
import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import { shownState, type Run } from '../stored-runs/read-runs.js';
import { sourcePaths } from '../stored-runs/file-places.js';
import { partOf } from '../stored-runs/run-series.js';
import type { Status, Technique } from '../../../solver/core/result/outcome.js';

/** What changed since the last complete run of the same series. */
export interface NightsChanges {
  /** The number of that run. */
  readonly since: number;
  readonly counts: ChangeCounts;
  /** The first of each kind, in the order of the corpus. */
  readonly first: readonly NamedChange[];
}

/** One run of a series. */
export interface HistoryLine {
  readonly runId: number;
  readonly name: string | null;
  readonly state: ShownState;
  readonly startedAt: string;
  readonly toolVersion: string;
  readonly puzzles: number;
  /** How many of them were taken over from other runs: the rate leaves them out. */
  readonly reused: number;
  readonly rejects: number;
  /** How many puzzles have one solution, have it by lines alone, and have no verdict. */
  readonly unique: number;
  readonly line: number;
  readonly open: number;
  readonly wallMs: number;
  /**
   * Puzzles solved for each second of work; null for a run without work, or that has taken over
   * everything.
   */
  readonly perSecond: number | null;
  /** Its gates; empty if it has none. */
  readonly gates: readonly GateVerdict[];
  /** Null for the first run, and for one that is not complete: what it lacks is not gone. */
  readonly changes: NightsChanges | null;
}

/** What is wanted of a history. */
export interface HistoryRange {
  /** Only runs that began at this time or later, UTC in ISO 8601. */
  readonly since?: string | null;
  /** The most puzzles of each kind of change that are named. */
  readonly listed: number;
  /** The runs whose changes are named; all without it. */
  readonly named?: (runId: number, isLast: boolean) => boolean;
  readonly watch?: Watch;
}

/**
 * The lines of runs that follow each other, the earliest first; a server may answer others in
 * between.
 */
export async function historyOf(
  store: Store,
  runs: readonly Run[],
  { since = null, listed, named = () => true, watch = UNWATCHED }: HistoryRange,
): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = [];
  const nights = new Nights(store);
  const latest = new Map<string | null, NightRows>();
  const first = since === null ? 0 : runs.findIndex(({ startedAt }) => startedAt >= since);
  if (first < 0) return lines;
  // Of the runs before, only the last complete one is compared with.
  const isNeeded = (run: Run, place: number): boolean =>
    place >= first ||
    (run.state === 'complete' &&
      !runs
        .slice(place + 1, first)
        .some((other) => other.state === 'complete' && partOf(other) === partOf(run)));
  for (const [i, run] of runs.entries()) {
    if (!isNeeded(run, i)) continue;
    const rows = nights.rows(run.runId);
    const part = partOf(run);
    if (i >= first) {
      const before = latest.get(part);
      const isNamed = named(run.runId, i === runs.length - 1);
      lines.push(lineOf(store, run, { nights, rows, before }, isNamed ? listed : 0));
    }
    if (run.state === 'complete') latest.set(part, rows);
    watch.reached(i + 1, runs.length);
    await setImmediate();
  }
  return lines;
}

interface Compared {
  readonly nights: Nights;
  readonly rows: NightRows;
  readonly before: NightRows | undefined;
}

function lineOf(
  store: Store,
  run: Run,
  { nights, rows, before }: Compared,
  listed: number,
): HistoryLine {
  const { runId, name, startedAt, toolVersion, wallMs } = run;
  const puzzles = rows.ids.length;
  const { reused } = rows;
  const isSolved = reused === 0 || reused < puzzles;
  const changes =
    before === undefined || run.state !== 'complete' ? null : nights.changes(before, rows, listed);
  return {
    runId,
    name,
    state: shownState(store, run),
    startedAt,
    toolVersion,
    puzzles,
    reused,
    rejects: countRejects(store, runId),
    ...verdictShares(rows),
    wallMs,
    perSecond: wallMs > 0 && isSolved ? (1000 * (puzzles - reused)) / wallMs : null,
    gates: evaluateGates(store, run, { limit: 1, nights }).verdicts,
    changes:
      changes === null
        ? null
        : {
            since: before!.runId,
            counts: changes.counts,
            first: namedChanges(store, before!.runId, runId, changes.first),
          },
  };
}

/** What changed from one run to a later one, with the names of the puzzles. */
export function changesBetween(
  store: Store,
  before: number,
  after: number,
  listed: number,
): NightsChanges {
  const nights = new Nights(store);
  const [left, right] = [nights.rows(before), nights.rows(after)];
  const { counts, first } = nights.changes(left, right, listed);
  return { since: before, counts, first: namedChanges(store, before, after, first) };
}

/** A puzzle in one of two runs that are compared. */
interface NightResult {
  readonly runId: number;
  readonly puzzleId: number;
  readonly status: Status;
  readonly technique: Technique | null;
}

/** A puzzle that has changed, as people know it. */
export interface NamedChange {
  readonly kind: NightChange['kind'];
  readonly name: string;
  readonly title: string | null;
  readonly width: number;
  readonly height: number;
  /** The file that it is in, or was in if it is gone, as the run was given it. */
  readonly path: string;
  /** Its entry there, from 0. */
  readonly ordinal: number;
  /** The line at which a reject begins; null if it is not known, and for puzzles. */
  readonly line: number | null;
  /** Whether its clues are others under its old name. */
  readonly edited: boolean;
  /** Why it is a reject now; null if it is none. */
  readonly rejected: string | null;
  /** Null for a new puzzle. */
  readonly before: NightResult | null;
  /** Null for one that is gone, and for a reject. */
  readonly after: NightResult | null;
}

/** Changes from one run to another with the names of their puzzles and both verdicts. */
export function namedChanges(
  store: Store,
  before: number,
  after: number,
  changes: readonly NightChange[],
): NamedChange[] {
  const { db } = store;
  const puzzle = db.prepare<[number], Pick<NamedChange, 'name' | 'title' | 'width' | 'height'>>(
    'SELECT name, title, width, height FROM puzzles WHERE puzzle_id = ?',
  );
  const result = db.prepare<[number, number], Pick<NightResult, 'status' | 'technique'>>(
    'SELECT status, technique FROM results WHERE run_id = ? AND puzzle_id = ?',
  );
  const resultOf = (runId: number, puzzleId: number | null): NightResult | null => {
    const found = puzzleId === null ? undefined : result.get(runId, puzzleId);
    return found === undefined ? null : { runId, puzzleId: puzzleId!, ...found };
  };
  const pathOf = sourcePaths(store);
  return changes.flatMap(({ kind, edited, rejected, ...ids }) => {
    const named = puzzle.get((rejected ? null : ids.after) ?? ids.before!);
    if (named === undefined) return [];
    const verdicts = { before: resultOf(before, ids.before), after: resultOf(after, ids.after) };
    const id = ids.after ?? ids.before!;
    const [sourceId, ordinal] = [sourceOf(id), ordinalOf(id)];
    const reject = rejected ? rejectAt(store, after, sourceId, ordinal) : undefined;
    const path = pathOf(ids.after === null ? before : after, sourceId);
    const place = { path, ordinal, line: reject?.line ?? null };
    const reason = rejected ? (reject?.reason ?? '') : null;
    return [{ kind, ...named, ...place, edited, rejected: reason, ...verdicts }];
  });
}
