import { durationText, timeText } from '../../text/durations.js';
import { countText, numberOf, rateText, shareText } from '../../text/numbers.js';
import { plainText } from '../../text/plain-text.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { stateText } from './result-words.js';
import { summaryBlocks, type SummaryBlock, type TableColumn } from './summary-blocks.js';

/** `summary.md`: the same as on the terminal and more, for an issue or a wiki; all texts are escaped. */
export function summaryMarkdown(numbers: Numbers): string {
  const { run, puzzles, rejects, perSecond } = numbers;
  const name = run.name === null ? '' : `: ${escaped(run.name)}`;
  const blocks = summaryBlocks(numbers);
  const parts = [
    `# Run ${run.runId}${name}`,
    `${numberOf(puzzles, 'puzzle')} and ${numberOf(rejects, 'reject')} in ` +
      `${durationText(run.wallMs)} (${rateText(perSecond)}), started ${timeText(run.startedAt)}, ${stateText(numbers)}.`,
    ...blocks.filter(({ isFirst }) => isFirst === true).map(blockText),
    ...(puzzles === 0 ? [] : ['## Figures']),
    ...blocks.filter(({ isFirst }) => isFirst !== true).map(blockText),
  ];
  return parts.join('\n\n') + '\n';
}

function blockText(block: SummaryBlock): string {
  switch (block.kind) {
    case 'counts': {
      const rows = block.rows.filter(({ count }) => count > 0);
      return table(
        [block.title, { number: 'puzzles' }, { number: 'share' }],
        rows.map(({ label, count }) => [label, countText(count), shareText(count, block.whole)]),
      );
    }
    case 'figures': {
      const columns = block.cells.map(([number]) => ({ number }));
      return table([block.title, ...columns], [['', ...block.cells.map(([, text]) => text)]]);
    }
    case 'fact':
      return `${block.about}: ${block.text}.`;
    case 'puzzles':
      return `## ${block.heading}\n\n${table(block.columns, cellsOf(block.rows))}`;
    case 'findings': {
      const { heading, note, remark, columns, rows, total } = block;
      const more = total > rows.length ? [`and ${countText(total - rows.length)} more.`] : [];
      return [
        `## ${heading}`,
        [`${escaped(note)}.`, ...(remark === undefined ? [] : [remark])].join(' '),
        table(columns, cellsOf(rows)),
        ...more,
      ].join('\n\n');
    }
  }
}

type Rows = readonly { readonly cells: readonly string[] }[];

function cellsOf(rows: Rows): (readonly string[])[] {
  return rows.map(({ cells }) => cells);
}

function table(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const head = columns.map((column) => (typeof column === 'string' ? column : column.number));
  const rule = columns.map((column) => (typeof column === 'string' ? '---' : '---:'));
  return [line(head), line(rule), ...rows.map((cells) => line(cells.map(escaped)))].join('\n');
}

/** One line in which nothing is special to Markdown or HTML. */
function escaped(text: string): string {
  return plainText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]#|~@]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    .replace(/(https?):/gi, '$1&#58;');
}
