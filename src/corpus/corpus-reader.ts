import type { EntrySink, FoundEntry, FoundReject } from '../formats/format.js';
import { DEFAULT_PARSER_LIMITS } from '../formats/limits.js';
import { validate } from '../puzzle/validate.js';
import { buildBatch, isReject, rejectOf, type ReadEntry } from './batch-builder.js';
import type { CorpusBatch } from './corpus-batch.js';
import { DamagedError } from './corpus-error.js';
import { openSource, type OpenedSource } from './opened-source.js';
import type { Source } from './source.js';
import { readPieces } from './source-reader.js';

/** How a corpus is read; plain data. */
export interface ReadOptions {
  /** Entries at most, over all sources together; null for all. */
  readonly limit: number | null;
  /** Drops start positions. */
  readonly ignoreStart: boolean;
  /** The longest side, in cells, that is not rejected. */
  readonly maxSide: number;
}

/** How much a batch may hold. It has at least one entry, however large. */
export interface BatchSize {
  /** Entries, rejects included. */
  readonly puzzles: number;
  readonly cells: number;
}

/**
 * Reads sources one after the other and gives their entries, validated, in batches that are
 * pulled: it reads no further than the batch asked for needs, so memory stays flat.
 */
export class CorpusReader implements EntrySink {
  private source = -1;
  private opened: OpenedSource | null = null;
  private steps: AsyncGenerator<void, void, undefined> | null = null;
  /** Entries that are read and not yet given, from `given` on. */
  private entries: ReadEntry[] = [];
  private given = 0;
  /** Of the entries that are not yet given. */
  private cells = 0;
  /** Whether the last batch of the source was given, or none is open. */
  private ended = true;
  private ordinal = 0;
  private left: number;

  constructor(
    private readonly sources: readonly Source[],
    private readonly options: ReadOptions,
    private readonly standardInput: () => AsyncIterable<Buffer>,
  ) {
    this.left = options.limit ?? Infinity;
  }

  /**
   * The next entries, or null behind the last source; each source ends with a batch that says
   * so, which may be empty.
   * @throws CorpusError where a source cannot be opened or read.
   */
  async next(want: BatchSize): Promise<CorpusBatch | null> {
    if (this.ended && !(await this.openNext())) return null;
    while (this.steps !== null && !this.isEnough(want)) await this.step();
    return this.take(want);
  }

  /** Ends the reading; files that are open are closed. */
  async close(): Promise<void> {
    this.left = 0;
    await this.steps?.return();
    this.steps = null;
  }

  entry(found: FoundEntry): void {
    if (this.left <= 0) return;
    this.left--;
    const { maxSide, ignoreStart } = this.options;
    const draft = ignoreStart && found.draft.start !== null ? withoutStart(found) : found.draft;
    const { puzzle, reason } = validate(draft, { maxSide });
    const ordinal = this.ordinal++;
    if (puzzle !== undefined) this.cells += puzzle.width * puzzle.height;
    this.entries.push(
      reason === undefined
        ? { ordinal, name: found.name, title: found.title, puzzle, goal: draft.goal }
        : rejectOf(ordinal, found, reason, found.excerpt()),
    );
  }

  reject(found: FoundReject): void {
    if (this.left <= 0) return;
    this.left--;
    this.entries.push(rejectOf(this.ordinal++, found, found.reason, found.excerpt));
  }

  private async openNext(): Promise<boolean> {
    this.source++;
    if (this.source >= this.sources.length || this.left <= 0) return false;
    this.ordinal = 0;
    this.ended = false;
    this.opened = await openSource(this.sources[this.source], this.standardInput);
    this.steps = readPieces(this.opened, this, DEFAULT_PARSER_LIMITS);
    return true;
  }

  private async step(): Promise<void> {
    try {
      const { done } = await this.steps!.next();
      if (done === true) this.steps = null;
      else if (this.left <= 0) await this.close();
    } catch (error) {
      this.steps = null;
      if (!(error instanceof DamagedError)) throw error;
      // What came before the damage is sound; the rest of the source is one reject.
      this.reject({ line: null, name: null, reason: error.message, excerpt: '' });
    }
  }

  private isEnough(want: BatchSize): boolean {
    return this.entries.length - this.given >= want.puzzles || this.cells >= want.cells;
  }

  private take(want: BatchSize): CorpusBatch {
    const first = this.given;
    let cells = 0;
    while (this.given < this.entries.length && this.given - first < want.puzzles) {
      const entry = this.entries[this.given];
      const more = isReject(entry) ? 0 : entry.puzzle.width * entry.puzzle.height;
      if (cells + more > want.cells && this.given > first) break;
      cells += more;
      this.given++;
    }
    const batch = this.entries.slice(first, this.given);
    this.cells -= cells;
    this.ended = this.steps === null && this.given === this.entries.length;
    if (this.given > 4096 || this.given === this.entries.length) {
      this.entries = this.entries.slice(this.given);
      this.given = 0;
    }
    const bytesRead = this.opened?.bytesRead() ?? 0;
    return buildBatch(batch, { source: this.source, last: this.ended, bytesRead });
  }
}

function withoutStart({ draft }: FoundEntry): FoundEntry['draft'] {
  return { ...draft, start: null };
}
