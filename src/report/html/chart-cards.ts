import type { Figure, FigureTable } from '../figures/look.js';
import { runCharts } from '../figures/run-charts.js';
import { decidedTimes } from '../figures/within.js';
import { sizeClasses } from '../../core/result/size-tally.js';
import { numberOf } from '../../core/text/numbers.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { card, foldedTable, legend } from './table.js';
import { chartSvg } from './chart-svg.js';

/** The charts of a report, each in a card with a note and its figures as a table. */
export function chartCards(numbers: Numbers): string {
  const { difficulty } = numbers;
  const charts = runCharts({
    byStatus: numbers.byStatusAndTechnique,
    byDepth: numbers.byGuessDepth,
    sizes: sizeClasses(numbers.bySize),
    step: 1,
    decided: decidedTimes(numbers.decidedMs, numbers.puzzles),
    limitMs: numbers.timeoutMs,
    scoreBins: difficulty.byScore,
    bounds: difficulty.bounds,
    byStars: difficulty.byStars,
    byNeeds: difficulty.byNeeds,
  });
  const found = cards(charts.verdicts);
  if (charts.difficulty.length === 0) return found;
  const note =
    difficulty.rated > 0
      ? `${numberOf(difficulty.rated, 'puzzle has', 'puzzles have')} one solution, and so a score: the ` +
        'logarithm of the effort. One more is twice the effort. It orders puzzles as people do, but ' +
        'says nothing about minutes; differences below 0.5 mean nothing. docs/difficulty.md of ' +
        'nonomill has the definition and the evidence.'
      : 'No puzzle has a score.';
  return `${found}<section><h2>How hard for people</h2><p class="note">${note}</p>${cards(charts.difficulty)}</section>`;
}

function cards(figures: readonly Figure[]): string {
  return `<div class="charts">${figures.map(figureCard).join('')}</div>`;
}

function figureCard(figure: Figure): string {
  const { title, note, table } = figure;
  return card(
    title,
    note,
    legend(figure.legend ?? []) + chartSvg(figure) + figureTable(title, table),
  );
}

/** The table of a figure, folded away. */
function figureTable(title: string, { head, rows, words = 1 }: FigureTable): string {
  const columns = head.map((word, i) => (i < words ? word : { number: word }));
  return foldedTable(`${title} as a table`, columns, rows);
}
