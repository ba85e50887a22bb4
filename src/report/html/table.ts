import type { LegendEntry } from '../figures/look.js';
import { escapeHtml } from '../../core/text/plain-text.js';
import type { TableColumn } from '../summary/summary-topics.js';

/** A table of plain texts, which are escaped here. */
export function htmlTable(
  caption: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  const kind = (i: number): string => (typeof columns[i] === 'string' ? '' : ' class="number"');
  const head = columns.map((column, i) => {
    const text = typeof column === 'string' ? column : column.number;
    return `<th scope="col"${kind(i)}>${escapeHtml(text)}</th>`;
  });
  const body = rows.map(
    (row) => `<tr>${row.map((cell, i) => `<td${kind(i)}>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return (
    `<div class="scroll" tabindex="0" role="region" aria-label="${escapeHtml(caption)}">` +
    `<table><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div>`
  );
}

/** The table, folded away under `summary`. */
export function foldedTable(
  summary: string,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
): string {
  return `<details><summary>${escapeHtml(summary)}</summary>${htmlTable(summary, columns, rows)}</details>`;
}

/** A chart in a card, with a note and its figures as a table. */
export function card(title: string, note: string, content: string): string {
  return `<section class="card"><h3>${title}</h3><p class="note">${note}</p>${content}</section>`;
}

/** What the colours of a chart mean: nothing if it has one alone. */
export function legend(entries: readonly LegendEntry[]): string {
  if (entries.length === 0) return '';
  const items = entries.map(({ sample, words }) => `<li class="${sample}">${words}</li>`).join('');
  return `<ul class="legend">${items}</ul>`;
}
