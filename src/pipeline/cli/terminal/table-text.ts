import { fitText, padText, textWidth } from '../../../solver/core/text/plain-text.js';

/** One column of a table on a terminal. */
export interface TerminalColumn {
  readonly title: string;
  /** Numbers are right-aligned. */
  readonly right?: boolean;
  /** Gives a cell its colours, which take no room; without it, it has none. */
  readonly paint?: (cell: string) => string;
}

/** The fewest characters of a last column that are worth showing. */
const LEAST = 12;

/**
 * Rows under their titles, with two blanks between columns. The last column is cut at `columns`,
 * and left out if there is hardly any room for it; Infinity cuts nothing (a file, a pipe).
 */
export function tableText(
  head: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [head.map(({ title }) => title), ...rows];
  const widths = widthsOf(head, rows);
  const shown = isLastShown(widths, columns) ? head.length : head.length - 1;
  return lines
    .map((line) => {
      const cells = line
        .slice(0, shown)
        .map((text, at) =>
          head[at].right === true
            ? ' '.repeat(widths[at] - textWidth(text)) + text
            : padText(text, widths[at]),
        );
      const plain = cells.join('  ').trimEnd();
      if (textWidth(plain) > columns) return fitText(plain, columns) + '\n';
      return (
        cells
          .map((cell, at) => head[at].paint?.(cell) ?? cell)
          .join('  ')
          .trimEnd() + '\n'
      );
    })
    .join('');
}

/**
 * The places of the columns that a terminal has room for as a whole: the first ones, and of the
 * others those that still fit. A table of these is never cut, but for its first column.
 */
export function fittingColumns(
  head: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
): number[] {
  let room = columns + 2;
  return widthsOf(head, rows).flatMap((width, at) => {
    if (at > 0 && width + 2 > room) return [];
    room -= width + 2;
    return [at];
  });
}

/** Whether `tableText` shows something of every column. */
export function fitsTable(
  head: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
): boolean {
  return isLastShown(widthsOf(head, rows), columns);
}

function widthsOf(head: readonly TerminalColumn[], rows: readonly (readonly string[])[]): number[] {
  return head.map(({ title }, at) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[at])), textWidth(title)),
  );
}

function isLastShown(widths: readonly number[], columns: number): boolean {
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  return before + Math.min(widths[last], LEAST) <= columns;
}
