import type { TechniqueKey } from '../result/technique-keys.js';

/** How charts look on a page: its colours, and how it draws axes. */
export interface ChartLook {
  readonly accent: string;
  /** The colour of a second curve. */
  readonly second: string;
  readonly techniques: Readonly<Record<TechniqueKey, string>>;
  readonly ink: string;
  readonly axis: { readonly axisLabel: object } & object;
  /** What all series have, for example that they do not react to the pointer. */
  readonly series: object;
  /** Whether there is always room for the name of every column. */
  readonly wide: boolean;
}

/** A chart with what is said about it, and the same as a table. */
export interface Figure<Drawing> {
  /** Unique on a page. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** For those who do not see it. */
  readonly description: string;
  readonly drawing: Drawing;
  readonly table: FigureTable;
}

/** Numbers, except for the first column. */
export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}
