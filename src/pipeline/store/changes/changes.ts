import { WORSE, type ChangeKind, type FileChange, CHANGE_KINDS } from '../../record/outcome.js';
import { queryLists, queryRows, queryValues, type Store } from '../open/open.js';
import { pieceOf, placeOf, type SizedPuzzle } from '../../record/puzzle-id.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import type { StoredReject } from '../stored.js';
import { EVERY_PLACE } from '../result-layout.js';
import { IN_PIECE, idsOfPiece, nameAt, type RunPiece } from '../pieces.js';
import { FilePlaces } from '../stored-runs.js';

/** A puzzle that has changed. */
export interface PuzzleChange {
  readonly kind: ChangeKind;
  /** Its row in the run before; of a worse one, in the last run at its best; null if it is new. */
  readonly before: Row | null;
  /** Null for one that is gone. */
  readonly after: Row | PieceReject | null;
  /** Whether its clues are others. */
  readonly isEdited: boolean;
  /** Of one that is worse: the first run in which it was; else null. */
  readonly since: number | null;
}

/** What changed from one run to a later one. Everything that is said of it is a view of this. */
export type Changes = ReturnType<typeof compareRun>['changes'];

/** A run as the next one is compared with it: what it has, and what of it was better before. */
export interface Standing {
  readonly pieces: readonly PlacedPiece[];
  readonly losses: readonly Loss[];
  readonly lost: readonly LostPiece[];
}

/** A puzzle that is worse than it was. */
interface Loss {
  readonly kind: ChangeKind;
  /** The last row with its best verdict, and the last in which it was a puzzle. */
  readonly best: Row;
  readonly last: Row;
  readonly now: Row | PieceReject;
  readonly isEdited: boolean;
  readonly since: number;
}

/** Puzzles whose file holds nothing: a piece of an earlier run. */
interface LostPiece {
  readonly piece: PlacedPiece;
  /** Null for all that it has. */
  readonly rows: Row[] | null;
  readonly puzzles: number;
  readonly kind: 'empty' | 'left out';
  readonly since: number;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A run as it is compared. */
interface ComparedRun {
  readonly runId: number;
  readonly puzzles: number;
  /** Whether a puzzle that it does not have is gone. */
  readonly isWhole: boolean;
  /** Whether somebody accepted a puzzle as it is; without a name, those of a file that is empty. */
  readonly isAccepted: (path: string, name: string | null) => boolean;
}

/** What a run is compared with if nothing before it matters. */
export function standingOf(reader: PieceRows, runId: number): Standing {
  return { pieces: reader.piecesOf(runId), losses: [], lost: [] };
}

const isRow = (now: Row | PieceReject): now is Row => 'puzzleId' in now;

/** What is stored of a loss and of a lost piece: ids of puzzles, and places in the list. */
type KeptLoss = readonly [
  ...[kind: ChangeKind, isEdited: boolean, since: number],
  ...[bestRun: number, best: number, lastRun: number, last: number],
  ...[piece: number, entry: number, puzzleId: number | null],
];
type KeptPiece = readonly [
  ...[run: number, pieceId: number, rows: readonly number[] | null],
  ...[puzzles: number, kind: LostPiece['kind'], since: number],
];

export function keptStanding({ pieces, losses, lost }: Standing): string {
  const all = [...pieces, ...lost.map(({ piece }) => piece)];
  const placeOf = new Map(all.map((piece, i) => [piece, i]));
  const keptLosses = losses.map(({ kind, isEdited, since, best, last, now }): KeptLoss => {
    const rows = [best.piece.runId, best.puzzleId, last.piece.runId, last.puzzleId] as const;
    const puzzle = isRow(now) ? now.puzzleId : null;
    return [kind, isEdited, since, ...rows, placeOf.get(now.piece)!, now.entry, puzzle];
  });
  const keptPieces = lost.map(({ piece, rows, puzzles, kind, since }): KeptPiece => {
    const ids = rows?.map(({ puzzleId }) => puzzleId) ?? null;
    return [piece.runId, piece.pieceId, ids, puzzles, kind, since];
  });
  return JSON.stringify([keptLosses, keptPieces]);
}

/** Reads what `keptStanding` wrote; null if a row that it names is not there any more. */
export function readStanding(reader: PieceRows, runId: number, text: string): Standing | null {
  const [keptLosses, keptPieces] = JSON.parse(text) as [KeptLoss[], KeptPiece[]];
  const pieces = reader.piecesOf(runId);
  const lost = keptPieces.map(([run, pieceId, ids, puzzles, kind, since]): LostPiece | null => {
    const piece = reader.pieceWith(run, pieceId);
    const rows = ids?.map((id) => reader.rowOf(run, id)) ?? null;
    if (piece === undefined || rows?.includes(null) === true) return null;
    return { piece, rows: rows as Row[] | null, puzzles, kind, since };
  });
  const all = [...pieces, ...lost.map((one) => one?.piece)];
  const losses = keptLosses.map((kept): Loss | null => {
    const [kind, isEdited, since, bestRun, bestId, lastRun, lastId, place, entry, id] = kept;
    const [best, last] = [reader.rowOf(bestRun, bestId), reader.rowOf(lastRun, lastId)];
    const piece = all.at(place);
    if (best === null || last === null || piece === undefined) return null;
    const now =
      id === null
        ? reader.rejectsOf(piece).find((reject) => reject.entry === entry)
        : reader.rowOf(piece.runId, id);
    return now == null ? null : { kind, best, last, now: entryIn(now, piece), isEdited, since };
  });
  const isWhole = !lost.includes(null) && !losses.includes(null);
  return isWhole ? { pieces, losses: losses as Loss[], lost: lost as LostPiece[] } : null;
}

/** What changed in a run since one before it, and what the next run is compared with. */
export function compareRun(reader: PieceRows, before: Standing, run: ComparedRun) {
  return new Comparison(reader, before, run).compare();
}

class Comparison {
  private readonly counts = noChanges();
  private readonly list: PuzzleChange[] = [];
  private readonly files = new Map<string, FileChange>();
  private readonly losses: Loss[] = [];
  private readonly lost = new Map<PlacedPiece, Mutable<LostPiece>>();
  /** Losses of the night before, by the puzzles that they are of, and by the pieces of these. */
  private readonly lossOf = new Map<Row | number, Loss>();
  private lossesIn: ReadonlyMap<PlacedPiece, readonly Loss[]> = new Map();
  private readonly lostOf = new Map<PlacedPiece, LostPiece>();
  /** Puzzles of files that were lost, and are not good again. */
  private readonly notBack = new Map<PlacedPiece, number>();
  private readonly pieces: readonly PlacedPiece[];
  private edited = 0;
  private emptyFiles: ReadonlyMap<string, 'empty' | 'left out'> | null = null;
  private ownFiles: ReadonlySet<string> | null = null;

