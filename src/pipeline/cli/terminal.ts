import type { Readable, Writable } from 'node:stream';
import { codeOf, type ErrorCode } from '../../solver/core/text/error-codes.js';
import { safeText, fitText, padText, textWidth, wrap } from '../../solver/core/text/plain-text.js';
import { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { Puzzle } from '../../solver/core/puzzle/types.js';
import { channelsOf, colourDistance, isLight } from '../../solver/core/puzzle/colours.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { columnTitle, type TableColumn } from '../../solver/core/text/escape.js';
import { NonomillError } from '../../solver/core/text/nonomill-error.js';

type OutStream = Writable & { readonly isTTY?: boolean; readonly columns?: number };

interface Abilities {
  /** Whether a person looks at it: then it can be updated in place, and lines have limits. */
  readonly isTty: boolean;
  readonly depth: ColourDepth;
  readonly columns: number;
  /** The same for a table: as many as it wants if nobody looks at it. */
  readonly room: number;
}

const WRITTEN: Readonly<Record<LogForm, (event: LogEvent, message: string) => string>> = {
  plain: (_, message) => message,
  timed: (_, message) => timedLines(message),
  json: jsonLine,
};

/**
 * The only way to standard output, for results, and to standard error, for messages and a few live
 * lines at its bottom, which move down for messages. Everything that passes is made safe here.
 */
export class Terminal {
  /** Whether nobody reads standard output any more (`| head`): then more output is useless. */
  readerGone = false;
  /** Whether something was written on standard output. */
  hasPrinted = false;
  logForm: LogForm = 'plain';
  private outError: Error | null = null;
  private errClosed = false;
  private live: readonly string[] = [];

  constructor(
    private readonly streams: {
      readonly stdin: Readable & { readonly isTTY?: boolean };
      readonly stdout: OutStream;
      readonly stderr: OutStream;
    },
    private readonly env: Environment,
  ) {
    streams.stdout.on('error', (error) => {
      if (isClosedPipe(error)) this.readerGone = true;
      else this.outError ??= error;
    });
    // If nobody reads messages, there is nobody to tell.
    streams.stderr.on('error', () => (this.errClosed = true));
  }

  /** The bytes of standard input; it can be read once. */
  get stdin(): Readable {
    return this.streams.stdin;
  }

  /** Ends the wait for standard input. */
  endInput(): void {
    this.streams.stdin.destroy();
  }

  /** Whether standard input is a keyboard, so that nobody pipes a puzzle in. */
  get typing(): boolean {
    return this.streams.stdin.isTTY === true;
  }

  get output(): Abilities {
    return abilities(this.streams.stdout, this.env);
  }

  get messages(): Abilities {
    const found = abilities(this.streams.stderr, this.env);
    return this.logForm === 'json' ? { ...found, isTty: false, depth: 1 } : found;
  }

  /**
   * Writes text or JSON on standard output. Only line breaks, tabs and, where something is painted,
   * colours get through: names that come from strangers cannot move the cursor or do worse.
   * @throws Failure if it cannot be written (full disk).
   */
  async print(text: string): Promise<void> {
    await this.writeOut(safeFor(this.output, text));
  }

  async printJson(value: unknown): Promise<void> {
    await this.print(JSON.stringify(value, null, 2) + '\n');
  }

  /** Data, unchanged to a file or a program, made safe for a terminal. @throws as `print` */
  async printData(data: string | Uint8Array): Promise<void> {
    const isText = typeof data === 'string';
    await this.writeOut(isText && this.output.isTty ? safeText(data) : data);
  }

  /** Waits for a slower reader; without one it does nothing: the exit code may still matter. */
  private async writeOut(text: string | Uint8Array): Promise<void> {
    this.throwIfBroken();
    const { stdout } = this.streams;
    this.hasPrinted = true;
    if (this.readerGone || stdout.write(text)) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        stdout.off('drain', done).off('close', done).off('error', done);
        resolve();
      };
      stdout.on('drain', done).on('close', done).on('error', done);
    });
    this.throwIfBroken();
  }

  /** Waits until all data has reached its reader. @throws as `print` */
  async flush(): Promise<void> {
    const { stdout } = this.streams;
    if (this.readerGone) return;
    // The callback may be called before the error is known: an error comes one tick later.
    await new Promise<void>((resolve) => stdout.write('', () => setImmediate(resolve)));
    this.throwIfBroken();
  }

  private throwIfBroken(): void {
    const error = this.outError;
    if (error === null) return;
    if (codeOf(error) === 'ENOSPC') {
      throw new Failure('NM_DISK_FULL', 'the disk that standard output goes to is full');
    }
    throw new Failure('NM_OUTPUT_CLOSED', `standard output cannot be written to: ${error.message}`);
  }

  /** From here on messages are for a log: as NDJSON or, unless a person looks on, with the time. */
  keepLog(form: 'text' | 'json' = 'text'): void {
    if (form === 'json') this.logForm = 'json';
    else if (!this.messages.isTty) this.logForm = 'timed';
  }

  /** Writes a message on a line of its own, above the live lines, made safe. */
  say(message: string): void {
    this.tell({ event: 'notice' }, message);
  }

  /** The same, with what programs are told of it. */
  tell(event: LogEvent, message: string): void {
    const text = WRITTEN[this.logForm](event, message);
    this.write(this.cleared() + safeText(text) + '\n' + this.painted(this.live));
  }

  /** Shows a drawing of ours, colours and all, among the messages. */
  draw(lines: readonly string[]): void {
    this.write(this.cleared() + this.painted(lines) + this.painted(this.live));
  }

  /** Shows these lines at the bottom until they are set again; no lines remove them. */
  setLive(lines: readonly string[]): void {
    const text = this.cleared() + this.painted(lines);
    this.live = lines;
    this.write(text);
  }

  private write(text: string): void {
    if (!this.errClosed && text !== '') this.streams.stderr.write(text);
  }

  private cleared(): string {
    return this.live.length === 0 ? '' : `\r\u001b[${this.live.length}A\u001b[J`;
  }

  private painted(lines: readonly string[]): string {
    return lines.map((line) => safeFor(this.messages, line) + '\n').join('');
  }
}

