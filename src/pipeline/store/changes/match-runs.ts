import type { Store } from '../open/open.js';
import { UnitRows, type UnitReject, type Row, type Unit } from './unit-rows.js';

/*
 * Which puzzles of two runs are the same: the one place that decides it. Units that both runs have
 * cost nothing; of the others, puzzles are looked for in their file, then in all files.
 */

/** The units of two runs: a unit of one goes with one of the other at most. */
interface PairedUnits {
  /** With the same entries, and results by the same writer: nothing differs. */
  readonly same: readonly UnitPair[];
  /** With the same entries, and results by two writers. */
  readonly again: readonly UnitPair[];
  /** Those of one run alone. */
  readonly before: readonly Unit[];
  readonly after: readonly Unit[];
}

type UnitPair = readonly [before: Unit, after: Unit];

/** Pairs units by what they hold, those of one path first. */
export function pairUnits(before: readonly Unit[], after: readonly Unit[]): PairedUnits {
  const same: UnitPair[] = [];
  const again: UnitPair[] = [];
  let rest: [readonly Unit[], readonly Unit[]] = [before, after];
  const pair = (into: UnitPair[], keyOf: (unit: Unit) => string): void => {
    rest = pairBy(rest, keyOf, keyOf, (...units) => into.push(units));
  };
  pair(same, ({ content, heldBy, path }) => `${content} ${heldBy} ${path}`);
  pair(same, ({ content, heldBy }) => `${content} ${heldBy}`);
  pair(again, ({ content, path }) => `${content} ${path}`);
  pair(again, ({ content }) => String(content));
  return { same, again, before: rest[0], after: rest[1] };
}

/** Two puzzles that are one. */
export interface Pair {
  readonly before: Row;
  readonly after: Row;
  /** Whether its clues are others. */
  readonly isEdited: boolean;
}

/** Puzzles of one run alone: rows, and units whose rows nobody had to read. */
export interface LonePuzzles {
  readonly rows: readonly Row[];
  readonly units: readonly Unit[];
}

/** The puzzles of units that differ. Alike stretches of them may be left out. */
export interface MatchedRows {
  readonly pairs: readonly Pair[];
  /** Puzzles in whose place, or under whose name, there is a reject now. */
  readonly rejected: readonly (readonly [Row, UnitReject])[];
  readonly gone: LonePuzzles;
  readonly fresh: LonePuzzles;
  /** Rejects of the later run that the other does not have, wherever. */
  readonly rejects: readonly UnitReject[];
  /** Those that only the run before has; looked for if all pairs are wanted. */
  readonly oldRejects: readonly UnitReject[];
}

/** What is wanted of a match. */
interface MatchOptions {
  /** Rows of the run before that none of its units has. */
  readonly extra?: readonly Row[];
  /** Puzzles that were rejects in the run before, as they were last, each with its reject. */
  readonly ghosts?: readonly (readonly [Row, UnitReject])[];
  /** Rows of the run before whose pairs are wanted even if nothing differs. */
  readonly kept?: readonly Row[];
  /** Whether all pairs are wanted, but for those of units that hold the same. */
  readonly all?: boolean;
}

/** Two lists: of the run before, and of the later one. */
type Both<T> = readonly [before: readonly T[], after: readonly T[]];

/** What one file has in both runs. */
interface FileRows {
  readonly units: readonly [before: Unit[], after: Unit[]];
  readonly rows: readonly [before: Row[], after: Row[]];
  /** Whose rejects are looked at, and those of them that are new. */
  readonly rejecting: readonly [before: Unit[], after: Unit[]];
  readonly rejects: UnitReject[];
}

/**
 * Matches the puzzles of units that differ. Those of the same place of the same bytes are one. In
 * the others of a file, puzzles are one by name and clues; without names of their own by clues; by
 * name; without names by place; by clues. Those left over, in all files: by name and clues; by
 * clues; by name. Of what is left in a file, a reject goes with the puzzle of its name, or the one
 * in whose place it is; else with that of its name in another file.
 */
