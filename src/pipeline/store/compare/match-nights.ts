import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import type { FilePlaces } from '../stored-runs/file-places.js';
import {
  nameIn,
  nightRejects,
  printIn,
  type Contents,
  type NightReject,
  type NightRows,
} from './night-rows.js';

/** Puzzles as they were last seen, in some run each. */
export interface SeenPuzzles {
  /** Where each was: the ids of puzzles, or of rejects in their place, ascending. */
  readonly ids: Float64Array;
  /** The id of the puzzle that tells what it holds, by its place here. */
  contentId(place: number): number;
  /** The run in which it was there. */
  runId(place: number): number;
}

/** What matching needs to look up. */
export interface MatchParts {
  readonly store: Store;
  readonly contents: Contents;
  readonly files: FilePlaces;
}

/** What matching finds: each by its place in the list of its run. */
export interface Matched {
  readonly pair: (left: number, right: number, edited: boolean) => void;
  /** A puzzle that is a reject now. */
  readonly rejected: (left: number, reject: NightReject) => void;
}

/** Places of puzzles that have no partner. */
export interface Unmatched {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/**
 * Matches puzzles with those of a run, and says which have no partner. Puzzles of a file whose
 * bytes were read before are the same by their place, however it was read. The others are matched
 *
 *   1. by content and name     2. without names of their own, by content, since places change
 *   3. by name, and without one by their place in their file: then the puzzle was edited
 *   4. by content: then it was renamed
 *
 * Of what is left, a reject stands for the puzzle that was in its place or had its name.
 */
export function matchNights(
  parts: MatchParts,
  before: SeenPuzzles,
  after: NightRows,
  { pair, rejected }: Matched,
): Unmatched {
  const { store, contents, files } = parts;
  const same = (left: number, right: number): void => pair(left, right, false);
  const lonely = matchReread(store, before, after, matchById(before.ids, after.ids, same), same);
  const rest = matchEnds(contents, before, after, lonely, same);
  if (rest.before.length === 0) return rest;
  const leftContents = contents.of(rest.before.map((place) => before.contentId(place)));
  const rightContents = contents.of(rest.after.map((place) => after.ids[place]));
  const right = rest.after.map((place, i) => ({
    place,
    id: after.ids[place],
    contentId: after.ids[place],
    runId: after.runId,
    content: rightContents[i],
  }));
  const rejects = new Map(nightRejects(store, after.runId).map((reject) => [reject.id, reject]));
  const left: LonePuzzle[] = [];
  rest.before.forEach((place, i) => {
    const id = before.ids[place];
    const reject = rejects.get(id);
    if (reject !== undefined) {
      rejects.delete(id);
      rejected(place, reject);
      return;
    }
    const [contentId, content] = [before.contentId(place), leftContents[i]];
    left.push({ place, id, contentId, runId: before.runId(place), content });
  });
  const alone = matchByContent(files, left, right, (i, k, edited) =>
    pair(left[i].place, right[k].place, edited),
  );
  const gone = matchRejects(
    files,
    alone.before.map((i) => left[i]),
    { runId: after.runId, rejects: [...rejects.values()] },
    rejected,
  );
  return { before: gone, after: alone.after.map((k) => right[k].place) };
}

/** Pairs what has the same id, and returns the places of what only one of the runs has. */
function matchById(
  before: Float64Array,
  after: Float64Array,
  pair: (left: number, right: number) => void,
): Unmatched {
  const lonely: { before: number[]; after: number[] } = { before: [], after: [] };
  let [i, k] = [0, 0];
  while (i < before.length || k < after.length) {
    const left = i < before.length ? before[i] : Infinity;
    const right = k < after.length ? after[k] : Infinity;
    if (left === right) pair(i, k);
    else if (left < right) lonely.before.push(i);
    else lonely.after.push(k);
    if (left <= right) i++;
    if (right <= left) k++;
  }
  return lonely;
}

/** Pairs puzzles at the same place of files that were read in another way before. */
function matchReread(
  { db }: Store,
  before: SeenPuzzles,
  after: NightRows,
  lonely: Unmatched,
  pair: (left: number, right: number) => void,
): Unmatched {
  if (lonely.before.length === 0 || lonely.after.length === 0) return lonely;
  const others = new Map(
    db
      .prepare<[number], [number, number]>(
        `SELECT DISTINCT a.source_id, b.source_id
         FROM run_sources r JOIN sources b USING (source_id)
           JOIN sources a ON a.sha256 = b.sha256 AND a.format = b.format AND a.source_id <> b.source_id
         WHERE r.run_id = ?`,
      )
      .raw()
      .all(after.runId),
  );
  if (others.size === 0) return lonely;
  const places = new Map(lonely.after.map((place) => [after.ids[place], place]));
  const left = lonely.before.filter((place) => {
    const id = before.ids[place];
    const source = others.get(sourceOf(id));
    const other = source === undefined ? undefined : puzzleId(source, ordinalOf(id));
    const partner = other === undefined ? undefined : places.get(other);
    if (partner !== undefined) pair(place, partner);
    return partner === undefined || !places.delete(other!);
  });
  return { before: left, after: [...places.values()] };
}

/** So many puzzles are read at once where what they hold is not kept. */
const PIECE = 2000;

/**
 * Pairs the puzzles with which two lists begin alike, as a file that has grown begins as it did
 * before, and of long lists those with which they end alike: what lies between is held in memory.
 * Returns the places of the others.
 */
function matchEnds(
  contents: Contents,
  before: SeenPuzzles,
  after: NightRows,
  lonely: Unmatched,
  pair: (left: number, right: number) => void,
): Unmatched {
  const isLong = lonely.before.length + lonely.after.length > contents.mostKept;
  const read = (ids: number[]): string[] => (isLong ? contents.once(ids) : contents.of(ids));
  const begin = matchWhileAlike(lonely.before, lonely.after);
  const rest = { before: lonely.before.slice(begin), after: lonely.after.slice(begin) };
  if (!isLong) return rest;
  const end = matchWhileAlike(rest.before.toReversed(), rest.after.toReversed());
  return {
    before: rest.before.slice(0, rest.before.length - end),
    after: rest.after.slice(0, rest.after.length - end),
  };

  /** How many of the first places were paired. */
  function matchWhileAlike(left: readonly number[], right: readonly number[]): number {
    const most = Math.min(left.length, right.length);
    const piece = isLong ? PIECE : most;
    for (let from = 0; from < most; from += piece) {
      const to = Math.min(from + piece, most);
      const was = read(left.slice(from, to).map((place) => before.contentId(place)));
      const is = read(right.slice(from, to).map((place) => after.ids[place]));
      for (let i = 0; i < was.length; i++) {
        if (was[i] !== is[i]) return from + i;
        pair(left[from + i], right[from + i]);
      }
    }
    return most;
  }
}

/** A puzzle that the other run does not have in the same place. */
interface LonePuzzle {
  readonly place: number;
  readonly id: number;
  readonly contentId: number;
  readonly runId: number;
  readonly content: string;
}

const nameOf = ({ content }: LonePuzzle): string => nameIn(content);
const printOf = ({ content }: LonePuzzle): string => printIn(content);
/**
 * Without a name of its own a puzzle is called by its place, which changes when others come before
 * it.
 */
const isUnnamed = (puzzle: LonePuzzle): boolean =>
  nameOf(puzzle).endsWith(`#${ordinalOf(puzzle.contentId)}`);

/** Pairs puzzles by content and name, and returns the places of the others. */
function matchByContent(
  files: FilePlaces,
  left: readonly LonePuzzle[],
  right: readonly LonePuzzle[],
  pair: (left: number, right: number, edited: boolean) => void,
): Unmatched {
  let rest: Unmatched = { before: [...left.keys()], after: [...right.keys()] };
  rest = matchBy(rest, ({ content }) => content, false);
  rest = matchBy(rest, (puzzle) => (isUnnamed(puzzle) ? printOf(puzzle) : null), false);
  rest = matchBy(rest, nameOf, true);
  rest = matchBy(rest, (puzzle) => (isUnnamed(puzzle) ? files.placeOf(puzzle) : null), true);
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

/** Says which puzzles are rejects now, and returns the places of the others. */
function matchRejects(
  files: FilePlaces,
  puzzles: readonly LonePuzzle[],
  { runId, rejects }: { readonly runId: number; readonly rejects: readonly NightReject[] },
  rejected: Matched['rejected'],
): number[] {
  let [left, right] = [puzzles, rejects];
  matchBy(nameOf, ({ name }) => name);
  matchBy(
    (puzzle) => files.placeOf(puzzle),
    ({ id }) => files.placeOf({ id, runId }),
  );
  return left.map(({ place }) => place);

  function matchBy(
    keyOf: (puzzle: LonePuzzle) => string,
    keyOfReject: (reject: NightReject) => string | null,
  ): void {
    if (left.length === 0 || right.length === 0) return;
    const waiting = new Map<string, LonePuzzle[]>();
    for (const puzzle of left.toReversed()) {
      const key = keyOf(puzzle);
      waiting.set(key, [...(waiting.get(key) ?? []), puzzle]);
    }
    const found = new Set<LonePuzzle>();
    right = right.filter((reject) => {
      const key = keyOfReject(reject);
      const puzzle = key === null ? undefined : waiting.get(key)?.pop();
      if (puzzle === undefined) return true;
      rejected(puzzle.place, reject);
      found.add(puzzle);
      return false;
    });
    left = left.filter((puzzle) => !found.has(puzzle));
  }
}

/** The puzzles of a run as they were seen in it. */
export function seenIn({ ids, runId }: NightRows): SeenPuzzles {
  return { ids, contentId: (place) => ids[place], runId: () => runId };
}