/** Where nothing is painted, no colour is of the program: it came with a name. */
function safeFor({ depth }: Abilities, text: string): string {
  return safeText(text, depth !== 1);
}

function abilities(stream: OutStream, env: Environment): Abilities {
  const isTty = stream.isTTY === true && env.TERM !== 'dumb';
  const columns = (isTty && stream.columns) || 80;
  return { isTty, depth: colourDepth(isTty, env), columns, room: isTty ? columns : Infinity };
}

/** For example a terminal that was closed (EIO). */
function isClosedPipe(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EPIPE' || code === 'EIO' || code === 'ERR_STREAM_DESTROYED';
}

/** Bits of colour that an output shows: 1 is none, 4 are 16 colours, 8 are 256, 24 are all. */
export type ColourDepth = 1 | 4 | 8 | 24;

/** The environment variables that matter for an output; `process.env` is one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The colours that an output shows: what FORCE_COLOR says, if it is set; else none if the output is
 * not a terminal or NO_COLOR asks for none.
 *
 * Node.js knows most terminals by name, but not `tmux-256color` and the like. Inside tmux it
 * reports 256 colours (Node.js 22) or all (24), whatever COLORTERM says.
 */
export function colourDepth(isTty: boolean, env: Environment): ColourDepth {
  const forced = env.FORCE_COLOR !== undefined;
  if (!isTty && !forced) return 1;
  const depth = WriteStream.prototype.getColorDepth(env) as ColourDepth;
  if (forced || depth === 1) return depth;
  if (/^(truecolor|24bit)$/i.test(env.COLORTERM ?? '')) return 24;
  if (env.TMUX !== undefined) return 8;
  return depth < 8 && /-256color$/i.test(env.TERM ?? '') ? 8 : depth;
}

