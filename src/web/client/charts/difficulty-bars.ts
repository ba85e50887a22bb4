import { NEEDS } from '../../../result/difficulty.js';
import { scoreBinStart, scoreBinText, binStart } from '../../../result/bins.js';
import type { SizeClass } from '../../../result/size-tally.js';
import type { RunAnswer } from '../../api.js';
import { durationText } from '../../../text/durations.js';
import { needsBar, starsBar, type Bar } from '../../../charts/bars.js';
import { type Column, binRange } from './histogram.js';

/** How many puzzles have a score of each half point, with the empty ones between and beside them. */
export function scoreColumns({ scores }: RunAnswer): Column[] {
  return columnsOf(scores, 2, (bin) => ({
    from: String(scoreBinStart(bin)),
    range: scoreBinText(bin),
    isNamed: Number.isInteger(scoreBinStart(bin)),
  }));
}

/** How many of these puzzles took a time of each bin. */
export function timeColumns({ timeBins }: SizeClass): Column[] {
  const counted = Array.from(timeBins, (count, bin) => ({ bin, count }));
  return columnsOf(
    counted.filter(({ count }) => count > 0),
    2,
    (bin) => ({
      from: durationText(binStart(bin)),
      range: binRange(bin),
    }),
  );
}

/** How many puzzles have how many stars. */
export function starBars({ scores }: RunAnswer): Bar[] {
  return [1, 2, 3, 4, 5].map((stars) => {
    const count = scores.reduce((sum, score) => sum + (score.stars === stars ? score.count : 0), 0);
    return starsBar(stars, count);
  });
}

/** How many puzzles need which technique. */
export function needsBars({ scores }: RunAnswer): Bar[] {
  return NEEDS.map((name) => {
    const count = scores.reduce((sum, score) => sum + (score.needs === name ? score.count : 0), 0);
    return needsBar(name, count);
  });
}

function columnsOf(
  counted: readonly { readonly bin: number; readonly count: number }[],
  room: number,
  words: (bin: number) => Omit<Column, 'count'>,
): Column[] {
  if (counted.length === 0) return [];
  const counts = new Map<number, number>();
  for (const { bin, count } of counted) counts.set(bin, (counts.get(bin) ?? 0) + count);
  const first = Math.max(0, Math.min(...counts.keys()) - room);
  const last = Math.max(...counts.keys()) + room;
  return Array.from({ length: last - first + 1 }, (_, i) => ({
    ...words(first + i),
    count: counts.get(first + i) ?? 0,
  }));
}
