import type { Run } from './stored.js';
import {
  type RunState,
  type ShownState,
  type RunRetry,
  GATE_REQUIREMENTS,
} from '../record/outcome.js';
import { StoreError } from './open/store-error.js';
import { queryRows, queryValues, type Store } from './open/open.js';
import { countRejects } from './queries/rejects.js';
import type { Status } from '../../solver/core/result/outcome.js';
import { chosenWords, studyOf, KEPT_OPTIONS, type KeptStudy } from '../record/options.js';
import { readProgress, stillProgress, type Progress } from '../record/progress.js';
import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import { PIECE_ENTRIES } from '../record/puzzle-id.js';
import { numberOf } from '../../solver/core/text/numbers.js';
import type { Corpora } from '../../solver/core/text/plain-text.js';

export type { Run } from './stored.js';

/** What is known about a run at its start. */
export interface NewRun extends Pick<Run, 'name' | 'toolVersion' | 'nodeVersion' | 'host' | 'cpu'> {
  /** Plain data, kept as JSON. */
  readonly options: object;
}

/** What decides whether two sources are the same. */
export interface SourceKey {
  /** In hexadecimal; null for standard input, which is never the same twice. */
  readonly sha256: string | null;
  readonly format: string;
  /**
   * Anything else that changes how the content is read (leaving out start positions, for example);
   * '' for nothing. A limit is stored with it, and no part of what a request asks.
   */
  readonly reading?: string;
}

/** One source of a run, in the order of the command line. */
export interface RunSource {
  readonly position: number;
  readonly sourceId: number;
  readonly path: string;
  readonly sha256: string | null;
  readonly format: string;
  readonly reading: string;
  readonly bytes: number | null;
  /** Its entries, in one part of a run the part's; null until it was read to its end. */
  readonly entries: number | null;
  /** In one part of a run: those of all parts together, once it was read to its end. */
  readonly allEntries: number | null;
}

const RUN_COLUMNS = `run_id AS runId, name, state, started_at AS startedAt,
  finished_at AS finishedAt, wall_ms AS wallMs, options, tool_version AS toolVersion,
  node_version AS nodeVersion, host, cpu, accepted_at AS acceptedAt, accepted_by AS acceptedBy,
  failed_gates AS failedGates, damage`;

type RunRow = Omit<Run, 'options' | 'retries' | 'failedGates'> & {
  readonly options: string;
  readonly failedGates: string | null;
};

/** What others have put in the place of options is shown in their place as damaged. */
function optionsIn(text: string): Run['options'] {
  let found: unknown;
  try {
    found = JSON.parse(text);
  } catch {
    found = null;
  }
  const areOptions = typeof found === 'object' && found !== null && !Array.isArray(found);
  return areOptions ? (found as Run['options']) : { [DAMAGED]: 'they cannot be read' };
}

const DAMAGED = 'damaged';

/** Whether the options of a run are lost: then nobody knows what its results go together with. */
export function areOptionsLost(options: Run['options']): boolean {
  return typeof options[DAMAGED] === 'string';
}

/** A name as it is compared: `Book` is `book`. */
export function nameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** All runs, the latest first; or the one with this id. */
export function listRuns(store: Store, runId: number | null = null): Run[] {
  const retries = retriesByRun(store, runId);
  // A look-up by key, not a look at all runs: pages and gates ask for one run after the other.
  const which = runId === null ? '' : 'WHERE run_id = @runId';
  const sql = `SELECT ${RUN_COLUMNS} FROM runs ${which} ORDER BY run_id DESC`;
  return queryRows<RunRow>(store, sql, { runId }).map((row) => ({
    ...row,
    options: optionsIn(row.options),
    retries: retries.get(row.runId) ?? [],
    failedGates: failedGatesIn(row.failedGates),
  }));
}

/** The names of gates that are stored as one text; null if they were not judged. */
function failedGatesIn(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const known: readonly string[] = ['strict', ...GATE_REQUIREMENTS];
  return text.split(',').filter((name) => known.includes(name));
}

