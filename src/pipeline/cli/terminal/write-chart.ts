import type { ChartFigure } from '../../report/figures/look.js';
import { QuestionError } from '../../report/statistics/question.js';
import { UsageError } from './outcome.js';
import type { Terminal } from './terminal.js';
import { openSink, writePieces } from './text-sink.js';

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
    const { chartFile } = await import('../../report/html/chart-svg.js');
    return chartFile(figure);
  }
  const { chartPdf, chartPng } = await import('../../report/html/chart-picture.js');
  if (!/\.png$/i.test(file)) return chartPdf(figure);
  return chartPng(figure).catch((error: unknown) => {
    throw error instanceof QuestionError
      ? new UsageError('NM_QUESTION_INVALID', error.message)
      : error;
  });
}
