import { NEEDS_MEANINGS, NEEDS_WORDS, starsText } from '../../../result/difficulty-words.js';
import { SCORE_BINS, scoreBinStart, scoreBinText } from '../../../result/score-bins.js';
import { countText, numberOf, shareText } from '../../../text/numbers.js';
import type { DifficultyNumbers } from '../../numbers/difficulty-tally.js';
import { barChart } from './bar-chart.js';
import { COLOURS } from './colours.js';

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
export function starsChart({ byStars, rated }: DifficultyNumbers): string {
  const stars = [...byStars];
  return barChart({
    id: 'stars',
    title: 'Puzzles by stars',
    description: stars
      .map(([n, count]) => `${numberOf(n, 'star')}: ${countText(count)}`)
      .join(', '),
    bars: stars.map(([n, count]) => ({
      name: starsText(n),
      count,
      colour: n <= 3 ? COLOURS.line : n === 4 ? COLOURS.probe : COLOURS.search,
      label: `${countText(count)}  ${shareText(count, rated)}`,
      tip: `${numberOf(n, 'star')}: ${countText(count)} (${shareText(count, rated)})`,
    })),
  });
}

/** How many puzzles need which technique. */
export function needsChart({ byNeeds, rated }: DifficultyNumbers): string {
  const needs = [...byNeeds];
  return barChart({
    id: 'needs',
    title: 'Puzzles by the weakest technique that solves them',
    description: needs.map(([name, count]) => `${name}: ${countText(count)}`).join(', '),
    bars: needs.map(([name, count]) => ({
      name,
      count,
      colour:
        name === 'assumption' ? COLOURS.probe : name === 'nested' ? COLOURS.search : COLOURS.line,
      label: countText(count),
      tip: `${NEEDS_WORDS[name]} (${NEEDS_MEANINGS[name]}): ${countText(count)} (${shareText(count, rated)})`,
    })),
  });
}
