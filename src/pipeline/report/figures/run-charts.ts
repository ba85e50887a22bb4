import type { SizeClass } from '../../../solver/core/figures.js';
import {
  TECHNIQUE_KEYS,
  depthMeaning,
  techniqueOfDepth,
} from '../../../solver/core/result/technique-keys.js';
import { CHART_NOTES, CHART_TITLES, type ChartFigure } from './look.js';
import { countText, shareText } from '../../../solver/core/text/numbers.js';
import {
  barOf,
  barsFigure,
  barsTable,
  needsBar,
  partsTable,
  starsBar,
  type Bar,
  columnsFigure,
  columnsTable,
  scoreColumns,
  timeColumns,
} from './bars.js';
import { sizeFigures, timeTable, timesBySize, timeWords } from './size-figures.js';
import { withinFigure, type Decided } from './within.js';
import type { PlainFigures } from '../summary/numbers.js';

/** What the charts of a run are drawn from. */
interface ChartedCounts extends Omit<PlainFigures, 'byStatus' | 'timeBins' | 'solveMs'> {
  readonly decided: Decided;
  /** The limit for a puzzle, or null. */
  readonly limitMs: number | null;
}

/** The charts of a run: of its verdicts and times, and of how hard its puzzles are for people. */
interface ChartsOfRun {
  readonly verdicts: readonly ChartFigure[];
  readonly difficulty: readonly ChartFigure[];
}

/** The charts for which a run has something to show, the same in its report and on its page. */
export function runCharts(counts: ChartedCounts): ChartsOfRun {
  const { sizes, decided, limitMs } = counts;
  const { maps, curves } = sizeFigures(sizes);
  // Nothing is, if all was taken over from other runs.
  const isTimed = sizes.some(({ timeBins }) => Array.from(timeBins).some((count) => count > 0));
  return {
    verdicts: [
      verdicts(counts),
      depths(counts),
      ...(isTimed ? [times(sizes), withinFigure([{ name: 'this run', decided }], limitMs)] : []),
    ],
    difficulty: [...rated(counts), ...maps, ...(curves === null ? [] : [curves])],
  };
}

/** How many puzzles have each status, each bar in the colours of their techniques. */
function verdicts({ byStatusAndTechnique }: ChartedCounts): ChartFigure {
  const bars = Array.from(byStatusAndTechnique, ([status, techniques]) =>
    barOf(status, Object.fromEntries(techniques)),
  ).filter(({ count }) => count > 0);
  const whole = bars.reduce((sum, { count }) => sum + count, 0);
  const text = {
    id: 'verdicts',
    title: CHART_TITLES.verdicts,
    note: CHART_NOTES.verdicts,
    description: `${bars
      .map(({ name, count }) => `${name} ${countText(count)} (${shareText(count, whole)})`)
      .join(', ')}. The table below has the techniques.`,
    legend: TECHNIQUE_KEYS.filter((key) => bars.some(({ parts }) => (parts[key] ?? 0) > 0)).map(
      (key) => ({ sample: key, words: key }),
    ),
  };
  return barsFigure(text, bars, partsTable('status', bars));
}

/** How many puzzles have each guess depth. */
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
  const whole = columns.reduce((sum, { count }) => sum + count, 0);
  const lower = bounds === 0 ? '' : ` ${shareText(bounds, whole)} are lower bounds.`;
  const text = {
    id: 'scores',
    title: CHART_TITLES.scores,
    note: CHART_NOTES.scores + lower,
    description: columns
      .filter(({ count }) => count > 0)
      .map(({ range, count }) => `${range}: ${countText(count)}`)
      .join(', '),
  };
  const stars = Array.from(byStars, ([of, count]) => starsBar(of, count));
  const needs = Array.from(byNeeds, ([of, count]) => needsBar(of, count));
  return [
    columnsFigure(text, columns, 'score, from', columnsTable('score', columns)),
    barChart('stars', stars, 'stars'),
    barChart('needs', needs, 'needs'),
  ];
}

function barChart(
  id: 'depths' | 'stars' | 'needs',
  bars: readonly Bar[],
  what: string,
): ChartFigure<readonly Bar[]> {
  const text = {
    id,
    title: CHART_TITLES[id],
    note: CHART_NOTES[id],
    description: bars
      .map(({ name, means, count }) => `${means ?? name}: ${countText(count)}`)
      .join(', '),
  };
  return barsFigure(text, bars, barsTable(what, bars));
}