  constructor(
    private readonly reader: PieceRows,
    private readonly before: Standing,
    private readonly run: ComparedRun,
  ) {
    this.pieces = reader.piecesOf(run.runId);
    for (const lost of before.lost) this.lostOf.set(lost.piece, lost);
  }

  compare() {
    const { reader, before } = this;
    const whole = before.lost.flatMap(({ piece, rows }) => (rows === null ? [piece] : []));
    const paired = pairPieces([...before.pieces, ...whole], this.pieces);
    const pieceNow = new Map([...paired.same, ...paired.again]);
    const isSame = new Set(paired.same.map(([piece]) => piece));
    const ghosts: (readonly [Row, PieceReject])[] = [];
    const kept: Row[] = [];
    for (const loss of before.losses) {
      const { now, last, best } = loss;
      const piece = pieceNow.get(now.piece);
      if (isRow(now) ? isSame.has(now.piece) : piece !== undefined)
        this.losses.push({ ...loss, now: entryIn(now, piece!) });
      else if (isRow(now)) {
        kept.push(now);
        this.lossOf.set(now.puzzleId, loss);
      } else {
        const ghost = { ...last, piece: now.piece, entry: now.entry, verdict: best.verdict };
        ghosts.push([ghost, now]);
        this.lossOf.set(ghost, loss);
      }
    }
    const open = before.losses.filter(({ now }) => isRow(now) && !isSame.has(now.piece));
    this.lossesIn = Map.groupBy(open, ({ now }) => now.piece);
    for (const { now } of this.losses) if (isRow(now)) this.countNotBack(now.piece);
    const extra = before.lost.flatMap(({ rows }) => rows ?? []);
    const found = new Matching(reader, { extra, ghosts, kept }).match(paired);
    for (const pair of found.pairs) this.addPair(pair);
    for (const [row, reject] of found.rejected) {
      this.addLoss('lost', row, reject, false);
      this.countNotBack(row.piece);
    }
    for (const piece of found.gone.pieces) this.addGonePiece(piece);
    for (const row of found.gone.rows) this.addGone(row);
    for (const lost of before.lost) this.addBack(lost);
    return this.result(found);
  }

  private addPair({ before, after, isEdited }: Pair): void {
    const loss = this.lossOfRow(before);
    const edited = isEdited || loss?.isEdited === true;
    const kind = changeKind((loss?.best ?? before).verdict, after.verdict, edited);
    if (isEdited && !after.piece.isCopy) this.edited++;
    if (kind !== null && WORSE.includes(kind)) {
      this.addLoss(kind, before, after, edited);
      this.countNotBack(before.piece);
    } else if (loss !== undefined) this.add('mended', loss.best, after, edited);
    else if (this.lostOf.has(before.piece)) return;
    else if (kind !== null) this.add(kind, before, after, edited);
    else if (before.isNamed && after.isNamed && before.name !== after.name)
      this.add('moved', before, after, false);
  }

  private add(kind: ChangeKind, before: Row, after: Row | null, isEdited: boolean): void {
    this.list.push({ kind, before, after, isEdited, since: null });
  }

  private lossOfRow(row: Row): Loss | undefined {
    return this.lossOf.get(row) ?? this.lossOf.get(row.puzzleId);
  }

  private addLoss(kind: ChangeKind, row: Row, now: Row | PieceReject, isEdited: boolean): void {
    const known = this.lossOfRow(row);
    const since = known?.since ?? this.lostOf.get(row.piece)?.since ?? this.run.runId;
    const last = isRow(now) ? now : (known?.last ?? row);
    this.losses.push({ kind, best: known?.best ?? row, last, now, isEdited, since });
  }

  private countNotBack(piece: PlacedPiece, puzzles = 1): void {
    if (this.lostOf.has(piece)) this.notBack.set(piece, (this.notBack.get(piece) ?? 0) + puzzles);
  }

  /** Why the later run has nothing of a file; null if it is not among its corpora, or has some. */
  private whyEmpty(piece: PlacedPiece): 'empty' | 'left out' | null {
    this.emptyFiles ??= this.reader.emptyFiles(this.run.runId);
    return this.emptyFiles.get(this.reader.fileOf(piece)) ?? null;
  }

