import { formatNamed, isFormatModule, nameFormatModule } from '../corpus/format-module.js';
import { statSync } from 'node:fs';
import {
  type CorpusPiece,
  CorpusReader,
  type CorpusReading,
} from '../corpus/reader/corpus-reader.js';
import { leftOutLines, type LeftOutFile, type Source, STANDARD_INPUT } from '../corpus/sources.js';
import { type Format, losses, type NamedPuzzle } from '../../solver/formats/contract/format.js';
import { UNWATCHED, type Watch } from '../record/progress.js';
import { batchCount, readLabel, viewBatch } from '../../solver/core/puzzle/packed-batch.js';
import { unpack } from '../../solver/core/puzzle/packed.js';
import { DEFAULT_LIMITS } from '../../solver/core/puzzle/validate.js';
import { type Terminal, Failure, UsageError } from './terminal.js';
import { plainText, rejectPlace } from '../../solver/core/text/plain-text.js';
import { basename, extname, join, parse, resolve } from 'node:path';
import { refuseUnwritable, inputName, noPuzzleIn, openSink, writeLines } from './input-output.js';
import { DEVICE } from '../files/files.js';
import { canRead, FORMATS, formatsByExtension } from '../../solver/formats/registry.js';

/** The puzzles of sources, on demand; entries that are not puzzles are reported and counted. */
export class PuzzlesRead {
  rejects = 0;
  private stopped = false;

  constructor(
    private readonly sources: readonly Source[],
    private readonly options: Pick<CorpusReading, 'limit' | 'ignoreStart'>,
    private readonly terminal: Terminal,
  ) {}

  /** Ends the reading, even while it waits for somebody to type. */
  stop(): void {
    this.stopped = true;
    this.terminal.endInput();
  }

  /**
   * Pieces of some entries; of those before `first`, all was said before.
   * @throws CorpusError if a source cannot be opened or read.
   */
  async *pieces(entries = 256, first = 0): AsyncGenerator<CorpusPiece, void, undefined> {
    const { sources, options, terminal } = this;
    const reader = new CorpusReader(
      sources,
      { ...options, maxSide: DEFAULT_LIMITS.maxSide },
      () => terminal.stdin,
      (file) => sayLeftOutFiles([file], terminal),
    );
    try {
      let number = 0;
      for (let one = await reader.next(entries); one !== null; one = await reader.next(entries)) {
        if (number++ >= first) sayRejects(one, sources, terminal);
        this.rejects += one.rejects.length;
        yield one;
      }
    } catch (error) {
      if (!this.stopped) throw error;
    } finally {
      await reader.close();
    }
  }

  /** @throws as `pieces` */
  async *batches(
    watch: Watch = UNWATCHED,
  ): AsyncGenerator<readonly NamedPuzzle[], void, undefined> {
    const { sources, options } = this;
    const guess = new EntryGuess(sources, options.limit);
    for await (const piece of this.pieces()) {
      const puzzles = [...puzzlesOf(piece)];
      const isAlone = sources.length > 1 && piece.sourceEntries === 1 && puzzles.length === 1;
      yield isAlone ? [calledAsItsFile(puzzles[0], sources[piece.source])] : puzzles;
      const { done, total, isEstimate } = guess.after(piece);
      watch.reached(done, total, isEstimate);
    }
  }
}

/** A puzzle without a name that has a file of several to itself is called as that. */
function calledAsItsFile(named: NamedPuzzle, { path }: Source): NamedPuzzle {
  if (named.name !== null || named.title !== null || path === STANDARD_INPUT) return named;
  return { ...named, name: parse(path.replace(/\.gz$/i, '')).name };
}

/** Guesses how many entries sources have, by those of the bytes that were read. */
class EntryGuess {
  private done = 0;
  /** The bytes before each source, and of all; null if some can be read only once. */
  private readonly before: readonly number[] | null;

