import type { EChartsCoreOption } from 'echarts/core';
import { type TechniqueKey, binStart, type Counts, quantileAt } from '../../record/figures.js';
import {
  shareText,
  decadeText,
  durationText,
  countText,
  rateText,
} from '../../../solver/core/text/numbers.js';
import { countWorse } from '../../record/outcome.js';
import type { HistoryLine } from '../../store/history.js';

/** How charts look on a page: its colours (`paper` is the background), and how it draws axes. */
export interface ChartLook extends Readonly<Record<ColourName | 'ink' | 'paper', string>> {
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
interface LegendEntry {
  readonly colour: ColourName;
  readonly dashes?: 'solid' | 'dashed' | 'dotted';
  readonly words: string;
}

/** Numbers, except for the first `words` columns: one if it is left out. */
interface FigureTable {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly words?: number;
}

/** More curves or bars side by side have no colours of their own. */
export const MOST_CURVES = 6;

/** `second` is the colour of a second curve. */
type ColourName = TechniqueKey | 'accent' | 'second';

/** The colours of curves and bars, told apart also by those who see red and green alike. */
export const CURVE_COLOURS = [
  ...(['accent', 'second', 'search'] as const),
  ...(['ambiguous', 'line', 'contradiction'] as const),
] as const;

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

/** An axis from 0 to 100 %. */
function percentAxis({ axis }: ChartLook) {
  const axisLabel = { ...axis.axisLabel, formatter: '{value} %' };
  return { ...axis, type: 'value' as const, min: 0, max: 100, axisLabel };
}

/** Pixels beside an axis for labels of 13 pixels, in any font that a page may have. */
export function labelRoom(labels: readonly string[]): number {
  const widths = labels.map((label) =>
    Array.from(label).reduce((sum, letter) => sum + (letter < '\u0250' ? 8 : 14), 0),
  );
  return 14 + Math.max(0, ...widths);
}

/** A logarithmic axis of times: between powers of ten, where bins begin, apart from rounding. */
export function decadeAxis(least: number, most: number) {
  return {
    type: 'log' as const,
    min: 10 ** Math.floor(Math.log10(least) + 1e-9),
    max: 10 ** Math.ceil(Math.log10(most) - 1e-9),
  };
}

/** The times within which puzzles got their verdicts. */
export interface Decided {
  /** The share of all puzzles, from 0 to 1, that ever got one. */
  readonly end: number;
  /** Within how many milliseconds this share of all puzzles had theirs; null if fewer ever did. */
  readonly timeAt: (share: number) => number | null;
}

/**
 * From the `times` of the decided among `puzzles`, in ascending order; between two of them as
 * `quantileAt` has it, so that a chart says what the figures beside it say.
 */
export function decidedTimes(
  times: Pick<readonly number[], 'length' | 'at'>,
  puzzles: number,
): Decided {
  const last = times.length - 1;
  return {
    end: puzzles === 0 ? 0 : times.length / puzzles,
    timeAt: (share) =>
      last < 0 || times.length < share * puzzles - 1e-9
        ? null
        : quantileAt(puzzles, share, (rank) => times.at(Math.min(rank, last))!),
  };
}

/** From how many of `puzzles` were decided in each bin of time: each counts with its end. */
export function decidedBins(bins: Counts, puzzles: number): Decided {
  let solved = 0;
  const steps = Array.from(bins, (count, bin) => ({
    ms: binStart(bin + 1),
    solved: (solved += count),
  })).filter((_, bin) => bins[bin] > 0);
  const first = Array.from(bins).findIndex((count) => count > 0);
  const decided = decidedSteps(steps, puzzles);
  return {
    ...decided,
    timeAt: (share) => (share <= 0 && first >= 0 ? binStart(first) : decided.timeAt(share)),
  };
}

/** From how many of `puzzles` were solved within each of some times, in ascending order. */
export function decidedSteps(
  steps: readonly { readonly ms: number; readonly solved: number }[],
  puzzles: number,
): Decided {
  return {
    end: puzzles === 0 ? 0 : (steps.at(-1)?.solved ?? 0) / puzzles,
    timeAt: (share) => steps.find(({ solved }) => solved >= share * puzzles - 1e-9)?.ms ?? null,
  };
}

/** One of several is dashed if it is of `before`, and dotted if it is of no run but the best. */
interface WithinCurve {
  readonly name: string;
  readonly decided: Decided;
  readonly is?: 'before' | 'best';
}

const DASHES = ['solid', 'dashed', 'dotted'] as const;

/** The colour of a curve, by its place among them, and its dashes: so 18 can be told apart. */
function styleOf({ is }: WithinCurve, place: number): Omit<LegendEntry, 'words'> {
  if (is === 'best') return { colour: 'unproven', dashes: 'dotted' };
  const dashes = is === 'before' ? 'dashed' : DASHES[Math.floor(place / MOST_CURVES) % 3];
  return { colour: CURVE_COLOURS[place % MOST_CURVES], dashes };
}

/** Shares at which a curve is drawn: a hundred times as dense in the last per cent. */
const SHARES = [
  ...Array.from({ length: 199 }, (_, i) => i * 0.005),
  ...Array.from({ length: 101 }, (_, i) => 0.99 + i * 0.0001),
];

const LOWEST_MS = 1e-4;

const TABLED = [0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];

/** Within which time which share is decided, on a log scale; `limitMs` is drawn if it is near. */
export function withinFigure(curves: readonly WithinCurve[], limitMs: number | null): ChartFigure {
  const named = curves.length > 1;
  const drawn = curves.map(drawnCurve);
  const [{ decided, marks }] = drawn;
  return {
    id: 'quantiles',
    title: CHART_TITLES.within,
    note: named
      ? 'The further to the right, the more puzzles; the lower, the faster.'
      : CHART_NOTES.within + undecided(decided),
    description: named
      ? 'A rising curve for each run; the table has the figures.'
      : inWords(decided, marks),
    ...(named && { legend: curves.map((one, i) => ({ ...styleOf(one, i), words: one.name })) }),
    option: (look) => withinOption(drawn, named ? null : limitMs, look),
    height: 300,
    tip: (series, item) => {
      const curve = drawn.at(series);
      if (curve === undefined || item >= curve.points.length) return null;
      const [percent, ms] = curve.points[item];
      const what = `${shareText(percent, 100)} within ${durationText(ms)}`;
      return named ? `${curve.name}: ${what}` : what;
    },
    tipsOfColumn: true,
    table: {
      head: [
        'share of the puzzles',
        ...curves.map(({ name }) => (named ? name : 'decided within')),
      ],
      rows: TABLED.map((share) => [
        `${share * 100} %`,
        ...curves.map((curve) => durationText(curve.decided.timeAt(share))),
      ]),
    },
  };
}

type DrawnCurve = ReturnType<typeof drawnCurve>;
type Marks = DrawnCurve['marks'];

function drawnCurve(curve: WithinCurve) {
  const { end } = curve.decided;
  const at = (share: number): number => timeAt(curve.decided, share);
  const shares = [...SHARES.filter((share) => share < end), ...(end > 0 ? [end] : [])];
  return {
    ...curve,
    /** Percent of the puzzles, milliseconds. */
    points: shares.map((share) => [share * 100, at(share)] as const),
    marks: marksOf(end, at),
  };
}

function timeAt({ timeAt: of }: Decided, share: number): number {
  return Math.max(LOWEST_MS, of(share) ?? LOWEST_MS);
}

const MARKED = [
  [0.5, 'median'],
  [0.95, '95 %'],
  [0.99, '99 %'],
] as const;

function marksOf(end: number, at: (share: number) => number) {
  return MARKED.filter(([share]) => share <= end).map(([share, name], i) => {
    const next = MARKED.at(i + 1);
    // Where two marks would write over each other, the latter speaks alone.
    const crowded = i > 0 && next !== undefined && next[0] <= end && at(next[0]) / at(share) < 4;
    return { share, ms: at(share), text: crowded ? '' : `${name} ${durationText(at(share))}` };
  });
}

function undecided({ end }: Decided): string {
  if (end === 1) return '';
  return ` ${shareText(1 - end, 1)} never got one: the curve ends at ${shareText(end, 1)}.`;
}

function inWords(decided: Decided, marks: Marks): string {
  if (decided.end === 0) return 'No puzzle has a verdict.';
  const words = marks.map(({ share, ms }) => `${shareText(share, 1)} within ${durationText(ms)}`);
  const all = `all that have a verdict within ${durationText(timeAt(decided, decided.end))}`;
  return `${[...words, all].join(', ')}.`;
}

function withinOption(curves: readonly DrawnCurve[], limitMs: number | null, look: ChartLook) {
  const ends = curves.map(({ decided }) => timeAt(decided, decided.end));
  const most = Math.max(...ends);
  const isNear =
    limitMs !== null && (curves.some(({ decided }) => decided.end < 1) || most >= limitMs * 0.5);
  const limits = isNear ? [limitMs] : [];
  return {
    grid: { left: 62, right: 16, top: 14, bottom: 30 },
    xAxis: { ...percentAxis(look), splitLine: { show: false } },
    yAxis: {
      ...decadeAxis(
        Math.min(...curves.map(({ decided }) => timeAt(decided, 0))),
        Math.max(...limits, most * 1.01),
      ),
      ...look.axis,
      axisLabel: { ...look.axis.axisLabel, formatter: decadeText },
    },
    series: [
      ...curves.map((curve, i) => {
        const { colour, dashes } = styleOf(curve, i);
        const color = look[colour];
        return {
          type: 'line',
          name: curve.name,
          step: 'end',
          symbol: 'none',
          lineStyle: { color, width: 2.5, type: dashes },
          itemStyle: { color },
          data: curve.points,
          ...look.series,
        };
      }),
      ...(curves.length === 1 ? [markSeries(curves[0].marks, look)] : []),
      ...limits.map((ms) => limitSeries(ms, look)),
    ],
  };
}

function markSeries(marks: Marks, look: ChartLook) {
  return {
    type: 'line',
    lineStyle: { width: 0, color: look.ink },
    symbol: 'circle',
    symbolSize: 8,
    itemStyle: { color: look.ink, borderColor: look.paper, borderWidth: 2, opacity: 1 },
    label: {
      show: true,
      position: 'top',
      offset: [4, -4],
      align: 'right',
      color: look.ink,
      fontSize: 13,
      formatter: ({ dataIndex }: { dataIndex: number }) => marks[dataIndex].text,
    },
    labelLayout: { hideOverlap: false },
    data: marks.map(({ share, ms }) => [share * 100, ms]),
    ...look.series,
  };
}

function limitSeries(ms: number, look: ChartLook) {
  const color = look.search;
  const label = {
    show: true,
    position: 'right',
    offset: [2, 10],
    color,
    fontSize: 13,
    formatter: `limit ${durationText(ms)}`,
  };
  return {
    type: 'line',
    lineStyle: { color, type: [5, 4], width: 1.5 },
    symbol: 'circle',
    symbolSize: 1,
    itemStyle: { color },
    data: [{ value: [0, ms], label }, [100, ms]],
    ...look.series,
  };
}

/** One run of a history, as far as it is drawn. */
type DrawnRun = Pick<HistoryLine, 'runId' | 'startedAt' | 'puzzles' | 'unique' | 'line' | 'open'>;

/** The figures of a history, the most important first: narrow terminals show few. */
export const HISTORY_COLUMNS: readonly {
  readonly title: string;
  readonly textOf: (row: HistoryLine) => string;
}[] = [
  { title: 'puzzles', textOf: ({ puzzles }) => countText(puzzles) },
  { title: 'worse', textOf: changed(countWorse) },
  { title: 'open', textOf: ({ open }) => countText(open) },
  { title: 'rejects', textOf: ({ rejects }) => countText(rejects) },
  { title: 'unique', textOf: ({ unique, puzzles }) => shareText(unique, puzzles) },
  { title: 'by lines', textOf: ({ line, puzzles }) => shareText(line, puzzles) },
  { title: 'gone', textOf: changed((counts) => counts.gone) },
  { title: 'new', textOf: changed((counts) => counts.new) },
  { title: 'time', textOf: ({ wallMs }) => durationText(wallMs) },
  { title: 'rate', textOf: ({ perSecond }) => rateText(perSecond) },
];

function changed(
  count: (counts: NonNullable<HistoryLine['changes']>['counts']) => number,
): (row: HistoryLine) => string {
  return ({ changes }) => (changes === null ? '-' : countText(count(changes.counts)));
}

const CURVES = [
  { of: 'unique', words: 'unique', colour: 'accent' },
  { of: 'line', words: 'by lines alone', colour: 'second' },
  { of: 'open', words: 'open', colour: 'unproven' },
] as const;

/** The shares of unique, line-solvable and open puzzles, night after night. */
export function historyFigure(points: readonly DrawnRun[]): ChartFigure {
  const last = points.at(-1);
  return {
    id: 'history',
    title: 'Night after night',
    note: 'The shares of puzzles with one solution, of those by lines alone, and of those without a verdict.',
    description: `${points.length} runs${last === undefined ? '' : `; in the last, ${CURVES.map(({ of, words }) => `${words}: ${shareText(last[of], last.puzzles)}`).join(', ')}`}`,
    table: {
      head: ['run', 'puzzles', ...CURVES.map(({ words }) => words)],
      rows: points.map((point) => [
        `${point.runId}, ${point.startedAt.slice(0, 10)}`,
        countText(point.puzzles),
        ...CURVES.map(({ of }) => shareText(point[of], point.puzzles)),
      ]),
    },
    legend: CURVES.map(({ colour, words }) => ({ colour, words })),
    option: (look) => historyOption(points, look),
    height: 260,
    tip: (series, item) => {
      const { of, words } = CURVES[series];
      const point = points[item];
      return `run ${point.runId}: ${words} ${shareText(point[of], point.puzzles)}`;
    },
  };
}

function historyOption(points: readonly DrawnRun[], look: ChartLook) {
  const { axis } = look;
  return {
    grid: { left: 54, right: 16, top: 12, bottom: 46 },
    xAxis: {
      ...axis,
      type: 'category',
      data: points.map(({ startedAt }) => startedAt.slice(5, 10)),
      ...axisName('began', 26),
      axisLabel: { ...axis.axisLabel, hideOverlap: true },
      splitLine: { show: false },
    },
    yAxis: percentAxis(look),
    series: CURVES.map(({ of, colour }) => ({
      type: 'line',
      data: points.map((point) => (point.puzzles === 0 ? null : (100 * point[of]) / point.puzzles)),
      symbolSize: 6,
      lineStyle: { width: 2, color: look[colour] },
      itemStyle: { color: look[colour] },
      ...look.series,
    })),
  };
}
