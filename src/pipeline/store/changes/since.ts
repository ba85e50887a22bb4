import {
  CHANGE_WORDS,
  WORSE,
  type ChangeKind,
  type SinceWord,
  type FileChange,
  isLost,
  gatesOf,
} from '../../record/outcome.js';
import { studyOf } from '../../record/options.js';
import { plainText, rejectPlace } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { reasonKind } from '../../../solver/core/text/error-codes.js';
import { FilterError, type ResultCriteria } from '../listing/result-filter.js';
import type { Store } from '../open/open.js';
import { runById, type Run } from '../stored-runs.js';
import { isOfSeries, Nights, type Night } from './nights.js';
import {
  changesInOrder,
  type PuzzleChange,
  type Changes,
  LINE,
  MULTIPLE,
  OPEN,
  UNIQUE,
  type Row,
  type PlacedPiece,
  type PieceRows,
} from './changes.js';

/** What is new in a run since the last complete one of its name, or over its corpora. */
export type SinceLastNight = NothingBefore | ChangesSince;

interface NothingBefore extends Pick<Night, 'by'> {
  /** No complete run is before it, or it is not complete itself: what it lacks is not gone. */
  readonly kind: 'first' | 'unfinished';
}

export type ChangesSince = ReturnType<typeof changesSince>;

/** How many puzzles of each kind and how many files are listed. */
const LISTED = 20;

/** What is new in a run since the night before; null for studies and runs of other solvers. */
export function sinceLastNight(
  store: Store,
  run: Run,
  nights = new Nights(store),
): SinceLastNight | null {
  if (studyOf(run.options) !== null || !isOfSeries(run)) return null;
  const { by } = nights.before(run);
  if (run.state !== 'complete') return { kind: 'unfinished', by };
  const night = nights.of(run);
  const { before, changes } = night;
  if (before === null || changes === null) return { kind: 'first', by };
  return changesSince(store, nights.reader, night, changes);
}

function changesSince(store: Store, reader: PieceRows, night: Night, changes: Changes) {
  const { run, by, broken, isWhole } = night;
  const { runId, name, startedAt } = night.before!;
  const { puzzles, counts, standing, list } = changes;
  const named = (kinds: readonly ChangeKind[]): NamedChange[] =>
    kinds.flatMap((kind) => namedChanges(reader, firstOf(list, kind, run.runId)));
  const worse = named(WORSE);
  const { fresh, files, ambiguous, open } = byFile(reader, run.runId, changes);
  const rejects = rejectKindsOf(changes);
  const found = {
    worse: worse.find(({ since }) => since === run.runId) ?? worse.at(0),
    rejects: rejects.at(0),
    ambiguous,
    open,
  };
  const wholeFiles = changes.files.toSorted((one, other) => other.puzzles - one.puzzles);
  return {
    kind: 'compared' as const,
    runId: run.runId,
    by,
    before: { runId, name, startedAt },
    /** The latest run between the two that is not complete; null if there is none. */
    unfinished: broken?.runId ?? null,
    puzzles,
    /** How many puzzles changed in each way; of worse ones all count, since whichever night. */
    counts,
    standing,
    /** Puzzles of both runs that are not as the night before. */
    changed: changedTonight(changes, run.runId),
    isWhole,
    fresh,
    /** The first puzzles that are worse, of each kind, the worst kind first. */
    worse,
    /** Files that hold nothing, or are gone, or have their puzzles again, after single puzzles. */
    wholeFiles,
    /** The first puzzles that got a verdict, or are good again. */
    gained: named(['decided', 'mended']),
    rejects: { count: changes.rejects.length, kinds: rejects.slice(0, LISTED) },
    /** The files in which something is new or changed, the worst first: the first of `count`. */
    files,
    /** What to look at first; null if nothing needs it. */
    next: nextStep(store, run, { ...found, file: wholeFiles.find(isLost) }),
  };
}

/** The ids, in the run, of the puzzles that are named as worse, or with a verdict now. */
export function namedPuzzles(since: SinceLastNight | null): number[] {
  if (since?.kind !== 'compared') return [];
  return [...since.worse, ...since.gained].flatMap(({ after }) =>
    after === null ? [] : [after.puzzleId],
  );
}

