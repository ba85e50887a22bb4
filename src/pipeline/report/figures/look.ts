import type { EChartsCoreOption } from 'echarts/core';
import type { TechniqueKey } from '../../record/figures.js';

/** How charts look on a page: its colours, and how it draws axes. */
export interface ChartLook {
  readonly accent: string;
  /** The colour of a second curve. */
  readonly second: string;
  readonly techniques: Readonly<Record<TechniqueKey, string>>;
  readonly ink: string;
  /** What is behind the chart. */
  readonly paper: string;
  readonly axis: { readonly axisLabel: object } & object;
  /** What all series have, for example that they do not react to the pointer. */
  readonly series: object;
  /** Whether there is always room for the name of every column. */
  readonly wide: boolean;
}

/** A chart with what is said about it, and the same as a table. */
export interface ChartFigure {
  /** Unique on a page. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** For those who do not see it. */
  readonly description: string;
  readonly table: FigureTable;
  /** What its colours mean, if it has several. */
  readonly legend?: readonly LegendEntry[];
  readonly option: (look: ChartLook) => EChartsCoreOption;
  /** In pixels. */
  readonly height: number;
  /** What the pointer is told of an item of a series; null for nothing. */
  readonly tip: (series: number, item: number) => string | null;
  /** Set if the pointer is told of all that is above and below it, and need not be on a line. */
  readonly tipsOfColumn?: true;
}

/** What a colour means, or a curve of that colour. */
export interface LegendEntry {
  readonly colour: ColourName;
  readonly dashes?: 'solid' | 'dashed' | 'dotted';
  readonly words: string;
}

/** Numbers, except for the first `words` columns: one if it is left out. */
export interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly words?: number;
}

/** More curves or bars side by side have no colours of their own. */
export const MOST_CURVES = 6;

type ColourName = TechniqueKey | 'accent' | 'second';

/** The colours of curves and bars, told apart also by those who see red and green alike. */
export const CURVE_COLOURS = [
  ...(['accent', 'second', 'search'] as const),
  ...(['ambiguous', 'line', 'contradiction'] as const),
] as const;

export function paintOf(look: ChartLook, name: ColourName): string {
  return name === 'accent' || name === 'second' ? look[name] : look.techniques[name];
}

/** The titles of charts, in reports and on the pages. */
export const CHART_TITLES = {
  verdicts: 'Status and technique',
  depths: 'Guess depth',
  timeBySize: 'Solve time against size',
  times: 'Solve times',
  within: 'Solved within',
  scores: 'Difficulty',
  stars: 'Stars',
  needs: 'Weakest technique that solves it',
  scoreBySize: 'Difficulty against size',
  scoreByDensity: 'Difficulty against density',
  uniqueMap: 'Share of unique puzzles',
  lineMap: 'Share of line-solvable puzzles',
} as const;

export const CHART_NOTES = {
  verdicts: 'What is proven of the puzzles, and which technique those with one solution take.',
  depths:
    'How many assumptions must stand inside each other: 0 is lines alone, “2+” is not solved at depth 1; “open” has no verdict.',
  within:
    'The share of the puzzles that has a verdict within a time. The steeper the end, the fewer the hard ones.',
  scores:
    'How many puzzles with one solution have which score: one more is twice the effort for people.',
  stars: 'One to three: lines alone, by the effort. Four and five: assumptions.',
  needs: 'Each with all those before it.',
} as const;

/** What an axis is of, written beside its middle. */
export function axisName(name: string, nameGap: number) {
  return { name, nameLocation: 'middle' as const, nameGap };
}

/** An axis of named columns; `are` says what they are. */
export function columnAxis(columns: readonly string[], are: string | undefined, look: ChartLook) {
  return {
    type: 'category' as const,
    data: [...columns],
    ...look.axis,
    ...(are !== undefined && axisName(are, 28)),
    axisLabel: {
      ...look.axis.axisLabel,
      color: look.ink,
      ...(look.wide && { interval: columns.length > 10 ? 1 : 0 }),
    },
    splitLine: { show: false },
  };
}

/** Pixels beside an axis for labels of 13 pixels, in any font that a page may have. */
export function labelRoom(labels: readonly string[]): number {
  const widths = labels.map((label) =>
    Array.from(label).reduce((sum, letter) => sum + (letter < '\u0250' ? 8 : 14), 0),
  );
  return 14 + Math.max(0, ...widths);
}

/** The power of ten at or below `ms`; bins begin at such powers, apart from rounding. */
export function decadeBelow(ms: number): number {
  return 10 ** Math.floor(Math.log10(ms) + 1e-9);
}

/** The power of ten at or above `ms`. */
export function decadeAbove(ms: number): number {
  return 10 ** Math.ceil(Math.log10(ms) - 1e-9);
}
