import { reusedText } from '../../record/options.js';
import {
  countText,
  numberOf,
  rateText,
  shareText,
  durationText,
  timeText,
} from '../../../solver/core/text/numbers.js';
import {
  fitText,
  padText,
  plainText,
  wrap,
  capital,
} from '../../../solver/core/text/plain-text.js';
import type { Numbers } from './numbers.js';
import {
  stateText,
  type Since,
  summaryTopics,
  type CountTopic,
  type SummaryTopic,
} from './summary-topics.js';
import { STATE_WORDS } from '../../record/outcome.js';
import {
  columnTitle,
  markdownTable,
  markdownText,
  type TableColumn,
} from '../../../solver/core/text/escape.js';

/** Lists on a terminal are short; the rest is in the report. */
const LISTED = 5;

/** Kinds beyond this many are added up in the last line. */
const KINDS = 8;

/** The summary for a terminal of `columns` characters: plain text, at most 80 characters wide. */
export function summaryText(numbers: Numbers, columns = WIDTH): string {
  const topics = summaryTopics(numbers).filter(({ isLong }) => isLong !== true);
  const ordered = [
    ...topics.filter(({ isFirst }) => isFirst !== true),
    ...topics.filter(({ isFirst }) => isFirst === true),
  ];
  const width = Math.min(columns, WIDTH);
  const room = width - (width < WIDTH ? INSET : TITLE);
  const parts = [
    heading(numbers, width),
    ...ordered.map((topic) => titled(topic.title, topicLines(topic, room), columns)),
  ];
  return parts.map((lines) => lines.join('\n')).join('\n\n') + '\n';
}

function heading(numbers: Numbers, width: number): string[] {
  const { run, puzzles, reused, rejects, leftOut, perSecond } = numbers;
  const name = run.name === null ? '' : `  ${plainText(run.name)}`;
  const how = stateText(numbers);
  const state = how === STATE_WORDS.complete ? '' : `  (${how})`;
  const entries = [
    numberOf(puzzles, 'puzzle'),
    ...(reused > 0 ? [reusedText(puzzles, reused)] : []),
    ...(rejects > 0 ? [numberOf(rejects, 'reject')] : []),
    ...(leftOut.length > 0 ? [`${numberOf(leftOut.length, 'file')} left out`] : []),
    durationText(run.wallMs),
    ...(perSecond === null ? [] : [`${rateText(perSecond)}${reused > 0 ? ' solved' : ''}`]),
  ];
  return [fitText(`Run ${run.runId}${name}${state}`, width), entries.join('   ')];
}

function topicLines(topic: SummaryTopic, room: number): string[] {
  switch (topic.kind) {
    case 'since':
      return sinceLines(topic, room);
    case 'counts':
      return barLines(mostOf(topic), topic.whole, room);
    case 'figures':
      return columnLines(topic.cells, room);
    case 'fact':
      return [topic.text];
    case 'puzzles': {
      const rows = topic.rows.slice(0, LISTED).map(({ short }) => short);
      return [topic.columns.map(columnTitle), ...rows].map((cells) => rowText(room, cells));
    }
    case 'listing': {
      const { kinds, rows, total, note } = topic;
      const lines =
        kinds === undefined
          ? firstLines(rows, total, room, 'more')
          : firstLines(kinds, kinds.length, room, 'more reasons');
      return [fitText(note, room), ...lines];
    }
  }
}

/** The kinds that there are; if they are many, the most frequent ones, and the others as one. */
function mostOf({ title, rows }: CountTopic): CountTopic['rows'] {
  const present = rows.filter(([, count]) => count > 0);
  if (present.length <= KINDS) return present;
  const shown = new Set([...present].sort((a, b) => b[1] - a[1]).slice(0, KINDS - 1));
  const others = present.filter((row) => !shown.has(row));
  const count = others.reduce((sum, row) => sum + row[1], 0);
  return [...present.filter((row) => shown.has(row)), [`${others.length} other ${title}s`, count]];
}

/** The summary is at most so wide, and narrower on narrower terminals. */
const WIDTH = 80;

/** Titles are at the left of their topics; on a narrow terminal they are above them. */
const TITLE = 13;

const INSET = 2;

/** Characters of a name in a list, of a label of a bar, and of a bar, in the full width. */
const NAME = 25;

const LABEL = 25;

const BAR = 24;

/** Characters of a line of `rowText`, the name not counted. */
const OTHERS = 10 + 16 + 5 + 10;

/** Lines with their title beside them, or above them on a terminal of less than `WIDTH` columns. */
function titled(title: string, lines: readonly string[], columns: number): string[] {
  if (lines.length === 0) return [];
  if (columns < WIDTH) return [title, ...lines.map((line) => ' '.repeat(INSET) + line)];
  return lines.map((line, i) => padText(i === 0 ? title : '', TITLE) + line);
}

/** Counts with their shares of `whole`, and as bars where there is room. */
function barLines(rows: CountTopic['rows'], whole: number, room: number): string[] {
  const counts = rows.map(([, count]) => countText(count));
  const countWidth = Math.max(...counts.map((text) => text.length), 7);
  const longest = Math.min(BAR, Math.max(0, room - LABEL - 1 - countWidth - 8 - 2));
  return rows.map(([label, count], i) => {
    const lead = padText(fitText(label, LABEL), LABEL + 1);
    const text = `${lead}${counts[i].padStart(countWidth)}${shareText(count, whole).padStart(8)}`;
    return longest === 0 ? text : `${text}  ${bar(count / whole, longest)}`;
  });
}