export function matchRows(
  reader: UnitRows,
  units: PairedUnits,
  options: MatchOptions = {},
): MatchedRows {
  return new Matching(reader, options).match(units);
}

class Matching {
  private readonly pairs: Pair[] = [];
  private readonly rejected: (readonly [Row, UnitReject])[] = [];
  private readonly byFile = new Map<string, FileRows>();
  private readonly keptIn = new Map<Unit, number[]>();
  private lone: [Row[], Row[]] = [[], []];
  private newRejects: readonly UnitReject[] = [];
  private oldRejects: readonly UnitReject[] = [];
  /** Those of them that have a name, and go with no puzzle of their file. */
  private readonly namedRejects: UnitReject[] = [];

  constructor(
    private readonly reader: UnitRows,
    private readonly options: MatchOptions,
  ) {}

  match({ again, before, after }: PairedUnits): MatchedRows {
    const { extra = [], ghosts = [], kept = [] } = this.options;
    for (const { unit, entry } of kept) {
      const entries = this.keptIn.get(unit);
      if (entries === undefined) this.keptIn.set(unit, [entry]);
      else entries.push(entry);
    }
    for (const [left, right] of again) this.matchAgain(left, right);
    for (const [at, units] of [before, after].entries()) {
      for (const unit of units) {
        const file = this.fileOf(unit);
        file.units[at].push(unit);
        file.rejecting[at].push(unit);
      }
    }
    const rows = [...extra, ...this.matchRejects(ghosts)];
    for (const row of rows) this.fileOf(row.unit).rows[0].push(row);
    const whole: [Unit[], Unit[]] = [[], []];
    for (const file of this.byFile.values()) this.matchFile(file, whole);
    this.matchAcross(whole);
    return {
      pairs: this.pairs,
      rejected: this.rejected,
      gone: { rows: this.lone[0], units: whole[0] },
      fresh: { rows: this.lone[1], units: whole[1] },
      rejects: this.newRejects,
      oldRejects: this.oldRejects,
    };
  }

  private fileOf(unit: Unit): FileRows {
    const file = this.reader.fileOf(unit);
    let found = this.byFile.get(file);
    if (found === undefined) {
      found = { units: [[], []], rows: [[], []], rejecting: [[], []], rejects: [] };
      this.byFile.set(file, found);
    }
    return found;
  }

  /** Entries that are the same have the same places. What only one run has of them is rare. */
  private matchAgain(before: Unit, after: Unit): void {
    const rows = this.reader.differingRows(before, after, this.keptIn.get(before) ?? []);
    const [left, right] = this.pairRows(rows, ({ puzzleId }) => puzzleId, false);
    if (left.length + right.length === 0 && this.options.all !== true) return;
    for (const [at, unit, rest] of [[0, before, left] as const, [1, after, right] as const]) {
      const file = this.fileOf(unit);
      for (const row of rest) file.rows[at].push(row);
      file.rejecting[at].push(unit);
    }
  }

  /**
   * Finds the rejects that are new, in which puzzles may be lost. A ghost goes with its reject;
   * returns those whose rejects are not there any more.
   */
  private matchRejects(ghosts: NonNullable<MatchOptions['ghosts']>): Row[] {
    const files = [...this.byFile.values()];
    const read = (at: 0 | 1): UnitReject[] =>
      files.flatMap(({ rejecting }) =>
        rejecting[at].flatMap((unit) => this.reader.rejectsOf(unit)),
      );
    const after = read(1);
    const then = new Map<string, UnitReject>();
    const placeOf = ({ unit, entry }: UnitReject): string => `${unit.content} ${entry}`;
    const textOf = ({ name, reason, excerpt }: UnitReject): string =>
      JSON.stringify([name, reason, excerpt]);
    const textInFile = (reject: UnitReject): string =>
      `${this.reader.fileOf(reject.unit)} ${textOf(reject)}`;
    const isAsked = this.options.all === true || after.length > 0;
    let rest: Both<UnitReject> = [isAsked ? read(0) : [], after];
    for (const keyOf of [textInFile, textOf])
      rest = pairBy(rest, keyOf, keyOf, (left, right) => then.set(placeOf(left), right));
    [this.oldRejects, this.newRejects] = rest;
    for (const reject of this.newRejects) this.fileOf(reject.unit).rejects.push(reject);
    return ghosts.flatMap(([ghost, reject]) => {
      const now = then.get(placeOf(reject));
      if (now === undefined) return [ghost];
      this.rejected.push([ghost, now]);
      return [];
    });
  }

