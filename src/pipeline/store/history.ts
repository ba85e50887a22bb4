import { PIECE_ENTRIES, type SizedPuzzle } from '../record/puzzle-id.js';
import { setImmediate } from 'node:timers/promises';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { EXIT_CODES, gatesOf, hasGates, WORSE, countWorse } from '../record/outcome.js';
import type { NightFigures } from '../record/metrics.js';
import { isUndecided } from '../../solver/core/result/outcome.js';
import type { StoredResult } from '../../solver/core/result/result.js';
import { evaluateGates, type GateVerdict, noWorse } from './gates.js';
import { change, type Store, queryRows, writeIfPossible } from './open/open.js';
import { nameSql } from './pieces.js';
import { countRejects } from './queries/rejects.js';
import { shownState, type Run, findRun, listRuns } from './stored-runs.js';
import {
  allSeries,
  partOf,
  type RunSeries,
  acceptedPuzzles,
  isOfAll,
  Nights,
  isOfSeries,
} from './changes/nights.js';
import { LINE, OPEN, UNIQUE, type PieceRows } from './changes/changes.js';
import { firstChanges } from './changes/since.js';
import { otherSolverOf } from '../record/options.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import type { ErrorCode } from '../../solver/core/text/error-codes.js';
import { StoreError } from './open/store-error.js';

/** One run of a series. */
export type HistoryLine = ReturnType<typeof lineOf>;

interface HistoryRange {
  /** Only runs that began at this time or later, UTC in ISO 8601. */
  readonly since?: string | null;
  /** The most puzzles of each kind of change that are named. */
  readonly listed: number;
  /** The runs whose changes are named; all without it. */
  readonly named?: (runId: number, isLast: boolean) => boolean;
  readonly watch?: Watch;
}

/** The lines of runs, the earliest first; a server may answer others in between. */
export async function historyOf(
  store: Store,
  runs: readonly Run[],
  { since = null, listed, named = () => true, watch = UNWATCHED }: HistoryRange,
): Promise<HistoryLine[]> {
  const lines: HistoryLine[] = [];
  const nights = new Nights(store);
  const countUnit = verdictsByUnit(nights.reader);
  const latest = new Map<string | null, Run>();
  for (const [i, run] of runs.entries()) {
    const last = latest.get(partOf(run)) ?? null;
    if (run.state === 'complete' && isOfAll(run)) latest.set(partOf(run), run);
    if (since !== null && run.startedAt < since) continue;
    const isNamed = named(run.runId, i === runs.length - 1);
    lines.push(lineOf(store, run, { nights, countUnit, last }, isNamed ? listed : 0));
    watch.reached(i + 1, runs.length);
    await setImmediate();
  }
  return lines;
}

interface Looked {
  readonly nights: Nights;
  readonly countUnit: ReturnType<typeof verdictsByUnit>;
  /** The last complete run before it in the list, which may have another name. */
  readonly last: Run | null;
}

function lineOf(store: Store, run: Run, { nights, countUnit, last }: Looked, listed: number) {
  const { runId, name, startedAt, toolVersion, wallMs, acceptedAt } = run;
  const { counts, reused } = countUnit(runId);
  const puzzles = counts.reduce((sum, count) => sum + count, 0);
  const isSolved = reused === 0 || reused < puzzles;
  const night = run.state === 'complete' ? nights.of(run) : null;
  const before = night?.before ?? last;
  const changes =
    night === null || before === null ? null : (night.changes ?? nights.between(before.runId, run));
  return {
    runId,
    name,
    state: shownState(store, run),
    startedAt,
    toolVersion,
    puzzles,
    /** How many of them were taken over from other runs: the rate leaves them out. */
    reused,
    rejects: countRejects(store, runId),
    /** How many puzzles have one solution, have it by lines alone, and have no verdict. */
    unique: counts[LINE] + counts[UNIQUE],
    line: counts[LINE],
    open: counts[OPEN],
    wallMs,
    /** Puzzles solved for each second of work; null without work, or if all was taken over. */
    perSecond: wallMs > 0 && isSolved ? (1000 * (puzzles - reused)) / wallMs : null,
    /** Its gates; empty if it has none. */
    gates: evaluateGates(store, run, { limit: 1, nights }).verdicts,
    /** When somebody accepted its verdicts, and the puzzles that were accepted one by one. */
    acceptedAt,
    accepted: acceptedPuzzles(store, runId),
    /** Null for the first run, and for one that is not complete: what it lacks is not gone. */
    changes: changes && {
      /** The run that it is compared with. */
      since: before!.runId,
      counts: changes.counts,
      /** The first of each kind, in the order of the corpus. */
      first: firstChanges(nights.reader, changes, listed),
      /** Files whose puzzles are gone with them, or are there again. */
      files: changes.files,
    },
  };
}