const EIGHTHS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar is visible even if its share is tiny. */
function bar(share: number, longest: number): string {
  const eighths = Math.max(1, Math.round(share * longest * 8));
  return '█'.repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

/** Labels with what they mean below, 11 characters wide; two halves where room is short. */
function columnLines(cells: readonly (readonly [string, string])[], room: number): string[] {
  const half = room < cells.length * 11 ? Math.ceil(cells.length / 2) : cells.length;
  const line = (texts: readonly string[]): string =>
    texts.map((text) => text.padStart(11)).join('');
  return [cells.slice(0, half), cells.slice(half)]
    .filter((part) => part.length > 0)
    .flatMap((part) => [line(part.map(([label]) => label)), line(part.map(([, text]) => text))]);
}

/** A line of a list of puzzles; the name has the room that the others leave. */
function rowText(room: number, [name, size, verdict, figure, last]: readonly string[]): string {
  const named = Math.min(NAME, Math.max(6, room - OTHERS - 1));
  return (
    padText(fitText(name, named), named + 1) +
    padText(size, 10) +
    padText(verdict, 16) +
    figure.padStart(5) +
    last.padStart(10)
  );
}

/** A word for what a line is about, and the line; what is to be typed is never cut. */
function sinceLines({ run, facts, lists, next }: Since, room: number): string[] {
  const about = (word: string, lines: readonly string[]): string[] =>
    lines.map((line, i) => (i === 0 ? word : '').padEnd(ABOUT) + line);
  const left = room - ABOUT;
  return [
    ...(run === null ? [] : wrapped(run, room)),
    ...facts.flatMap(([word, text]) =>
      word === '' ? wrapped(text, room) : about(word, wrapped(text, left)),
    ),
    ...lists.flatMap(({ about: word, rows, total, more }) =>
      about(word, firstLines(rows, total, left, more)),
    ),
    ...(next === null
      ? []
      : about('next', [
          ...wrapped(next.what, left),
          ...(next.command === null ? [] : [next.command]),
          ...(next.accept === null ? [] : ['or, if it may stay so:', next.accept]),
        ])),
  ];
}

/** Characters of the word that a line of news is about. */
const ABOUT = 9;

/** Words in lines of at most so many columns; a longer word has a line of its own, and is cut. */
function wrapped(text: string, columns: number): string[] {
  return wrap(text, columns).map((line) => fitText(line, columns));
}

/** The first rows of a list, cut where they do not fit, and how many more there would be. */
function firstLines(
  rows: readonly { readonly short: string }[],
  total: number,
  room: number,
  what: string,
): string[] {
  const lines = rows.slice(0, LISTED).map(({ short }) => fitText(short, room));
  const more = total - lines.length;
  return more > 0 ? [...lines, `and ${countText(more)} ${what}`] : lines;
}

/** `summary.md`: what a terminal has and more, for an issue or a wiki; texts are escaped. */
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
      const rows = topic.rows.filter(([, count]) => count > 0);
      return markdownTable(
        [topic.title, { number: 'puzzles' }, { number: 'share' }],
        rows.map(([label, count]) => [label, countText(count), shareText(count, topic.whole)]),
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
      return `## ${topic.heading}\n\n${tableText(topic)}`;
    case 'listing': {
      const said = [`${markdownText(topic.note)}.`, topic.remark ?? ''].join(' ').trimEnd();
      return [`## ${topic.heading}`, said, tableText(topic)].join('\n\n');
    }
  }
}

function sinceText({ heading, facts, lists, next }: Since): string {
  const said = facts.map(([about, text]) =>
    about === '' ? markdownText(capital(`${text}.`)) : `- ${about}: ${markdownText(text)}`,
  );
  const accept =
    next?.accept == null ? '' : `; or, if it may stay so${commandMarkdown(next.accept)}`;
  return [
    `## ${heading}`,
    ...(said.length === 0 ? [] : [said.join('\n')]),
    ...lists.flatMap((list) => [`### ${list.heading}`, tableText(list)]),
    ...(next === null
      ? []
      : [`Next: ${markdownText(next.what)}${commandMarkdown(next.command)}${accept}`]),
  ].join('\n\n');
}

function commandMarkdown(command: string | null): string {
  if (command === null) return '.';
  return command.includes('`') ? `: ${markdownText(command)}` : `: \`${command}\``;
}

/** A table, and below it how many more rows there would be. */
function tableText(list: {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly { readonly cells: readonly string[] }[];
  readonly total?: number;
  readonly more?: string;
}): string {
  const { columns, rows, total = rows.length, more = 'more' } = list;
  const cells = rows.map((row) => row.cells);
  const table = markdownTable(columns, cells).trimEnd();
  return total > rows.length ? `${table}\n\nand ${countText(total - rows.length)} ${more}.` : table;
}

/** Whether pages say it before the figures. */
function comesFirst(topic: SummaryTopic): boolean {
  return topic.kind === 'since' || topic.isFirst === true;
}