  private matchFile({ units, rows, rejects }: FileRows, whole: [Unit[], Unit[]]): void {
    const hasBoth = [0, 1].every((at) => units[at].length + rows[at].length > 0);
    let rest: Both<Row> = rows;
    if (hasBoth) {
      const read = this.rowsOf(...units);
      rest = [
        [...read[0], ...rows[0]],
        [...read[1], ...rows[1]],
      ];
    } else for (const at of [0, 1] as const) for (const unit of units[at]) whole[at].push(unit);
    const from = this.pairs.length;
    rest = this.pairRows(rest, ({ name, fingerprint }) => `${fingerprint} ${name}`, false);
    rest = this.pairRows(rest, ({ isNamed, fingerprint }) => (isNamed ? null : fingerprint), false);
    rest = this.pairRows(rest, ownName, true);
    const placeNow = placesAfter(this.pairs.slice(from));
    const ofUnnamed = (row: Row): number | null => (row.isNamed ? null : placeNow(row));
    rest = this.pairRows(rest, ({ isNamed, entry }) => (isNamed ? null : entry), true, ofUnnamed);
    rest = this.pairRows(rest, ({ fingerprint }) => fingerprint, false);
    let left: readonly [readonly Row[], readonly UnitReject[]] = [rest[0], rejects];
    left = this.pairRejects(left, ownName, ({ name }) => name);
    left = this.pairRejects(left, placeNow, ({ name, entry }) => (name === null ? entry : null));
    left = this.pairRejects(left, ofUnnamed, ({ entry }) => entry);
    for (const row of left[0]) this.lone[0].push(row);
    for (const row of rest[1]) this.lone[1].push(row);
    for (const reject of left[1]) if (reject.name !== null) this.namedRejects.push(reject);
  }

  /** The rows of the units of a file, but for those of the same places of the same bytes. */
  private rowsOf(before: readonly Unit[], after: readonly Unit[]): Both<Row> {
    const { reader } = this;
    const rows: Both<Row> = [
      before.flatMap((unit) => reader.rowsOf(unit)),
      after.flatMap((unit) => reader.rowsOf(unit)),
    ];
    const bytes = new Set([...before, ...after].map((unit) => reader.bytesOf(unit)));
    if (bytes.size > 1 || bytes.has(null)) return rows;
    return this.pairRows(rows, ({ entry }) => entry, false);
  }

