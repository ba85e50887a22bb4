import { sizeFigures } from '../../../charts/density-figures.js';
import { sizeClasses } from '../../../result/by-size/size-classes.js';
import { NEEDS_MEANINGS, starsText } from '../../../result/difficulty-words.js';
import { scoreBinText } from '../../../result/score-bins.js';
import { CHART_TITLES } from '../../../text/chart-titles.js';
import { countText, numberOf, shareText } from '../../../text/numbers.js';
import type { Numbers } from '../../numbers/numbers.js';
import { card } from '../parts/card.js';
import { foldedTable, type Column } from '../parts/table.js';
import { needsChart, scoreChart, scoreRange, starsChart } from './difficulty-charts.js';
import { curvesCard, mapCard } from './figure-card.js';

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