/** Whether anything is new, has changed, or is worse still. */
export function isAnythingNew({ counts, rejects }: ChangesSince): boolean {
  return rejects.count > 0 || Object.values(counts).some((count) => count > 0);
}

const NOT_CHANGED: readonly ChangeKind[] = ['new', 'gone', 'moved'];

function hasChanged({ kind, since }: PuzzleChange, runId: number): boolean {
  return !NOT_CHANGED.includes(kind) && (since === null || since === runId);
}

function changedTonight({ list, files }: Changes, runId: number): number {
  return files.reduce(
    (sum, { kind, puzzles, since }) => {
      return kind === 'back' || (kind !== 'gone' && since === runId) ? sum + puzzles : sum;
    },
    list.filter((change) => hasChanged(change, runId)).length,
  );
}

/** The first changes of a kind: those of the night itself, then what is worse still. */
function firstOf(list: readonly PuzzleChange[], kind: ChangeKind, runId: number): PuzzleChange[] {
  const all = list.filter((change) => change.kind === kind);
  const isStill = ({ since }: PuzzleChange): boolean => since !== null && since !== runId;
  return [...all.filter((one) => !isStill(one)), ...all.filter(isStill)].slice(0, LISTED);
}

/** The first new puzzles that are meant; rows of whole pieces are read only if it needs them. */
function freshRows(
  reader: PieceRows,
  { fresh }: Changes,
  most = Infinity,
  isMeant: (row: Row) => boolean = () => true,
): Row[] {
  const found = fresh.rows.filter(isMeant);
  for (const piece of fresh.pieces) {
    if (found.length >= most) break;
    for (const row of reader.rowsOf(piece)) if (isMeant(row)) found.push(row);
  }
  return found.slice(0, most);
}

/** New puzzles, by what was found of them. */
function nothingNew() {
  return {
    puzzles: 0,
    unique: 0,
    /** Unique by lines alone. */
    line: 0,
    ambiguous: 0,
    contradiction: 0,
    /** Without a verdict. */
    open: 0,
  };
}

/** What is new or changed in a file; `worse` are those that are so, since whichever night. */
function nothingIn(path: string) {
  return { path, ...nothingNew(), changed: 0, worse: 0, gone: 0, rejects: 0 };
}

type FileSince = ReturnType<typeof nothingIn>;

function countNew(into: ReturnType<typeof nothingNew>, verdict: number, count = 1): void {
  into.puzzles += count;
  if (verdict === LINE) into.line += count;
  if (verdict === LINE || verdict === UNIQUE) into.unique += count;
  else if (verdict === MULTIPLE) into.ambiguous += count;
  else if (verdict === OPEN) into.open += count;
  else into.contradiction += count;
}

/** What is new by file, and in all; and the first new puzzles that somebody should look at. */
function byFile(reader: PieceRows, runId: number, changes: Changes) {
  const found = new Map<string, FileSince>();
  const fileOf = (piece: Pick<PlacedPiece, 'runId' | 'path'>): FileSince => {
    const place = reader.fileOf(piece);
    const file = found.get(place) ?? nothingIn(piece.path);
    found.set(place, file);
    return file;
  };
  const fresh = nothingNew();
  const add = (piece: PlacedPiece, verdict: number, count = 1): void => {
    countNew(fresh, verdict, count);
    countNew(fileOf(piece), verdict, count);
  };
  for (const { piece, verdict } of changes.fresh.rows) add(piece, verdict);
  for (const piece of changes.fresh.pieces) {
    for (const [verdict, count] of reader.verdictCounts(piece).counts.entries())
      if (count > 0) add(piece, verdict, count);
  }
  for (const { piece } of changes.rejects) fileOf(piece).rejects++;
  for (const change of changes.list) {
    const file = fileOf((change.after ?? change.before)!.piece);
    if (change.kind === 'gone') file.gone++;
    if (hasChanged(change, runId)) file.changed++;
    if (WORSE.includes(change.kind)) file.worse++;
  }
  for (const change of changes.files) {
    const file = fileOf({ runId: change.best, path: change.path });
    if (change.kind === 'gone') file.gone += change.puzzles;
    else if (change.kind === 'back' || change.since === runId) file.changed += change.puzzles;
    if (isLost(change)) file.worse += change.puzzles;
  }
  const all = [...found.values()].filter((file) => ranksOf(file).some((rank) => rank > 0));
  all.sort((one, other) => {
    const [left, right] = [ranksOf(one), ranksOf(other)];
    const at = left.findIndex((rank, i) => rank !== right[i]);
    return at < 0 ? 0 : right[at] - left[at];
  });
  const first = (verdict: number, count: number): Row | undefined =>
    count === 0 ? undefined : freshRows(reader, changes, 1, (row) => row.verdict === verdict).at(0);
  return {
    fresh,
    files: { count: all.length, first: all.slice(0, LISTED) },
    ambiguous: first(MULTIPLE, fresh.ambiguous),
    open: first(OPEN, fresh.open),
  };
}

