import type { Fact } from './facts.js';
import type { Bins, Grouping } from './question.js';

/**
 * A grouping whose bins are known: what puts a puzzle into a group, and what the groups are called.
 */
export interface Grouped {
  readonly grouping: Grouping;
  /** The key of a puzzle in SQL: null if the fact is not known of it. */
  readonly key: string;
  /** The group of a key, in words and in order. */
  readonly groupOf: (key: Key) => Group;
  /** Of bins, their bounds in SQL, from a column that has the key. */
  readonly bounds?: (key: string) => { readonly from: string; readonly to: string };
}

/** A value or the number of a bin, as SQLite has it. */
export type Key = string | number | null;

/** A group of puzzles by one fact. */
export interface Group {
  readonly label: string;
  /** By which groups of one fact are sorted; those whose fact is not known come last. */
  readonly order: number | string;
  /**
   * Of a bin, its bounds: from the first on, up to the second. Null where there is none, or for a
   * word.
   */
  readonly from: number | null;
  readonly to: number | null;
}

/** Bins as the values of a run allow them. */
export type KnownBins = Exclude<Bins, { readonly by: 'fit' | 'counts' }>;

/** The group of puzzles of which a fact is not known. */
const UNKNOWN: Group = { label: 'none', order: Infinity, from: null, to: null };

/** How puzzles are put into groups by a fact, with bins that are known. */
export function grouped({ fact, bins }: Grouping, known: KnownBins): Grouped {
  const { sql, most } = fact;
  const grouping = { fact, bins };
  switch (known.by) {
    case 'value':
      return {
        grouping,
        key: sql,
        groupOf: (key) => (key === null ? UNKNOWN : valueGroup(key, fact)),
      };
    case 'width': {
      const { width } = known;
      // What lies on an edge up to rounding, such as 0.15 of 0.05, belongs to the bin that begins
      // there.
      const bin = `floor(round((${sql}) / ${width}, 9))`;
      const key =
        most === undefined
          ? bin
          : `CASE WHEN (${sql}) >= ${most} THEN ${Math.ceil(roundTo9(most / width)) - 1} ELSE ${bin} END`;
      const groupOf = (at: Key): Group => (at === null ? UNKNOWN : widthBin(Number(at), width));
      const bounds = (at: string): { from: string; to: string } => ({
        from: `${at} * ${width}`,
        to: `(${at} + 1) * ${width}`,
      });
      return { grouping, key, groupOf, bounds };
    }
    case 'edges': {
      const { edges } = known;
      const cases = edges.map((edge, i) => `WHEN (${sql}) < ${edge} THEN ${i}`).join(' ');
      const key = `CASE WHEN (${sql}) IS NULL THEN NULL ${cases} ELSE ${edges.length} END`;
      const groupOf = (at: Key): Group =>
        at === null
          ? UNKNOWN
          : binGroup(edges[Number(at) - 1] ?? null, edges[Number(at)] ?? null, Number(at));
      const edgeSql = (at: string, first: number): string =>
        edges.length === 0
          ? 'NULL'
          : `CASE ${at} ${edges.map((edge, i) => `WHEN ${i + first} THEN ${edge}`).join(' ')} END`;
      const bounds = (at: string): { from: string; to: string } => ({
        from: edgeSql(at, 1),
        to: edgeSql(at, 0),
      });
      return { grouping, key, groupOf, bounds };
    }
  }
}

function roundTo9(value: number): number {
  return Number(value.toFixed(9));
}

/** The bin at a place, counted from the one that begins at 0, of bins that are so wide. */
export function widthBin(at: number, width: number): Group {
  const edge = (place: number): number => Number((place * width).toPrecision(12));
  return binGroup(edge(at), edge(at + 1), at);
}

function valueGroup(key: string | number, { words, order }: Fact): Group {
  const label = String(key);
  const group = { label, from: null, to: null };
  if (typeof key === 'number') return { ...group, order: key, from: key };
  if (order !== undefined) return { ...group, order: orderOfSize(key) };
  if (words === undefined || words === 'any') return { ...group, order: key };
  return { ...group, order: words.indexOf(key) };
}

/** What the fact `size` is sorted by. */
function orderOfSize(size: string): number {
  const [width, height] = size.split('x').map(Number);
  return width * height + width / 1e6;
}

function binGroup(from: number | null, to: number | null, order: number): Group {
  const label =
    from === null && to === null
      ? 'all'
      : from === null
        ? `below ${to}`
        : to === null
          ? `${from} and more`
          : `${from} to ${to}`;
  return { label, order, from, to };
}

/** Compares two groups of the same fact. */
export function compareGroups(a: Group, b: Group): number {
  if (typeof a.order === 'number' && typeof b.order === 'number') return a.order - b.order || 0;
  if (typeof a.order === 'string' && typeof b.order === 'string') {
    return compareCharacters(a.order, b.order);
  }
  return typeof a.order === 'number' && a.order !== Infinity ? -1 : 1;
}

/** As databases sort texts: by the numbers of their characters, not of halves of these. */
function compareCharacters(a: string, b: string): number {
  const [left, right] = [Array.from(a), Array.from(b)];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const order = left[i].codePointAt(0)! - right[i].codePointAt(0)!;
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/**
 * A width of bins that makes some twelve of them between two values: 1, 2 or 5 times a power of
 * ten.
 */
export function fittingWidth(least: number, most: number): number {
  const rough = (most - least) / 12;
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((times) => times * power >= rough * (1 - 1e-9)) ?? 10;
  return Number((step * power).toPrecision(12));
}

/**
 * The edges between so many bins of equal counts, from all values in ascending order: a value is in
 * the bin that its rank says, unless equal values pull it to the next. Edges that are equal are
 * one.
 */
export function edgesOfCounts(ascending: Float64Array, bins: number): number[] {
  const edges = Array.from(
    { length: bins - 1 },
    (_, i) => ascending[Math.ceil(((i + 1) * ascending.length) / bins)],
  );
  return [...new Set(edges.filter((edge) => edge > ascending[0]))];
}
