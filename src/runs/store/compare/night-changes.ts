import { MAX_ENTRIES, ordinalOf, sourceOf } from '../../../core/result/puzzle-id.js';
import {
  CHANGE_KINDS,
  type ChangeCounts,
  type ChangeKind,
} from '../../../core/run-record/changes.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';

/** A puzzle that has changed from one run to a later one. */
export interface NightChange {
  readonly kind: ChangeKind;
  /** Its id in the earlier run; null for a new one. */
  readonly before: number | null;
  /** Its id in the later run; null for one that is gone. */
  readonly after: number | null;
  /** Whether its clues are others. */
  readonly edited: boolean;
}

/** What changed from one run to another. */
export interface NightChanges {
  readonly counts: ChangeCounts;
  /** The first of each kind, in the order of the corpus. */
  readonly first: readonly NightChange[];
}

/**
 * A verdict of the table `results` as one figure: unique by lines, unique, several solutions, none,
 * open.
 */
export function verdictSql(results: string): string {
  return `CASE ${results}.status WHEN 'unique' THEN iif(${results}.technique = 'line', 0, 1)
  WHEN 'multiple' THEN 2 WHEN 'contradiction' THEN 3 ELSE 4 END`;
}
const [LINE, UNIQUE, OPEN] = [0, 1, 4];

/** The results of a run as far as nights are compared by them: 9 bytes for each. */
export interface NightRows {
  readonly runId: number;
  /** The ids of its puzzles, ascending. */
  readonly ids: Float64Array;
  /** The verdict of each. */
  readonly verdicts: Uint8Array;
  /**
   * The puzzles of sources that have been looked at, by source: the next comparison needs them
   * again.
   */
  readonly contents: Map<number, SourceContents>;
}

/** What the puzzles of one source hold and are called. */
interface SourceContents {
  /** The place of the first of them in the run. */
  readonly first: number;
  readonly contents: readonly Content[];
}

/** The fingerprint of a puzzle, and its name after it. */
type Content = string;
const PRINT = 32;

/**
 * Reads the verdicts of a run, 0.3 us for each: SQLite hands over all of them as two texts, which
 * takes half the time of rows.
 */
export function nightRows(store: Store, runId: number): NightRows {
  const { ids, verdicts } = store.db
    .prepare<[number], { readonly ids: string; readonly verdicts: string | null }>(
      `SELECT json_group_array(puzzle_id) AS ids, group_concat(verdict, '') AS verdicts
       FROM (SELECT puzzle_id, ${verdictSql('results')} AS verdict FROM results WHERE run_id = ? ORDER BY puzzle_id)`,
    )
    .get(runId)!;
  return {
    runId,
    ids: Float64Array.from(JSON.parse(ids) as number[]),
    verdicts: Uint8Array.from(verdicts ?? '', Number),
    contents: new Map(),
  };
}

/** How many puzzles of a run have one solution, have it by lines alone, and have no verdict. */
export function verdictShares({ verdicts }: NightRows): {
  readonly unique: number;
  readonly line: number;
  readonly open: number;
} {
  const counts = [0, 0, 0, 0, 0];
  for (const verdict of verdicts) counts[verdict]++;
  return { unique: counts[LINE] + counts[UNIQUE], line: counts[LINE], open: counts[OPEN] };
}

/**
 * What changed from one run to a later one, puzzle by puzzle as `matchNights` pairs them; at most
 * `listed` puzzles of each kind are named.
 */