/** The run with this id, or null. */
export function runById(store: Store, runId: number): Run | null {
  return listRuns(store, runId).at(0) ?? null;
}

/**
 * The run that a user means: an id, a name (the latest run with it), or undefined for the latest.
 * @throws StoreError of the kind `missing` that lists the runs.
 */
export function findRun(store: Store, wanted?: string): Run {
  const runs = listRuns(store);
  if (runs.length === 0) throw new StoreError('NM_RUN_UNKNOWN', `${store.path} holds no run yet.`);
  const found =
    wanted === undefined
      ? runs[0]
      : (runs.find((run) => String(run.runId) === wanted) ??
        runs.find((run) => run.name === wanted));
  if (found !== undefined) return found;
  const known = runs.slice(0, 10).map((run) => `${run.runId}${run.name ? ` (${run.name})` : ''}`);
  const more = runs.length > known.length ? ` and ${runs.length - known.length} older ones` : '';
  const why = `${store.path} has no run "${wanted}". Its runs: ${known.join(', ')}${more}.`;
  throw new StoreError('NM_RUN_UNKNOWN', why);
}

/** Sources of a run after the one at `after`, at most `limit` (-1: all); equal ones come twice. */
export function runSources(store: Store, runId: number, after = -1, limit = -1): RunSource[] {
  const sql = `SELECT position, source_id AS sourceId, path, sha256, format, reading, bytes, run_sources.entries,
      all_entries AS allEntries
    FROM run_sources JOIN sources USING (source_id) WHERE run_id = ? AND position > ? ORDER BY position LIMIT ?`;
  return queryRows(store, sql, runId, after, limit);
}

/** Whether a run's sources are these, in this order. */
export function sameSources(own: readonly RunSource[], wanted: readonly SourceKey[]): boolean {
  return own.length === wanted.length && own.every((source, i) => sameSource(source, wanted[i]));
}

/** Whether two sources have equal content, read the same way; without a hash they never have. */
export function sameSource(one: SourceKey, other: SourceKey): boolean {
  return (
    one.sha256 !== null &&
    one.sha256 === other.sha256 &&
    one.format === other.format &&
    chosenWords(one.reading ?? '') === chosenWords(other.reading ?? '')
  );
}

/** Counts what a run has stored, row by row, to prove that nothing is missing or stored twice. */
export function countRun(store: Store, runId: number) {
  const count = 'SELECT count(*) FROM results WHERE run_id = ? + 0';
  const [results] = queryValues<number>(store, count, runId);
  return { results, rejects: countRejects(store, runId) };
}

/** A run's entries, results and rejects, as its sources say; null if one was not read whole. */
export function expectedEntries(store: Store, runId: number): number | null {
  const sql = `SELECT iif(count(entries) = count(*), ifnull(sum(entries), 0), NULL)
    FROM (SELECT DISTINCT source_id, entries FROM run_sources WHERE run_id = ?)`;
  return queryValues<number | null>(store, sql, runId)[0];
}

/** The same without rejects. */
export function expectedResults(store: Store, runId: number): number | null {
  const entries = expectedEntries(store, runId);
  return entries === null ? null : entries - countRejects(store, runId);
}

/** The state of a run as it is shown: one that is `running` without a lock has stopped. */
export function shownState(store: Store, { state }: { readonly state: RunState }): ShownState {
  return state === 'running' && !store.isWritten() ? 'stopped' : state;
}

type RetryRow = Omit<RunRetry, 'statuses'> & { readonly runId: number; readonly statuses: string };

/** The retries of a run, in the order in which they were made. */
export function runRetries(store: Store, runId: number): readonly RunRetry[] {
  return retriesByRun(store, runId).get(runId) ?? [];
}

