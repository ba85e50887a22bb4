import { starsText } from '../../../result/difficulty-words.js';
import { scoreBinStart } from '../../../result/score-bins.js';
import { binStart } from '../../../result/time-bins.js';
import type { RunAnswer } from '../../api.js';
import { durationText } from '../../../text/durations.js';
import type { Bar } from './bars.js';
import type { Column } from './histogram.js';
import { binRange } from './time-bins.js';

/** How many puzzles have a score of each half point, with the empty ones between and beside them. */
export function scoreColumns({ scores }: RunAnswer): Column[] {
  return columnsOf(scores, 2, (bin) => ({
    from: String(scoreBinStart(bin)),
    range: `${scoreBinStart(bin)} to ${scoreBinStart(bin + 1)}`,
  }));
}

/** How many puzzles took a time of each bin. */
export function timeColumns({ timeBySize }: RunAnswer): Column[] {
  return columnsOf(timeBySize.bins, 2, (bin) => ({
    from: durationText(binStart(bin)),
    range: binRange(bin),
  }));
}

/** How many puzzles have how many stars. */
export function starBars({ scores }: RunAnswer): Bar[] {
  return [1, 2, 3, 4, 5].map((stars) => {
    const count = scores.reduce((sum, score) => sum + (score.stars === stars ? score.count : 0), 0);
    const proof = stars <= 3 ? 'line' : stars === 4 ? 'probe' : 'search';
    return { name: starsText(stars), count, parts: { [proof]: count } };
  });
}

function columnsOf(
  counted: readonly { readonly bin: number; readonly count: number }[],
  room: number,
  words: (bin: number) => Pick<Column, 'from' | 'range'>,
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