/** Messages as they are; for a log, each line after its time; or each as a line of JSON. */
type LogForm = 'plain' | 'timed' | 'json';

/** `2026-11-27T03:01:06+01:00`: the local time, with its offset. */
export function localTime(now = new Date()): string {
  const offset = -now.getTimezoneOffset();
  const clock = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 19);
  const two = (value: number): string => String(Math.trunc(value)).padStart(2, '0');
  const minutes = Math.abs(offset);
  return `${clock}${offset < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}

/** The text with the time before each of its lines. */
export function timedLines(text: string, time = localTime()): string {
  return text.replace(/^/gm, `${time} `);
}

/** What a log tells, with figures for programs: docs/pipeline/monitoring.md lists the fields. */
export interface LogEvent {
  readonly event: 'start' | 'progress' | 'notice' | 'end';
  readonly [field: string]: unknown;
}

/** A line of an NDJSON log: when it was, what it is, in words, and its figures. */
export function jsonLine({ event, ...figures }: LogEvent, message: string): string {
  return JSON.stringify({ time: localTime(), event, message, ...figures });
}

/** One colour for a terminal: parameters of `ESC [ ... m`. */
interface TerminalColour {
  readonly text: string;
  readonly ground: string;
  /** Black or white, whichever can be read on it. */
  readonly ink: string;
  /** A colour that is just visible on it: for the dot of a blank cell. */
  readonly faint: string;
}

/** The colours of a puzzle, background first: the nearest available, kept apart; null for none. */
export function puzzleColours(
  { colours, palette }: Pick<Puzzle, 'colours' | 'palette'>,
  depth: ColourDepth,
): readonly TerminalColour[] | null {
  if (depth === 1 || colours === 1 || palette === null) return null;
  const taken = new Set<number>();
  return palette.map((colour) => {
    const codes = codesOf(colour, depth, taken);
    const ink = isLight(colour) ? '30' : '97';
    return { ...codes, ink, faint: isGrey(colour) ? ink : greyOn(colour, depth) };
  });
}

function codesOf(colour: string, depth: ColourDepth, taken: Set<number>) {
  if (depth === 24) {
    const code = `2;${channelsOf(colour).join(';')}`;
    return { text: `38;${code}`, ground: `48;${code}` };
  }
  const offered = depth === 8 ? FIXED_256 : BASIC_16;
  if (taken.size === offered.size) taken.clear();
  const index = nearest(colour, offered, taken);
  taken.add(index);
  if (depth === 8) return { text: `38;5;${index}`, ground: `48;5;${index}` };
  const basic = index < 8 ? 30 + index : 82 + index;
  return { text: String(basic), ground: String(basic + 10) };
}

/** A grey that is darker than light colours and lighter than dark ones. */
function greyOn(colour: string, depth: ColourDepth): string {
  if (depth === 4) return '90';
  return isLight(colour) ? '38;5;246' : '38;5;243';
}

/** Whether a colour is so close to a middle grey that no grey is visible on it. */
function isGrey(colour: string): boolean {
  return colourDistance(channelsOf(colour), [128, 128, 128]) < 9 * 64 ** 2;
}

type Colours = ReadonlyMap<number, readonly [number, number, number]>;

function nearest(colour: string, offered: Colours, taken: ReadonlySet<number>): number {
  const wanted = channelsOf(colour);
  let best = 0;
  let least = Infinity;
  for (const [index, channels] of offered) {
    const distance = colourDistance(wanted, channels);
    if (distance < least && !taken.has(index)) [best, least] = [index, distance];
  }
  return best;
}

/** The basic colours of xterm; other terminals have others with the same names. */
const BASIC =
  '#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 ' +
  '#7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff';
const BASIC_16: Colours = new Map(BASIC.split(' ').map((one, index) => [index, channelsOf(one)]));

/** Those of the 256 that all terminals share: a cube of six steps from 16, greys from 232. */
const FIXED_256: Colours = new Map(
  Array.from({ length: 240 }, (_, i) => {
    const step = (at: number): number => (at === 0 ? 0 : 55 + 40 * at);
    const grey = 8 + 10 * (i - 216);
    return [
      16 + i,
      i < 216
        ? [step(Math.floor(i / 36)), step(Math.floor(i / 6) % 6), step(i % 6)]
        : [grey, grey, grey],
    ];
  }),
);

/** The colours that text can have: the terminal's own, which suit its background. */
type Colour = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'magenta' | 'cyan';

/** `text` in a colour, or unchanged if the terminal shows none. */
export function paint(text: string, colour: Colour, colours: boolean): string {
  return colours && text !== '' ? styleText(colour, text, { validateStream: false }) : text;
}

/** The first of some lines, set in as `and` is, and how many more of `total` there are. */
export function firstOf(lines: readonly string[], most: number, and: string, total = lines.length) {
  const [inset] = /^ */.exec(and)!;
  const first = lines.slice(0, most).map((line) => inset + line);
  const more = total - first.length;
  return more > 0 ? [...first, `${and} ${countText(more)} more`] : first;
}

/** The width of a heading before a text. */
const TITLE = 15;

/** Texts below each other, the first of them beside its heading. */
export function titled(title: string, texts: readonly string[]): string[] {
  return texts.map((text, i) => (i === 0 ? title : '').padEnd(TITLE) + text);
}

/** How gates were judged, in red if one failed: the word says it, too. */
export function gatesPainted(text: string, colours: boolean): string {
  return text.startsWith('FAIL') ? paint(text, 'red', colours) : text;
}

/**
 * How a command ended that did not throw.
 *
 *   done         everything asked was done
 *   negative     what was asked is answered, and the answer is no: two runs differ, for example
 *   unmet        done, but --strict or --require is not met
 *   interrupted  stopped by a signal or by --stop-after, to be resumed
 */
export type CommandOutcome = 'done' | 'negative' | 'unmet' | 'interrupted';

/** Something that could not be done, for a reason that a person can do something about. */
export class Failure extends NonomillError {
  override readonly name: string = 'Failure';

  /** `hint` tells what to do; null if the message already does. */
  constructor(
    code: ErrorCode,
    message: string,
    readonly hint: string | null = null,
  ) {
    super(code, message);
  }
}

/** For a command that has done what its input allowed. @throws Failure if some was rejected */
export function refuseRejects(count: number, one = 'entry', many = 'entries'): void {
  if (count === 0) return;
  const what = numberOf(count, `${one} was`, `${many} were`);
  throw new Failure('NM_ENTRIES_REJECTED', `${what} rejected`);
}

/** A command line that is not understood: what was expected, what came. */
export class UsageError extends Failure {
  override readonly name = 'UsageError';
}

/** Codes of errors about what was typed, wherever they are found out. */
const OF_WORDS = ['NM_RUN_OPTIONS_DIFFER', 'NM_FILTER_INVALID', 'NM_QUESTION_INVALID'];

/** Whether something thrown says that what was typed makes no sense. */
export function isAboutUsage(error: unknown): error is NonomillError {
  return (
    error instanceof UsageError || (error instanceof NonomillError && OF_WORDS.includes(error.code))
  );
}

export function conflict(message: string): UsageError {
  return new UsageError('NM_OPTIONS_CONFLICT', message);
}

/** Refusals, each with whether what it is about was asked. @throws UsageError with the first */
export function refuseIf(asked: Readonly<Record<string, boolean>>): void {
  const message = Object.keys(asked).find((one) => asked[one]);
  if (message !== undefined) throw conflict(message);
}

/** @throws UsageError if one of these flags was given beside that which `why` is about. */
export function refuseBeside<Name extends string>(
  given: ReadonlySet<Name>,
  names: readonly Name[],
  why: string,
): void {
  const found = names.find((name) => given.has(name));
  if (found !== undefined) throw conflict(`${why}: leave out --${found}`);
}

/** The error for a value of an option that is not as it is expected. */
export function notExpected(expected: string, got: string, more = ''): UsageError {
  return new UsageError('NM_OPTION_VALUE', `expected ${expected}, got "${got}"${more}`);
}

/** A column of a table on a terminal, and what gives its cells colours, which take no room. */
type TerminalColumn = TableColumn | PaintedColumn;

interface PaintedColumn {
  readonly title: string;
  /** Of a cell and the place of its row; not of the title. */
  readonly paint: (cell: string, row: number) => string;
}

/** The fewest characters of a last column that are worth showing. */
const LEAST = 12;

/**
 * Rows under their titles, with two blanks between columns. The last column is cut at `columns`,
 * and left out if there is hardly any room for it; Infinity cuts nothing (a file, a pipe).
 */
export function tableText(
  head: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
): string {
  const lines = [head.map(titleOf), ...rows];
  const widths = widthsOf(head, rows);
  const last = widths.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + 2, 0);
  const shown = before + Math.min(widths[last], LEAST) <= columns ? head.length : last;
  return lines
    .map((line, row) => {
      const cells = line
        .slice(0, shown)
        .map((text, at) =>
          isNumber(head[at])
            ? ' '.repeat(widths[at] - textWidth(text)) + text
            : padText(text, widths[at]),
        );
      const plain = cells.join('  ').trimEnd();
      if (textWidth(plain) > columns) return fitText(plain, columns) + '\n';
      const painted = cells.map((cell, at) => {
        const column = head[at];
        return row > 0 && isPainted(column) ? column.paint(cell, row - 1) : cell;
      });
      return painted.join('  ').trimEnd() + '\n';
    })
    .join('');
}

function isPainted(column: TerminalColumn): column is PaintedColumn {
  return typeof column === 'object' && 'paint' in column;
}

function isNumber(column: TerminalColumn): boolean {
  return typeof column === 'object' && 'number' in column;
}

function titleOf(column: TerminalColumn): string {
  return isPainted(column) ? column.title : columnTitle(column);
}

/**
 * A table of the columns that a terminal has room for: the first ones, and of the others those that
 * still fit. Only the last is cut, if it is text, and the first. Below it are the titles of the
 * other columns, which `elsewhere`, a flag, shows.
 */
export function fittingTable(
  head: readonly TerminalColumn[],
  rows: readonly (readonly string[])[],
  columns: number,
  elsewhere: string,
): string {
  let room = columns + 2;
  const last = head.length - 1;
  const fits = widthsOf(head, rows).map((width, at) => {
    const least = at === last && !isNumber(head[at]) ? Math.min(width, LEAST) : width;
    if (at > 0 && least + 2 > room) return false;
    room -= least + 2;
    return true;
  });
  const fitting = <T>(all: readonly T[]): T[] => all.filter((_, at) => fits[at]);
  const table = tableText(fitting(head), rows.map(fitting), columns);
  const hidden = head.filter((_, at) => !fits[at]).map(titleOf);
  if (hidden.length === 0) return table;
  const note = `Not enough room for: ${hidden.join(', ')}. A wider terminal shows them, and so does ${elsewhere}.`;
  return [table, ...wrap(note, columns).map((line) => `${line}\n`)].join('');
}

function widthsOf(head: readonly TerminalColumn[], rows: readonly (readonly string[])[]): number[] {
  return head.map((column, at) =>
    rows.reduce((most, row) => Math.max(most, textWidth(row[at])), textWidth(titleOf(column))),
  );
}
