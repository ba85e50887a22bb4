import {
  type Counts,
  densityBinText,
  type DensityNumbers,
  scoreBinStart,
  scoreBinText,
  type SizeClass,
  type SizedPuzzles,
  sumOfSizes,
} from '../../../solver/core/figures.js';
import { CHART_TITLES, MOST_CURVES, type ChartLook, type ChartFigure } from './look.js';
import { countText, shareText } from '../../../solver/core/text/numbers.js';
import { columnAxis, drawnMap, type FieldMap } from './field-map.js';
import { binFields, medianMark, scoreAxis, scoreTable, scoresBySize } from './size-figures.js';

/** Which puzzles of a size and a density are counted. */
type Share = 'unique' | 'line';

const SHARE_WORDS: Readonly<Record<Share, string>> = {
  unique: 'unique',
  line: 'line-solvable',
};

const SHARES = ['unique', 'line'] as const;

/**
 * Figures of how size and density decide how hard puzzles are, and whether they have one solution
 * at all.
 */
interface SizeFigures {
  /** Only maps that have something to show. */
  readonly maps: readonly ChartFigure<FieldMap>[];
  /**
   * In the place of a map, if all puzzles have one size: it would be a single stripe. Null
   * otherwise.
   */
  readonly curves: ChartFigure<ShareCurves> | null;
}

/** The figures for which the sizes of a run have something to show. */
export function sizeFigures(classes: readonly SizeClass[]): SizeFigures {
  const all = sumOfSizes(classes);
  const densities = densityRange(classes);
  const scored = densities.filter((bin) => hasAny(scoresOf(all, bin)));
  const isRated = hasAny(all.scoreBins);
  const manySizes = classes.length > 1;
  const range = densities.filter((bin) => bin >= scored[0] && bin <= scored[scored.length - 1]);
  return {
    maps: [
      ...(isRated && manySizes ? [scoresBySize(classes)] : []),
      ...(scored.length > 1 ? [scoresByDensity(all, range)] : []),
      // Fewer sizes have a curve each: see statistics/share-curves.ts.
      ...(classes.length > MOST_CURVES && densities.length > 0
        ? SHARES.map((share) => shareMap(share, classes, densities))
        : []),
    ],
    curves: classes.length === 1 && densities.length > 1 ? curvesOf(classes[0], densities) : null,
  };
}

/** The bins of densities that occur, with those between them. */
function densityRange(classes: readonly SizeClass[]): number[] {
  const bins = classes.flatMap(({ densities }) =>
    densities.flatMap((density, bin) => (density === null ? [] : [bin])),
  );
  if (bins.length === 0) return [];
  const first = Math.min(...bins);
  return Array.from({ length: Math.max(...bins) - first + 1 }, (_, i) => first + i);
}

function hasAny(counts: Counts): boolean {
  return Array.from(counts).some((count) => count > 0);
}

function scoresOf({ densities }: SizedPuzzles, bin: number): Counts {
  return densities.at(bin)?.scoreBins ?? [];
}

/** Scores against the share of filled cells, a column for each five per cent. */
function scoresByDensity(all: SizedPuzzles, bins: readonly number[]): ChartFigure<FieldMap> {
  const scores = bins.map((bin) => Array.from(scoresOf(all, bin)));
  const fields = scores.flatMap((scoreBins, column) =>
    binFields(column, scoreBins, scoreBinStart, (bin, count) => {
      const of = scoreBins.reduce((sum, n) => sum + n, 0);
      return (
        `${densityBinText(bins[column])} filled: ${countText(count)} of ${countText(of)} ` +
        `with a score of ${scoreBinText(bin)}`
      );
    }),
  );
  return {
    id: 'score-densities',
    title: CHART_TITLES.scoreByDensity,
    note: 'The share of the cells that are filled. The stronger the colour, the more puzzles; the bar is the median.',
    description: `Scores of puzzles that are ${densityBinText(bins[0])} to ${densityBinText(bins[bins.length - 1])} filled; the table has the medians.`,
    ...drawnMap({
      columns: bins.map(densityName),
      columnsAre: DENSITY_AXIS,
      values: scoreAxis(fields),
      fields,
      marks: scores.flatMap((scoreBins, column) => medianMark(column, scoreBins)),
    }),
    table: scoreTable(
      'filled',
      bins.map((bin, column) => [
        densityBinText(bin),
        scores[column],
        all.densities.at(bin)?.boundBin ?? null,
      ]),
    ),
  };
}