function ranksOf(file: FileSince): readonly number[] {
  return [
    ...[file.worse, file.rejects, file.open, file.ambiguous + file.contradiction],
    ...[file.gone, file.changed, file.puzzles],
  ];
}

/** New rejects by the kinds of their reasons, the most frequent first, and where each is first. */
function rejectKindsOf({ rejects }: Changes) {
  const kinds = Map.groupBy(rejects, ({ reason }) => reasonKind(reason));
  return Array.from(kinds, ([reason, alike]) => {
    const [{ piece, entry: ordinal, line }] = alike;
    return { reason, count: alike.length, path: piece.path, ordinal, line };
  }).sort((one, other) => other.count - one.count);
}

/** A puzzle that has changed, as people know it. */
export type NamedChange = ReturnType<typeof namedChanges>[number];

/** The first changes of each kind, new puzzles among them, in the order of the corpus. */
export function firstChanges(reader: PieceRows, changes: Changes, most: number): NamedChange[] {
  if (most === 0) return [];
  const seen = new Map<ChangeKind, number>();
  const first = changes.list.filter(({ kind }) => {
    const count = seen.get(kind) ?? 0;
    seen.set(kind, count + 1);
    return count < most;
  });
  const fresh = freshRows(reader, changes, most).map((after): PuzzleChange => {
    return { kind: 'new', before: null, after, isEdited: false, since: null };
  });
  return namedChanges(reader, changesInOrder([...first, ...fresh], changes.places));
}

function namedChanges(reader: PieceRows, changes: readonly PuzzleChange[]) {
  return changes.flatMap(({ kind, before, after, isEdited: edited, since }) => {
    const now = after !== null && 'puzzleId' in after ? after : null;
    const reject = now === null ? (after as Exclude<PuzzleChange['after'], Row>) : null;
    const row = (now ?? before)!;
    const details = reader.detailsOf(row);
    if (details === null) return [];
    const { title, width, height } = details;
    const { piece, entry: ordinal } = (after ?? before)!;
    const named = {
      kind,
      name: row.name,
      title,
      width,
      height,
      /** The file that it is in, or was in if it is gone, as the run was given it. */
      path: piece.path,
      /** Its entry there, from 0. */
      ordinal,
      /** The line at which a reject begins; null if it is not known, and for puzzles. */
      line: reject?.line ?? null,
      /** Whether its clues are others under its old name. */
      edited,
      /** Why it is a reject now; null if it is none. */
      rejected: reject?.reason ?? null,
      /** Of one that is worse: the first run in which it was; else null. */
      since,
      /** Null for a new puzzle. Of one that is worse: its best. */
      before: resultOf(reader, before),
      /** Null for one that is gone, and for a reject. */
      after: resultOf(reader, now),
    };
    return [named];
  });
}

function resultOf(reader: PieceRows, row: Row | null) {
  const details = row === null ? null : reader.detailsOf(row);
  if (row === null || details === null) return null;
  const { status, technique } = details;
  return { runId: row.piece.runId, puzzleId: row.puzzleId, status, technique };
}

