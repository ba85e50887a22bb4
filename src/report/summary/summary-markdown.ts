import {
  countText,
  numberOf,
  rateText,
  shareText,
  durationText,
  timeText,
} from '../../core/text/numbers.js';
import { plainText } from '../../core/text/plain-text.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { stateText } from './result-words.js';
import { summaryTopics, type SummaryTopic, type TableColumn } from './summary-topics.js';

/**
 * `summary.md`: the same as on the terminal and more, for an issue or a wiki; all texts are
 * escaped.
 */
export function summaryMarkdown(numbers: Numbers): string {
  const { run, puzzles, rejects, perSecond } = numbers;
  const name = run.name === null ? '' : `: ${escaped(run.name)}`;
  const topics = summaryTopics(numbers);
  const parts = [
    `# Run ${run.runId}${name}`,
    `${numberOf(puzzles, 'puzzle')} and ${numberOf(rejects, 'reject')} in ` +
      `${durationText(run.wallMs)} (${rateText(perSecond)}), started ${timeText(run.startedAt)}, ${stateText(numbers)}.`,
    ...topics.filter(({ isFirst }) => isFirst === true).map(topicText),
    ...(puzzles === 0 ? [] : ['## Figures']),
    ...topics.filter(({ isFirst }) => isFirst !== true).map(topicText),
  ];
  return parts.join('\n\n') + '\n';
}

function topicText(topic: SummaryTopic): string {
  switch (topic.kind) {
    case 'counts': {
      const rows = topic.rows.filter(({ count }) => count > 0);
      return table(
        [topic.title, { number: 'puzzles' }, { number: 'share' }],
        rows.map(({ label, count }) => [label, countText(count), shareText(count, topic.whole)]),
      );
    }
    case 'figures': {
      const columns = topic.cells.map(([number]) => ({ number }));
      return table([topic.title, ...columns], [['', ...topic.cells.map(([, text]) => text)]]);
    }
    case 'fact':
      return `${topic.about}: ${topic.text}.`;
    case 'puzzles':
      return `## ${topic.heading}\n\n${table(topic.columns, cellsOf(topic.rows))}`;
    case 'listing': {
      const { heading, note, remark, columns, rows, total } = topic;
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