  /** Puzzles that are in another file now. Rows of whole files are read only if some may be. */
  private matchAcross(whole: [Unit[], Unit[]]): void {
    const { reader, lone } = this;
    if ([0, 1].every((at) => whole[at].length + lone[at].length > 0)) {
      for (const at of [0, 1] as const) {
        for (const unit of whole[at]) for (const row of reader.rowsOf(unit)) lone[at].push(row);
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
  private pairRows(
    rows: Both<Row>,
    keyOf: (row: Row) => string | number | null,
    isEdited: boolean,
    keyBefore = keyOf,
  ): Both<Row> {
    return pairBy(rows, keyBefore, keyOf, (before, after) =>
      this.pairs.push({ before, after, isEdited }),
    );
  }

  private pairRejects(
    left: readonly [readonly Row[], readonly UnitReject[]],
    keyOf: (row: Row) => string | number | null,
    keyOfReject: (reject: UnitReject) => string | number | null,
  ): readonly [readonly Row[], readonly UnitReject[]] {
    return pairBy(left, keyOf, keyOfReject, (...found) => this.rejected.push(found));
  }
}

function ownName({ isNamed, name }: Row): string | null {
  return isNamed ? name : null;
}

/**
 * Where an entry of a file would be in a later one: as far from the pair before it as it was, so
 * what was added or taken out above it does not matter.
 */
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

/**
 * Pairs what has the same key in two lists, in their order, and returns what is left of both. What
 * has no key stays.
 */
function pairBy<L, R>(
  [before, after]: readonly [readonly L[], readonly R[]],
  keyBefore: (one: L) => string | number | null,
  keyAfter: (one: R) => string | number | null,
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

/** What SQL cannot tell of two runs whose puzzles were paired. */
interface PairedRuns extends Pick<MatchedRows, 'rejects' | 'oldRejects'> {
  /** How many puzzles only the later run has, and the ids of the first of them. */
  readonly newCount: number;
  readonly fresh: readonly number[];
}

/**
 * Pairs the puzzles of two runs for queries, in the table `temp.pairs` (left_id, right_id, edited),
 * which SQLite allows in a database that is open for reading, too. It has those of units that
 * differ, with null for a side that has none; all others have the same id in both runs. See
 * `pairedIdSql`.
 */
export function pairRuns(store: Store, left: number, right: number, listed = 0): PairedRuns {
  const { db } = store;
  const reader = new UnitRows(store);
  const [before, after] = [left, right].map((runId) =>
    reader.unitsOf(runId).filter(({ isCopy }) => !isCopy),
  );
  const found = matchRows(reader, pairUnits(before, after), { all: true });
  const { pairs, rejected, gone, fresh, rejects, oldRejects } = found;
  db.exec(`DROP TABLE IF EXISTS temp.pairs;
    CREATE TEMP TABLE pairs (left_id INTEGER UNIQUE, right_id INTEGER UNIQUE, edited INTEGER, rejected INTEGER)`);
  const insert = db.prepare<[number | null, number | null, number, number]>(
    'INSERT INTO temp.pairs VALUES (?, ?, ?, ?)',
  );
  const rowsOf = ({ rows, units }: typeof gone): Row[] => [
    ...rows,
    ...units.flatMap((unit) => reader.rowsOf(unit)),
  ];
  const empty = reader.emptyFiles(right);
  const freshRows: Row[] = [];
  db.transaction(() => {
    for (const { before: one, after: other, isEdited } of pairs)
      insert.run(one.puzzleId, other.puzzleId, Number(isEdited), 0);
    for (const [{ puzzleId }] of rejected) insert.run(puzzleId, null, 0, 1);
    // Its whole file is empty now: like a reject, it is no longer a puzzle.
    for (const { puzzleId, unit } of rowsOf(gone))
      insert.run(puzzleId, null, 0, Number(empty.has(reader.fileOf(unit))));
    for (const row of rowsOf(fresh)) {
      insert.run(null, row.puzzleId, 0, 0);
      freshRows.push(row);
    }
  })();
  const places = new Map(after.map((unit, i) => [unit, i]));
  freshRows.sort((one, other) =>
    one.unit === other.unit
      ? one.entry - other.entry
      : places.get(one.unit)! - places.get(other.unit)!,
  );
  const first = freshRows.slice(0, listed).map(({ puzzleId }) => puzzleId);
  return { newCount: freshRows.length, fresh: first, rejects, oldRejects };
}

/** The id of a puzzle of the left run in the right one, in SQL; null if that has none. */
export function pairedIdSql(id: string): string {
  return `(SELECT CASE WHEN count(*) = 0 THEN ${id} ELSE max(right_id) END FROM temp.pairs WHERE left_id = ${id})`;
}

/** Whether two runs have the same entries: those of the same files, read alike. */
export function haveSameEntries(store: Store, left: number, right: number): boolean {
  const reader = new UnitRows(store);
  const { before, after } = pairUnits(reader.unitsOf(left), reader.unitsOf(right));
  return before.length === 0 && after.length === 0;
}