/** Counts the verdicts of runs; of pieces that several of them have, once. */
function verdictsByUnit(reader: PieceRows) {
  const known = new Map<string, ReturnType<PieceRows['verdictCounts']>>();
  return (runId: number) => {
    const sum = [0, 0, 0, 0, 0];
    let reused = 0;
    for (const piece of reader.piecesOf(runId)) {
      if (piece.isCopy) continue;
      const key = `${piece.pieceId} ${piece.heldBy}`;
      const found = known.get(key) ?? reader.verdictCounts(piece);
      known.set(key, found);
      for (const [verdict, count] of found.counts.entries()) {
        sum[verdict] += count;
        if (piece.heldBy !== runId) reused += count;
      }
      if (piece.heldBy === runId) reused += found.reused;
    }
    return { counts: sum, reused };
  };
}

/** The last nights of all series of a database, each name once. */
export function nightsOf(store: Store, changesOf: ChangesOf): NightFigures[] {
  const byName = new Map<string, NightFigures>();
  for (const series of allSeries(store)) {
    const name = nightName(series.words, series.runs.at(-1));
    if (!byName.has(name)) byName.set(name, nightOf(series, changesOf));
  }
  return [...byName.values()];
}

/** What changed in a complete run, as metrics have it. */
type ChangesOf = (run: Run) => NightFigures['changes'];

/** What is known of the last runs of a series. */
export function nightOf({ words, runs }: RunSeries, changesOf?: ChangesOf): NightFigures {
  const complete = runs.findLast(({ state }) => state === 'complete');
  const ended = runs.filter(({ finishedAt }) => finishedAt !== null);
  const judged = ended.findLast(({ failedGates }) => failedGates !== null);
  const last = ended.at(-1);
  return {
    name: nightName(words, runs.at(-1)),
    gates: judged === undefined ? [] : gatesIn(judged),
    changes: complete && changesOf?.(complete),
    exit: last && exitOf(last),
    lastRunAt: endOf(last),
    lastSuccessAt: endOf(ended.findLast((run) => exitOf(run) === EXIT_CODES.done)),
  };
}

/** What nights are called: the parts of a run are nights of their own. */
export function nightName(words: readonly string[], run: Run | undefined): string {
  const part = run === undefined ? null : partOf(run);
  return [...words, ...(part === null ? [] : [part])].join(' ');
}

function gatesIn({ options, failedGates }: Run): NightFigures['gates'] {
  const { strict, require } = gatesOf(options);
  const names = [...(strict ? ['strict'] : []), ...require];
  return names.map((gate) => ({ gate, holds: failedGates?.includes(gate) === false }));
}

/** As far as its state and its gates tell; nothing if it has gates that nobody judged. */
function exitOf({ state, options, failedGates }: Run): number | undefined {
  if (state !== 'complete') return EXIT_CODES.interrupted;
  if (failedGates === null) return hasGates(gatesOf(options)) ? undefined : EXIT_CODES.done;
  return failedGates.length === 0 ? EXIT_CODES.done : EXIT_CODES.unmet;
}

function endOf(run: Run | undefined): number | undefined {
  return run?.finishedAt == null ? undefined : Date.parse(run.finishedAt);
}

/** What one run found of a puzzle that goes by a name. */
interface PuzzleNight
  extends
    Pick<Run, 'runId' | 'startedAt'>,
    Pick<SizedPuzzle, 'puzzleId' | 'width' | 'height'>,
    Pick<StoredResult, 'status' | 'technique' | 'solveMs' | 'limitMs'> {
  readonly fingerprint: string;
}

/** What all runs found of puzzles of a name, whatever their clues; null if no run has one. */
export function puzzleHistory(store: Store, name: string) {
  const [, path = null, at = null] = /^(.+)#(\d{1,10})$/.exec(name) ?? [];
  const sql = `SELECT run_id AS runId, runs.started_at AS startedAt, puzzle_id AS puzzleId, width, height, fingerprint,
      status, technique, solve_ms AS solveMs, limit_ms AS limitMs
    FROM (SELECT puzzle_id FROM puzzles WHERE name = @name
      UNION SELECT piece_id * ${PIECE_ENTRIES} + @at - first_entry FROM run_sources JOIN source_pieces USING (source_id)
      WHERE path = @path AND @at BETWEEN first_entry AND first_entry + ${PIECE_ENTRIES - 1})
      CROSS JOIN puzzles USING (puzzle_id) JOIN results USING (puzzle_id) JOIN runs USING (run_id)
    WHERE ${nameSql('results')} = @name ORDER BY run_id, puzzle_id`;
  const nights = queryRows<PuzzleNight>(store, sql, { name, path, at: at && Number(at) });
  if (nights.length === 0) return null;
  return {
    name,
    /** The earliest first. */
    nights,
    firstSeen: nights[0],
    /** The last run that has a verdict of it; null if none has. */
    lastDecided: nights.findLast(({ status }) => !isUndecided(status)) ?? null,
  };
}

/**
 * Accepts the verdicts of a run, by its number or name: `--require no-worse` compares later runs
 * with it, and with no run before it. With `words`, it accepts only puzzles that are worse in it:
 * by names, numbers, or a file that holds nothing. The gate of this and later runs is judged anew.
 * @throws StoreError if there is no such run or puzzle, or if nothing can be compared with it
 */
