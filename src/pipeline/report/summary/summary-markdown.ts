import { reusedText } from '../../record/reuse.js';
import {
  countText,
  numberOf,
  rateText,
  shareText,
  durationText,
  timeText,
} from '../../../solver/core/text/numbers.js';
import { markdownTable, markdownText } from '../../../solver/core/text/escape.js';
import type { Numbers } from '../numbers/report-numbers.js';
import { capital } from '../../../solver/core/text/plain-text.js';
import { stateText } from './result-words.js';
import type { Since } from './since-topic.js';
import { comesFirst, summaryTopics, type SummaryTopic } from './summary-topics.js';

/**
 * `summary.md`: the same as on the terminal and more, for an issue or a wiki; all texts are
 * escaped.
 */
export function summaryMarkdown(numbers: Numbers): string {
  const { run, puzzles, reused, rejects, perSecond } = numbers;
  const name = run.name === null ? '' : `: ${markdownText(run.name)}`;
  const rate = perSecond === null ? '' : ` (${rateText(perSecond)}${reused > 0 ? ' solved' : ''})`;
  const taken = reused > 0 ? ` (${reusedText(puzzles, reused)})` : '';
  const topics = summaryTopics(numbers);
  const parts = [
    `# Run ${run.runId}${name}`,
    `${numberOf(puzzles, 'puzzle')}${taken} and ${numberOf(rejects, 'reject')} in ` +
      `${durationText(run.wallMs)}${rate}, started ${timeText(run.startedAt)}, ${stateText(numbers)}.`,
    ...topics.filter(comesFirst).map(topicText),
    ...(puzzles === 0 ? [] : ['## Figures']),
    ...topics.filter((topic) => !comesFirst(topic)).map(topicText),
  ];
  return parts.map((part) => part.trimEnd()).join('\n\n') + '\n';
}

function topicText(topic: SummaryTopic): string {
  switch (topic.kind) {
    case 'since':
      return sinceText(topic);
    case 'counts': {
      const rows = topic.rows.filter(({ count }) => count > 0);
      return markdownTable(
        [topic.title, { number: 'puzzles' }, { number: 'share' }],
        rows.map(({ label, count }) => [label, countText(count), shareText(count, topic.whole)]),
      );
    }
    case 'figures': {
      const columns = topic.cells.map(([number]) => ({ number }));
      return markdownTable(
        [topic.title, ...columns],
        [['', ...topic.cells.map(([, text]) => text)]],
      );
    }
    case 'fact':
      return `${topic.about}: ${topic.text}.`;
    case 'puzzles':
      return `## ${topic.heading}\n\n${markdownTable(topic.columns, cellsOf(topic.rows))}`;
    case 'listing': {
      const { heading, note, remark, columns, rows, total } = topic;
      const more = total > rows.length ? [`and ${countText(total - rows.length)} more.`] : [];
      return [
        `## ${heading}`,
        [`${markdownText(note)}.`, ...(remark === undefined ? [] : [remark])].join(' '),
        markdownTable(columns, cellsOf(rows)).trimEnd(),
        ...more,
      ].join('\n\n');
    }
  }
}

function sinceText({ heading, facts, lists, next }: Since): string {
  const said = facts.map(([about, text]) =>
    about === '' ? markdownText(capital(`${text}.`)) : `- ${about}: ${markdownText(text)}`,
  );
  return [
    `## ${heading}`,
    ...(said.length === 0 ? [] : [said.join('\n')]),
    ...lists.flatMap((list) => {
      const more = list.total - list.rows.length;
      return [
        `### ${list.heading}`,
        markdownTable(list.columns, cellsOf(list.rows)).trimEnd(),
        ...(more > 0 ? [`and ${countText(more)} ${list.more}.`] : []),
      ];
    }),
    ...(next === null
      ? []
      : [
          `Next: ${markdownText(next.what)}${commandMarkdown(next.command)}${next.accept === null ? '' : `; or, if it may stay so${commandMarkdown(next.accept)}`}`,
        ]),
  ].join('\n\n');
}

function commandMarkdown(command: string | null): string {
  if (command === null) return '.';
  return command.includes('`') ? `: ${markdownText(command)}` : `: \`${command}\``;
}

type Rows = readonly { readonly cells: readonly string[] }[];

function cellsOf(rows: Rows): (readonly string[])[] {
  return rows.map(({ cells }) => cells);
}
