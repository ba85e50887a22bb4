import { statSync } from 'node:fs';
import {
  type CorpusPiece,
  CorpusReader,
  type CorpusReading,
} from '../../corpus/reader/corpus-reader.js';
import type { Source } from '../../corpus/sources/source.js';
import type { NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { UNWATCHED, type Watch } from '../../record/counted-work.js';
import { batchCount, viewBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { readLabel } from '../../../solver/core/puzzle/packed-label.js';
import { unpack } from '../../../solver/core/puzzle/packed.js';
import { DEFAULT_LIMITS } from '../../../solver/core/puzzle/validate.js';
import { sayLeftOutFiles } from './format-losses.js';
import type { Terminal } from '../terminal/terminal.js';
import type { Reject } from '../../../solver/core/puzzle/reject.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { rejectPlace } from '../../../solver/core/text/corpora-text.js';

const BATCH = 256;

/**
 * The puzzles of sources, read on demand; entries that are not puzzles are reported and counted.
 */
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

  /** @throws CorpusError if a source cannot be opened or read. */
  async *batches(
    watch: Watch = UNWATCHED,
  ): AsyncGenerator<readonly NamedPuzzle[], void, undefined> {
    const { sources, options, terminal } = this;
    const reading = { ...options, maxSide: DEFAULT_LIMITS.maxSide };
    const reader = new CorpusReader(
      sources,
      reading,
      () => terminal.stdin,
      (file) => sayLeftOutFiles([file], terminal),
    );
    const guess = new EntryGuess(sources, options.limit);
    try {
      for (let batch = await reader.next(BATCH); batch !== null; batch = await reader.next(BATCH)) {
        sayRejects(batch, sources, terminal);
        this.rejects += batch.rejects.length;
        yield [...puzzlesOf(batch)];
        const { done, total, isEstimate } = guess.after(batch);
        watch.reached(done, total, isEstimate);
      }
    } catch (error) {
      if (!this.stopped) throw error;
    } finally {
      await reader.close();
    }
  }
}

/** Guesses how many entries sources have, by those of the bytes that were read. */
class EntryGuess {
  private done = 0;
  /**
   * The bytes of the sources before each, and of all at the end; null if some can be read only
   * once.
   */
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

/** The puzzles of a batch, unpacked. */
export function* puzzlesOf({ packed }: CorpusPiece): Generator<NamedPuzzle> {
  const { words, offsets } = viewBatch(packed);
  const bytes = new Uint8Array(packed);
  for (const offset of offsets) {
    const { name, title, palette, goal } = readLabel(words, bytes, offset);
    yield { name, title, puzzle: { ...unpack(words, offset), palette }, goal };
  }
}

/**
 * Reports what a person should know of a batch: of its source, and of entries that are not puzzles.
 */
export function sayRejects(
  { source, warnings = [], rejects }: CorpusPiece,
  sources: readonly Source[],
  terminal: Terminal,
): void {
  for (const warning of warnings) terminal.say(`nonomill: ${plainText(warning)}`);
  for (const reject of rejects) sayReject(reject, sources[source].path, terminal);
}

/** Reports where in `path` an entry is that is not a puzzle, and why. */
function sayReject(
  { ordinal, line, name, reason }: Reject,
  path: string,
  terminal: Terminal,
): void {
  const file = path === '-' ? 'standard input' : path;
  const place = rejectPlace({ path: file, ordinal, line });
  terminal.say(`nonomill: ${plainText(`${place}${name === null ? '' : ` (${name})`}: ${reason}`)}`);
}