export function nightChanges(
  store: Store,
  before: NightRows,
  after: NightRows,
  listed: number,
): NightChanges {
  const counts = Object.fromEntries(CHANGE_KINDS.map((kind) => [kind, 0])) as Record<
    ChangeKind,
    number
  >;
  const first: NightChange[] = [];
  const add = (
    kind: ChangeKind,
    left: number | null,
    right: number | null,
    edited = false,
  ): void => {
    if (counts[kind]++ < listed) first.push({ kind, before: left, after: right, edited });
  };
  const pair: TakePair = (left, right, edited) => {
    const kind = changeOf(before.verdicts[left], after.verdicts[right], edited);
    if (kind !== null) add(kind, before.ids[left], after.ids[right], edited);
  };
  const alone = matchNights(store, before, after, pair);
  for (const right of alone.after) add('new', null, after.ids[right]);
  for (const left of alone.before) add('gone', before.ids[left], null);
  const inOrder = (one: NightChange, other: NightChange): number =>
    (one.after ?? one.before!) - (other.after ?? other.before!);
  return { counts, first: first.sort(inOrder) };
}

/**
 * What became of a puzzle, from its verdicts in two runs, and from whether its clues are others.
 * Null if nothing did.
 */
export function changeOf(before: number, after: number, edited: boolean): ChangeKind | null {
  if (before !== OPEN && after === OPEN) return 'lost';
  if (before <= UNIQUE && after > UNIQUE) return 'ambiguous';
  if (before === LINE && after === UNIQUE) return 'guessing';
  if (before === OPEN && after !== OPEN) return 'decided';
  if (edited) return 'edited';
  return before !== after && before > UNIQUE ? 'other' : null;
}

/** Takes the places of one puzzle in two runs, and whether its clues are others in the later. */
type TakePair = (left: number, right: number, edited: boolean) => void;

/**
 * Finds the puzzles of one run among those of another, and returns the places of those that only
 * one of them has. Every comparison of two runs goes by it. Puzzles of a source that both runs read
 * are the same by their place, also if one of them left start positions out. The others are matched
 *
 *   1. by content and name     2. without names of their own, by content, since places change
 *   3. by name: then the puzzle was edited     4. by content: then it was renamed
 */
export function matchNights(
  store: Store,
  before: NightRows,
  after: NightRows,
  pair: TakePair,
): Unmatched {
  const lonely = matchReread(store, before, after, matchById(before, after, pair), pair);
  const left = contentsOf(store, before, lonely.before);
  const right = contentsOf(store, after, lonely.after);
  const alone = matchByContent(left, right, (i, k, edited) =>
    pair(lonely.before[i], lonely.after[k], edited),
  );
  return {
    before: alone.before.map((i) => lonely.before[i]),
    after: alone.after.map((k) => lonely.after[k]),
  };
}

/** Pairs puzzles at the same place of files that the runs read in different ways. */
function matchReread(
  { db }: Store,
  before: NightRows,
  after: NightRows,
  lonely: Unmatched,
  pair: TakePair,
): Unmatched {
  if (lonely.before.length === 0 || lonely.after.length === 0) return lonely;
  const others = new Map(
    db
      .prepare<[number, number], [number, number]>(
        `SELECT DISTINCT a.source_id, b.source_id
         FROM run_sources r JOIN sources a USING (source_id)
           JOIN sources b ON b.sha256 = a.sha256 AND b.format = a.format AND b.source_id <> a.source_id
           JOIN run_sources s ON s.source_id = b.source_id AND s.run_id = ?
         WHERE r.run_id = ?`,
      )
      .raw()
      .all(after.runId, before.runId),
  );
  if (others.size === 0) return lonely;
  const places = new Map(lonely.after.map((place) => [after.ids[place], place]));
  const left = lonely.before.filter((place) => {
    const id = before.ids[place];
    const source = others.get(sourceOf(id));
    const other = source === undefined ? undefined : puzzleId(source, ordinalOf(id));
    const partner = other === undefined ? undefined : places.get(other);
    if (partner !== undefined) pair(place, partner, false);
    return partner === undefined || !places.delete(other!);
  });
  return { before: left, after: [...places.values()] };
}

