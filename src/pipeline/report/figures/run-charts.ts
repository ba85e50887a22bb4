import type { PlainFigures } from '../summary/numbers.js';
import {
  countText,
  numberOf,
  shareText,
  durationText,
  decadeText,
  starsText,
} from '../../../solver/core/text/numbers.js';
import {
  binStart,
  type Counts,
  DENSITY_BINS,
  depthMeaning,
  quantileOfBins,
  SCORE_BINS,
  scoreBinStart,
  scoreBinText,
  type SizeClass,
  sumOfSizes,
  TECHNIQUE_KEYS,
  type TechniqueKey,
  techniqueOfDepth,
} from '../../record/figures.js';
import {
  axisName,
  CHART_NOTES,
  CHART_TITLES,
  type ChartFigure,
  type ChartLook,
  columnAxis,
  decadeAxis,
  labelRoom,
  type Decided,
  withinFigure,
} from './chart.js';
import {
  NEEDS_MEANINGS,
  NEEDS_WORDS,
  takesAssumptions,
} from '../../../solver/core/result/difficulty-words.js';
import type { CustomSeriesRenderItemAPI, CustomSeriesRenderItemParams } from 'echarts';

interface ChartedCounts extends Omit<
  PlainFigures,
  'puzzles' | 'reused' | 'byStatus' | 'timeBins' | 'solveMs'
> {
  readonly decided: Decided;
  /** The limit for a puzzle, or null. */
  readonly limitMs: number | null;
}

/**
 * The charts for which a run has something to show, the same in its report and on its page: of its
 * verdicts and times, and of how hard its puzzles are for people.
 */
export function runCharts(counts: ChartedCounts) {
  const { sizes, decided, limitMs } = counts;
  // Nothing is, if all was taken over from other runs.
  const isTimed = sizes.some(({ timeBins }) => sumOf(timeBins) > 0);
  return {
    verdicts: [
      verdicts(counts),
      depths(counts),
      ...(isTimed ? [times(sizes), withinFigure([{ name: 'this run', decided }], limitMs)] : []),
    ],
    difficulty: [...rated(counts), ...bySizeAndDensity(sizes)],
  };
}

/** How many puzzles have each status, each bar in the colours of their techniques. */
function verdicts({ byStatusAndTechnique }: ChartedCounts): ChartFigure {
  const bars = Array.from(byStatusAndTechnique, ([status, techniques]) =>
    barOf(status, Object.fromEntries(techniques)),
  ).filter(({ count }) => count > 0);
  const whole = wholeOf(bars);
  const text = {
    id: 'verdicts',
    title: CHART_TITLES.verdicts,
    note: CHART_NOTES.verdicts,
    description: `${bars
      .map(({ name, count }) => `${name} ${countText(count)} (${shareText(count, whole)})`)
      .join(', ')}. The table below has the techniques.`,
    legend: TECHNIQUE_KEYS.filter((key) => bars.some(({ parts }) => (parts[key] ?? 0) > 0)).map(
      (key) => ({ colour: key, words: key }),
    ),
  };
  return barsFigure(text, bars, partsTable('status', bars));
}

function depths({ byDepth }: ChartedCounts): ChartFigure {
  const bars = Array.from(byDepth, ([key, count]) =>
    barOf(key, { [techniqueOfDepth(key)]: count }, depthMeaning(key)),
  );
  return barChart('depths', bars, 'guess depth');
}

/** Solve times by size; alone if all puzzles have one size, whose map would be a stripe. */
function times(sizes: readonly SizeClass[]): ChartFigure {
  if (sizes.length > 1) return timesBySize(sizes);
  const [size] = sizes;
  const text = {
    id: 'sizes',
    title: CHART_TITLES.times,
    note: `All puzzles are ${size.name}.`,
    description: timeWords(size),
  };
  return columnsFigure(text, timeColumns(size.timeBins), 'time, from', timeTable(sizes));
}

