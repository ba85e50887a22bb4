import { NEEDS_MEANINGS, starsText } from '../../../result/difficulty-words.js';
import { densityBinText, scoreBinStart } from '../../../result/score-bins.js';
import { CHART_TITLES } from '../../../text/chart-titles.js';
import { countText, numberOf, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { card, legend } from '../parts/card.js';
import {
  SHARE_WORDS,
  densityRange,
  scoreByDensity,
  shareCurves,
  shareMap,
  shareWords,
  type Share,
} from './density-charts.js';
import {
  needsChart,
  scoreBinText,
  scoreChart,
  scoreRange,
  starsChart,
} from './difficulty-charts.js';
import { scoreBySize } from './size-chart.js';
import { allSizes, quantileBin, sizeClasses, type SizeClass } from './size-classes.js';
import { foldedTable, type Column } from '../parts/table.js';

/** How hard the puzzles are for people, and what size and density have to do with it. */
export function difficultyCards(numbers: Numbers): string {
  const { difficulty, bySize } = numbers;
  const classes = sizeClasses(bySize);
  const all = allSizes(bySize);
  const densities = densityRange(classes);
  const isRated = difficulty.rated > 0;
  const rated = isRated ? scores(numbers) + stars(numbers) + needs(numbers) : '';
  const ratedBySize = isRated && classes.length > 1 ? bySizes(classes) : '';
  const scored = densities.filter(
    (bin) => quantileBin(all.densities[bin]?.scoreBins ?? [], 1) >= 0,
  );
  const [first, last] = [
    densities.indexOf(scored[0]),
    densities.indexOf(scored[scored.length - 1]),
  ];
  const ratedByDensity = scored.length > 1 ? byDensity(all, densities.slice(first, last + 1)) : '';
  const cards = rated + ratedBySize + ratedByDensity + shares(classes, densities);
  if (cards === '') return '';
  const note = isRated
    ? `${numberOf(difficulty.rated, 'puzzle has', 'puzzles have')} one solution, and so a score: the ` +
      'logarithm of the effort: one more is twice the effort. It orders puzzles as people do, but ' +
      'says nothing about minutes; differences below 0.5 mean nothing. docs/difficulty.md of ' +
      'nonomill has the definition and the evidence.'
    : 'No puzzle has a score.';
  return `<section><h2>How hard for people</h2><p class="note">${note}</p><div class="charts">${cards}</div></section>`;
}

function numbersOf(names: readonly string[]): Column[] {
  return names.map((number) => ({ number }));
}

function scores({ difficulty }: Numbers): string {
  const { byScore, rated, bounds } = difficulty;
  const rows = scoreRange(byScore).map((bin) => [
    scoreBinText(bin),
    countText(byScore[bin]),
    shareText(byScore[bin], rated),
  ]);
  const lower = bounds === 0 ? '' : ` ${shareText(bounds, rated)} are lower bounds.`;
  return card(
    CHART_TITLES.scores,
    `How many puzzles have which score.${lower}`,
    scoreChart(difficulty) +
      foldedTable('Scores as a table', ['score', ...numbersOf(['puzzles', 'share'])], rows),
  );
}

function stars({ difficulty }: Numbers): string {
  const { byStars, rated } = difficulty;
  const rows = [...byStars].map(([stars, count]) => [
    starsText(stars),
    countText(count),
    shareText(count, rated),
  ]);
  return card(
    CHART_TITLES.stars,
    'One to three: lines alone, by the effort. Four and five: assumptions.',
    starsChart(difficulty) +
      foldedTable('Stars as a table', ['stars', ...numbersOf(['puzzles', 'share'])], rows),
  );
}

function needs({ difficulty }: Numbers): string {
  const { byNeeds, rated } = difficulty;
  const rows = [...byNeeds].map(([name, count]) => [
    name,
    NEEDS_MEANINGS[name],
    countText(count),
    shareText(count, rated),
  ]);
  return card(
    CHART_TITLES.needs,
    'Each with all those before it.',
    needsChart(difficulty) +
      foldedTable(
        'Techniques as a table',
        ['needs', 'meaning', ...numbersOf(['puzzles', 'share'])],
        rows,
      ),
  );
}

/** Quantiles of scores as cells of a table. */
function scoreCells(bins: ArrayLike<number>): string[] {
  const count = Array.from(bins).reduce((sum, n) => sum + n, 0);
  const at = (q: number): string =>
    count === 0 ? '' : scoreBinStart(quantileBin(bins, q)).toFixed(1);
  return [countText(count), ...[0.05, 0.5, 0.95, 1].map(at)];
}

const SCORE_COLUMNS = numbersOf(['rated', '5 %', 'median', '95 %', 'hardest']);

function bySizes(classes: readonly SizeClass[]): string {
  const rows = classes.map(({ name, scoreBins }) => [name, ...scoreCells(scoreBins)]);
  return card(
    CHART_TITLES.scoreBySize,
    'The stronger the colour, the more of a size’s puzzles have that score; the bar is the median.',
    scoreBySize(classes) +
      foldedTable('Difficulty against size as a table', ['size', ...SCORE_COLUMNS], rows),
  );
}

function byDensity(all: SizeClass, bins: readonly number[]): string {
  const rows = bins.map((bin) => [
    densityBinText(bin),
    ...scoreCells(all.densities[bin]?.scoreBins ?? []),
  ]);
  return card(
    CHART_TITLES.scoreByDensity,
    'The share of the cells that are filled. The stronger the colour, the more puzzles; the bar is the median.',
    scoreByDensity(all, bins) +
      foldedTable('Difficulty against density as a table', ['filled', ...SCORE_COLUMNS], rows),
  );
}

function shares(classes: readonly SizeClass[], bins: readonly number[]): string {
  if (classes.length === 1) return bins.length > 1 ? curves(classes[0], bins) : '';
  if (bins.length === 0) return '';
  return (['unique', 'line'] as const).map((share) => map(share, classes, bins)).join('');
}

function map(share: Share, classes: readonly SizeClass[], bins: readonly number[]): string {
  const rows = bins.map((bin) => [
    densityBinText(bin),
    ...classes.map(({ densities }) => {
      const density = densities[bin];
      return density === undefined ? '' : shareWords(density, share);
    }),
  ]);
  const title = share === 'unique' ? CHART_TITLES.uniqueMap : CHART_TITLES.lineMap;
  return card(
    title,
    `By size and by the share of filled cells: the stronger the colour, the more are ${SHARE_WORDS[share]}.`,
    shareMap(share, classes, bins) +
      foldedTable(
        `${title} as a table`,
        ['filled', ...numbersOf(classes.map(({ name }) => name))],
        rows,
      ),
  );
}

function curves(size: SizeClass, bins: readonly number[]): string {
  const rows = bins.flatMap((bin) => {
    const density = size.densities[bin];
    if (density === undefined) return [];
    return [
      [densityBinText(bin), ...(['unique', 'line'] as const).map((s) => shareWords(density, s))],
    ];
  });
  return card(
    CHART_TITLES.shares,
    `Puzzles of ${size.name} by the share of filled cells.`,
    legend(['unique-share', 'line-share'], (name) =>
      name === 'unique-share' ? SHARE_WORDS.unique : SHARE_WORDS.line,
    ) +
      shareCurves(size, bins) +
      foldedTable(
        'Shares as a table',
        ['filled', ...numbersOf([SHARE_WORDS.unique, SHARE_WORDS.line])],
        rows,
      ),
  );
}
