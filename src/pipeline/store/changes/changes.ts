import {
  WORSE,
  noChanges,
  type ChangeCounts,
  type ChangeKind,
  type FileChange,
} from '../../record/outcome.js';
import {
  matchRows,
  pairUnits,
  type LonePuzzles,
  type MatchedRows,
  type Pair,
} from './match-runs.js';
import {
  LINE,
  OPEN,
  UNIQUE,
  entryIn,
  type UnitReject,
  type Row,
  type Unit,
  type UnitRows,
} from './unit-rows.js';

/** A puzzle that has changed. */
export interface PuzzleChange {
  readonly kind: ChangeKind;
  /**
   * What it was in the run before or, of one that is worse, in the last run in which it was at its
   * best; null for a new one.
   */
  readonly before: Row | null;
  /** Null for one that is gone. */
  readonly after: Row | UnitReject | null;
  /** Whether its clues are others. */
  readonly isEdited: boolean;
  /** Of one that is worse: the first run in which it was; else null. */
  readonly since: number | null;
}

/** What changed from one run to a later one. Everything that is said of it is a view of this. */
export interface Changes {
  /** How many puzzles the later run has. */
  readonly puzzles: number;
  /** Those that were there before with the same clues, and all that were there, lost ones too. */
  readonly same: number;
  readonly common: number;
  readonly counts: ChangeCounts;
  /** How many of the worse ones were worse the night before already. */
  readonly standing: ChangeCounts;
  /** Puzzles that changed, in the order of the corpus, but for new ones and those of `files`. */
  readonly list: readonly PuzzleChange[];
  readonly files: readonly FileChange[];
  readonly fresh: LonePuzzles;
  /** New rejects. */
  readonly rejects: readonly UnitReject[];
  /** The paths of the later run, by their places in its corpora. */
  readonly places: ReadonlyMap<string, number>;
}

/** A run as the next one is compared with it: what it has, and what of it was better before. */
export interface Standing {
  readonly units: readonly Unit[];
  readonly losses: readonly Loss[];
  readonly lost: readonly LostUnit[];
}

/** A puzzle that is worse than it was. */
interface Loss {
  readonly kind: ChangeKind;
  /** The last row with its best verdict, and the last in which it was a puzzle. */
  readonly best: Row;
  readonly last: Row;
  readonly now: Row | UnitReject;
  readonly isEdited: boolean;
  readonly since: number;
}

/** Puzzles whose file holds nothing: a unit of an earlier run. */
interface LostUnit {
  readonly unit: Unit;
  /** Null for all that it has. */
  readonly rows: Row[] | null;
  readonly puzzles: number;
  readonly kind: 'empty' | 'left out';
  readonly since: number;
}

type Mutable<T> = { -readonly [Field in keyof T]: T[Field] };

/** A run as it is compared. */
export interface ComparedRun {
  readonly runId: number;
  readonly puzzles: number;
  /** Whether a puzzle that it does not have is gone. */
  readonly isWhole: boolean;
  /** Whether somebody accepted a puzzle as it is; without a name, those of a file that is empty. */
  readonly isAccepted: (path: string, name: string | null) => boolean;
}

/** What a run is compared with if nothing before it matters. */
export function standingOf(reader: UnitRows, runId: number): Standing {
  return { units: reader.unitsOf(runId), losses: [], lost: [] };
}

const isRow = (now: Row | UnitReject): now is Row => 'puzzleId' in now;

/** What is stored of a loss and of a lost unit: ids of puzzles, and places in the list of units. */
type KeptLoss = readonly [
  ...[kind: ChangeKind, isEdited: boolean, since: number],
  ...[bestRun: number, best: number, lastRun: number, last: number],
  ...[unit: number, entry: number, puzzleId: number | null],
];
type KeptUnit = readonly [
  ...[run: number, content: number, rows: readonly number[] | null],
  ...[puzzles: number, kind: LostUnit['kind'], since: number],
];

