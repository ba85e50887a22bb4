import { binStart } from '../../../result/time-bins.js';
import { scoreBinStart } from '../../../result/score-bins.js';
import { decadeText, durationText } from '../../../text/durations.js';
import { countText, numberOf } from '../../../text/numbers.js';
import { barChart } from './bar-chart.js';
import { COLOURS } from './colours.js';
import { scoreBinText } from './difficulty-charts.js';
import { mapChart, type MapField } from './map-chart.js';
import { quantileBin, type SizeClass } from './size-classes.js';

/**
 * How solve times spread within each size: a column a size, a field a bin of time, the stronger
 * the more of the size's puzzles fall into it, with a mark at the median. Of one size alone, whose
 * map would be a stripe, a histogram.
 */
export function sizeChart(classes: readonly SizeClass[]): string {
  if (classes.length === 1) return timeHistogram(classes[0]);
  const fields = classes.flatMap(({ name, puzzles, timeBins }, column) =>
    binFields(column, timeBins, binStart, (bin, count) => {
      const [from, to] = [binStart(bin), binStart(bin + 1)].map(durationText);
      return `${name}: ${countText(count)} of ${numberOf(puzzles, 'puzzle')} in ${from} to ${to}`;
    }),
  );
  return mapChart({
    id: 'sizes',
    title: 'Solve time against size',
    description: classes.map(timeWords).join('; '),
    columns: classes.map(({ name }) => name),
    valueAxis: logAxis(fields),
    fields,
    marks: classes.map(({ timeBins }, column) => {
      const bin = quantileBin(timeBins, 0.5);
      return { column, from: binStart(bin), to: binStart(bin + 1) };
    }),
  });
}

/** The same of scores, linear; classes without a score have an empty column. */
export function scoreBySize(classes: readonly SizeClass[]): string {
  const fields = classes.flatMap(({ name, scoreBins }, column) =>
    binFields(column, scoreBins, scoreBinStart, (bin, count) => {
      return `${name}: ${numberOf(count, 'puzzle')} with a score of ${scoreBinText(bin)}`;
    }),
  );
  return mapChart({
    id: 'score-sizes',
    title: 'Difficulty against size',
    description: classes.map(scoreWords).join('; '),
    columns: classes.map(({ name }) => name),
    valueAxis: scoreAxis(fields),
    fields,
    marks: classes.flatMap(({ scoreBins }, column) => medianMark(column, scoreBins)),
  });
}

/** The mark at the median of a column, unless it is empty. */
export function medianMark(
  column: number,
  scoreBins: ArrayLike<number>,
): { readonly column: number; readonly from: number; readonly to: number }[] {
  const bin = quantileBin(scoreBins, 0.5);
  return bin < 0 ? [] : [{ column, from: scoreBinStart(bin), to: scoreBinStart(bin + 1) }];
}

/** An axis of scores in whole numbers round those that occur, with some room about a few. */
export function scoreAxis(fields: readonly MapField[]): object {
  const low = Math.floor(Math.min(...fields.map(({ from }) => from)) - 0.5);
  const high = Math.ceil(Math.max(...fields.map(({ to }) => to)) + 0.5);
  return { type: 'value', min: Math.max(0, low), max: high, minInterval: 1 };
}

/** The fields of a column: the stronger the more of its puzzles fall into a bin. */
export function binFields(
  column: number,
  bins: ArrayLike<number>,
  start: (bin: number) => number,
  tip: (bin: number, count: number) => string,
): MapField[] {
  const counts = Array.from(bins);
  const most = Math.max(...counts);
  return counts.flatMap((count, bin) =>
    count === 0
      ? []
      : [
          {
            ...{ column, from: start(bin), to: start(bin + 1) },
            strength: Math.sqrt(count / most),
            tip: tip(bin, count),
          },
        ],
  );
}

function logAxis(fields: readonly MapField[]): object {
  return {
    type: 'log',
    min: decadeBelow(Math.min(...fields.map(({ from }) => from))),
    max: decadeAbove(Math.max(...fields.map(({ to }) => to))),
    axisLabel: { color: COLOURS.muted, fontSize: 13, formatter: decadeText },
  };
}

function timeHistogram(size: SizeClass): string {
  const { timeBins, puzzles } = size;
  const all = Array.from(timeBins.keys());
  const first = Math.max(0, all.find((bin) => timeBins[bin] > 0)! - 2);
  const last = all.findLast((bin) => timeBins[bin] > 0)! + 2;
  const bins = all.slice(first, last + 1);
  return barChart({
    id: 'sizes',
    title: 'Solve times',
    description: timeWords(size),
    bars: bins.map((bin) => ({
      name: durationText(binStart(bin)),
      count: timeBins[bin],
      colour: COLOURS.accent,
      tip:
        `${durationText(binStart(bin))} to ${durationText(binStart(bin + 1))}: ` +
        `${countText(timeBins[bin])} of ${numberOf(puzzles, 'puzzle')}`,
    })),
    namesAre: 'time, from',
    close: true,
    named: (i) => (bins.length <= 8 ? i % 2 === 0 : bins[i] % (bins.length <= 24 ? 5 : 10) === 0),
  });
}

function timeWords({ name, puzzles, timeBins }: SizeClass): string {
  const median = durationText(binStart(quantileBin(timeBins, 0.5)));
  return `${name}: ${numberOf(puzzles, 'puzzle')}, median about ${median}`;
}

function scoreWords({ name, scoreBins }: SizeClass): string {
  const bin = quantileBin(scoreBins, 0.5);
  return bin < 0 ? `${name}: none has a score` : `${name}: median ${scoreBinText(bin)}`;
}

/** The power of ten at or below `ms`; bins begin at such powers, apart from rounding. */
export function decadeBelow(ms: number): number {
  return 10 ** Math.floor(Math.log10(ms) + 1e-9);
}

/** The power of ten at or above `ms`. */
export function decadeAbove(ms: number): number {
  return 10 ** Math.ceil(Math.log10(ms) - 1e-9);
}
