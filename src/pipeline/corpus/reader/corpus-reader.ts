import {
  DEFAULT_PARSER_LIMITS,
  type EntrySink,
  type FoundEntry,
  type FoundReject,
} from '../../../solver/formats/contract/format.js';
import { RejectionReasons } from '../../../solver/craft/advice/mistyped.js';
import { faultReason } from '../../../solver/core/text/error-codes.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';
import { type Reject, validate } from '../../../solver/core/puzzle/validate.js';
import type { Shard } from '../../record/options.js';
import { type BuiltPiece, PieceBuilder } from './piece-builder.js';
import { leftOutFor, openSource, type Source } from '../sources.js';
import { CorpusError, DamagedError, Decoder } from '../bytes.js';
import { readTable } from '../tables.js';

/** A piece of one source: what the reading thread hands over. An empty source has an empty one. */
export interface CorpusPiece extends BuiltPiece {
  /** The index of the source in the list that the reader was given. */
  readonly source: number;
  /** Whether the source ends after these entries. */
  readonly last: boolean;
  /** With the last piece: of the source's bytes as read, in hexadecimal; null if not all were. */
  readonly sha256OfSource: string | null;
  /** With the last piece: entries that were read, those of other parts of the run included. */
  readonly sourceEntries: number | null;
  /** Whether the source was read to its end, and not to a limit alone. */
  readonly isWhole: boolean;
  /** What a person should know of the source, in sentences with its path; left out: nothing. */
  readonly warnings?: readonly string[];
  /** Bytes of the source, as they lie on the disk, up to here: about, for progress. */
  readonly bytesRead: number;
}

/** How a corpus is read, as plain data. */
export interface CorpusReading {
  /** The most entries, over all sources together; null for all. */
  readonly limit: number | null;
  readonly ignoreStart: boolean;
  /** The longest side, in cells, that is not rejected. */
  readonly maxSide: number;
  /** Returns only the puzzles of this part of all. */
  readonly shard?: Shard | null;
}

/** What becomes of bytes that are not UTF-8. */
const DAMAGED = '\ufffd';
const NOT_UTF8 =
  'the file is not UTF-8: convert it, from Latin-1 for example with "iconv -f latin1 -t utf-8"';

/** Reads sources one by one, validated, in pieces on demand, no further: memory stays flat. */
export class CorpusReader implements EntrySink {
  private readonly pieces = this.read();
  private path = '';
  private readonly builder: PieceBuilder;
  /** Pieces that have come to their end and are not yet handed over, and the entries in them. */
  private readonly built: BuiltPiece[] = [];
  private builtEntries = 0;
  /** Entries of the source that were read. */
  private count = 0;
  /** About how many bytes of the source the entries handed over so far take. */
  private bytesGiven = 0;
  /** Those who need no pieces get no more entries at once. */
  private most = Infinity;
  private left: number;
  /** What is to be told with the next batch. */
  private warnings: string[] = [];
  private isToldOfBytes = false;
  /** Rejected entries in which mistyped lines were looked for. */
  private readonly reasons = new RejectionReasons();

  constructor(
    private readonly sources: readonly Source[],
    private readonly options: CorpusReading,
    private readonly standardInput?: () => AsyncIterable<Buffer>,
    /** Takes each file of a folder that cannot be opened any more; without it: an error. */
    private readonly leaveOut: ((file: ReturnType<typeof leftOutFor>) => void) | null = null,
  ) {
    this.left = options.limit ?? Infinity;
    this.builder = new PieceBuilder(options.shard ?? null);
  }

  /**
   * The next piece, or null after the last source; each source ends with one that says so. Who
   * needs entries, and no pieces, says how many at the `most`.
   * @throws CorpusError if a source cannot be opened or read, and is not left out.
   */
  async next(most = Infinity): Promise<CorpusPiece | null> {
    this.most = most;
    const { value } = await this.pieces.next();
    return value ?? null;
  }

  async close(): Promise<void> {
    this.left = 0;
    await this.pieces.return();
  }