export function keptStanding({ units, losses, lost }: Standing): string {
  const placeOf = new Map([...units, ...lost.map(({ unit }) => unit)].map((unit, i) => [unit, i]));
  const keptLosses = losses.map(({ kind, isEdited, since, best, last, now }): KeptLoss => {
    const rows = [best.unit.runId, best.puzzleId, last.unit.runId, last.puzzleId] as const;
    const puzzle = isRow(now) ? now.puzzleId : null;
    return [kind, isEdited, since, ...rows, placeOf.get(now.unit)!, now.entry, puzzle];
  });
  const keptUnits = lost.map(({ unit, rows, puzzles, kind, since }): KeptUnit => {
    const ids = rows?.map(({ puzzleId }) => puzzleId) ?? null;
    return [unit.runId, unit.content, ids, puzzles, kind, since];
  });
  return JSON.stringify([keptLosses, keptUnits]);
}

/** Reads what `keptStanding` wrote; null if a row that it names is not there any more. */
export function readStanding(reader: UnitRows, runId: number, text: string): Standing | null {
  const [keptLosses, keptUnits] = JSON.parse(text) as [KeptLoss[], KeptUnit[]];
  const units = reader.unitsOf(runId);
  const lost = keptUnits.map(([run, content, ids, puzzles, kind, since]): LostUnit | null => {
    const unit = reader.unitOf(run, content);
    const rows = ids?.map((id) => reader.rowOf(run, id)) ?? null;
    if (unit === undefined || rows?.includes(null) === true) return null;
    return { unit, rows: rows as Row[] | null, puzzles, kind, since };
  });
  const all = [...units, ...lost.map((one) => one?.unit)];
  const losses = keptLosses.map((kept): Loss | null => {
    const [kind, isEdited, since, bestRun, bestId, lastRun, lastId, place, entry, id] = kept;
    const [best, last] = [reader.rowOf(bestRun, bestId), reader.rowOf(lastRun, lastId)];
    const unit = all.at(place);
    if (best === null || last === null || unit === undefined) return null;
    const now =
      id === null
        ? reader.rejectsOf(unit).find((reject) => reject.entry === entry)
        : reader.rowOf(unit.runId, id);
    return now == null ? null : { kind, best, last, now: entryIn(now, unit), isEdited, since };
  });
  const isWhole = !lost.includes(null) && !losses.includes(null);
  return isWhole ? { units, losses: losses as Loss[], lost: lost as LostUnit[] } : null;
}

/** What changed in a run since one before it, and what the next run is compared with. */
export function compareRun(
  reader: UnitRows,
  before: Standing,
  run: ComparedRun,
): { readonly changes: Changes; readonly standing: Standing } {
  return new Comparison(reader, before, run).compare();
}

class Comparison {
  private readonly counts = noChanges();
  private readonly list: PuzzleChange[] = [];
  private readonly files = new Map<string, FileChange>();
  private readonly losses: Loss[] = [];
  private readonly lost = new Map<Unit, Mutable<LostUnit>>();
  /** Losses of the night before, by the puzzles that they are of, and by the units of these. */
  private readonly lossOf = new Map<Row | number, Loss>();
  private readonly lossesIn = new Map<Unit, Loss[]>();
  private readonly lostOf = new Map<Unit, LostUnit>();
  /** Puzzles of files that were lost, and are not good again. */
  private readonly notBack = new Map<Unit, number>();
  private readonly units: readonly Unit[];
  private edited = 0;
  private emptyFiles: ReadonlyMap<string, 'empty' | 'left out'> | null = null;
  private ownFiles: ReadonlySet<string> | null = null;

  constructor(
    private readonly reader: UnitRows,
    private readonly before: Standing,
    private readonly run: ComparedRun,
  ) {
    this.units = reader.unitsOf(run.runId);
    for (const lost of before.lost) this.lostOf.set(lost.unit, lost);
  }

