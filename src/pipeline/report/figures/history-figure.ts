import { countWorse, type ChangeCounts } from '../../record/outcome.js';
import type { HistoryLine } from '../../store/history.js';
import { countText, rateText, shareText, durationText } from '../../../solver/core/text/numbers.js';
import { axisName, type ChartLook, type ChartFigure, paintOf } from './look.js';

/** One run of a history, as far as it is drawn. */
type HistoryPoint = Pick<
  HistoryLine,
  'runId' | 'startedAt' | 'puzzles' | 'unique' | 'line' | 'open'
>;

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

function changed(count: (counts: ChangeCounts) => number): (row: HistoryLine) => string {
  return ({ changes }) => (changes === null ? '-' : countText(count(changes.counts)));
}

const CURVES = [
  { of: 'unique', words: 'unique', colour: 'accent' },
  { of: 'line', words: 'by lines alone', colour: 'second' },
  { of: 'open', words: 'open', colour: 'unproven' },
] as const;

/** The shares of unique, line-solvable and open puzzles, night after night. */
export function historyFigure(points: readonly HistoryPoint[]): ChartFigure {
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

function historyOption(points: readonly HistoryPoint[], look: ChartLook) {
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
    yAxis: {
      ...axis,
      type: 'value',
      min: 0,
      max: 100,
      axisLabel: { ...axis.axisLabel, formatter: '{value} %' },
    },
    series: CURVES.map(({ of, colour }) => ({
      type: 'line',
      data: points.map((point) => (point.puzzles === 0 ? null : (100 * point[of]) / point.puzzles)),
      symbolSize: 6,
      lineStyle: { width: 2, color: paintOf(look, colour) },
      itemStyle: { color: paintOf(look, colour) },
      ...look.series,
    })),
  };
}
