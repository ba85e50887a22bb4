import { sizeFigures } from '../../../charts/density-figures.js';
import { sizeClasses } from '../../../result/size-tally.js';
import { scoreBinText, SCORE_BINS, scoreBinStart } from '../../../result/bins.js';
import { CHART_NOTES, CHART_TITLES } from '../../../text/chart-words.js';
import { countText, numberOf, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/report-numbers.js';
import { needCounts, starCounts } from '../../text/summary-topics.js';
import { card, countTable } from '../table.js';
import { curvesCard, mapCard } from './figure-card.js';
import { needsBar, starsBar } from '../../../charts/bars.js';
import type { DifficultyNumbers } from '../../numbers/tally.js';
import { barChart, COLOURS } from './chart-svg.js';
import { barsSvg } from './charts.js';

/** How hard the puzzles are for people, and what size and density have to do with it. */
export function difficultyCards(numbers: Numbers): string {
  const { difficulty, bySize } = numbers;
  const { maps, curves } = sizeFigures(sizeClasses(bySize));
  const isRated = difficulty.rated > 0;
  const rated = isRated ? scores(numbers) + stars(numbers) + needs(numbers) : '';
  const cards = rated + maps.map(mapCard).join('') + (curves === null ? '' : curvesCard(curves));
  if (cards === '') return '';
  const note = isRated
    ? `${numberOf(difficulty.rated, 'puzzle has', 'puzzles have')} one solution, and so a score: the ` +
      'logarithm of the effort. One more is twice the effort. It orders puzzles as people do, but ' +
      'says nothing about minutes; differences below 0.5 mean nothing. docs/difficulty.md of ' +
      'nonomill has the definition and the evidence.'
    : 'No puzzle has a score.';
  return `<section><h2>How hard for people</h2><p class="note">${note}</p><div class="charts">${cards}</div></section>`;
}

function scores({ difficulty }: Numbers): string {
  const { byScore, rated, bounds } = difficulty;
  const rows = scoreRange(byScore).map((bin) => ({
    label: scoreBinText(bin),
    count: byScore[bin],
  }));
  const lower = bounds === 0 ? '' : ` ${shareText(bounds, rated)} are lower bounds.`;
  return card(
    CHART_TITLES.scores,
    CHART_NOTES.scores + lower,
    scoreChart(difficulty) +
      countTable('Scores as a table', { kind: 'counts', title: 'score', rows, whole: rated }),
  );
}

function stars(numbers: Numbers): string {
  return card(
    CHART_TITLES.stars,
    CHART_NOTES.stars,
    starsChart(numbers.difficulty) + countTable('Stars as a table', starCounts(numbers)),
  );
}

function needs(numbers: Numbers): string {
  return card(
    CHART_TITLES.needs,
    CHART_NOTES.needs,
    needsChart(numbers.difficulty) + countTable('Techniques as a table', needCounts(numbers)),
  );
}

/** Scores that occur, the least score of each bin, with the empty bins between them. */
function scoreRange(bins: ArrayLike<number>): number[] {
  const all = Array.from({ length: SCORE_BINS }, (_, bin) => bin);
  const [first, last] = [all.find((bin) => bins[bin] > 0), all.findLast((bin) => bins[bin] > 0)];
  return first === undefined || last === undefined ? [] : all.slice(first, last + 1);
}

/** How many puzzles have a score of each half point. */
function scoreChart({ byScore, rated }: DifficultyNumbers): string {
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
function starsChart({ byStars }: DifficultyNumbers): string {
  const bars = [...byStars].map(([stars, count]) => starsBar(stars, count));
  return barsSvg(bars, {
    id: 'stars',
    title: 'Puzzles by stars',
    description: bars.map(({ means, count }) => `${means}: ${countText(count)}`).join(', '),
  });
}

/** How many puzzles need which technique. */
function needsChart({ byNeeds }: DifficultyNumbers): string {
  const bars = [...byNeeds].map(([needs, count]) => needsBar(needs, count));
  return barsSvg(bars, {
    id: 'needs',
    title: 'Puzzles by the weakest technique that solves them',
    description: bars.map(({ name, count }) => `${name}: ${countText(count)}`).join(', '),
  });
}