  compare(): { readonly changes: Changes; readonly standing: Standing } {
    const { reader, before } = this;
    const whole = before.lost.flatMap(({ unit, rows }) => (rows === null ? [unit] : []));
    const paired = pairUnits([...before.units, ...whole], this.units);
    const unitNow = new Map([...paired.same, ...paired.again]);
    const isSame = new Set(paired.same.map(([unit]) => unit));
    const ghosts: (readonly [Row, UnitReject])[] = [];
    const kept: Row[] = [];
    for (const loss of before.losses) {
      const { now, last, best } = loss;
      const unit = unitNow.get(now.unit);
      if (isRow(now)) {
        if (isSame.has(now.unit)) this.losses.push({ ...loss, now: entryIn(now, unit!) });
        else {
          kept.push(now);
          this.lossOf.set(now.puzzleId, loss);
          const others = this.lossesIn.get(now.unit);
          if (others === undefined) this.lossesIn.set(now.unit, [loss]);
          else others.push(loss);
        }
      } else if (unit !== undefined) this.losses.push({ ...loss, now: entryIn(now, unit) });
      else {
        const ghost = { ...last, unit: now.unit, entry: now.entry, verdict: best.verdict };
        ghosts.push([ghost, now]);
        this.lossOf.set(ghost, loss);
      }
    }
    for (const { now } of this.losses) if (isRow(now)) this.countNotBack(now.unit);
    const extra = before.lost.flatMap(({ rows }) => rows ?? []);
    const found = matchRows(reader, paired, { extra, ghosts, kept });
    for (const pair of found.pairs) this.addPair(pair);
    for (const [row, reject] of found.rejected) {
      this.addLoss('lost', row, reject, false);
      this.countNotBack(row.unit);
    }
    for (const unit of found.gone.units) this.addGoneUnit(unit);
    for (const row of found.gone.rows) this.addGone(row);
    for (const lost of before.lost) this.addBack(lost);
    return this.result(found);
  }