  constructor(
    sources: readonly Source[],
    private readonly limit: number | null,
  ) {
    const before = [0];
    for (const { path, once } of sources) {
      const bytes = once === true ? undefined : statSync(path, { throwIfNoEntry: false })?.size;
      before.push(bytes === undefined ? NaN : before[before.length - 1] + bytes);
    }
    this.before = Number.isNaN(before[before.length - 1]) ? null : before;
  }

  after(batch: CorpusPiece): { done: number; total: number | null; isEstimate: boolean } {
    const { before, limit } = this;
    const done = (this.done += batchCount(batch.packed) + batch.rejects.length);
    if (before === null) return { done, total: limit, isEstimate: limit !== null };
    const [all, read] = [before[before.length - 1], before[batch.source] + batch.bytesRead];
    const total = Math.min(Math.round((done * all) / Math.max(1, read)), limit ?? Infinity);
    return { done, total, isEstimate: read < all };
  }
}

export function* puzzlesOf({ packed }: CorpusPiece): Generator<NamedPuzzle> {
  const { words, offsets } = viewBatch(packed);
  const bytes = new Uint8Array(packed);
  for (const offset of offsets) {
    const { name, title, label, palette, goal } = readLabel(words, bytes, offset);
    yield { name, title, label, puzzle: { ...unpack(words, offset), palette }, goal };
  }
}

/** Says what there is to know of the source of a batch, and of entries that are not puzzles. */
function sayRejects(
  { source, warnings = [], rejects }: CorpusPiece,
  sources: readonly Source[],
  terminal: Terminal,
): void {
  const path = inputName(sources[source].path);
  const said = rejects.map(({ ordinal, line, name, reason }) => {
    const called = name === null ? '' : ` (${name})`;
    return `${rejectPlace({ path, ordinal, line })}${called}: ${reason}`;
  });
  for (const text of [...warnings, ...said]) terminal.say(`nonomill: ${plainText(text)}`);
}

const NOTHING_WRITTEN = 'Nothing was written.';

interface Conversion {
  /** What is read, as the command line names it. */
  readonly from: string;
  readonly batches: AsyncIterable<readonly NamedPuzzle[]>;
  readonly to: Format;
  readonly leftOut: LossCheck;
  readonly force: boolean;
  readonly terminal: Terminal;
  readonly isStopped: () => boolean;
}

/**
 * Writes all puzzles to one file (null for standard output): as they are read, if the format allows
 * it; otherwise once all are known. If it fails, there is no file.
 * @throws Failure if the format cannot hold them, or the file exists.
 */
export async function convertToFile(out: string | null, conversion: Conversion): Promise<void> {
  if (out !== null) await refuseUnwritable(out, conversion.force);
  if (conversion.to.sequence === undefined) await writeHeld(out, conversion);
  else await writeInTurn(out, conversion);
}

async function writeHeld(
  out: string | null,
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  const held: NamedPuzzle[] = [];
  let count = 0;
  for await (const puzzles of batches) {
    count += puzzles.length;
    // If there are several, only their number is of use.
    if (to.holds.has('many') || count === 1) held.push(...puzzles);
    if (isStopped()) break;
  }
  if (isStopped()) return;
  if (count === 0) throw noPuzzleIn(from, NOTHING_WRITTEN);
  if (count > 1 && !to.holds.has('many')) {
    throw new Failure(
      'NM_FORMAT_CANNOT_HOLD',
      `${to.name} holds one puzzle a file, and there are ${count}`,
      `Say ${out === null ? 'out/' : `${basename(out, extname(out))}/`} for a folder with a file each, --limit 1 for the first puzzle, or another format.`,
    );
  }
  for (const named of held) leftOut.look(named);
  await writeLines(to.write!(held), await openSink({ out, force, isStopped }, terminal), isStopped);
}

const LATE_LABEL = 'the header has no label, as none of the first puzzles has one';