/** The retries of all runs, or of one, by run, in the order in which they were made. */
function retriesByRun(store: Store, runId: number | null) {
  const sql = `SELECT run_id AS runId, started_at AS startedAt, finished_at AS finishedAt, statuses,
      timeout_ms AS timeoutMs, max_steps AS maxSteps, memory_mib AS memoryMiB, puzzles, tried,
      coalesce(reused, 0) AS reused, decided, round, wall_ms AS wallMs
    FROM retries WHERE @runId IS NULL OR run_id = @runId ORDER BY run_id, started_at, position`;
  const found = new Map<number, RunRetry[]>();
  for (const { runId: id, statuses, ...retry } of queryRows<RetryRow>(store, sql, { runId })) {
    const known = found.get(id) ?? [];
    known.push({ ...retry, statuses: statuses.split(',') as Status[] });
    found.set(id, known);
  }
  return found;
}

/**
 * How far a run or its retry is, as its process noted it last; more may be committed, see `counts`,
 * which alone hold once nobody goes on with it. Null if it is complete, or was never noted.
 */
export function runProgress(
  store: Store,
  { runId, retries }: Run,
  state: ShownState,
  counts: ReturnType<typeof countRun>,
): Progress | null {
  if (state === 'complete') return null;
  const sql = 'SELECT progress FROM runs WHERE run_id = ?';
  const progress = readProgress(queryValues<string | null>(store, sql, runId)[0]);
  if (progress === null) return null;
  const isRunning = state === 'running';
  const shown = isRunning ? progress : stillProgress(progress);
  if (retries.some(({ finishedAt }) => finishedAt === null)) return shown;
  const stored = counts.results + counts.rejects;
  const done = isRunning ? Math.max(shown.done, stored) : stored;
  return { ...shown, done, total: shown.total && Math.max(shown.total, done) };
}

/** How many corpora are named; a shell may have typed thousands. */
const NAMED = 10;

/** A summary of the corpora of a run. */
export function corporaOf(store: Store, run: Pick<Run, 'runId' | 'options'>): Corpora {
  const { runId, options } = run;
  const sql = `SELECT count(*) AS files, iif(count(bytes) = count(*), coalesce(sum(bytes), 0), NULL) AS bytes,
      group_concat(DISTINCT format) AS formats
    FROM run_sources JOIN sources USING (source_id) WHERE run_id = ?`;
  type Counted = { files: number; bytes: number | null; formats: string | null };
  const [{ formats, ...counted }] = queryRows<Counted>(store, sql, runId);
  const given = typedCorpora(options);
  const words = given ?? runSources(store, runId, -1, NAMED).map(({ path }) => path);
  const typed = words.slice(0, NAMED);
  const more = (given?.length ?? counted.files) - typed.length;
  return { typed, more, ...counted, formats: formats?.split(',').sort() ?? [] };
}

/**
 * One hash for the content of all files of a run: the SHA-256 of their SHA-256s, in the order of
 * its corpora, each in hexadecimal with a line feed after it. Null if one of them is not known.
 */
export function sourcesSha256(store: Store, runId: number): string | null {
  const sql =
    'SELECT sha256 FROM run_sources JOIN sources USING (source_id) WHERE run_id = ? ORDER BY position';
  const hashes = queryValues<string | null>(store, sql, runId);
  if (hashes.length === 0 || hashes.includes(null)) return null;
  return createHash('sha256')
    .update(`${hashes.join('\n')}\n`)
    .digest('hex');
}

/** The corpora as typed, a folder, not its files; of a study what it is. Null if not kept. */
export function typedCorpora(options: Run['options']): readonly string[] | null {
  const study = studyOf(options);
  if (study !== null) return [studyText(study)];
  const { corpora } = options;
  return Array.isArray(corpora) && corpora.length > 0 ? corpora.map(String) : null;
}

/** `phase study of 6 sizes with 13 densities`: what a list shows where it names corpora. */
function studyText({ kind, sizes, densities }: KeptStudy): string {
  return `${kind} study of ${numberOf(sizes.length, 'size')} with ${numberOf(densities.length, 'density', 'densities')}`;
}

/** The files of its folders that a run left out, or the first of them, in order of their paths. */
export function listLeftOut(
  store: Store,
  runId: number,
  limit = -1,
): Readonly<Record<'path' | 'reason', string>>[] {
  const sql = 'SELECT path, reason FROM left_out WHERE run_id = ? ORDER BY path LIMIT ?';
  return queryRows(store, sql, runId, limit);
}

