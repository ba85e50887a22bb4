import { fitText, padText, textWidth } from '../../text/plain-text.js';

/** One column of a table on a terminal. */
export interface TableColumn {
  readonly title: string;
  /** Numbers are right-aligned. */
  readonly right?: boolean;
}

/** The fewest characters of a last column that are worth showing. */
const LEAST = 12;

/**
 * Rows under their titles, with two blanks between columns. The last column is cut at `columns`,
 * and left out if there is hardly any room for it; Infinity cuts nothing (a file, a pipe).
 */
export function tableText(
  head: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [head.map(({ title }) => title), ...rows];
  const widths = head.map((_, at) => Math.max(...lines.map((line) => textWidth(line[at]))));
  const last = head.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const shown = before + Math.min(widths[last], LEAST) > columns ? last : head.length;
  return lines
    .map((line) => {
      const cells = line
        .slice(0, shown)
        .map((text, at) =>
          head[at].right === true
            ? ' '.repeat(widths[at] - textWidth(text)) + text
            : padText(text, widths[at]),
        );
      return fitText(cells.join('  ').trimEnd(), columns) + '\n';
    })
    .join('');
}