async function writeInTurn(
  out: string | null,
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  let sequence = to.sequence!;
  let sink: Awaited<ReturnType<typeof openSink>> | null = null;
  try {
    for await (const puzzles of batches) {
      let text = '';
      // The first puzzles tell whether a table has a column of labels.
      const isFirst = leftOut.seen === 0;
      if (isFirst && puzzles.some(({ label }) => label != null)) sequence = to.labelled ?? sequence;
      const lacksLabels = to.labelled !== undefined && sequence !== to.labelled;
      for (const named of puzzles) {
        if (lacksLabels && named.label != null) leftOut.note(LATE_LABEL);
        text += leftOut.seen === 0 ? sequence.head : sequence.between;
        leftOut.look(named);
        text += sequence.puzzle(named, leftOut.seen);
      }
      if (text !== '') {
        sink ??= await openSink({ out, force, isStopped }, terminal);
        await sink.write(text);
      }
      if (isStopped() || sink?.isClosed === true) break;
      // If reading and writing keep pace, a signal would never get in.
      await new Promise(setImmediate);
    }
    if (isStopped()) await sink?.giveUp();
    else {
      if (sink === null) throw noPuzzleIn(from, NOTHING_WRITTEN);
      await sink.write(sequence.tail);
      await sink.done();
    }
  } catch (error) {
    await sink?.giveUp();
    throw error;
  }
}

/**
 * Writes a file for each puzzle, with the puzzle's name; `read` are the files that are read.
 * @throws Failure at the first puzzle that the format cannot hold, or whose file exists; the files
 * written before stay, and the message counts them.
 */
export async function convertToFolder(
  folder: string,
  read: readonly string[],
  { from, batches, to, leftOut, force, terminal, isStopped }: Conversion,
): Promise<void> {
  const names = new SafeFileNames();
  const sources = new Set(read.map((path) => resolve(path)));
  let written = 0;
  try {
    for await (const puzzles of batches) {
      for (const named of puzzles) {
        const name = names.nameFor(named.name ?? named.title);
        // What its file is called is not lost.
        const isKept = (one: string | null): string | null => (one === name ? null : one);
        leftOut.look(named, { ...named, name: isKept(named.name), title: isKept(named.title) });
        const file = join(folder, name + to.extensions[0]);
        if (sources.has(resolve(file))) {
          const what = `${file} would be overwritten while it is read`;
          throw new Failure('NM_FILE_EXISTS', what, 'Choose another folder.');
        }
        const sink = await openSink({ out: file, force, isStopped }, terminal);
        await writeLines(to.write!([named]), sink, isStopped);
        if (isStopped()) return;
        written++;
      }
    }
  } catch (error) {
    if (!(error instanceof Failure) || written === 0) throw error;
    const message = `${error.message} (files written before it: ${written})`;
    throw new Failure(error.code, message, error.hint);
  }
  if (leftOut.seen === 0) throw noPuzzleIn(from, NOTHING_WRITTEN);
}

/** The longest name in characters: file systems allow 255 bytes, and a character has up to four. */
const LONGEST = 50;

/**
 * Makes file names from the names of puzzles: every system can hold them; they contain no folders,
 * are never hidden, and differ even if upper and lower case are the same.
 */
export class SafeFileNames {
  private readonly taken = new Set<string>();
  /** The number to try next after a name that was asked for before. */
  private readonly next = new Map<string, number>();

  /** A name without extension; `name` may be anything, and null or blank becomes "puzzle". */
  nameFor(name: string | null): string {
    const safe = safeName(name ?? '');
    const key = safe.toLowerCase();
    let number = this.next.get(key) ?? 1;
    let given = number === 1 ? safe : `${safe}-${number}`;
    while (this.taken.has(given.toLowerCase())) given = `${safe}-${++number}`;
    this.next.set(key, number + 1);
    this.taken.add(given.toLowerCase());
    return given;
  }
}