/** Scores, stars and techniques; nothing if no puzzle has a score. */
function rated({ scoreBins, bounds, byStars, byNeeds }: ChartedCounts): ChartFigure[] {
  const columns = scoreColumns(scoreBins);
  if (columns.length === 0) return [];
  const whole = wholeOf(columns);
  const filled = columns.flatMap(({ range: name, count }) => (count > 0 ? [{ name, count }] : []));
  const lower = bounds === 0 ? '' : ` ${shareText(bounds, whole)} are lower bounds.`;
  const text = {
    id: 'scores',
    title: CHART_TITLES.scores,
    note: CHART_NOTES.scores + lower,
    description: countWords(filled),
  };
  const stars = Array.from(byStars, ([of, count]) => {
    const took = of <= 3 ? 'line' : of === 4 ? 'probe' : 'search';
    return barOf(starsText(of), { [took]: count }, numberOf(of, 'star'));
  });
  const needs = Array.from(byNeeds, ([of, count]) => {
    const took = of === 'nested' ? 'search' : takesAssumptions(of) ? 'probe' : 'line';
    return barOf(of, { [took]: count }, `${NEEDS_WORDS[of]} (${NEEDS_MEANINGS[of]})`);
  });
  return [
    columnsFigure(text, columns, 'score, from', barsTable('score', filled)),
    barChart('stars', stars, 'stars'),
    barChart('needs', needs, 'needs'),
  ];
}

function barChart(id: 'depths' | 'stars' | 'needs', bars: readonly Bar[], what: string) {
  const [title, note] = [CHART_TITLES[id], CHART_NOTES[id]];
  const text = { id, title, note, description: countWords(bars) };
  return barsFigure(text, bars, barsTable(what, bars));
}

/** What is counted, its meaning if that is not its name. */
type Counted = Pick<Bar, 'name' | 'count' | 'means'>;

function countWords(counted: readonly Counted[]): string {
  return counted.map(({ name, means = name, count }) => `${means}: ${countText(count)}`).join(', ');
}

/** A bar: its word, and its parts from left to right, each in the colour of what it took. */
interface Bar {
  readonly name: string;
  readonly count: number;
  readonly parts: Readonly<Partial<Record<TechniqueKey, number>>>;
  /** What its name means, for the pointer; its name and the part's if it is left out. */
  readonly means?: string;
}

function barOf(name: string, parts: Bar['parts'], means?: string): Bar {
  const count = TECHNIQUE_KEYS.reduce((sum, key) => sum + (parts[key] ?? 0), 0);
  return { name, parts, count, ...(means !== undefined && { means }) };
}

/**
 * Bars from left to right, each with its number and its share; a part is called `<bar>, <key>` when
 * it is picked. A series for each of TECHNIQUE_KEYS, then one with the numbers.
 */
function barsOption(bars: readonly Bar[], look: ChartLook) {
  const whole = wholeOf(bars);
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  const base = { type: 'bar' as const, stack: 'parts', barMaxWidth: 26, ...look.series };
  return {
    // Whoever draws it has other fonts than whoever looks at it: there is room for wide letters.
    grid: {
      left: labelRoom(bars.map(({ name }) => name)),
      right: labelRoom(bars.map(({ count }) => numberText(count, whole))),
      top: 4,
      bottom: 4,
    },
    // The longest bar has the whole width: the scale is not seen.
    xAxis: { type: 'value' as const, show: false, max: longest },
    yAxis: {
      ...look.axis,
      type: 'category' as const,
      inverse: true,
      data: bars.map(({ name }) => name),
      axisLabel: { ...look.axis.axisLabel, color: look.ink, fontSize: 13 },
      axisTick: { show: false },
      axisLine: { show: false },
      splitLine: { show: false },
    },
    series: [
      ...TECHNIQUE_KEYS.map((key) => ({
        ...base,
        itemStyle: { color: look[key] },
        data: bars.map(({ name, parts }) => ({ name: `${name}, ${key}`, value: parts[key] ?? 0 })),
      })),
      {
        ...base,
        itemStyle: { color: 'none' },
        data: bars.map(() => 0),
        label: {
          show: true,
          position: 'right' as const,
          color: look.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { readonly dataIndex: number }) =>
            numberText(bars[dataIndex].count, whole),
        },
      },
    ],
  };
}