  private hasFileOf(piece: PlacedPiece): boolean {
    this.ownFiles ??= new Set(this.pieces.map((one) => this.reader.fileOf(one)));
    return this.ownFiles.has(this.reader.fileOf(piece));
  }

  /** A piece of which the later run has nothing. */
  private addGonePiece(piece: PlacedPiece): void {
    const why = this.whyEmpty(piece);
    if (why === null && this.hasFileOf(piece)) {
      for (const row of this.reader.rowsOf(piece)) this.addGone(row);
      return;
    }
    const puzzles = this.lostOf.get(piece)?.puzzles ?? this.reader.countOf(piece);
    this.countNotBack(piece, puzzles);
    if (why === null) this.addGoneFile(piece, puzzles);
    else {
      this.losses.push(...(this.lossesIn.get(piece) ?? []));
      this.addLost(piece, why, null, puzzles);
    }
  }

  private addGone(row: Row): void {
    const { piece } = row;
    const loss = this.lossOfRow(row);
    const why = this.whyEmpty(piece);
    this.countNotBack(piece);
    if (why !== null) {
      if (loss !== undefined) this.losses.push(loss);
      if (loss === undefined || isRow(loss.now)) this.addLost(piece, why, row, 1);
    } else if (!this.hasFileOf(piece)) this.addGoneFile(piece, 1);
    else if (this.isGone(piece)) this.add('gone', row, null, false);
  }

  /** A copy is stored and counted with its original. */
  private isGone(piece: PlacedPiece): boolean {
    return this.run.isWhole && !piece.isCopy;
  }

  private addGoneFile(piece: PlacedPiece, puzzles: number): void {
    if (!this.isGone(piece) || puzzles === 0) return;
    this.counts.gone += puzzles;
    const { path, runId: best } = piece;
    const since = this.run.runId;
    this.addFile({ kind: 'gone', path, puzzles, best, since, isAccepted: false });
  }

  /** Puzzles of a file that holds nothing: one of them, or all of a piece. */
  private addLost(piece: PlacedPiece, kind: LostPiece['kind'], row: Row | null, puzzles: number) {
    if (puzzles === 0) return;
    const known = this.lost.get(piece);
    if (known !== undefined && row !== null && known.rows !== null) {
      known.rows.push(row);
      known.puzzles++;
      return;
    }
    const since = this.lostOf.get(piece)?.since ?? this.run.runId;
    this.lost.set(piece, { piece, rows: row === null ? null : [row], puzzles, kind, since });
  }

  /** What of a lost piece is there again, and good. */
  private addBack({ piece, puzzles, since }: LostPiece): void {
    const back = puzzles - (this.notBack.get(piece) ?? 0);
    if (back <= 0) return;
    this.counts.mended += back;
    const { path, runId: best } = piece;
    this.addFile({ kind: 'back', path, puzzles: back, best, since, isAccepted: false });
  }

  private addFile(file: FileChange): void {
    const key = `${file.kind} ${String(file.isAccepted)} ${file.path}`;
    const puzzles = file.puzzles + (this.files.get(key)?.puzzles ?? 0);
    this.files.set(key, { ...file, puzzles });
  }

  /** Lists what is worse and not accepted; returns what the next run is compared with. */
  private addWorse() {
    const { run, counts } = this;
    const wereWorse = noChanges();
    const count = (kind: ChangeKind, since: number, isAccepted: boolean, puzzles: number): void => {
      counts[isAccepted ? 'accepted' : kind] += puzzles;
      if (!isAccepted && since !== run.runId) wereWorse[kind] += puzzles;
    };
    const lost = [...this.lost.values()].filter((one) => {
      const { piece, since, kind, puzzles } = one;
      const isAccepted = run.isAccepted(piece.path, null);
      count('lost', since, isAccepted, puzzles);
      this.addFile({ kind, path: piece.path, puzzles, best: piece.runId, since, isAccepted });
      return !isAccepted;
    });
    const losses = this.losses.filter(({ kind, best, now, isEdited, since }) => {
      const isOfFile = isRow(now) && this.lost.has(now.piece);
      const isAccepted = run.isAccepted(now.piece.path, isOfFile ? null : best.name);
      if (!isOfFile) {
        count(kind, since, isAccepted, 1);
        const said = isAccepted ? 'accepted' : kind;
        this.list.push({ kind: said, before: best, after: now, isEdited, since });
      }
      return !isAccepted;
    });
    return { standing: { pieces: this.pieces, losses, lost }, wereWorse };
  }

