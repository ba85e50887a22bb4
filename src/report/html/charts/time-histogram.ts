import { timeWords } from '../../../charts/size-figures.js';
import type { SizeClass } from '../../../result/by-size/size-classes.js';
import { binStart } from '../../../result/time-bins.js';
import { durationText } from '../../../text/durations.js';
import { countText, numberOf } from '../../../text/numbers.js';
import { barChart } from './bar-chart.js';
import { COLOURS } from './colours.js';

/** The solve times of puzzles of one size, whose map would be a stripe. */
export function timeHistogram(size: SizeClass): string {
  const { timeBins, puzzles } = size;
  const all = Array.from({ length: timeBins.length }, (_, bin) => bin);
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
