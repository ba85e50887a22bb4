import {
  binMiddle,
  binOf,
  binStart,
  type Counts,
  quantileOfBins,
  scoreBin,
  scoreBinMiddle,
  scoreBinStart,
  scoreBinText,
  type SizeClass,
} from '../../../solver/core/figures.js';
import { CHART_TITLES, type ChartFigure, type FigureTable } from './look.js';
import {
  countText,
  numberOf,
  shareText,
  decadeText,
  durationText,
} from '../../../solver/core/text/numbers.js';
import { drawnMap, type FieldMap, type MapField, type ValueAxis } from './field-map.js';

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
export function scoresBySize(classes: readonly SizeClass[]): ChartFigure<FieldMap> {
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
export function scoreTable(
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
export function medianMark(
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
export function scoreAxis(fields: readonly MapField[]): ValueAxis {
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
export function binFields(
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