  private result(found: ReturnType<Matching['match']>) {
    const { counts, reader, run } = this;
    for (const { kind } of this.list) counts[kind]++;
    const { standing, wereWorse } = this.addWorse();
    const rows = found.fresh.rows.filter(({ piece }) => !piece.isCopy);
    const pieces = found.fresh.pieces.filter(({ isCopy }) => !isCopy);
    counts.new = pieces.reduce((sum, piece) => sum + reader.countOf(piece), rows.length);
    const lost = [...this.lost.values()].reduce((sum, { puzzles }) => sum + puzzles, 0);
    const there = run.puzzles - counts.new;
    const places = new Map(this.pieces.map(({ path }, i) => [path, i]));
    const changes = {
      /** How many puzzles the later run has. */
      puzzles: run.puzzles,
      /** Those that were there before with the same clues, and all that were there, lost or not. */
      same: Math.max(0, there - this.edited),
      common: there + found.rejected.length + lost,
      counts,
      /** How many of the worse ones were worse the night before already. */
      standing: wereWorse,
      /** What changed, in the order of the corpus, but for new puzzles and those of `files`. */
      list: changesInOrder(this.list, places),
      files: [...this.files.values()],
      fresh: { rows, pieces },
      /** New rejects. */
      rejects: found.rejects,
      /** The paths of the later run, by their places in its corpora. */
      places,
    };
    return { changes, standing };
  }
}

function noChanges(): Record<ChangeKind, number> {
  return Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<ChangeKind, number>;
}

/** Changes in the order of the corpus; what is of files that the run does not have comes last. */
export function changesInOrder(all: readonly PuzzleChange[], places: ReadonlyMap<string, number>) {
  const placed = all.map((change) => {
    const { piece, entry } = (change.after ?? change.before)!;
    return { change, file: places.get(piece.path) ?? Infinity, entry };
  });
  placed.sort((one, other) => {
    return one.file === other.file ? one.entry - other.entry : one.file - other.file;
  });
  return placed.map(({ change }) => change);
}

/** What became of a puzzle, by its verdicts; null if it is the same. */
export function changeKind(before: number, after: number, isEdited: boolean): ChangeKind | null {
  if (before !== OPEN && after === OPEN) return 'lost';
  if (before <= UNIQUE && after > UNIQUE) return 'ambiguous';
  if (before === LINE && after === UNIQUE) return 'guessing';
  if (before === OPEN && after !== OPEN) return 'decided';
  if (isEdited) return 'edited';
  return before !== after && before > UNIQUE ? 'other' : null;
}

/*
 * Which puzzles of two runs are the same: the one place that decides it. Pieces that both runs have
 * cost nothing; of the others, puzzles are looked for in their file, then in all files.
 */

type PiecePair = readonly [before: PlacedPiece, after: PlacedPiece];

/** Pairs pieces by what they hold, those of one path first: each with one other at most. */
function pairPieces(before: readonly PlacedPiece[], after: readonly PlacedPiece[]) {
  /** With the same entries, by one writer: nothing differs; and with results by two writers. */
  const same: PiecePair[] = [];
  const again: PiecePair[] = [];
  let rest: [readonly PlacedPiece[], readonly PlacedPiece[]] = [before, after];
  const pair = (into: PiecePair[], keyOf: (piece: PlacedPiece) => string): void => {
    rest = pairBy(rest, keyOf, keyOf, (...pieces) => into.push(pieces));
  };
  pair(same, ({ pieceId, heldBy, path }) => `${pieceId} ${heldBy} ${path}`);
  pair(same, ({ pieceId, heldBy }) => `${pieceId} ${heldBy}`);
  pair(again, ({ pieceId, path }) => `${pieceId} ${path}`);
  pair(again, ({ pieceId }) => String(pieceId));
  return { same, again, /** Those of one run alone. */ before: rest[0], after: rest[1] };
}

interface Pair {
  readonly before: Row;
  readonly after: Row;
  readonly isEdited: boolean;
}

interface MatchOptions {
  /** Rows of the run before that none of its pieces has. */
  readonly extra?: readonly Row[];
  /** Puzzles that were rejects in the run before, as they were last, each with its reject. */
  readonly ghosts?: readonly (readonly [Row, PieceReject])[];
  /** Rows of the run before whose pairs are wanted even if nothing differs. */
  readonly kept?: readonly Row[];
  /** Whether all pairs are wanted, but for those of pieces that hold the same. */
  readonly all?: boolean;
}

/** Two lists: of the run before, and of the later one. */
type Both<T, U = T> = readonly [before: readonly T[], after: readonly U[]];

/** What two of them are known by to be one; null: by nothing. */
type KeyOf<T> = (one: T) => string | number | null;

/** What one file has in both runs. */
interface FileRows {
  readonly pieces: readonly [before: PlacedPiece[], after: PlacedPiece[]];
  readonly rows: readonly [before: Row[], after: Row[]];
  /** Whose rejects are looked at, and those of them that are new. */
  readonly rejecting: readonly [before: PlacedPiece[], after: PlacedPiece[]];
  readonly rejects: PieceReject[];
}

/**
 * Matches the puzzles of pieces that differ. Those of the same place of the same bytes are one. In
 * the others of a file, puzzles are one by name and clues; without names of their own by clues; by
 * name; without names by place; by clues. Those left over, in all files: by name and clues; by
 * clues; by name. Of what is left in a file, a reject goes with the puzzle of its name, or the one
 * in whose place it is; else with that of its name in another file.
 */
class Matching {
  private readonly pairs: Pair[] = [];
  private readonly rejected: (readonly [Row, PieceReject])[] = [];
  private readonly byFile = new Map<string, FileRows>();
  /** The pieces whose pairs are wanted even if nothing differs. */
  private readonly kept: ReadonlySet<PlacedPiece>;
  private lone: [Row[], Row[]] = [[], []];
  private newRejects: readonly PieceReject[] = [];
  private oldRejects: readonly PieceReject[] = [];
  /** Those of them that have a name, and go with no puzzle of their file. */
  private readonly namedRejects: PieceReject[] = [];

  constructor(
    private readonly reader: PieceRows,
    private readonly options: MatchOptions,
  ) {
    this.kept = new Set(options.kept?.map(({ piece }) => piece));
  }

