// How answers are shown: as a table on the terminal, or as a chart in a file.
import type { ChartFigure } from '../report/figures/look.js';
import { openSink, writePieces } from './input-output.js';
import { UsageError, paint, type Terminal } from './terminal.js';
import {
  type Answer,
  type AnswerRow,
  boundsNote,
  groupTitles,
  intervalText,
  isFew,
  markedText,
  measureLabel,
  measureWords,
} from '../report/statistics/answer-text.js';
import type { Figure } from '../report/statistics/intervals.js';
import { QuestionError, type Measure } from '../report/statistics/question.js';
import { padText, plainText, textWidth } from '../../solver/core/text/plain-text.js';

/** The width of a bar of 100 %. */
const BAR = 20;

/**
 * An answer as a table for a terminal: a bar for the first share, intervals beside the figures, in
 * grey what few puzzles say.
 */
export function answerTable(answer: Answer, colours: boolean, hasTotal = !answer.isBeside): string {
  const { question, rows, total } = answer;
  const titles = groupTitles(question);
  const barred = question.of.findIndex(({ kind }) => kind === 'share');
  const shown: readonly AnswerRow[] =
    rows.length > 1 && hasTotal
      ? [...rows, { ...total, groups: [ALL, ...titles.slice(1).map(() => NONE)] }]
      : rows;
  const lines = (question.by.length === 0 ? [total] : shown).map((row) => ({
    groups: row.groups.map(({ label }) => plainText(label)),
    cells: row.figures.map((figure, i) => cellOf(question.of[i], figure, row.isDifference)),
    bar: barred < 0 ? '' : barText(row.isDifference === true ? null : row.figures[barred]),
  }));
  const heads = question.of.map(measureLabel);
  const groupWidths = titles.map((title, i) =>
    widest([title, ...lines.map(({ groups }) => groups[i])]),
  );
  const valueWidths = heads.map((_, i) => widest(lines.map(({ cells }) => cells[i].value)));
  const intervalWidths = heads.map((_, i) => widest(lines.map(({ cells }) => cells[i].interval)));
  const widths = heads.map((head, i) =>
    Math.max(textWidth(head), valueWidths[i] + (intervalWidths[i] > 0 ? 2 + intervalWidths[i] : 0)),
  );
  const head = [
    ...titles.map((title, i) => padText(title, groupWidths[i])),
    ...heads.flatMap((title, i) => [
      padText(title, widths[i]),
      ...(i === barred ? [' '.repeat(BAR)] : []),
    ]),
  ];
  const body = lines.map(({ groups, cells, bar }) =>
    [
      ...groups.map((label, i) => padText(label, groupWidths[i])),
      ...cells.flatMap(({ value, interval, few }, i) => {
        const text =
          value.padStart(valueWidths[i]) + (intervalWidths[i] > 0 ? '  ' + interval : '');
        const cell = padText(text, widths[i]);
        const painted = few ? paint(cell, 'dim', colours) : cell;
        return i === barred ? [painted, paint(bar, few ? 'dim' : 'cyan', colours)] : [painted];
      }),
    ]
      .join('  ')
      .trimEnd(),
  );
  const note = boundsNote(answer);
  const texts = [head.join('  ').trimEnd(), ...body, ...(note === null ? [] : ['', note])];
  return texts.map((line) => line + '\n').join('');
}

const ALL = { label: 'all', order: 0, from: null, to: null };
const NONE = { ...ALL, label: '' };

interface Cell {
  readonly value: string;
  readonly interval: string;
  readonly few: boolean;
}

function cellOf(
  measure: Measure,
  figure: Figure | null,
  isDifference: AnswerRow['isDifference'],
): Cell {
  if (figure === null) return { value: '-', interval: '', few: false };
  const inWords = measureWords(isDifference);
  return {
    value: markedText(measure, figure, inWords),
    interval: intervalText(measure, figure, inWords),
    few: isFew(figure),
  };
}

function barText(figure: Figure | null): string {
  const eighths = Math.round((figure?.value ?? 0) * BAR * 8);
  const rest = eighths % 8;
  const bar = '█'.repeat(Math.floor(eighths / 8)) + (rest === 0 ? '' : ' ▏▎▍▌▋▊▉'[rest]);
  return padText(bar, BAR);
}

function widest(texts: readonly string[]): number {
  return texts.reduce((most, text) => Math.max(most, textWidth(text)), 0);
}

/**
 * Draws a chart into a file. What draws takes time to load, and only those wait for it who want a
 * chart.
 */
export async function writeChart(
  figure: ChartFigure,
  place: { readonly out: string; readonly force: boolean },
  terminal: Terminal,
): Promise<void> {
  const piece = await drawn(figure, place.out);
  const isStopped = (): boolean => false;
  await writePieces([piece], await openSink({ ...place, isStopped }, terminal), isStopped);
}

async function drawn(figure: ChartFigure, file: string): Promise<string | Uint8Array> {
  if (/\.svg$/i.test(file)) {
    const { chartFile } = await import('../report/html/chart-svg.js');
    return chartFile(figure);
  }
  const { chartPdf, chartPng } = await import('../report/html/chart-picture.js');
  if (!/\.png$/i.test(file)) return chartPdf(figure);
  return chartPng(figure).catch((error: unknown) => {
    throw error instanceof QuestionError
      ? new UsageError('NM_QUESTION_INVALID', error.message)
      : error;
  });
}
