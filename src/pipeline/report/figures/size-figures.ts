import {
  type Counts,
  densityBinText,
  type DensityNumbers,
  scoreBinStart,
  scoreBinText,
  type SizeClass,
  type SizedPuzzles,
  sumOfSizes,
  binMiddle,
  binOf,
  binStart,
  quantileOfBins,
  scoreBin,
  scoreBinMiddle,
} from '../../../solver/core/figures.js';
import {
  CHART_TITLES,
  MOST_CURVES,
  type ChartLook,
  type ChartFigure,
  columnAxis,
  drawnMap,
  type FieldMap,
  type FigureTable,
  type MapField,
  type ValueAxis,
} from './look.js';
import {
  countText,
  shareText,
  numberOf,
  decadeText,
  durationText,
} from '../../../solver/core/text/numbers.js';

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
      // Fewer sizes have a curve each: see shareCurves of statistics/answer-chart.ts.
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

/**
 * How solve times spread within each size: a column for each size, with a field for each bin of
 * times. The more of the size's puzzles fall into a bin, the stronger is its colour. A mark is at
 * the median.
 */
export function timesBySize(classes: readonly SizeClass[]): ChartFigure<FieldMap> {
  const fields = classes.flatMap(({ name, puzzles, timeBins }, column) =>
    binFields(column, timeBins, binStart, (bin, count) => {
      const [from, to] = [binStart(bin), binStart(bin + 1)].map(durationText);
      return `${name}: ${countText(count)} of ${numberOf(puzzles, 'puzzle')} in ${from} to ${to}`;
    }),
  );
  const grouped = classes.some(({ name }) => !name.includes('x'));
  return {
    id: 'sizes',
    title: CHART_TITLES.timeBySize,
    note:
      (grouped ? 'By the longer side in cells. ' : '') +
      'The stronger the colour, the more of a size’s puzzles took that long; the bar is the median.',
    description: classes.map(timeWords).join('; '),
    ...drawnMap({
      columns: classes.map(({ name }) => name),
      values: timeAxis(fields),
      fields,
      marks: classes.flatMap(({ timeBins }, column) => medianMark(column, timeBins, TIME_SCALE)),
    }),
    table: timeTable(classes),
  };
}

/** What was found of each size: verdicts, scores and times. */
export function timeTable(classes: readonly SizeClass[]): FigureTable {
  return {
    head: [
      ...['size', 'puzzles', 'unique', 'by lines', 'open', 'median score'],
      ...['median time', '5 %', '95 %', 'longest'],
    ],
    rows: classes.map((all) => {
      const { name, puzzles, unique, line, open, timeBins } = all;
      return [
        ...[name, countText(puzzles), shareText(unique, puzzles), shareText(line, puzzles)],
        ...[countText(open), scoreTextAt(all, 0.5)],
        ...[0.5, 0.05, 0.95, 1].map((q) => timeText(timeBins, q)),
      ];
    }),
  };
}

/** `10x10: 90 puzzles, median 1.00 to 1.26 ms`. */
export function timeWords({ name, puzzles, timeBins }: SizeClass): string {
  const all = `${name}: ${numberOf(puzzles, 'puzzle')}`;
  const median = timeText(timeBins, 0.5);
  return median === '-' ? `${all}, none of them solved here` : `${all}, median ${median}`;
}

/**
 * Between what the quantile of values in bins is. Nothing else that a page shows of the same values
 * contradicts it, as a number from the middle of a bin would.
 */
function rangeAt(
  bins: Counts,
  q: number,
  startOf: (bin: number) => number,
): readonly [from: number, to: number] | null {
  const from = quantileOfBins(bins, q, startOf);
  const to = quantileOfBins(bins, q, (bin) => startOf(bin + 1));
  return from === null || to === null ? null : [from, to];
}

/** The quantile of times as `1.00 to 1.26 ms`; `-` if all were taken over from other runs. */
function timeText(timeBins: Counts, q: number): string {
  const range = rangeAt(timeBins, q, binStart);
  if (range === null) return '-';
  const [from, to] = range.map(durationText);
  const unit = / \D+$/.exec(to)?.[0] ?? '';
  return `${unit !== '' && from.endsWith(unit) ? from.slice(0, -unit.length) : from} to ${to}`;
}

/** A quantile as `6.0 to 6.5`, or `6.0+` if it may be more; empty without a score. */
function scoreTextAt(
  { scoreBins, boundBin }: Pick<SizeClass, 'scoreBins' | 'boundBin'>,
  q: number,
): string {
  const range = rangeAt(scoreBins, q, scoreBinStart);
  if (range === null) return '';
  const [from, to] = range;
  const isBound = boundBin !== null && scoreBinStart(boundBin) <= from;
  return from.toFixed(1) + (isBound ? '+' : ` to ${to.toFixed(1)}`);
}

