import {
  CountedWork,
  type Watch,
  type Progress,
  doneText,
  paceTexts,
  percentText,
  shareDone,
} from '../record/progress.js';
import { fitText } from '../../solver/core/text/plain-text.js';
import { StopRequest } from '../runs/request.js';
import { type CommandContext, onSignals } from './command.js';
import { type Terminal, type LogEvent, paint } from './terminal.js';

/** What is done within this time says nothing. */
const AFTER_MS = 1000;

/** Shows how far a command is that takes longer than a second. */
export class WorkProgress implements Watch {
  private readonly display: ProgressDisplay;
  private what: string | null = null;
  private counted = new CountedWork();

  /** `quiet` says nothing at all: for output on a terminal, where a live line is in its way. */
  constructor(terminal: Terminal, quiet = false) {
    this.display = new ProgressDisplay(terminal, quiet, AFTER_MS);
  }

  reached(done: number, total: number | null, isEstimate?: boolean): void {
    this.counted.note(done, total, isEstimate);
    this.show(() => this.counted.progress());
  }

  stage(what: string): void {
    this.what = what;
    this.counted = new CountedWork();
    const line = (columns: number): string[] => [fitText(what, columns - 1)];
    this.display.update(line, () => what, { atOnce: true });
  }

  /** Shows how far the work is, if somebody else counts it. */
  show(progress: () => Progress): void {
    const { what } = this;
    this.display.update(
      (columns, colours) => [
        ...(what === null ? [] : [fitText(what, columns - 1)]),
        farLine(progress(), columns, colours),
      ],
      () => [farText(progress()), ...(what === null ? [] : [what])].join(', '),
    );
  }

  close(): void {
    this.display.close();
  }
}

/** Does `work` with its progress shown, and removes that at its end. */
export async function withProgress<T>(
  terminal: Terminal,
  work: (progress: WorkProgress) => Promise<T>,
  quiet = false,
): Promise<T> {
  const progress = new WorkProgress(terminal, quiet);
  try {
    return await work(progress);
  } finally {
    progress.close();
  }
}

/** Does `work` with its progress shown until a signal stops it; a second one ends the process. */
export async function untilStopped<T>(
  context: CommandContext,
  quiet: boolean,
  work: (stop: StopRequest, progress: WorkProgress) => Promise<T>,
): Promise<T> {
  const stop = new StopRequest();
  return withProgress(
    context.terminal,
    async (progress) => {
      const end = (): void => progress.close();
      const off = onSignals(context, () => stop.request('signal'), end);
      try {
        return await work(stop, progress);
      } finally {
        off();
      }
    },
    quiet,
  );
}

/** From this time on it is said at once that something else begins: it may take long. */
const SOON_MS = 300;

/** The least time between two updates of the live lines. */
const REPAINT_MS = 100;

/** The least time before a plain line, and between two of them. */
export const PLAIN_LINE_MS = 60_000;

const notice = (): LogEvent => ({ event: 'notice' });

/** Shows how far something is: live lines on a terminal, elsewhere a plain line a minute. */
export class ProgressDisplay {
  private readonly isLive: boolean;
  private readonly gap: number;
  private nextAt: number;

  private readonly began = performance.now();
  private isShown = false;

  /** Live lines wait for `afterMs`: what is done by then says nothing. */
  constructor(
    private readonly terminal: Terminal,
    private readonly quiet: boolean,
    afterMs = 0,
  ) {
    this.isLive = terminal.messages.isTty;
    this.gap = this.isLive ? REPAINT_MS : PLAIN_LINE_MS;
    this.nextAt = performance.now() + (this.isLive ? afterMs : PLAIN_LINE_MS);
  }

  /** Shows these lines, or for a log this one, if it is time; `atOnce`: something else begins. */
  update(
    live: (columns: number, colours: boolean) => readonly string[],
    plain: () => string,
    { atOnce = false, event = notice }: { atOnce?: boolean; event?: () => LogEvent } = {},
  ): void {
    if (this.quiet) return;
    const now = performance.now();
    const isDue = now >= this.nextAt || (atOnce && this.isLive && now >= this.began + SOON_MS);
    if (!isDue) return;
    if (this.isLive) {
      const { columns, depth } = this.terminal.messages;
      this.terminal.setLive(live(columns, depth > 1));
      this.isShown = true;
    } else {
      this.terminal.tell(event(), plain());
    }
    this.nextAt = now + this.gap;
  }

  close(): void {
    if (!this.isShown) return;
    this.terminal.setLive([]);
    this.isShown = false;
  }
}

const BAR_WIDTH = 24;

/** On terminals of less than `NARROW` columns the numbers need the room. */
const NARROW = 100;
const NARROW_BAR_WIDTH = 12;

/** One piece of a line, without and with colours. */
interface Piece {
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