/** How many files a run left out. */
export function countLeftOut(store: Store, runId: number): number {
  return queryValues<number>(store, 'SELECT count(*) FROM left_out WHERE run_id = ?', runId)[0];
}

/** Where files of runs are: `./p.csv`, a path from the root and one through a link are the same. */
export class FilePlaces {
  private readonly folders = new Map<number, string>();
  private readonly real = new Map<string, string>();

  constructor(private readonly store: Store) {}

  /** A path of a run, from the root and without links. */
  realFile(runId: number, path: string): string {
    const folder = this.folders.get(runId) ?? folderOf(runById(this.store, runId)?.options ?? {});
    this.folders.set(runId, folder);
    return this.realPath(fromRoot(folder, path));
  }

  /** A path from the root without links, as far as it is there. */
  private realPath(path: string): string {
    const real = this.real.get(path) ?? withoutLinks(path);
    this.real.set(path, real);
    return real;
  }

  /** Corpora as typed, from the root, and where links, often set anew, lead: one must match. */
  corporaKeys(words: readonly string[], options: Run['options']): readonly string[] {
    const typed = words.map((word) => fromRoot(folderOf(options), word));
    const real = typed.map((path) => this.realPath(path));
    return [typed, real].map((paths) => JSON.stringify([...new Set(paths)].sort()));
  }
}

/** The folder in which a run of these options was begun; what else may stand there is none. */
export function folderOf(options: Run['options']): string {
  const folder = options[KEPT_OPTIONS.folder];
  return typeof folder === 'string' ? folder : process.cwd();
}

function fromRoot(folder: string, path: string): string {
  return path === '-' ? path : resolve(folder, path);
}

function withoutLinks(path: string): string {
  if (path === '-') return path;
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** How many puzzles were drawn for a point, and what was found of them. */
interface PointCount {
  readonly puzzles: number;
  readonly unique: number;
  /** Those of them that lines alone solve. */
  readonly line: number;
}

/** Counts the results of a run among the first `puzzles` entries of a source. */
export function countPoint(store: Store, runId: number, sourceId: number, puzzles: number) {
  const sql = `SELECT count(*) AS puzzles, count(*) FILTER (WHERE status = 'unique') AS "unique",
      count(*) FILTER (WHERE status = 'unique' AND technique = 'line') AS line
    FROM source_pieces s CROSS JOIN result_rows r ON r.puzzle_id >= s.piece_id * ${PIECE_ENTRIES}
      AND r.puzzle_id < s.piece_id * ${PIECE_ENTRIES} + min(${PIECE_ENTRIES}, @puzzles - s.first_entry)
    WHERE s.source_id = @sourceId AND s.first_entry < @puzzles AND r.run_id = @runId`;
  return queryRows<PointCount>(store, sql, { runId, sourceId, puzzles })[0];
}

/** A machine that solved for a run, as the database knows it. */
export interface StoredWorker {
  /** 16 hexadecimal digits, new each time that a worker is started. */
  readonly name: string;
  readonly host: string;
  readonly cpu: string;
  readonly threads: number;
  readonly toolVersion: string;
  readonly nodeVersion: string;
  /** Puzzles that it solved in the latest session of the run. */
  readonly puzzles: number;
  /** UTC, ISO 8601; null if it was only seen once. */
  readonly seenAt: string | null;
}

/** The workers of a run, the ones that solved most first; none if the run did not use a queue. */
export function runWorkers(store: Store, runId: number): readonly StoredWorker[] {
  const sql = `SELECT name, host, cpu, threads, tool_version AS toolVersion, node_version AS nodeVersion,
      puzzles, seen_at AS seenAt
    FROM workers WHERE run_id = ? ORDER BY puzzles DESC, name LIMIT 1000`;
  return queryRows(store, sql, runId);
}

/** The names of all machines that solved for a run. */
export function workerNames(store: Store, runId: number): ReadonlySet<string> {
  return new Set(queryValues<string>(store, 'SELECT name FROM workers WHERE run_id = ?', runId));
}