  match({ again, before, after }: ReturnType<typeof pairPieces>) {
    const { extra = [], ghosts = [] } = this.options;
    for (const [left, right] of again) this.matchAgain(left, right);
    for (const [at, pieces] of [before, after].entries()) {
      for (const piece of pieces) {
        const file = this.fileOf(piece);
        file.pieces[at].push(piece);
        file.rejecting[at].push(piece);
      }
    }
    const rows = [...extra, ...this.matchRejects(ghosts)];
    for (const row of rows) this.fileOf(row.piece).rows[0].push(row);
    const whole: [PlacedPiece[], PlacedPiece[]] = [[], []];
    for (const file of this.byFile.values()) this.matchFile(file, whole);
    this.matchAcross(whole);
    return {
      pairs: this.pairs,
      /** Puzzles in whose place, or under whose name, there is a reject now. */
      rejected: this.rejected,
      /** Puzzles of one run alone: rows, and pieces whose rows nobody had to read. */
      gone: { rows: this.lone[0], pieces: whole[0] },
      fresh: { rows: this.lone[1], pieces: whole[1] },
      /** Rejects of the later run that the other does not have, wherever. */
      rejects: this.newRejects,
      /** Those that only the run before has; looked for if all pairs are wanted. */
      oldRejects: this.oldRejects,
    };
  }

  private fileOf(piece: PlacedPiece): FileRows {
    const file = this.reader.fileOf(piece);
    let found = this.byFile.get(file);
    if (found === undefined) {
      found = { pieces: [[], []], rows: [[], []], rejecting: [[], []], rejects: [] };
      this.byFile.set(file, found);
    }
    return found;
  }

  /** Entries that are the same have the same places. What only one run has of them is rare. */
  private matchAgain(before: PlacedPiece, after: PlacedPiece): void {
    const rows = this.reader.differingRows(before, after, this.kept.has(before));
    const [left, right] = this.pairRows(rows, ({ puzzleId }) => puzzleId, false);
    if (left.length + right.length === 0 && this.options.all !== true) return;
    for (const [at, piece, rest] of [[0, before, left] as const, [1, after, right] as const]) {
      const file = this.fileOf(piece);
      for (const row of rest) file.rows[at].push(row);
      file.rejecting[at].push(piece);
    }
  }

  /** Finds new rejects, in which puzzles may be lost; returns the ghosts whose rejects are gone. */
  private matchRejects(ghosts: NonNullable<MatchOptions['ghosts']>): Row[] {
    const files = [...this.byFile.values()];
    const read = (at: 0 | 1): PieceReject[] =>
      files.flatMap(({ rejecting }) =>
        rejecting[at].flatMap((piece) => this.reader.rejectsOf(piece)),
      );
    const after = read(1);
    const then = new Map<string, PieceReject>();
    const placeOf = ({ piece, entry }: PieceReject): string => `${piece.pieceId} ${entry}`;
    const textOf = ({ name, reason, excerpt }: PieceReject): string =>
      JSON.stringify([name, reason, excerpt]);
    const textInFile = (reject: PieceReject): string =>
      `${this.reader.fileOf(reject.piece)} ${textOf(reject)}`;
    const isAsked = this.options.all === true || after.length > 0;
    let rest: Both<PieceReject> = [isAsked ? read(0) : [], after];
    for (const keyOf of [textInFile, textOf])
      rest = pairBy(rest, keyOf, keyOf, (left, right) => then.set(placeOf(left), right));
    [this.oldRejects, this.newRejects] = rest;
    for (const reject of this.newRejects) this.fileOf(reject.piece).rejects.push(reject);
    return ghosts.flatMap(([ghost, reject]) => {
      const now = then.get(placeOf(reject));
      if (now === undefined) return [ghost];
      this.rejected.push([ghost, now]);
      return [];
    });
  }

  private matchFile({ pieces, rows, rejects }: FileRows, whole: [PlacedPiece[], PlacedPiece[]]) {
    const hasBoth = [0, 1].every((at) => pieces[at].length + rows[at].length > 0);
    let rest: Both<Row> = rows;
    if (hasBoth) {
      const [before, after] = this.rowsOf(...pieces);
      rest = [before.concat(rows[0]), after.concat(rows[1])];
    } else for (const at of [0, 1] as const) for (const piece of pieces[at]) whole[at].push(piece);
    const from = this.pairs.length;
    rest = this.pairRows(rest, ({ name, fingerprint }) => `${fingerprint} ${name}`, false);
    rest = this.pairRows(rest, ({ isNamed, fingerprint }) => (isNamed ? null : fingerprint), false);
    rest = this.pairRows(rest, ownName, true);
    const placeNow = placesAfter(this.pairs.slice(from));
    const ofUnnamed = (row: Row): number | null => (row.isNamed ? null : placeNow(row));
    rest = this.pairRows(rest, ({ isNamed, entry }) => (isNamed ? null : entry), true, ofUnnamed);
    rest = this.pairRows(rest, ({ fingerprint }) => fingerprint, false);
    let left: Both<Row, PieceReject> = [rest[0], rejects];
    left = this.pairRejects(left, ownName, ({ name }) => name);
    left = this.pairRejects(left, placeNow, ({ name, entry }) => (name === null ? entry : null));
    left = this.pairRejects(left, ofUnnamed, ({ entry }) => entry);
    for (const row of left[0]) this.lone[0].push(row);
    for (const row of rest[1]) this.lone[1].push(row);
    for (const reject of left[1]) if (reject.name !== null) this.namedRejects.push(reject);
  }