function safeName(name: string): string {
  const plain = name.normalize('NFC').replace(/[<>:"/\\|?*\p{C}\p{Zl}\p{Zp}]+/gu, '_');
  const short = Array.from(plain).slice(0, LONGEST).join('');
  // Dots in front hide a file or lead out of the folder; Windows drops dots and blanks at the end.
  const bare = short.replace(/^[.\s]+|[.\s]+$/g, '');
  if (bare === '') return 'puzzle';
  return DEVICE.test(bare) ? `_${bare}` : bare;
}

/** Reports what the format leaves out of puzzles. @throws Failure if it cannot hold them. */
export function requireHolds(format: Format, puzzles: readonly NamedPuzzle[], terminal: Terminal) {
  if (puzzles.length === 0) throw new Failure('NM_CORPUS_EMPTY', 'there is no puzzle to write');
  if (puzzles.length > 1 && !format.holds.has('many')) {
    throw new Failure(
      'NM_FORMAT_CANNOT_HOLD',
      `${format.name} holds one puzzle a file, and there are ${puzzles.length}`,
      `Choose a format that can hold them: ${formatsHolding(puzzles[0], true).join(', ')}.`,
    );
  }
  const leftOut = new LossCheck(format);
  for (const named of puzzles) leftOut.look(named);
  leftOut.say(terminal);
}

/** The formats that can hold a puzzle and give it back; `many`: several in one file. */
function formatsHolding(named: NamedPuzzle, many = false): readonly string[] {
  return FORMATS.filter(
    (format) =>
      canRead(format) &&
      losses(named, format).errors.length === 0 &&
      (!many || format.holds.has('many')),
  ).map(({ name }) => name);
}

/** Checks puzzles before a format writes them, and counts what it leaves out. */
export class LossCheck {
  /** The number of puzzles checked. */
  seen = 0;
  private readonly counts = new Map<string, number>();

  /** @param onStart what to say if it cannot hold the start position. */
  constructor(
    private readonly format: Format,
    private readonly onStart = '--ignore-start leaves start positions out.',
  ) {}

  /** `written`: what of it is to be in the file. @throws Failure if the format cannot hold it. */
  look(named: NamedPuzzle, written = named): void {
    this.seen++;
    const { errors, warnings } = losses(written, this.format);
    if (errors.length > 0) {
      throw new Failure(
        'NM_FORMAT_CANNOT_HOLD',
        `${named.name ?? `puzzle ${this.seen}`}: ${errors.join('; ')}`,
        `Choose a format that can hold it: ${formatsHolding(named).join(', ')}.` +
          (named.puzzle.start === null ? '' : ` ${this.onStart}`),
      );
    }
    for (const warning of warnings) this.note(warning);
  }

  note(warning: string): void {
    this.counts.set(warning, (this.counts.get(warning) ?? 0) + 1);
  }

  /** Reports what was left out, each kind once. */
  say(terminal: Terminal): void {
    for (const [warning, count] of this.counts) {
      terminal.say(`nonomill: ${warning}: left out${count > 1 ? ` of ${count} puzzles` : ''}`);
    }
  }
}

/** Reports files of folders that are not read, and why. */
export function sayLeftOutFiles(files: readonly LeftOutFile[], terminal: Terminal): void {
  for (const line of leftOutLines(files)) terminal.say(`nonomill: ${line}`);
}

/** @throws UsageError if neither the flag nor the file's name tells a format that is written. */
export function writtenFormat(out: string, name: string | null): Format {
  const format =
    name === null
      ? formatsByExtension(out).find(({ write }) => write !== null)
      : formatNamed(isFormatModule(name) ? nameFormatModule(name) : name);
  if (format !== undefined && format !== null && format.write !== null) return format;
  const names = FORMATS.filter(({ write }) => write !== null).map((written) => written.name);
  throw new UsageError(
    'NM_FORMAT_UNKNOWN',
    `"${name ?? out}" does not name a format that can be written; use --to with one of ${names.join(', ')}`,
  );
}