  entry(found: FoundEntry): void {
    if (this.left <= 0) return;
    const { line, name, title } = found;
    if (name?.includes(DAMAGED) === true || title?.includes(DAMAGED) === true) this.tellBytes(line);
    let rejected: Pick<Reject, 'kind' | 'reason'> | null;
    try {
      rejected = this.addIfPuzzle(found);
    } catch (error) {
      rejected = { kind: 'text', reason: faultReason(error) };
    }
    if (rejected !== null) {
      this.builder.addReject({ line, name, ...rejected, excerpt: found.excerpt() });
    }
    this.note();
  }

  /** Returns why an entry is not a puzzle, or null if it is, and is kept. */
  private addIfPuzzle({ name, title, label, line, draft: given }: FoundEntry) {
    const { maxSide, ignoreStart } = this.options;
    const draft = ignoreStart && given.start !== null ? { ...given, start: null } : given;
    const validated = validate(draft, { maxSide });
    const { puzzle } = validated;
    if (puzzle === undefined) return { kind: validated.kind, reason: this.reasons.for(validated) };
    this.builder.addPuzzle({ name, title, label, puzzle, goal: draft.goal }, line);
    return null;
  }

  reject({ line, name, kind = 'text', reason, excerpt }: FoundReject): void {
    if (this.left <= 0) return;
    const why = excerpt.includes(DAMAGED) ? `${reason}; ${NOT_UTF8}` : reason;
    this.builder.addReject({ line, name, kind, reason: why, excerpt });
    this.note();
  }

  private tellBytes(line: number | null): void {
    if (this.isToldOfBytes) return;
    this.isToldOfBytes = true;
    const place = line === null ? this.path : `${this.path}:${line}`;
    this.warnings.push(`${place}: a name or a title is damaged; ${NOT_UTF8}`);
  }

  private note(): void {
    this.left--;
    this.count++;
    if (this.builder.isFull || this.builder.length >= this.most) this.endPiece();
  }

  private endPiece(): void {
    const piece = this.builder.take();
    this.built.push(piece);
    this.builtEntries += piece.entries;
  }

  private async *read(): AsyncGenerator<CorpusPiece, void, undefined> {
    for (const [source, { path, found = false, ...how }] of this.sources.entries()) {
      if (this.left <= 0) return;
      const opened = await openSource({ path, ...how }, this.standardInput).catch(
        (error: unknown) => {
          if (this.leaveOut === null || !found) throw error;
          this.leaveOut(leftOutFor(path, error));
        },
      );
      if (opened === undefined) continue;
      this.path = path;
      this.count = 0;
      this.bytesGiven = 0;
      this.isToldOfBytes = false;
      this.builder.restart();
      if (opened.doubt !== null) this.warnings.push(`${path}: ${opened.doubt}`);
      const steps = readPieces(opened, this);
      try {
        for (let last = false; !last;) {
          const isWhole = (await steps.next()).done === true;
          const isOver = isWhole || this.left <= 0;
          if (isOver && this.builder.length > 0) this.endPiece();
          while (!last && (isOver || this.built.length > 0)) {
            const piece = this.take(opened, isOver);
            ({ last } = piece);
            yield { ...piece, source, isWhole };
          }
        }
      } finally {
        await steps.return();
      }
    }
  }

  private take(opened: OpenedSource, isOver: boolean): Omit<CorpusPiece, 'source' | 'isWhole'> {
    const waiting = this.builtEntries + this.builder.length;
    const piece = this.built.shift() ?? this.builder.take();
    this.builtEntries -= piece.entries;
    const left = this.builtEntries + this.builder.length;
    const last = isOver && left === 0;
    const read = opened.bytesRead();
    // Files are read in large pieces: entries that still wait were read, but not yet handed over.
    const share = waiting === 0 ? 1 : 1 - left / waiting;
    this.bytesGiven = last ? read : this.bytesGiven + (read - this.bytesGiven) * share;
    const sha256OfSource = last ? opened.sha256() : null;
    const sourceEntries = last ? this.count : null;
    const bytesRead = Math.round(this.bytesGiven);
    const noted = this.warnings.length === 0 ? {} : { warnings: this.warnings };
    this.warnings = [];
    return { ...piece, last, sha256OfSource, sourceEntries, bytesRead, ...noted };
  }
}