/** Pairs what has the same id, and returns the places of what only one of the runs has. */
function matchById(before: NightRows, after: NightRows, pair: TakePair): Unmatched {
  const lonely: { before: number[]; after: number[] } = { before: [], after: [] };
  let [i, k] = [0, 0];
  while (i < before.ids.length || k < after.ids.length) {
    const left = i < before.ids.length ? before.ids[i] : Infinity;
    const right = k < after.ids.length ? after.ids[k] : Infinity;
    if (left === right) pair(i, k, false);
    else if (left < right) lonely.before.push(i);
    else lonely.after.push(k);
    if (left <= right) i++;
    if (right <= left) k++;
  }
  return lonely;
}

/** The puzzles at some places of a run, in their order. */
function contentsOf(
  { db }: Store,
  rows: NightRows,
  places: readonly number[],
): readonly LonePuzzle[] {
  const { runId, ids, contents } = rows;
  // A puzzle whose row somebody removed is like no other.
  const read = db
    .prepare<[number, number, number], Content>(
      `SELECT coalesce(fingerprint || name, puzzle_id) FROM results LEFT JOIN puzzles USING (puzzle_id)
       WHERE run_id = ? AND puzzle_id BETWEEN ? AND ? ORDER BY puzzle_id`,
    )
    .pluck();
  let source = -1;
  let known: SourceContents = { first: 0, contents: [] };
  return places.map((place) => {
    if (sourceOf(ids[place]) !== source) {
      source = sourceOf(ids[place]);
      const [from, to] = [puzzleId(source, 0), puzzleId(source, MAX_ENTRIES - 1)];
      known = contents.get(source) ?? {
        first: ids.findIndex((id) => id >= from),
        contents: read.all(runId, from, to),
      };
      contents.set(source, known);
    }
    return { id: ids[place], content: known.contents[place - known.first] };
  });
}

/** A puzzle that the other run does not have in the same place. */
interface LonePuzzle {
  readonly id: number;
  readonly content: Content;
}

/** Places of puzzles of two runs that have no partner yet. */
interface Unmatched {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** Pairs puzzles by content and name, and returns the places of the others. */
function matchByContent(
  left: readonly LonePuzzle[],
  right: readonly LonePuzzle[],
  pair: TakePair,
): Unmatched {
  const nameOf = ({ content }: LonePuzzle): string => content.slice(PRINT);
  const printOf = ({ content }: LonePuzzle): string => content.slice(0, PRINT);
  // Without a name of its own a puzzle is called by its place, which changes when others come
  // before it.
  const printOfUnnamed = (puzzle: LonePuzzle): string | null =>
    nameOf(puzzle).endsWith(`#${ordinalOf(puzzle.id)}`) ? printOf(puzzle) : null;
  // A file that has grown begins as it did before.
  let same = 0;
  while (same < left.length && left[same].content === right.at(same)?.content) {
    pair(same, same, false);
    same++;
  }
  let rest: Unmatched = {
    before: [...left.keys()].slice(same),
    after: [...right.keys()].slice(same),
  };
  rest = matchBy(rest, ({ content }) => content, false);
  rest = matchBy(rest, printOfUnnamed, false);
  rest = matchBy(rest, nameOf, true);
  return matchBy(rest, printOf, false);

  function matchBy(
    { before, after }: Unmatched,
    keyOf: (puzzle: LonePuzzle) => string | null,
    edited: boolean,
  ): Unmatched {
    if (before.length === 0 || after.length === 0) return { before, after };
    const waiting = new Map<string | null, number[]>();
    for (const i of before.toReversed()) {
      const key = keyOf(left[i]);
      const others = waiting.get(key);
      if (others === undefined) waiting.set(key, [i]);
      else others.push(i);
    }
    const unmatched = after.filter((k) => {
      const key = keyOf(right[k]);
      const i = key === null ? undefined : waiting.get(key)?.pop();
      if (i !== undefined) pair(i, k, edited);
      return i === undefined;
    });
    return { before: [...waiting.values()].flat().sort((a, b) => a - b), after: unmatched };
  }
}
