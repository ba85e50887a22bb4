import type { ChartFigure, FigureTable, LegendEntry } from '../figures/look.js';
import { runCharts } from '../figures/run-charts.js';
import { decidedTimes } from '../figures/within.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { plainFigures } from '../numbers/counted-figures.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { shareCurves } from '../statistics/share-curves.js';
import { chartSvg } from './chart-svg.js';
import { markupText, type TableColumn } from '../../../solver/core/text/escape.js';

/** The charts of a report, each in a card with a note and its figures as a table. */
export function chartCards(numbers: Numbers): string {
  const { difficulty } = numbers;
  const figures = plainFigures(numbers);
  const charts = runCharts({
    ...figures,
    decided: decidedTimes(numbers.decidedMs, numbers.puzzles - numbers.reused),
    limitMs: numbers.timeoutMs,
  });
  const found = cards(charts.verdicts);
  const hard = [...charts.difficulty, ...shareCurves(figures.sizes)];
  if (hard.length === 0) return found;
  const note =
    difficulty.rated > 0
      ? `${numberOf(difficulty.rated, 'puzzle has', 'puzzles have')} one solution, and so a score: the ` +
        'logarithm of the effort. One more is twice the effort. It orders puzzles as people do, but ' +
        'says nothing about minutes; differences below 0.5 mean nothing. docs/solver/difficulty.md of ' +
        'nonomill has the definition and the evidence.'
      : 'No puzzle has a score.';
  return `${found}<section><h2>How hard for people</h2><p class="note">${note}</p>${cards(hard)}</section>`;
}

function cards(figures: readonly ChartFigure[]): string {
  return `<div class="charts">${figures.map(figureCard).join('')}</div>`;
}

function figureCard(figure: ChartFigure): string {
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

/** A table of plain texts, which are escaped here. */
export function htmlTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  const kind = (i: number): string => (typeof columns[i] === 'string' ? '' : ' class="number"');
  const head = columns.map((column, i) => {
    const text = typeof column === 'string' ? column : column.number;
    return `<th scope="col"${kind(i)}>${markupText(text)}</th>`;
  });
  const body = rows.map(
    (row) => `<tr>${row.map((cell, i) => `<td${kind(i)}>${markupText(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${markupText(caption)}">` +
    `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
}

/** The table, folded away under `summary`. */
export function foldedTable(
  summary: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  return `<details><summary>${markupText(summary)}</summary>${htmlTable(summary, columns, rows)}</details>`;
}

/** A chart in a card, with a note and its figures as a table. */
function card(title: string, note: string, content: string): string {
  return `<section class="card"><h3>${title}</h3><p class="note">${note}</p>${content}</section>`;
}

/** What the colours of a chart mean: nothing if it has one alone. */
function legend(entries: readonly LegendEntry[]): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ sample, words }) => `<li class="${sample}">${words}</li>`).join('');
  return `<ul class="legend">${items}</ul>`;
}