/** The share of puzzles that are unique, or line-solvable, by size and density. */
function shareMap(
  share: Share,
  classes: readonly SizeClass[],
  bins: readonly number[],
): ChartFigure<FieldMap> {
  const what = SHARE_WORDS[share];
  // Ten per cent at a time, and wider than the bins if these are few.
  const first = Math.max(0, 2 * Math.floor((bins[0] - 1) / 2));
  const last = Math.min(20, 2 * Math.ceil((bins[bins.length - 1] + 2) / 2));
  const fields = classes.flatMap(({ name, densities }, column) =>
    densities.flatMap((density, bin) => {
      if (density === null) return [];
      const tip = `${name}, ${densityBinText(bin)} filled: ${shareWords(density, share)} ${what}`;
      const strength = density[share] / density.puzzles;
      return [{ column, from: bin * 5, to: bin * 5 + 5, strength, tip }];
    }),
  );
  return {
    id: `${share}-map`,
    title: share === 'unique' ? CHART_TITLES.uniqueMap : CHART_TITLES.lineMap,
    note: `By size and by the share of filled cells: the stronger the colour, the more are ${what}.`,
    description: `By size and density; the table has the figures.`,
    ...drawnMap({
      columns: classes.map(({ name }) => name),
      values: {
        type: 'value',
        min: first * 5,
        max: last * 5,
        interval: 10,
        label: (value) => `${value} %`,
        are: 'density: cells that are filled',
      },
      fields,
      dense: true,
    }),
    table: {
      head: ['filled', ...classes.map(({ name }) => name)],
      rows: bins.map((bin) => [
        densityBinText(bin),
        ...classes.map(({ densities }) => {
          const density = densities.at(bin) ?? null;
          return density === null ? '' : shareWords(density, share);
        }),
      ]),
    },
  };
}

/** The same for one size alone: two curves over the density. */
function curvesOf(
  { name, densities }: SizeClass,
  bins: readonly number[],
): ChartFigure<ShareCurves> {
  const curve = (share: Share): (number | null)[] =>
    bins.map((bin) => {
      const density = densities.at(bin) ?? null;
      return density === null ? null : (100 * density[share]) / density.puzzles;
    });
  const drawing = {
    columns: bins.map(densityName),
    columnsAre: DENSITY_AXIS,
    unique: curve('unique'),
    line: curve('line'),
  };
  return {
    id: 'share-curves',
    title: CHART_TITLES.shares,
    note: `Puzzles of ${name} by the share of filled cells.`,
    description: 'By density; the table has the figures.',
    drawing,
    option: (look) => curvesOption(drawing, look),
    height: 318,
    tip: (series, item) => {
      const density = densities.at(bins[item]) ?? null;
      const share = SHARES[series];
      if (density === null) return null;
      return `${densityBinText(bins[item])} filled: ${shareWords(density, share)} ${SHARE_WORDS[share]}`;
    },
    tipsOfColumn: true,
    legend: SHARES.map((share) => ({ sample: `${share}-share`, words: SHARE_WORDS[share] })),
    table: {
      head: ['filled', ...SHARES.map((share) => SHARE_WORDS[share])],
      rows: bins.flatMap((bin) => {
        const density = densities.at(bin) ?? null;
        if (density === null) return [];
        return [[densityBinText(bin), ...SHARES.map((share) => shareWords(density, share))]];
      }),
    },
  };
}

const DENSITY_AXIS = 'density: % of the cells that are filled, from';

/** `87.1 % of 1,234`. */
function shareWords(density: DensityNumbers, share: Share): string {
  return `${shareText(density[share], density.puzzles)} of ${countText(density.puzzles)}`;
}

function densityName(bin: number): string {
  return String(bin * 5);
}

/**
 * The shares of unique and of line-solvable puzzles in percent, by column; null for columns without
 * puzzles.
 */
interface ShareCurves {
  readonly columns: readonly string[];
  readonly columnsAre: string;
  readonly unique: readonly (number | null)[];
  readonly line: readonly (number | null)[];
}

/** How the curves are drawn: unique in the accent, line-solvable in the second colour. */
function curvesOption(curves: ShareCurves, look: ChartLook) {
  const series = (['unique', 'line'] as const).map((share) => {
    const color = share === 'unique' ? look.accent : look.second;
    return {
      type: 'line' as const,
      connectNulls: true,
      symbol: 'circle',
      symbolSize: 7,
      lineStyle: { color, width: 2.5 },
      itemStyle: { color, opacity: 1 },
      data: [...curves[share]],
      ...look.series,
    };
  });
  return {
    grid: { left: 78, right: 16, top: 14, bottom: 48 },
    xAxis: columnAxis(curves.columns, curves.columnsAre, look),
    yAxis: {
      ...look.axis,
      type: 'value' as const,
      min: 0,
      max: 100,
      name: 'share of the puzzles',
      nameLocation: 'middle' as const,
      nameGap: 54,
      axisLabel: { ...look.axis.axisLabel, formatter: '{value} %' },
    },
    series,
  };
}
