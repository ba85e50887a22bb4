import { MAX_ENTRIES, ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import type { Store } from '../open/open.js';
import { isUntrueSql } from '../queries/untrue-rows.js';
import { puzzleId } from '../rows/stored-puzzle-id.js';
import type { NightPart } from '../tally/night-part.js';

/**
 * A verdict of the table `results` as one figure: unique by lines, unique, several solutions, none,
 * open. A row that cannot be true proves nothing.
 */
export function verdictSql(results: string): string {
  return `CASE WHEN ${isUntrueSql(results)} THEN 4 ELSE CASE ${results}.status
  WHEN 'unique' THEN iif(${results}.technique = 'line', 0, 1)
  WHEN 'multiple' THEN 2 WHEN 'contradiction' THEN 3 ELSE 4 END END`;
}
export const [LINE, UNIQUE, MULTIPLE, OPEN] = [0, 1, 2, 4];

/** The results of a run as far as nights are compared by them: 9 bytes for each. */
export interface NightRows {
  readonly runId: number;
  /** The ids of its puzzles, ascending. */
  readonly ids: Float64Array;
  /** The verdict of each: the lower, the better. */
  readonly verdicts: Uint8Array;
  /** How many of them were taken over from other runs. */
  readonly reused: number;
  /** The same source by source, in their order; a part may be one of several nights. */
  readonly parts: readonly NightPart[];
}

/** Reads the verdicts of a run, 0.2 us for each, but for parts that are `known`. */
export function nightRows(
  store: Store,
  runId: number,
  known: readonly NightPart[] = [],
): NightRows {
  const keyOf = ({ sourceId, heldBy }: Pick<NightPart, 'sourceId' | 'heldBy'>): string =>
    `${sourceId} ${heldBy}`;
  const shared = new Map(known.map((part) => [keyOf(part), part]));
  const sources = store.db
    .prepare<[number], Pick<NightPart, 'sourceId' | 'heldBy'>>(
      `SELECT source_id AS sourceId, held_by AS heldBy FROM held_results
       WHERE run_id = ? ORDER BY source_id`,
    )
    .all(runId);
  const read = partReader(store);
  const parts = sources.map((source) => shared.get(keyOf(source)) ?? read(source));
  const reused = parts.map((part) => (part.heldBy === runId ? part.reused : part.ids.length));
  return {
    runId,
    ids: joined(
      Float64Array,
      parts.map(({ ids }) => ids),
    ),
    verdicts: joined(
      Uint8Array,
      parts.map(({ verdicts }) => verdicts),
    ),
    reused: reused.reduce((sum, count) => sum + count, 0),
    parts,
  };
}

interface PartRow {
  readonly count: number;
  readonly first: number;
  readonly last: number;
  readonly reused: number;
  readonly verdicts: string | null;
}

/**
 * Reads the rows of a source: SQLite hands over all verdicts as one text, and ids only where there
 * are gaps between them.
 */
export function partReader({
  db,
}: Store): (source: Pick<NightPart, 'sourceId' | 'heldBy'>) => NightPart {
  const ofSource = 'WHERE run_id = ? AND puzzle_id BETWEEN ? AND ? ORDER BY puzzle_id';
  const part = db.prepare<[number, number, number], PartRow>(
    `SELECT count(*) AS count, min(puzzle_id) AS first, max(puzzle_id) AS last,
       count(reused_run) AS reused, group_concat(verdict, '') AS verdicts
     FROM (SELECT puzzle_id, reused_run, ${verdictSql('results')} AS verdict
       FROM result_rows AS results ${ofSource})`,
  );
  const places = db
    .prepare<[number, number, number], string>(
      `SELECT json_group_array(puzzle_id) FROM (SELECT puzzle_id FROM result_rows ${ofSource})`,
    )
    .pluck();
  return ({ sourceId, heldBy }) => {
    const range = [heldBy, puzzleId(sourceId, 0), puzzleId(sourceId, MAX_ENTRIES - 1)] as const;
    const { count, first, last, reused, verdicts } = part.get(...range)!;
    const ids =
      last - first + 1 === count
        ? Float64Array.from({ length: count }, (_, i) => first + i)
        : Float64Array.from(JSON.parse(places.get(...range)!) as number[]);
    return { sourceId, heldBy, ids, verdicts: Uint8Array.from(verdicts ?? '', Number), reused };
  };
}

function joined<Numbers extends Float64Array | Uint8Array>(
  make: new (length: number) => Numbers,
  parts: readonly Numbers[],
): Numbers {
  const all = new make(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
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

/** A reject where a puzzle could be: its place as the id that the puzzle would have. */
export interface NightReject {
  readonly id: number;
  readonly name: string | null;
}

/** The rejects of a run, in the order of their ids. */
export function nightRejects({ db }: Store, runId: number): NightReject[] {
  return db
    .prepare<[number], { sourceId: number; ordinal: number; name: string | null }>(
      `SELECT source_id AS sourceId, ordinal, CAST(name AS TEXT) AS name FROM rejects
       WHERE run_id = ? ORDER BY source_id, ordinal`,
    )
    .all(runId)
    .map(({ sourceId, ordinal, name }) => ({ id: puzzleId(sourceId, ordinal), name }));
}

/** The fingerprint of a puzzle, and its name after it. */
type Content = string;
const PRINT = 32;

export function nameIn(content: Content): string {
  return content.slice(PRINT);
}

/** The fingerprint in a content. */
export function printIn(content: Content): string {
  return content.slice(0, PRINT);
}

/** How many contents are kept: those of the two nights that are compared, as a rule. */
const MOST_KEPT = 200_000;

interface SourceContents {
  readonly from: number;
  readonly to: number;
  /** By ordinal, from `from` on; undefined where there is no puzzle. */
  readonly contents: readonly (Content | undefined)[];
}

/** What puzzles hold and are called, read source by source, and kept for the next comparison. */
export class Contents {
  private readonly bySource = new Map<number, SourceContents>();
  private keptCount = 0;

  /** @param mostKept the most puzzles whose contents are kept */
  constructor(
    private readonly store: Store,
    readonly mostKept = MOST_KEPT,
  ) {}

  /** The contents of puzzles, which are known by their ids, in the order of these. */
  of(ids: readonly number[]): Content[] {
    return this.contentsOf(ids, (source, from, to) => this.source(source, from, to));
  }

  /** As `of`, without keeping them. */
  once(ids: readonly number[]): Content[] {
    return this.contentsOf(ids, (source, from, to) => {
      const known = this.bySource.get(source);
      if (known !== undefined && known.from <= from && to <= known.to) return known;
      return { from, to, contents: this.read(source, { from, to }) };
    });
  }

  private contentsOf(
    ids: readonly number[],
    contentsIn: (source: number, from: number, to: number) => SourceContents,
  ): Content[] {
    const ranges = new Map<number, { from: number; to: number }>();
    let range = { from: 0, to: 0 };
    let source = -1;
    for (const id of ids) {
      const ordinal = ordinalOf(id);
      if (sourceOf(id) !== source) {
        source = sourceOf(id);
        range = ranges.get(source) ?? { from: ordinal, to: ordinal };
        ranges.set(source, range);
      }
      if (ordinal < range.from) range.from = ordinal;
      else if (ordinal > range.to) range.to = ordinal;
    }
    const found = new Map<number, SourceContents>();
    for (const [one, { from, to }] of ranges) found.set(one, contentsIn(one, from, to));
    source = -1;
    let known: SourceContents = { from: 0, to: 0, contents: [] };
    return ids.map((id) => {
      if (sourceOf(id) !== source) {
        source = sourceOf(id);
        known = found.get(source)!;
      }
      // A puzzle whose row somebody removed is like no other.
      return known.contents[ordinalOf(id) - known.from] ?? String(id);
    });
  }

  private source(source: number, from: number, to: number): SourceContents {
    const known = this.bySource.get(source);
    if (known !== undefined) {
      this.forget(source, known);
      if (known.from <= from && to <= known.to) return this.keep(source, known);
    }
    const range = {
      from: Math.min(from, known?.from ?? from),
      to: Math.min(MAX_ENTRIES - 1, Math.max(to, known?.to ?? to)),
    };
    return this.keep(source, { ...range, contents: this.read(source, range) });
  }

  private read(
    source: number,
    { from, to }: Pick<SourceContents, 'from' | 'to'>,
  ): readonly (Content | undefined)[] {
    const { db } = this.store;
    const rows = 'FROM puzzles WHERE puzzle_id BETWEEN ? AND ? ORDER BY puzzle_id';
    const [first, last] = [puzzleId(source, from), puzzleId(source, to)];
    // Nearly always there is a puzzle in every place, and texts alone take half the time.
    const contents = db
      .prepare<[number, number], Content | null>(`SELECT fingerprint || name ${rows}`)
      .pluck()
      .all(first, last);
    const isDense = contents.length === to - from + 1;
    const ordinals = isDense
      ? null
      : db
          .prepare<[number, number], number>(`SELECT puzzle_id - ${first} ${rows}`)
          .pluck()
          .all(first, last);
    const byPlace: (Content | undefined)[] = [];
    contents.forEach((content, i) => {
      if (typeof content === 'string') byPlace[ordinals === null ? i : ordinals[i]] = content;
    });
    return byPlace;
  }

  private keep(source: number, contents: SourceContents): SourceContents {
    this.bySource.set(source, contents);
    this.keptCount += contents.contents.length;
    for (const [oldest, old] of this.bySource) {
      if (this.keptCount <= this.mostKept || oldest === source) break;
      this.forget(oldest, old);
    }
    return contents;
  }

  private forget(source: number, { contents }: SourceContents): void {
    this.bySource.delete(source);
    this.keptCount -= contents.length;
  }
}
