import { createHash } from 'node:crypto';
import { PIECE_ENTRIES } from '../../record/puzzle-id.js';
import {
  batchCount,
  batchOf,
  type PackedBatch,
  labelLength,
  writeLabel,
  type Label,
} from '../../../solver/core/puzzle/packed-batch.js';
import { mixWord, spreadBits } from '../../../solver/core/puzzle/fingerprint.js';
import { packInto, packedLength } from '../../../solver/core/puzzle/packed.js';
import type { Puzzle } from '../../../solver/core/puzzle/types.js';
import type { Reject } from '../../../solver/core/puzzle/validate.js';
import { isInShard, type Shard } from '../../record/options.js';

interface ValidEntry extends Omit<Label, 'palette' | 'ordinal'> {
  readonly puzzle: Puzzle;
}

/** A piece of a source as the reading thread sends it: its content, and its place. */
export interface BuiltPiece {
  /** Of its entries as they were validated: where they stand is no part of it. */
  readonly sha256: Uint8Array;
  /** Its entries, puzzles and rejects. */
  readonly entries: number;
  /** The puzzles among them, of a part of a run its share alone, each with its place as ordinal. */
  readonly packed: PackedBatch;
  readonly puzzles: number;
  /** The others, with their entry and line in the file. */
  readonly rejects: readonly Reject[];
  readonly firstEntry: number;
  readonly firstLine: number | null;
}

/** Before so many 32-bit words, as batches hold puzzles, a piece does not end. */
const LEAST_WORDS = 2560;

/**
 * Then it ends after an entry with one in so many hashes, for each word of the entry: in the mean
 * it has LEAST_WORDS and END_WORDS, some 310 puzzles of 5x5 or 76 of 15x15. Of smaller ones each
 * night costs more, of larger ones each changed clue (docs/solver/lab-notes.md).
 */
const END_WORDS = 10_240;

/** A piece ends at so many 32-bit words in any case: 1 MiB. */
const MOST_WORDS = 1 << 18;

/**
 * Gathers the entries of one source into pieces, whose bounds depend on their content alone: an
 * entry that is inserted, removed or changed changes its own piece and, if that moves its end, the
 * next, but none after it (content-defined chunking, as of restic and casync). Puzzles are packed
 * at once: keeping them as objects until a piece is full doubles the time of reading, all of it
 * spent on garbage that has outlived the nursery.
 */
export class PieceBuilder {
  /** Puzzles as a batch holds them. */
  private words = new Int32Array(1 << 16);
  private bytes = new Uint8Array(this.words.buffer);
  private wordCount = 0;
  private rejects: Reject[] = [];
  private rejectWords = 0;
  /** How many entries the piece under work has. */
  length = 0;
  /** Whether the piece has come to its end: then it must be taken. */
  isFull = false;
  private firstEntry = 0;
  private firstLine: number | null = null;

  /** `shard`: the part of a run whose puzzles alone travel. */
  constructor(private readonly shard: Shard | null = null) {}

  addReject(reject: Omit<Reject, 'ordinal'>): void {
    const { line, reason, excerpt } = reject;
    this.firstLine ??= line;
    this.rejects.push({ ...reject, ordinal: this.firstEntry + this.length });
    const words = (reason.length + excerpt.length) >> 2;
    this.rejectWords += words;
    this.ends(hashOfText(reason, hashOfText(excerpt, 0)), words);
  }

  /** `line` is that on which the entry starts. */
  addPuzzle({ name, title, label: judged, puzzle, goal }: ValidEntry, line: number | null): void {
    const { palette } = puzzle;
    const label = { ordinal: this.length, name, title, label: judged, palette, goal };
    const at = this.wordCount;
    this.reserve(1 + packedLength(puzzle) + labelLength(label));
    const labelAt = packInto(this.words, at + 1, puzzle);
    const end = writeLabel(this.words, this.bytes, labelAt, label);
    this.words[at] = end - at;
    this.wordCount = end;
    this.firstLine ??= line;
    this.ends(hashOfEntry(this.words, at + 1, labelAt, end), end - at);
  }

  /** Takes the piece under work, even before its end; the next one begins after it. */
  take(): BuiltPiece {
    const { length: entries, rejects, firstEntry, firstLine, wordCount } = this;
    const given = this.words.subarray(0, wordCount);
    const hash = createHash('sha256');
    hash.update(this.bytes.subarray(0, 4 * wordCount));
    const within = rejects.map((one) => rejectWithin(one, this.firstEntry, firstLine));
    if (rejects.length > 0) hash.update(JSON.stringify(within));
    // What ends in a reject is another piece than what ends without it.
    hash.update(String(entries));
    const sha256 = new Uint8Array(hash.digest());
    const packed =
      this.shard === null
        ? batchOf([given], entries - rejects.length)
        : shareOf(given, this.shard, sha256);
    const puzzles = batchCount(packed);
    this.firstEntry += entries;
    this.length = this.wordCount = this.rejectWords = 0;
    this.rejects = [];
    this.firstLine = null;
    this.isFull = false;
    return { sha256, entries, packed, puzzles, rejects, firstEntry, firstLine };
  }

  /** Begins with another source. */
  restart(firstEntry = 0): void {
    this.take();
    this.firstEntry = firstEntry;
  }

  private ends(hash: number, words: number): void {
    this.length++;
    const weight = this.wordCount + this.rejectWords;
    const isLong = this.length >= PIECE_ENTRIES || weight >= MOST_WORDS;
    const isEnd = (hash >>> 0) * END_WORDS < words * 2 ** 32;
    this.isFull = isLong || (weight >= LEAST_WORDS && isEnd);
  }

  private reserve(more: number): void {
    if (this.wordCount + more <= this.words.length) return;
    const grown = new Int32Array(Math.max(this.words.length * 2, this.wordCount + more));
    grown.set(this.words.subarray(0, this.wordCount));
    this.words = grown;
    this.bytes = new Uint8Array(grown.buffer);
  }
}

/** A reject by its place in its piece, and by the lines from the first one of that. */
export function rejectWithin(
  { ordinal, line, name, reason, excerpt, kind }: Reject,
  firstEntry: number,
  firstLine: number | null,
): Reject {
  const within = line === null || firstLine === null ? null : line - firstLine;
  return { ordinal: ordinal - firstEntry, line: within, name, reason, excerpt, kind };
}

/** The puzzles of a piece that a part of a run solves. */
function shareOf(entries: Int32Array, shard: Shard, sha256: Uint8Array): PackedBatch {
  // It begins at one of many places in the order of parts, so that small pieces spread.
  const spread = (sha256[0] << 16) | (sha256[1] << 8) | sha256[2];
  const kept = new Int32Array(entries.length);
  let [length, count] = [0, 0];
  for (let at = 0, place = 0; at < entries.length; at += entries[at], place++) {
    if (!isInShard(spread + place, shard)) continue;
    kept.set(entries.subarray(at, at + entries[at]), length);
    length += entries[at];
    count++;
  }
  return batchOf([kept.subarray(0, length)], count);
}

/** A hash of a puzzle with its label, but for the ordinal, the first word of that. */
function hashOfEntry(words: Int32Array, from: number, labelAt: number, end: number): number {
  let hash = 0;
  for (let i = from; i < end; i++) if (i !== labelAt) hash = mixWord(hash, words[i]);
  return spreadBits(hash);
}

function hashOfText(text: string, before: number): number {
  let hash = before;
  for (let i = 0; i < text.length; i++) hash = mixWord(hash, text.charCodeAt(i));
  return spreadBits(hash);
}