type OpenedSource = Awaited<ReturnType<typeof openSource>>;

/**
 * Reads a source piece by piece: entries go to `sink`, and each step returns as soon as a piece is
 * done, so that the caller decides how far to read. If the source is damaged, or a parser fails
 * unexpectedly, the rest of it and the incomplete entry before are one reject.
 */
export async function* readPieces(opened: OpenedSource, sink: EntrySink) {
  try {
    yield* readSound(opened, sink);
  } catch (error) {
    if (error instanceof DamagedError) {
      sink.reject({ line: error.line, name: null, reason: error.message, excerpt: '' });
      return;
    }
    if (error instanceof NonomillError || (error instanceof Error && 'syscall' in error))
      throw error;
    const reason = `the rest of the file is not read: ${faultReason(error)}`;
    sink.reject({ line: null, name: null, reason, excerpt: '' });
  }
}

/** For binary files: each byte becomes the character of its number. */
const BINARY_DECODER = { write: (piece: Buffer) => piece.toString('latin1'), end: () => '' };

async function* readSound(opened: OpenedSource, sink: EntrySink) {
  const { format, pieces } = opened;
  if (format.table === true) {
    yield* readRows(opened, sink);
    return;
  }
  if (format.createParser === null) throw new Error(`${format.name} cannot be read`);
  const parser = format.createParser(sink, DEFAULT_PARSER_LIMITS);
  const decoder = format.binary === true ? BINARY_DECODER : new Decoder();
  for await (const piece of pieces) {
    parser.write(decoder.write(piece));
    yield;
  }
  parser.write(decoder.end());
  parser.end();
}

/** Reads a file row by row and, for its hash and its progress, its bytes at the same pace. */
async function* readRows({ pieces, ...opened }: OpenedSource, sink: EntrySink) {
  for await (const share of readTable(opened.path, opened.format.name, sink)) {
    while (opened.bytesRead() < share * (opened.size ?? 0)) {
      if ((await pieces.next()).done === true) break;
    }
    yield;
  }
  while ((await pieces.next()).done !== true);
}

/** Files that are looked into: the largest decide, and each takes a millisecond or two. */
const LOOKED_INTO = 16;

/** Smaller files are read before an estimate matters. */
const SMALL = 1 << 16;

/** A file of a corpus, and its size if that is known. */
type SizedSource = Source & { readonly bytes: number | null };

/** About how many entries a byte of the largest files holds; null of others and of a single one. */
export async function entriesPerByte(
  sources: readonly SizedSource[],
): Promise<readonly (number | null)[]> {
  const large = sources
    .filter((source) => source.once !== true && (source.bytes ?? 0) > SMALL)
    .sort((one, other) => (other.bytes ?? 0) - (one.bytes ?? 0))
    .slice(0, LOOKED_INTO);
  if (sources.length < 2) return sources.map(() => null);
  const rates = new Map<SizedSource, number | null>();
  for (const source of large) rates.set(source, await rateOf(source));
  return sources.map((source) => rates.get(source) ?? null);
}

/** About how many entries a byte of a file holds, by its beginning; null if it has none. */
export async function rateOf(source: Source): Promise<number | null> {
  let entries = 0;
  const count = (): void => {
    entries++;
  };
  try {
    const opened = await openSource(source);
    const pieces = readPieces(opened, { entry: count, reject: count });
    await pieces.next();
    const rate = entries / opened.bytesRead();
    await pieces.return();
    return entries === 0 ? null : rate;
  } catch (error) {
    // Whoever reads the file says what is wrong with it.
    if (!(error instanceof CorpusError)) throw error;
    return null;
  }
}