function numberText(count: number, whole: number): string {
  return `${countText(count)}  ${shareText(count, whole)}`;
}

type FigureTable = ChartFigure['table'];

/** Bars, as high as they are many; `legend` says what the colours of their parts mean. */
function barsFigure(
  text: Pick<ChartFigure, 'id' | 'title' | 'note' | 'description' | 'legend'>,
  bars: readonly Bar[],
  table: FigureTable,
): ChartFigure {
  return {
    ...text,
    table,
    option: (look) => barsOption(bars, look),
    // A few bars do not stand far apart.
    height: 42 * bars.length + 16,
    tip: (series, item) => barTip(bars, series, item),
  };
}

/** The numbers of bars with their shares, and what their names mean, if they say it. */
function barsTable(what: string, bars: readonly Counted[]): FigureTable {
  const isExplained = bars.some(({ means }) => means !== undefined);
  const whole = wholeOf(bars);
  return {
    head: [what, ...(isExplained ? ['meaning'] : []), 'puzzles', 'share'],
    rows: bars.map(({ name, means = '', count }) => [
      ...[name, ...(isExplained ? [means] : [])],
      ...[countText(count), shareText(count, whole)],
    ]),
    words: isExplained ? 2 : 1,
  };
}

/** The numbers of bars with their shares, and a column for each part. */
function partsTable(what: string, bars: readonly Bar[]): FigureTable {
  const whole = wholeOf(bars);
  return {
    head: [what, 'puzzles', 'share', ...TECHNIQUE_KEYS],
    rows: bars.map(({ name, count, parts }) => [
      ...[name, countText(count), shareText(count, whole)],
      ...TECHNIQUE_KEYS.map((key) => countText(parts[key] ?? 0)),
    ]),
  };
}

/** What the pointer is told of a part of a bar, by the number of its series; null for none. */
function barTip(bars: readonly Bar[], series: number, item: number): string | null {
  const { name, means, parts } = bars[item];
  const key = TECHNIQUE_KEYS.at(series);
  const count = key === undefined ? 0 : (parts[key] ?? 0);
  if (count === 0) return null;
  return `${means ?? `${name}, ${key}`}: ${countText(count)} (${shareText(count, wholeOf(bars))})`;
}