/** The same of scores, linear; sizes without a score have an empty column. */
function scoresBySize(classes: readonly SizeClass[]): ChartFigure<FieldMap> {
  const fields = classes.flatMap(({ name, scoreBins }, column) =>
    binFields(column, scoreBins, scoreBinStart, (bin, count) => {
      return `${name}: ${numberOf(count, 'puzzle')} with a score of ${scoreBinText(bin)}`;
    }),
  );
  return {
    id: 'score-sizes',
    title: CHART_TITLES.scoreBySize,
    note: 'The stronger the colour, the more of a size’s puzzles have that score; the bar is the median.',
    description: classes.map(scoreWords).join('; '),
    ...drawnMap({
      columns: classes.map(({ name }) => name),
      values: scoreAxis(fields),
      fields,
      marks: classes.flatMap(({ scoreBins }, column) => medianMark(column, scoreBins)),
    }),
    table: scoreTable(
      'size',
      classes.map(({ name, scoreBins, boundBin }) => [name, scoreBins, boundBin]),
    ),
  };
}

/** Quantiles of the scores of some groups of puzzles. */
function scoreTable(
  what: string,
  groups: readonly (readonly [name: string, scoreBins: Counts, boundBin: number | null])[],
): FigureTable {
  return {
    head: [what, 'rated', '5 %', 'median', '95 %', 'hardest'],
    rows: groups.map(([name, scoreBins, boundBin]) => {
      const count = Array.from(scoreBins).reduce((sum, n) => sum + n, 0);
      const at = (q: number): string => scoreTextAt({ scoreBins, boundBin }, q);
      return [name, countText(count), at(0.05), at(0.5), at(0.95), at(1)];
    }),
  };
}

/** Where bins begin, their middles, and the bin of a value. */
interface Bins {
  readonly startOf: (bin: number) => number;
  readonly middleOf: (bin: number) => number;
  readonly at: (value: number) => number;
}

const SCORE_SCALE: Bins = { startOf: scoreBinStart, middleOf: scoreBinMiddle, at: scoreBin };
const TIME_SCALE: Bins = { startOf: binStart, middleOf: binMiddle, at: binOf };

/** The mark at the median of a column, unless it is empty. */
function medianMark(
  column: number,
  bins: Counts,
  { startOf, middleOf, at }: Bins = SCORE_SCALE,
): { readonly column: number; readonly from: number; readonly to: number }[] {
  const median = quantileOfBins(bins, 0.5, middleOf);
  if (median === null) return [];
  const bin = at(median);
  return [{ column, from: startOf(bin), to: startOf(bin + 1) }];
}

/** An axis of scores in whole steps, a little wider than the scores that occur. */
function scoreAxis(fields: readonly MapField[]): ValueAxis {
  const low = Math.max(0, Math.min(...fields.map(({ from }) => from)) - 0.5);
  const high = Math.max(...fields.map(({ to }) => to)) + 0.5;
  const interval = [1, 2, 5].find((step) => (high - low) / step <= 7) ?? 10;
  return {
    type: 'value',
    min: interval * Math.floor(low / interval),
    max: interval * Math.ceil(high / interval),
    interval,
  };
}

/** The fields of a column: the more of its puzzles fall into a bin, the stronger is its colour. */
function binFields(
  column: number,
  bins: Counts,
  start: (bin: number) => number,
  tip: (bin: number, count: number) => string,
): MapField[] {
  const counts = Array.from(bins);
  const most = Math.max(...counts);
  return counts.flatMap((count, bin) => {
    if (count === 0) return [];
    const strength = Math.sqrt(count / most);
    return [{ column, from: start(bin), to: start(bin + 1), strength, tip: tip(bin, count) }];
  });
}

function timeAxis(fields: readonly MapField[]): ValueAxis {
  // Nothing was solved here: an axis without anything on it.
  if (fields.length === 0) return { type: 'log', min: 0.01, max: 1000, label: decadeText };
  return {
    type: 'log',
    min: decadeBelow(Math.min(...fields.map(({ from }) => from))),
    max: decadeAbove(Math.max(...fields.map(({ to }) => to))),
    label: decadeText,
  };
}

function scoreWords(size: SizeClass): string {
  const median = scoreTextAt(size, 0.5);
  const { name } = size;
  return median === '' ? `${name}: none has a score` : `${name}: median ${median}`;
}

/** The power of ten at or below `ms`; bins begin at such powers, apart from rounding. */
export function decadeBelow(ms: number): number {
  return 10 ** Math.floor(Math.log10(ms) + 1e-9);
}

/** The power of ten at or above `ms`. */
export function decadeAbove(ms: number): number {
  return 10 ** Math.ceil(Math.log10(ms) - 1e-9);
}