  /** The rows of the pieces of a file, but for those of the same places of the same bytes. */
  private rowsOf(before: readonly PlacedPiece[], after: readonly PlacedPiece[]): Both<Row> {
    const { reader } = this;
    const rows: Both<Row> = [
      before.flatMap((piece) => reader.rowsOf(piece)),
      after.flatMap((piece) => reader.rowsOf(piece)),
    ];
    const bytes = new Set([...before, ...after].map((piece) => reader.bytesOf(piece)));
    if (bytes.size > 1 || bytes.has(null)) return rows;
    return this.pairRows(rows, ({ entry }) => entry, false);
  }

  /** Puzzles that are in another file now. Rows of whole files are read only if some may be. */
  private matchAcross(whole: [PlacedPiece[], PlacedPiece[]]): void {
    const { reader, lone } = this;
    if ([0, 1].every((at) => whole[at].length + lone[at].length > 0)) {
      for (const at of [0, 1] as const) {
        for (const piece of whole[at]) for (const row of reader.rowsOf(piece)) lone[at].push(row);
        whole[at].length = 0;
      }
      let rest: Both<Row> = lone;
      rest = this.pairRows(rest, ({ name, fingerprint }) => `${fingerprint} ${name}`, false);
      rest = this.pairRows(rest, ({ fingerprint }) => fingerprint, false);
      this.lone = this.pairRows(rest, ownName, true) as [Row[], Row[]];
    }
    const left = [this.lone[0], this.namedRejects] as const;
    const [rows] = this.pairRejects(left, ownName, ({ name }) => name);
    this.lone = [[...rows], this.lone[1]];
  }

  /** Pairs rows with the same key, and returns the others. */
  private pairRows(rows: Both<Row>, keyOf: KeyOf<Row>, isEdited: boolean, keyBefore = keyOf) {
    return pairBy(rows, keyBefore, keyOf, (before, after) =>
      this.pairs.push({ before, after, isEdited }),
    );
  }

  private pairRejects(left: Both<Row, PieceReject>, keyOf: KeyOf<Row>, keyNow: KeyOf<PieceReject>) {
    return pairBy(left, keyOf, keyNow, (...found) => this.rejected.push(found));
  }
}

function ownName({ isNamed, name }: Row): string | null {
  return isNamed ? name : null;
}

/** Where a row would be in a later file: as far after the pair before it as it was. */
function placesAfter(pairs: readonly Pair[]): (row: Row) => number {
  const known = pairs
    .map(({ before, after }) => ({ entry: before.entry, shift: after.entry - before.entry }))
    .sort((one, other) => one.entry - other.entry);
  return ({ entry }) => {
    let [low, high] = [0, known.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (known[middle].entry < entry) low = middle + 1;
      else high = middle;
    }
    return entry + (low === 0 ? 0 : known[low - 1].shift);
  };
}

/** Pairs equal keys of two lists in their order; returns the rest of both, with what has no key. */
function pairBy<L, R>(
  [before, after]: Both<L, R>,
  keyBefore: KeyOf<L>,
  keyAfter: KeyOf<R>,
  pair: (before: L, after: R) => void,
): [readonly L[], readonly R[]] {
  if (before.length === 0 || after.length === 0) return [before, after];
  const waiting = new Map<string | number, L[]>();
  for (let i = before.length - 1; i >= 0; i--) {
    const key = keyBefore(before[i]);
    if (key === null) continue;
    const others = waiting.get(key);
    if (others === undefined) waiting.set(key, [before[i]]);
    else others.push(before[i]);
  }
  const paired = new Set<L>();
  const rest = after.filter((one) => {
    const key = keyAfter(one);
    const partner = key === null ? undefined : waiting.get(key)?.pop();
    if (partner === undefined) return true;
    paired.add(partner);
    pair(partner, one);
    return false;
  });
  return [paired.size === 0 ? before : before.filter((one) => !paired.has(one)), rest];
}

/**
 * Pairs the puzzles of two runs for queries, in `temp.pairs` (left_id, right_id, edited), which
 * SQLite allows in a database that is open for reading. It has those of pieces that differ, with
 * null for a side that has none; all others have the same id in both runs. See `pairedIdSql`.
 */
export function pairRuns(store: Store, left: number, right: number, listed = 0) {
  const { db } = store;
  const reader = new PieceRows(store);
  const [before, after] = [left, right].map((runId) =>
    reader.piecesOf(runId).filter(({ isCopy }) => !isCopy),
  );
  const found = new Matching(reader, { all: true }).match(pairPieces(before, after));
  const { pairs, rejected, gone, fresh, rejects, oldRejects } = found;
  db.exec(`DROP TABLE IF EXISTS temp.pairs;
    CREATE TEMP TABLE pairs (left_id INTEGER UNIQUE, right_id INTEGER UNIQUE, edited INTEGER, rejected INTEGER)`);
  const insert = db.prepare<[number | null, number | null, number, number]>(
    'INSERT INTO temp.pairs VALUES (?, ?, ?, ?)',
  );
  const rowsOf = ({ rows, pieces }: typeof gone): Row[] =>
    rows.concat(pieces.flatMap((piece) => reader.rowsOf(piece)));
  const empty = reader.emptyFiles(right);
  const freshRows: Row[] = [];
  db.transaction(() => {
    for (const { before: one, after: other, isEdited } of pairs)
      insert.run(one.puzzleId, other.puzzleId, Number(isEdited), 0);
    for (const [{ puzzleId }] of rejected) insert.run(puzzleId, null, 0, 1);
    // Its whole file is empty now: like a reject, it is no longer a puzzle.
    for (const { puzzleId, piece } of rowsOf(gone))
      insert.run(puzzleId, null, 0, Number(empty.has(reader.fileOf(piece))));
    for (const row of rowsOf(fresh)) {
      insert.run(null, row.puzzleId, 0, 0);
      freshRows.push(row);
    }
  })();
  const places = new Map(after.map((piece, i) => [piece, i]));
  freshRows.sort((one, other) =>
    one.piece === other.piece
      ? one.entry - other.entry
      : places.get(one.piece)! - places.get(other.piece)!,
  );
  return {
    /** How many puzzles only the later run has, and the ids of the first of them. */
    newCount: freshRows.length,
    fresh: freshRows.slice(0, listed).map(({ puzzleId }) => puzzleId),
    rejects,
    oldRejects,
  };
}

/** The id of a puzzle of the left run in the right one, in SQL; null if that has none. */
export function pairedIdSql(id: string): string {
  return `(SELECT CASE WHEN count(*) = 0 THEN ${id} ELSE max(right_id) END FROM temp.pairs WHERE left_id = ${id})`;
}

/** Whether two runs have the same entries: those of the same files, read alike. */
export function haveSameEntries(store: Store, left: number, right: number): boolean {
  const reader = new PieceRows(store);
  const { before, after } = pairPieces(reader.piecesOf(left), reader.piecesOf(right));
  return before.length === 0 && after.length === 0;
}

/* All that comparing runs reads of their rows: a run is a list of pieces. */

/** A verdict of the table `results` as one figure: the lower, the better. */
export function verdictSql(results: string): string {
  return `CASE ${results}.status WHEN 'unique' THEN iif(${results}.technique = 'line', 0, 1)
  WHEN 'multiple' THEN 2 WHEN 'contradiction' THEN 3 ELSE 4 END`;
}
export const [LINE, UNIQUE, MULTIPLE, OPEN] = [0, 1, 2, 4];

/** A piece where a run has it. Pieces with the same id hold the same entries. */
export interface PlacedPiece extends Omit<RunPiece, 'file' | 'position' | 'entries' | 'rejects'> {
  readonly runId: number;
  /** Whether the run has its entries from another file, too: they are stored and counted once. */
  readonly isCopy: boolean;
}

/** A puzzle of a piece. */
export interface Row {
  readonly piece: PlacedPiece;
  /** Its place in the file, from 0. */
  readonly entry: number;
  readonly puzzleId: number;
  /** As it is shown; without a name of its own that of its place. */
  readonly name: string;
  readonly isNamed: boolean;
  readonly fingerprint: string;
  /** See `verdictSql`. */
  readonly verdict: number;
}

type PieceReject = Pick<Row, 'piece' | 'entry'> &
  Pick<StoredReject, 'line' | 'name' | 'reason' | 'excerpt'>;

type RowDetails = Pick<SizedPuzzle, 'title' | 'width' | 'height'> &
  Pick<StoredResult, 'status' | 'technique'>;

type RawRow = [puzzleId: number, name: string | null, print: string, verdict: number];

/** Reads pieces and their rows. */
export class PieceRows {
  readonly files: FilePlaces;
  private readonly byContent = new Map<number, ReadonlyMap<number, PlacedPiece>>();

