// How answers are shown: as a table on the terminal, or as a chart in a file.
import type { ChartFigure } from '../report/figures/chart.js';
import { openSink, writePieces } from './input-output.js';
import { paint, tableText, type Terminal } from './terminal.js';
import {
  type Answer,
  answerCsv,
  answerJson,
  answerMarkdown,
  type AnswerRow,
  boundsNote,
  groupTitles,
  intervalText,
  isFew,
  markedText,
  measureLabel,
  measureWords,
} from '../report/statistics/answer.js';
import type { Figure } from '../report/statistics/intervals.js';
import type { Measure } from '../report/statistics/question.js';
import { padText, plainText } from '../../solver/core/text/plain-text.js';

/** The width of a bar of 100 %. */
const BAR = 20;

/** What makes each form of an answer. */
export function answerForms(answer: Answer, colours: boolean, hasTotal = !answer.isBeside) {
  return {
    csv: () => answerCsv(answer),
    json: () => answerJson(answer),
    md: () => answerMarkdown(answer),
    text: () => answerTable(answer, colours, hasTotal),
  };
}

/** A table for a terminal: a bar for the first share, intervals, in grey what few puzzles say. */
function answerTable(answer: Answer, colours: boolean, hasTotal: boolean): string {
  const { question, rows, total } = answer;
  const titles = groupTitles(question);
  const barred = question.of.findIndex(({ kind }) => kind === 'share');
  const shown: readonly AnswerRow[] =
    rows.length > 1 && hasTotal
      ? [...rows, { ...total, groups: [ALL, ...titles.slice(1).map(() => NONE)] }]
      : rows;
  const lines = question.by.length === 0 ? [total] : shown;
  const columns = question.of.flatMap((measure, i) => {
    const cells = lines.map((row) => cellOf(measure, row.figures[i], row.isDifference));
    const painted = (
      title: string,
      texts: readonly string[],
      colour: Parameters<typeof paint>[1] | null,
    ) => {
      const paintCell = (cell: string, row: number): string => {
        const shade = cells[row].few ? 'dim' : colour;
        return shade === null ? cell : paint(cell, shade, colours);
      };
      return { head: { title, paint: paintCell }, texts };
    };
    const label = painted(measureLabel(measure), besideEachOther(cells), null);
    if (i !== barred) return [label];
    const bars = lines.map((row) => barText(row.isDifference === true ? null : row.figures[i]));
    return [label, painted('', bars, 'cyan')];
  });
  const table = tableText(
    [...titles, ...columns.map(({ head }) => head)],
    lines.map(({ groups }, row) => [
      ...groups.map(({ label }) => plainText(label)),
      ...columns.map(({ texts }) => texts[row]),
    ]),
    Infinity,
  );
  const note = boundsNote(answer);
  return note === null ? table : `${table}\n${note}\n`;
}

/** Values below each other, each with its interval. */
function besideEachOther(cells: readonly ReturnType<typeof cellOf>[]): string[] {
  const width = Math.max(...cells.map(({ value }) => value.length));
  const hasIntervals = cells.some(({ interval }) => interval !== '');
  return cells.map(({ value, interval }) =>
    hasIntervals ? `${value.padStart(width)}  ${interval}` : value.padStart(width),
  );
}

const ALL = { label: 'all', order: 0, from: null, to: null };
const NONE = { ...ALL, label: '' };

function cellOf(measure: Measure, figure: Figure | null, isDifference: AnswerRow['isDifference']) {
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

/** Draws a chart into a file; what draws is loaded only for that. */
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
  return chartPng(figure);
}