/** What comes first: what is worse, then what cannot be read, is ambiguous, or is open. */
function nextStep(
  { path: db }: Store,
  { runId, options }: Run,
  found: {
    readonly worse: NamedChange | undefined;
    readonly file: FileChange | undefined;
    readonly rejects: ReturnType<typeof rejectKindsOf>[number] | undefined;
    readonly ambiguous: Row | undefined;
    readonly open: Row | undefined;
  },
): {
  /** What is to be looked at, a phrase. */
  readonly what: string;
  /** What to type to see it; null if it is a place in a file. */
  readonly command: string | null;
  /** What to type if it may stay so: null unless the gate no-worse was asked for. */
  readonly accept: string | null;
} | null {
  const { worse, file, rejects, ambiguous, open } = found;
  const typed = (...words: string[]): string =>
    commandText([...words, '--db', db], process.platform);
  const show = (name: string, puzzleId: number, run: number): string => {
    const isTyped = plainText(name) === name && !name.startsWith('-');
    return typed('show', isTyped ? name : String(puzzleId), '--run', String(run));
  };
  const isGated = gatesOf(options).require.includes('no-worse');
  const accept = isGated ? typed('history', '--accept', String(runId)) : null;
  if (worse !== undefined) {
    const { runId: shown, puzzleId } = (worse.after ?? worse.before)!;
    const command = show(worse.name, puzzleId, shown);
    return { what: `${worse.name}: ${CHANGE_WORDS[worse.kind]}`, command, accept };
  }
  if (file !== undefined) {
    const what = `${file.path} ${file.kind === 'empty' ? 'holds nothing' : 'was left out'}`;
    return { what, command: null, accept };
  }
  if (rejects !== undefined)
    return { what: `${rejectPlace(rejects)} is not a puzzle`, command: null, accept: null };
  if (ambiguous !== undefined) {
    const command = typed('fix', String(ambiguous.puzzleId));
    return { what: `${ambiguous.name} is new and has several solutions`, command, accept: null };
  }
  if (open === undefined) return null;
  const command = show(open.name, open.puzzleId, runId);
  return { what: `${open.name} is new and has no verdict`, command, accept: null };
}

/** What was found last, as a page after another asks for it. */
interface Known {
  readonly runId: number;
  /** Another one once any other process has written to the database. */
  readonly version: unknown;
  /** The ids for each word; null for all puzzles. */
  readonly ids: Readonly<Record<SinceWord, readonly number[]>> | null;
}

const KNOWN = new WeakMap<Store, Known>();

/**
 * The filter with the ids of the puzzles that are new, changed or worse since the night before, if
 * it asks for these. On a first night all are new.
 * @throws FilterError if it asks that of several runs
 */
export function withSince(
  store: Store,
  runIds: readonly number[],
  filter: ResultCriteria,
): ResultCriteria {
  if (filter.since == null) return filter;
  if (runIds.length !== 1) {
    throw new FilterError(`since: it is asked of one run, got ${runIds.length}`);
  }
  const [runId] = runIds;
  const version = store.db.pragma('data_version', { simple: true });
  let known = KNOWN.get(store);
  if (known?.runId !== runId || known.version !== version) {
    known = { runId, version, ids: idsSince(store, runId) };
    KNOWN.set(store, known);
  }
  const { ids } = known;
  const words: readonly SinceWord[] = [filter.since].flat();
  if (ids === null)
    return words.includes('new') ? { ...filter, since: null } : { ...filter, ids: [] };
  return { ...filter, ids: [...new Set(words.flatMap((word) => ids[word]))] };
}

function idsSince(store: Store, runId: number): Known['ids'] {
  const nights = new Nights(store);
  const { changes } = nights.of(runById(store, runId)!);
  if (changes === null) return null;
  const idsOf = (isMeant: (change: PuzzleChange) => boolean): number[] =>
    changes.list.flatMap((change) => {
      const { after } = change;
      return after !== null && 'puzzleId' in after && isMeant(change) ? [after.puzzleId] : [];
    });
  return {
    new: freshRows(nights.reader, changes).map(({ puzzleId }) => puzzleId),
    changed: idsOf((change) => hasChanged(change, runId)),
    worse: idsOf(({ kind }) => WORSE.includes(kind)),
  };
}