  constructor(readonly store: Store) {
    this.files = new FilePlaces(store);
  }

  /** The pieces of a run, in the order of its corpora. */
  piecesOf(runId: number): PlacedPiece[] {
    const seen = new Set<number>();
    const sql = `SELECT f.run_id AS runId, s.piece_id AS pieceId, h.held_by AS heldBy, f.path,
        f.source_id AS sourceId, s.first_entry AS firstEntry, s.first_line AS firstLine
      ${EVERY_PLACE} WHERE f.run_id = ? ORDER BY f.position, s.position`;
    return queryRows<Omit<PlacedPiece, 'isCopy'>>(this.store, sql, runId).map((piece) => {
      const isCopy = seen.has(piece.pieceId);
      seen.add(piece.pieceId);
      return { ...piece, isCopy };
    });
  }

  /** The file of a piece, the same for all paths that lead to it. */
  fileOf({ runId, path }: Pick<PlacedPiece, 'runId' | 'path'>): string {
    return this.files.realFile(runId, path);
  }

  /** The same for pieces of the same bytes, however these were read; null if nobody knows. */
  bytesOf({ sourceId }: PlacedPiece): string | null {
    const sql = `SELECT sha256 || ' ' || format FROM sources WHERE source_id = ?`;
    return queryValues<string | null>(this.store, sql, sourceId).at(0) ?? null;
  }

  /** How many results of each verdict a piece has, and how many its writer took over. */
  verdictCounts(piece: PlacedPiece) {
    const counts = [0, 0, 0, 0, 0];
    const rows = queryLists<[number, number, number]>(this.store, COUNTS_SQL, ...rangeOf(piece));
    for (const [verdict, count] of rows) counts[verdict] = count;
    return { counts, reused: rows.reduce((sum, [, , reused]) => sum + reused, 0) };
  }

  countOf(piece: PlacedPiece): number {
    const sql = `SELECT count(*) FROM result_rows WHERE ${IN_PIECE}`;
    return queryValues<number>(this.store, sql, ...rangeOf(piece))[0];
  }

