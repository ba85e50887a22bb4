import { hash } from 'node:crypto';
import { viewBatch, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { wordsOf } from '../../../solver/core/puzzle/packed.js';
import type { ResultInCells } from '../../../solver/core/result/result.js';
import { workerCard, type WorkerCard } from './cards.js';
import { countField, duration, ofThisBuild, readFields } from './fields.js';
import { unpackResults } from './sent-results.js';
import type { PackedResults } from '../../runs/pool/packed-results.js';
import { solverVersion } from '../../files/built-versions.js';
import * as v from 'valibot';

const SIGNED = v.object({
  /** The id of the batch that it answers. */
  batch: v.string(),
  /** Who sends it: the results of a worker that is gone have its name, too. */
  worker: workerCard,
});

/** Some results: see PackedResults. */
const PART = v.object({ count: countField, columns: v.array(v.unknown()), pictures: v.string() });

const MESSAGE = v.object({
  version: ofThisBuild,
  ...SIGNED.entries,
  heldMs: duration,
  /** The results of its first puzzles, in order, at least one. */
  parts: v.array(PART),
  /**
   * The names of these puzzles, one after the other, as `puzzleNames` makes them, so that a
   * coordinator which has forgotten the batch can still use what was found.
   */
  puzzles: v.string(),
});

/** What a worker sends back of one batch. */
export interface ResultMessage extends Omit<v.InferOutput<typeof MESSAGE>, 'parts'> {
  readonly parts: readonly PackedResults[];
}

/** The same message, read. */
export interface WorkerAnswer {
  readonly batch: string;
  readonly worker: WorkerCard;
  readonly heldMs: number;
  readonly results: readonly ResultInCells[];
  readonly puzzles: string;
}

/** A message that is refused, with the reason. */
export class RefusedMessage extends Error {
  constructor(
    reason: string,
    /** The batch that it answers and who sent it, as far as it says both. */
    readonly from: Pick<WorkerAnswer, 'batch' | 'worker'> | null,
  ) {
    super(reason);
  }
}

/** Characters of the name of a puzzle. */
const NAME_LENGTH = 16;

/**
 * What is known of an answer before it travels; `puzzles` are the names of the puzzles that have
 * results.
 */
export interface NewAnswer extends Pick<WorkerAnswer, 'batch' | 'worker' | 'heldMs'> {
  readonly parts: readonly PackedResults[];
  readonly puzzles: readonly string[];
}

/** The message of some results. */
export function toResultMessage({ puzzles, ...rest }: NewAnswer): ResultMessage {
  return { version: solverVersion(), ...rest, puzzles: puzzles.join('') };
}

/**
 * @throws RefusedMessage that says what is wrong with a message. What the pictures show is not
 * looked at, nor what depends on the size of the puzzles.
 */
export function readResultMessage(message: unknown): WorkerAnswer {
  const refused = (reason: string): RefusedMessage => {
    const { success, output } = v.safeParse(SIGNED, message);
    return new RefusedMessage(reason, success ? output : null);
  };
  const { batch, worker, heldMs, puzzles, parts } = readFields(MESSAGE, message, refused);
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  if (count === 0 || count * NAME_LENGTH !== puzzles.length) {
    throw refused('its puzzles are not named');
  }
  const results = parts.flatMap((part) => {
    const unpacked = unpackResults(part);
    if (typeof unpacked === 'string') throw refused(`it is broken: ${unpacked}`);
    return unpacked;
  });
  return { batch, worker, heldMs, results, puzzles };
}

/**
 * Names the puzzles of a batch from `first` to before `end`, each by its content and what was asked
 * about it.
 */
export function puzzleNames(
  batch: PackedBatch,
  asked: string,
  first: number,
  end: number,
): string[] {
  const { words, offsets } = viewBatch(batch);
  const question = Buffer.from(asked);
  let bytes = Buffer.alloc(1 << 12);
  return offsets.slice(first, end).map((offset) => {
    const own = new Uint8Array(batch, offset * 4, wordsOf(words, offset) * 4);
    const length = own.length + question.length;
    if (length > bytes.length) bytes = Buffer.alloc(2 * length);
    bytes.set(own);
    bytes.set(question, own.length);
    return hash('sha1', bytes.subarray(0, length), 'base64').slice(0, NAME_LENGTH);
  });
}

/** The names that a message holds, one by one. */
export function namesIn(puzzles: string): string[] {
  const count = puzzles.length / NAME_LENGTH;
  return Array.from({ length: count }, (_, i) =>
    puzzles.slice(i * NAME_LENGTH, (i + 1) * NAME_LENGTH),
  );
}