export function accept(store: Store, wanted: string, words: readonly string[], by: string | null) {
  const run = findRun(store, wanted);
  const { runId, state, options } = run;
  const refuse = (code: ErrorCode, why: string): StoreError =>
    new StoreError(code, `run ${runId} cannot be accepted: ${why}`);
  if (!isOfSeries(run)) {
    const isAgain = otherSolverOf(options) === null;
    const why = isAgain ? 'it does another run again' : 'its results are those of another program';
    throw refuse('NM_RUN_NOT_ACCEPTED', why);
  }
  if (!isOfAll(run)) {
    const why = 'nights are not compared with it, as it has a --limit';
    throw refuse('NM_RUN_NOT_ACCEPTED', why);
  }
  if (state !== 'complete') {
    const why = 'it is not complete: "nonomill run --resume" goes on with it';
    throw refuse('NM_RUN_UNFINISHED', why);
  }
  const puzzles = words.length === 0 ? null : worseOnes(store, run, words);
  store.db.transaction(() => {
    const now = new Date().toISOString();
    if (puzzles === null) {
      const note = 'UPDATE runs SET accepted_at = ?, accepted_by = ? WHERE run_id = ?';
      change(store, note, now, by, runId);
    }
    const insert =
      'INSERT OR REPLACE INTO accepted (run_id, path, name, accepted_at, accepted_by) VALUES (?, ?, ?, ?, ?)';
    for (const { path, name } of puzzles ?? []) change(store, insert, runId, path, name, now, by);
    judgeAgain(store, runId);
  })();
  const { changes } = new Nights(store).of(findRun(store, String(runId)));
  return {
    /** As it was before. */
    run,
    /** The puzzles and files that were accepted; null for the whole run. */
    puzzles: puzzles?.map(wordOf) ?? null,
    /** How many puzzles are worse in it still. */
    left: changes === null ? 0 : countWorse(changes.counts),
  };
}

const wordOf = ({ path, name }: Worse): string => (name === '' ? path : name);

interface Worse {
  readonly path: string;
  /** Empty for all puzzles of a file. */
  readonly name: string;
  readonly puzzleId: number | null;
}

/** The puzzles and files that are worse in a run, and that are meant by some words. */
function worseOnes(store: Store, run: Run, words: readonly string[]): Worse[] {
  const { list = [], files = [] } = new Nights(store).of(run).changes ?? {};
  const worse = [
    ...list.flatMap(({ kind, before, after }): Worse[] => {
      if (before === null || after === null || ![...WORSE, 'accepted'].includes(kind)) return [];
      const puzzleId = 'puzzleId' in after ? after.puzzleId : null;
      return [{ path: after.piece.path, name: before.name, puzzleId }];
    }),
    ...files.flatMap(({ kind, path }): Worse[] =>
      kind === 'empty' || kind === 'left out' ? [{ path, name: '', puzzleId: null }] : [],
    ),
  ];
  return words.flatMap((word) => {
    const meant = worse.filter((one) => [wordOf(one), String(one.puzzleId)].includes(word));
    if (meant.length > 0) return meant;
    const known = worse.slice(0, 10).map((one) => plainText(wordOf(one)));
    const more = worse.length > known.length ? ` and ${worse.length - known.length} more` : '';
    const are = known.length === 0 ? 'none is' : `these are: ${known.join(', ')}${more}`;
    const why = `in run ${run.runId} no puzzle "${plainText(word)}" is worse than before; ${are}`;
    throw new StoreError('NM_PUZZLE_UNKNOWN', why);
  });
}

/** Notes of a run and those after it whether `no-worse` holds, as far as it was judged. */
function judgeAgain(store: Store, from: number): void {
  const nights = new Nights(store);
  const note = 'UPDATE runs SET failed_gates = ? WHERE run_id = ?';
  for (const run of listRuns(store)) {
    const { runId, failedGates, options } = run;
    const isJudged = failedGates !== null && gatesOf(options).require.includes('no-worse');
    if (runId < from || !isJudged) continue;
    const others = failedGates.filter((gate) => gate !== 'no-worse');
    const holds = noWorse(store, nights.of(run), 0).finding === null;
    change(store, note, [...others, ...(holds ? [] : ['no-worse'])].join(','), runId);
  }
}

/**
 * Notes with a complete run which gates do not hold and what is worse in it, which neither lists
 * nor the next night then work out again; not while another program writes, for which nobody waits.
 */
export function noteNight(
  path: string,
  run: Run,
  { verdicts, nights }: { readonly verdicts: readonly GateVerdict[]; readonly nights: Nights },
): void {
  const { runId } = run;
  const failed = verdicts.filter(({ holds }) => !holds).map(({ name }) => name);
  const worse = nights.kept(run);
  if (verdicts.length === 0 && worse === null) return;
  const what = `the gates of run ${runId} were`;
  writeIfPossible(path, what, (store) => {
    const note = `UPDATE runs SET failed_gates = ? WHERE run_id = ? AND state = 'complete'`;
    if (verdicts.length > 0) change(store, note, failed.join(','), runId);
    const keep =
      'INSERT OR REPLACE INTO standings (run_id, version, losses) VALUES (@runId, @version, @losses)';
    if (worse !== null) change(store, keep, { runId, ...worse });
  });
}