  private addPair({ before, after, isEdited }: Pair): void {
    const loss = this.lossOfRow(before);
    const edited = isEdited || loss?.isEdited === true;
    const kind = changeKind((loss?.best ?? before).verdict, after.verdict, edited);
    if (isEdited && !after.unit.isCopy) this.edited++;
    if (kind !== null && WORSE.includes(kind)) {
      this.addLoss(kind, before, after, edited);
      this.countNotBack(before.unit);
    } else if (loss !== undefined) this.add('mended', loss.best, after, edited);
    else if (this.lostOf.has(before.unit)) return;
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

  private addLoss(kind: ChangeKind, row: Row, now: Row | UnitReject, isEdited: boolean): void {
    const known = this.lossOfRow(row);
    const since = known?.since ?? this.lostOf.get(row.unit)?.since ?? this.run.runId;
    const last = isRow(now) ? now : (known?.last ?? row);
    this.losses.push({ kind, best: known?.best ?? row, last, now, isEdited, since });
  }

  private countNotBack(unit: Unit, puzzles = 1): void {
    if (this.lostOf.has(unit)) this.notBack.set(unit, (this.notBack.get(unit) ?? 0) + puzzles);
  }

  /** Why the later run has nothing of a file; null if it is not among its corpora, or has some. */
  private whyEmpty(unit: Unit): 'empty' | 'left out' | null {
    this.emptyFiles ??= this.reader.emptyFiles(this.run.runId);
    return this.emptyFiles.get(this.reader.fileOf(unit)) ?? null;
  }

  private hasFileOf(unit: Unit): boolean {
    this.ownFiles ??= new Set(this.units.map((one) => this.reader.fileOf(one)));
    return this.ownFiles.has(this.reader.fileOf(unit));
  }

  /** A unit of which the later run has nothing. */
  private addGoneUnit(unit: Unit): void {
    const why = this.whyEmpty(unit);
    if (why === null && this.hasFileOf(unit)) {
      for (const row of this.reader.rowsOf(unit)) this.addGone(row);
      return;
    }
    const puzzles = this.lostOf.get(unit)?.puzzles ?? this.reader.countOf(unit);
    this.countNotBack(unit, puzzles);
    if (why === null) this.addGoneFile(unit, puzzles);
    else {
      this.losses.push(...(this.lossesIn.get(unit) ?? []));
      this.addLost(unit, why, null, puzzles);
    }
  }

  private addGone(row: Row): void {
    const { unit } = row;
    const loss = this.lossOfRow(row);
    const why = this.whyEmpty(unit);
    this.countNotBack(unit);
    if (why !== null) {
      if (loss !== undefined) this.losses.push(loss);
      if (loss === undefined || isRow(loss.now)) this.addLost(unit, why, row, 1);
    } else if (!this.hasFileOf(unit)) this.addGoneFile(unit, 1);
    else if (this.isGone(unit)) this.add('gone', row, null, false);
  }

  /** A copy is stored and counted with its original. */
  private isGone(unit: Unit): boolean {
    return this.run.isWhole && !unit.isCopy;
  }

  private addGoneFile(unit: Unit, puzzles: number): void {
    if (!this.isGone(unit) || puzzles === 0) return;
    this.counts.gone += puzzles;
    const since = this.run.runId;
    this.addFile({
      kind: 'gone',
      path: unit.path,
      puzzles,
      best: unit.runId,
      since,
      isAccepted: false,
    });
  }

  /** Puzzles of a file that holds nothing: one of them, or all of a unit. */
  private addLost(unit: Unit, kind: LostUnit['kind'], row: Row | null, puzzles: number): void {
    if (puzzles === 0) return;
    const known = this.lost.get(unit);
    if (known !== undefined && row !== null && known.rows !== null) {
      known.rows.push(row);
      known.puzzles++;
      return;
    }
    const since = this.lostOf.get(unit)?.since ?? this.run.runId;
    this.lost.set(unit, { unit, rows: row === null ? null : [row], puzzles, kind, since });
  }

  /** What of a lost unit is there again, and good. */
  private addBack({ unit, puzzles, since }: LostUnit): void {
    const back = puzzles - (this.notBack.get(unit) ?? 0);
    if (back <= 0) return;
    this.counts.mended += back;
    const { path, runId: best } = unit;
    this.addFile({ kind: 'back', path, puzzles: back, best, since, isAccepted: false });
  }

  private addFile(file: FileChange): void {
    const key = `${file.kind} ${String(file.isAccepted)} ${file.path}`;
    const puzzles = file.puzzles + (this.files.get(key)?.puzzles ?? 0);
    this.files.set(key, { ...file, puzzles });
  }

  /** Lists what is worse and not accepted; returns what the next run is compared with. */
  private addWorse(): { readonly standing: Standing; readonly wereWorse: ChangeCounts } {
    const { run, counts } = this;
    const wereWorse = noChanges();
    const count = (kind: ChangeKind, since: number, isAccepted: boolean, puzzles: number): void => {
      counts[isAccepted ? 'accepted' : kind] += puzzles;
      if (!isAccepted && since !== run.runId) wereWorse[kind] += puzzles;
    };
    const lost = [...this.lost.values()].filter((one) => {
      const { unit, since, kind, puzzles } = one;
      const isAccepted = run.isAccepted(unit.path, null);
      count('lost', since, isAccepted, puzzles);
      this.addFile({ kind, path: unit.path, puzzles, best: unit.runId, since, isAccepted });
      return !isAccepted;
    });
    const losses = this.losses.filter(({ kind, best, now, isEdited, since }) => {
      const isOfFile = isRow(now) && this.lost.has(now.unit);
      const isAccepted = run.isAccepted(now.unit.path, isOfFile ? null : best.name);
      if (!isOfFile) {
        count(kind, since, isAccepted, 1);
        const said = isAccepted ? 'accepted' : kind;
        this.list.push({ kind: said, before: best, after: now, isEdited, since });
      }
      return !isAccepted;
    });
    return { standing: { units: this.units, losses, lost }, wereWorse };
  }

  private result(found: MatchedRows): { readonly changes: Changes; readonly standing: Standing } {
    const { counts, reader, run } = this;
    for (const { kind } of this.list) counts[kind]++;
    const { standing, wereWorse } = this.addWorse();
    const isFresh = ({ isCopy }: Unit): boolean => !isCopy;
    const fresh = {
      rows: found.fresh.rows.filter(({ unit }) => isFresh(unit)),
      units: found.fresh.units.filter(isFresh),
    };
    counts.new = fresh.units.reduce((sum, unit) => sum + reader.countOf(unit), fresh.rows.length);
    const lost = [...this.lost.values()].reduce((sum, { puzzles }) => sum + puzzles, 0);
    const there = run.puzzles - counts.new;
    const places = new Map(this.units.map(({ path }, i) => [path, i]));
    const changes = {
      puzzles: run.puzzles,
      same: Math.max(0, there - this.edited),
      common: there + found.rejected.length + lost,
      counts,
      standing: wereWorse,
      list: changesInOrder(this.list, places),
      files: [...this.files.values()],
      fresh,
      rejects: found.rejects,
      places,
    };
    return { changes, standing };
  }
}

/** Changes in the order of the corpus; what is of files that the run does not have comes last. */
export function changesInOrder(
  changes: readonly PuzzleChange[],
  places: Changes['places'],
): PuzzleChange[] {
  const placed = changes.map((change) => {
    const { unit, entry } = (change.after ?? change.before)!;
    return { change, file: places.get(unit.path) ?? Infinity, entry };
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