  /** The puzzles of a piece, in their order. */
  rowsOf(piece: PlacedPiece): Row[] {
    const rows = queryLists<RawRow>(this.store, ROWS_SQL, ...rangeOf(piece));
    return rows.map((row) => rowOfPiece(piece, row));
  }

  /** The rows of both; none if they hold the same with equal verdicts, unless they are `wanted`. */
  differingRows(left: PlacedPiece, right: PlacedPiece, wanted: boolean): [Row[], Row[]] {
    const textOf = (piece: PlacedPiece): string =>
      queryValues<string>(this.store, VERDICTS_SQL, ...rangeOf(piece))[0];
    const isSame = !wanted && left.pieceId === right.pieceId && textOf(left) === textOf(right);
    return isSame ? [[], []] : [this.rowsOf(left), this.rowsOf(right)];
  }

  /** A puzzle of a run; null if it is not there any more. */
  rowOf(runId: number, id: number): Row | null {
    const piece = this.pieceWith(runId, pieceOf(id));
    if (piece === undefined) return null;
    const row = queryLists<RawRow>(this.store, ROWS_SQL, piece.heldBy, id, id + 1).at(0);
    return row === undefined ? null : rowOfPiece(piece, row);
  }

  /** A piece of a run, where the run has it first. */
  pieceWith(runId: number, pieceId: number): PlacedPiece | undefined {
    let pieces = this.byContent.get(runId);
    if (pieces === undefined) {
      const all = this.piecesOf(runId).filter(({ isCopy }) => !isCopy);
      pieces = new Map(all.map((piece) => [piece.pieceId, piece]));
      this.byContent.set(runId, pieces);
    }
    return pieces.get(pieceId);
  }

  /** The entries of a piece that are not puzzles, in their order. */
  rejectsOf(piece: PlacedPiece): PieceReject[] {
    const { pieceId, firstEntry, firstLine } = piece;
    const place = { pieceId, firstEntry, firstLine };
    const rejects = queryRows<Omit<PieceReject, 'piece'>>(this.store, REJECTS_SQL, place);
    return rejects.map((reject) => ({ piece, ...reject }));
  }

  /** What a run says of a puzzle; null if somebody removed its row. */
  detailsOf({ piece, puzzleId: id }: Row): RowDetails | null {
    const sql = `SELECT title, width, height, status, technique
      FROM result_rows r CROSS JOIN puzzles USING (puzzle_id) WHERE r.run_id = ? AND r.puzzle_id = ?`;
    return queryRows<RowDetails>(this.store, sql, piece.heldBy, id).at(0) ?? null;
  }

  /** The files of a run that hold nothing, or were left out, as `fileOf` names them. */
  emptyFiles(runId: number): ReadonlyMap<string, 'empty' | 'left out'> {
    const sql = `SELECT path, 'empty' FROM run_sources
      WHERE run_id = @runId AND ifnull(all_entries, entries) = 0
      UNION ALL SELECT path, 'left out' FROM left_out WHERE run_id = @runId`;
    const files = queryLists<[string, 'empty' | 'left out']>(this.store, sql, { runId });
    return new Map(files.map(([path, why]) => [this.files.realFile(runId, path), why]));
  }
}

// Each is one text for all calls: they are long.
const VERDICT = verdictSql('r');
const COUNTS_SQL = `SELECT ${VERDICT}, count(*), count(reused_run)
  FROM result_rows r WHERE ${IN_PIECE} GROUP BY 1`;
const ROWS_SQL = `SELECT p.puzzle_id, p.name, p.fingerprint, ${VERDICT}
  FROM result_rows r CROSS JOIN puzzles p USING (puzzle_id) WHERE ${IN_PIECE} ORDER BY r.puzzle_id`;
const REJECTS_SQL = `SELECT place + @firstEntry AS entry, line + @firstLine AS line, CAST(name AS TEXT) AS name, reason, excerpt
  FROM piece_rejects WHERE piece_id = @pieceId ORDER BY place`;

/** What all rows of a piece find, as one text. */
const VERDICTS_SQL = `SELECT concat(count(*), ' ', total(puzzle_id), group_concat(verdict, ''))
  FROM (SELECT puzzle_id, ${VERDICT} AS verdict FROM result_rows r WHERE ${IN_PIECE} ORDER BY puzzle_id)`;

function rowOfPiece(piece: PlacedPiece, [puzzleId, own, fingerprint, verdict]: RawRow): Row {
  const entry = piece.firstEntry + placeOf(puzzleId);
  const name = own ?? nameAt({ path: piece.path, ordinal: entry });
  return { piece, entry, puzzleId, name, isNamed: own !== null, fingerprint, verdict };
}

/** The same entry where another run has its piece, which may be elsewhere in a file. */
function entryIn<Entry extends Row | PieceReject>(now: Entry, piece: PlacedPiece): Entry {
  const entry = now.entry - now.piece.firstEntry + piece.firstEntry;
  const isNameless = 'isNamed' in now && !now.isNamed;
  const name = isNameless ? nameAt({ path: piece.path, ordinal: entry }) : now.name;
  const by = piece.firstLine !== null ? piece.firstLine - (now.piece.firstLine ?? NaN) : 0;
  const line = 'line' in now && now.line !== null && { line: now.line + by };
  return { ...now, piece, entry, name, ...line };
}

function rangeOf({ pieceId, heldBy }: PlacedPiece) {
  return [heldBy, ...idsOfPiece(pieceId)] as const;
}