function wholeOf(parts: readonly { readonly count: number }[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}

/** One column of a histogram: where it begins, its range in words, and how many there are. */
interface HistogramColumn {
  readonly from: string;
  readonly range: string;
  readonly count: number;
  /** Whether its beginning is written below it. */
  readonly isNamed: boolean;
}

/** With more columns than these, not every one has its number above it, or its name below. */
const FEW = 12;

/** How many puzzles have a score of each half point, the empty ones between included. */
function scoreColumns(scoreBins: Counts): HistogramColumn[] {
  const bins = rangeOf(scoreBins, SCORE_BINS);
  return bins.map((bin) => ({
    from: String(scoreBinStart(bin)),
    range: scoreBinText(bin),
    count: scoreBins[bin] ?? 0,
    isNamed: bins.length <= FEW || bin % 2 === 0,
  }));
}

/** How many puzzles took a time of each bin, with the empty ones between and beside them. */
function timeColumns(timeBins: Counts): HistogramColumn[] {
  const bins = rangeOf(timeBins, timeBins.length);
  return bins.map((bin) => ({
    from: durationText(binStart(bin)),
    range: `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}`,
    count: timeBins[bin],
    isNamed: bin % (bins.length <= 8 ? 2 : bins.length <= 24 ? 5 : 10) === 0,
  }));
}

/** The bins that are not empty, those between them, and two on either side. */
function rangeOf(counts: Counts, most: number): number[] {
  const filled = Array.from(counts).flatMap((count, bin) => (count > 0 ? [bin] : []));
  if (filled.length === 0) return [];
  const first = Math.max(0, filled[0] - 2);
  const last = Math.min(most - 1, filled[filled.length - 1] + 2);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

/** A histogram; `areFrom` says what the names below its columns are. */
function columnsFigure(
  text: Pick<ChartFigure, 'id' | 'title' | 'note' | 'description'>,
  columns: readonly HistogramColumn[],
  areFrom: string,
  table: FigureTable,
): ChartFigure {
  const whole = wholeOf(columns);
  return {
    ...text,
    table,
    option: (look) => columnsOption(columns, areFrom, look),
    height: 238,
    tip: (_, item) => {
      const { range, count } = columns[item];
      return `${range}: ${countText(count)} (${shareText(count, whole)})`;
    },
  };
}

/** Columns side by side; below some of them is written where their range begins. */
function columnsOption(columns: readonly HistogramColumn[], areFrom: string, look: ChartLook) {
  const { axis } = look;
  const areFew = columns.length <= FEW;
  const labels = columns.map(({ count }) => (areFew && count > 0 ? countText(count) : ''));
  return {
    grid: { left: 56, right: 8, top: 34, bottom: 46 },
    xAxis: {
      ...axis,
      type: 'category',
      data: columns.map(({ from }) => from),
      ...axisName(areFrom, 26),
      axisLabel: {
        ...axis.axisLabel,
        color: look.ink,
        interval: (i: number) => columns[i].isNamed,
        hideOverlap: true,
      },
      axisTick: { show: false },
      splitLine: { show: false },
    },
    yAxis: { ...axis, type: 'value', name: 'puzzles', nameGap: 12, minInterval: 1, splitNumber: 3 },
    series: [
      {
        type: 'bar',
        barMaxWidth: 64,
        barMinHeight: 2,
        barCategoryGap: '8%',
        // A bar of nothing would get the least height, too.
        data: columns.map(({ count }) => ({
          value: count,
          itemStyle: { color: count === 0 ? 'none' : look.accent },
        })),
        label: {
          show: true,
          position: 'top',
          color: look.ink,
          fontSize: 13,
          formatter: ({ dataIndex }: { dataIndex: number }) => labels[dataIndex],
        },
        ...look.series,
      },
    ],
  };
}

/** How size and density decide how hard puzzles are: only charts that have something to show. */
function bySizeAndDensity(classes: readonly SizeClass[]): ChartFigure[] {
  const all = sumOfSizes(classes);
  return [
    ...(sumOf(all.scoreBins) > 0 && classes.length > 1 ? [scoresBySize(classes)] : []),
    ...scoresByDensity(all.densities),
  ];
}

/** `40 to 45 %`. */
function densityBinText(bin: number): string {
  const step = 100 / DENSITY_BINS;
  return `${bin * step} to ${(bin + 1) * step} %`;
}

/** Scores of puzzles that have something in common. */
type ScoreGroup = Pick<SizeClass, 'name' | 'scoreBins' | 'boundBin'>;

/** Scores against the share of filled cells; nothing if one column has them all. */
function scoresByDensity(all: SizeClass['densities']): ChartFigure[] {
  const scored = [...all.keys()].filter((bin) => sumOf(all[bin]?.scoreBins ?? []) > 0);
  const [first, last] = [scored[0], scored[scored.length - 1]];
  if (scored.length < 2) return [];
  const groups = all.slice(first, last + 1).map((density, i): ScoreGroup => ({
    name: densityBinText(first + i),
    scoreBins: density?.scoreBins ?? [],
    boundBin: density?.boundBin ?? null,
  }));
  const figure = mapFigure({
    id: 'score-densities',
    title: CHART_TITLES.scoreByDensity,
    note: 'The share of the cells that are filled. The stronger the colour, the more puzzles; the bar is the median.',
    description: `Scores of puzzles that are ${densityBinText(first)} to ${densityBinText(last)} filled; the table has the medians.`,
    columns: groups.map(({ scoreBins }, i) => ({
      name: String(((first + i) * 100) / DENSITY_BINS),
      bins: scoreBins,
    })),
    columnsAre: 'density: % of the cells that are filled, from',
    scale: SCORES,
    tipOf: (column, bin, count) => {
      const { name, scoreBins } = groups[column];
      const of = countText(sumOf(scoreBins));
      return `${name} filled: ${countText(count)} of ${of} with a score of ${scoreBinText(bin)}`;
    },
    table: scoreTable('filled', groups),
  });
  return [figure];
}

function sumOf(counts: Counts): number {
  return Array.from(counts).reduce((sum, count) => sum + count, 0);
}

/** How solve times spread within each size. */
function timesBySize(classes: readonly SizeClass[]): ChartFigure {
  const grouped = classes.some(({ name }) => !name.includes('x'));
  return mapFigure({
    id: 'sizes',
    title: CHART_TITLES.timeBySize,
    note:
      (grouped ? 'By the longer side in cells. ' : '') +
      'The stronger the colour, the more of a size’s puzzles took that long; the bar is the median.',
    description: classes.map(timeWords).join('; '),
    columns: classes.map(({ name, timeBins }) => ({ name, bins: timeBins })),
    scale: TIMES,
    tipOf: (column, bin, count) => {
      const { name, puzzles } = classes[column];
      const [from, to] = [binStart(bin), binStart(bin + 1)].map(durationText);
      return `${name}: ${countText(count)} of ${numberOf(puzzles, 'puzzle')} in ${from} to ${to}`;
    },
    table: timeTable(classes),
  });
}

/** What was found of each size: verdicts, scores and times. */
function timeTable(classes: readonly SizeClass[]): FigureTable {
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
function timeWords({ name, puzzles, timeBins }: SizeClass): string {
  const all = `${name}: ${numberOf(puzzles, 'puzzle')}`;
  const median = timeText(timeBins, 0.5);
  return median === '-' ? `${all}, none of them solved here` : `${all}, median ${median}`;
}

/** Between what the quantile of values in bins is, which contradicts nothing else on a page. */
function rangeAt(bins: Counts, q: number, startOf: (bin: number) => number) {
  const from = quantileOfBins(bins, q, startOf);
  const to = quantileOfBins(bins, q, (bin) => startOf(bin + 1));
  return from === null || to === null ? null : ([from, to] as const);
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
function scoreTextAt({ scoreBins, boundBin }: ScoreGroup, q: number): string {
  const range = rangeAt(scoreBins, q, scoreBinStart);
  if (range === null) return '';
  const [from, to] = range;
  const isBound = boundBin !== null && scoreBinStart(boundBin) <= from;
  return from.toFixed(1) + (isBound ? '+' : ` to ${to.toFixed(1)}`);
}

/** How scores spread within each size; sizes without a score have an empty column. */
function scoresBySize(classes: readonly SizeClass[]): ChartFigure {
  return mapFigure({
    id: 'score-sizes',
    title: CHART_TITLES.scoreBySize,
    note: 'The stronger the colour, the more of a size’s puzzles have that score; the bar is the median.',
    description: classes.map(scoreWords).join('; '),
    columns: classes.map(({ name, scoreBins }) => ({ name, bins: scoreBins })),
    scale: SCORES,
    tipOf: (column, bin, count) =>
      `${classes[column].name}: ${numberOf(count, 'puzzle')} with a score of ${scoreBinText(bin)}`,
    table: scoreTable('size', classes),
  });
}

function scoreTable(what: string, groups: readonly ScoreGroup[]): FigureTable {
  return {
    head: [what, 'rated', '5 %', 'median', '95 %', 'hardest'],
    rows: groups.map((group) => [
      ...[group.name, countText(sumOf(group.scoreBins))],
      ...[0.05, 0.5, 0.95, 1].map((q) => scoreTextAt(group, q)),
    ]),
  };
}

function scoreWords(group: ScoreGroup): string {
  const median = scoreTextAt(group, 0.5);
  return `${group.name}: ${median === '' ? 'none has a score' : `median ${median}`}`;
}

/** What the columns of a map go up by: where bins begin, and its axis from one value to another. */
interface Scale {
  readonly startOf: (bin: number) => number;
  readonly axisOf: (lowest: number, highest: number) => object;
  readonly label?: (value: number) => string;
}

/** In whole steps, a little wider than the scores that occur. */
const SCORES: Scale = {
  startOf: scoreBinStart,
  axisOf: (lowest, highest) => {
    const [low, high] = [Math.max(0, lowest - 0.5), highest + 0.5];
    const interval = [1, 2, 5].find((step) => (high - low) / step <= 7) ?? 10;
    const [min, max] = [Math.floor(low / interval), Math.ceil(high / interval)];
    return { type: 'value', min: interval * min, max: interval * max, interval };
  },
};

const TIMES: Scale = {
  startOf: binStart,
  axisOf: decadeAxis,
  label: decadeText,
};

interface FieldMap extends Pick<ChartFigure, 'id' | 'title' | 'note' | 'description' | 'table'> {
  readonly columns: readonly { readonly name: string; readonly bins: Counts }[];
  /** What the columns are, if their names do not say it. */
  readonly columnsAre?: string;
  readonly scale: Scale;
  readonly tipOf: (column: number, bin: number, count: number) => string;
}

/** The widest that a column gets, so that a few columns do not fill the page. */
const WIDEST = 36;

/** A map: columns with a field for each bin, stronger with more puzzles; a mark at the median. */
function mapFigure({ columns, columnsAre, scale, tipOf, ...text }: FieldMap): ChartFigure {
  const { startOf } = scale;
  const fields = columns.flatMap(({ bins }, column) => {
    const most = Math.max(...Array.from(bins));
    return Array.from(bins, (count, bin) => ({ column, bin, count, most })).filter(
      ({ count }) => count > 0,
    );
  });
  const places = fields.map(({ column, bin, count, most }) => {
    return [column, startOf(bin), startOf(bin + 1), Math.sqrt(count / most)] as const;
  });
  const marks = columns.flatMap(({ bins }, column) => {
    const median = rangeAt(bins, 0.5, startOf);
    return median === null ? [] : [[column, ...median]];
  });
  const lowest = Math.min(...places.map(([, from]) => from));
  const highest = Math.max(...places.map(([, , to]) => to));
  return {
    ...text,
    height: columnsAre === undefined ? 300 : 318,
    tip: (series, item) => {
      if (series !== 0) return null;
      const { column, bin, count } = fields[item];
      return tipOf(column, bin, count);
    },
    option: (look) => ({
      grid: { left: 62, right: 8, top: 10, bottom: columnsAre === undefined ? 30 : 48 },
      xAxis: columnAxis(
        columns.map(({ name }) => name),
        columnsAre,
        look,
      ),
      yAxis: {
        ...look.axis,
        ...scale.axisOf(lowest, highest),
        axisLabel: { ...look.axis.axisLabel, ...(scale.label && { formatter: scale.label }) },
      },
      series: [
        rectSeries(places, look, ({ left, right, top, bottom }, api) => ({
          shape: { x: left, y: top, width: right - left, height: Math.max(1.5, bottom - top - 1) },
          style: { fill: look.accent, opacity: 0.12 + 0.88 * Number(api.value(3)) },
        })),
        {
          ...rectSeries(marks, look, ({ left, right, top, bottom }) => {
            const [y, width] = [(top + bottom) / 2 - 1, right - left + 8];
            return { shape: { x: left - 4, y, width, height: 2 }, style: { fill: look.ink } };
          }),
          silent: true,
        },
      ],
    }),
  };
}

/** A rectangle for each column, from and to that `data` has, drawn in the column's place. */
function rectSeries(
  data: readonly (readonly number[])[],
  look: ChartLook,
  rectOf: (
    at: ReturnType<typeof place>,
    api: CustomSeriesRenderItemAPI,
  ) => { readonly shape: object; readonly style: object },
) {
  return {
    type: 'custom',
    data,
    renderItem: (_: CustomSeriesRenderItemParams, api: CustomSeriesRenderItemAPI) => ({
      type: 'rect' as const,
      ...rectOf(place(api), api),
    }),
    ...look.series,
  };
}

function place(api: CustomSeriesRenderItemAPI) {
  const [x, bottom] = api.coord([api.value(0), api.value(1)]);
  const [, top] = api.coord([api.value(0), api.value(2)]);
  const size = api.size?.([1, 0]) ?? [40];
  const half = Math.min(WIDEST, (Array.isArray(size) ? size[0] : size) * 0.62) / 2;
  return { left: x - half, right: x + half, top, bottom };
}
