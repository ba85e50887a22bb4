import { needsBar, starsBar } from '../../../charts/bars.js';
import { SCORE_BINS, scoreBinStart, scoreBinText } from '../../../result/score-bins.js';
import { countText, shareText } from '../../../text/numbers.js';
import type { DifficultyNumbers } from '../../numbers/difficulty-tally.js';
import { barChart } from './bar-chart.js';
import { COLOURS } from './colours.js';
import { barsSvg } from './verdict-chart.js';

/** Scores that occur, the least score of each bin, with the empty bins between them. */
export function scoreRange(bins: ArrayLike<number>): number[] {
  const all = Array.from({ length: SCORE_BINS }, (_, bin) => bin);
  const [first, last] = [all.find((bin) => bins[bin] > 0), all.findLast((bin) => bins[bin] > 0)];
  return first === undefined || last === undefined ? [] : all.slice(first, last + 1);
}

/** How many puzzles have a score of each half point. */
export function scoreChart({ byScore, rated }: DifficultyNumbers): string {
  const bins = scoreRange(byScore);
  // A single bar would fill the whole chart: it gets a few empty neighbours.
  while (bins.length < 8) {
    if (bins[0] > 0) bins.unshift(bins[0] - 1);
    bins.push(bins[bins.length - 1] + 1);
  }
  return barChart({
    id: 'scores',
    title: 'Puzzles by score',
    description: bins
      .filter((bin) => byScore[bin] > 0)
      .map((bin) => `${scoreBinText(bin)}: ${countText(byScore[bin])}`)
      .join(', '),
    bars: bins.map((bin) => ({
      name: String(scoreBinStart(bin)),
      count: byScore[bin],
      colour: COLOURS.accent,
      ...(bins.length <= 12 && byScore[bin] > 0 && { label: countText(byScore[bin]) }),
      tip: `${scoreBinText(bin)}: ${countText(byScore[bin])} (${shareText(byScore[bin], rated)})`,
    })),
    namesAre: 'score, from',
    close: true,
    named: (i) => bins.length <= 12 || bins[i] % 2 === 0,
  });
}

/** How many puzzles have how many stars. */
export function starsChart({ byStars }: DifficultyNumbers): string {
  const bars = [...byStars].map(([stars, count]) => starsBar(stars, count));
  return barsSvg(bars, {
    id: 'stars',
    title: 'Puzzles by stars',
    description: bars.map(({ means, count }) => `${means}: ${countText(count)}`).join(', '),
  });
}

/** How many puzzles need which technique. */
export function needsChart({ byNeeds }: DifficultyNumbers): string {
  const bars = [...byNeeds].map(([needs, count]) => needsBar(needs, count));
  return barsSvg(bars, {
    id: 'needs',
    title: 'Puzzles by the weakest technique that solves them',
    description: bars.map(({ name, count }) => `${name}: ${countText(count)}`).join(', '),
  });
}
