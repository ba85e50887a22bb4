import {
  doneText,
  paceTexts,
  percentText,
  shareDone,
  type Progress,
} from '../../record/progress.js';
import { paint } from './terminal-colours.js';

const BAR_WIDTH = 24;

/** On terminals of less than `NARROW` columns the numbers need the room. */
const NARROW = 100;
const NARROW_BAR_WIDTH = 12;

/** One piece of a line, without and with colours. */
export interface Piece {
  readonly text: string;
  readonly painted: string;
}

/** One live line: a bar, done, rate, time left, and what else is to be said. */
export function farLine(
  progress: Progress,
  columns: number,
  colours: boolean,
  more: readonly string[] = [],
): string {
  const share = shareDone(progress);
  const barWidth = columns < NARROW ? NARROW_BAR_WIDTH : BAR_WIDTH;
  const known =
    share === null
      ? []
      : [bar(share, barWidth, colours), plain(percentText(progress)!.padStart(5))];
  const texts = [doneText(progress), ...paceTexts(progress), ...more];
  return fitted([...known, ...texts.map(plain)], columns);
}

/** The same for a log. */
export function farText(progress: Progress): string {
  const percent = percentText(progress);
  const done = doneText(progress) + (percent === null ? '' : ` (${percent})`);
  return [done, ...paceTexts(progress)].join(', ');
}

function bar(share: number, width: number, colours: boolean): Piece {
  const full = Math.round(share * width);
  const [done, open] = colours ? ['━', '━'] : ['#', '.'];
  const text = done.repeat(full) + open.repeat(width - full);
  const painted =
    paint(done.repeat(full), 'cyan', colours) + paint(open.repeat(width - full), 'dim', colours);
  return { text, painted };
}

function plain(text: string): Piece {
  return { text, painted: text };
}

/** As many pieces as fit, two blanks apart; the last column stays free, or terminals would wrap. */
export function fitted(pieces: readonly Piece[], columns: number): string {
  let width = 0;
  let line = '';
  for (const { text, painted } of pieces) {
    const gap = line === '' ? '' : '  ';
    width += gap.length + text.length;
    if (width > columns - 1) break;
    line += gap + painted;
  }
  return line;
}
