import { hash } from 'node:crypto';
import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { viewBatch, type PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import { wordsOf } from '../../../solver/core/puzzle/packed.js';
import { resultFromValues, valuesOf } from '../../../solver/core/result/result-values.js';
import type { PuzzleResult } from '../../../solver/core/result/result.js';
import { workerCard, type WorkerCard } from './cards.js';
import { duration, ofThisBuild, readFields } from './fields.js';
import { solverVersion } from '../../runs/pool/solver-version.js';
import * as v from 'valibot';

const SIGNED = v.object({
  /** The id of the batch that it answers. */
  batch: v.string(),
  /** Who sends it: the results of a worker that is gone have its name, too. */
  worker: workerCard,
});

const MESSAGE = v.object({
  version: ofThisBuild,
  ...SIGNED.entries,
  heldMs: duration,
  /**
   * Of its first puzzles, in order, at least one: the values of each as JSON, deflated and in
   * base64.
   */
  results: v.string(),
  /**
   * The names of these puzzles, one after the other, as `puzzleNames` makes them, so that a
   * coordinator which has forgotten the batch can still use what was found.
   */
  puzzles: v.string(),
});

/** What a worker sends back of one batch. */
export type ResultMessage = Readonly<v.InferOutput<typeof MESSAGE>>;

/** The same message, read. */
export interface WorkerAnswer {
  readonly batch: string;
  readonly worker: WorkerCard;
  readonly heldMs: number;
  readonly results: readonly PuzzleResult[];
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

/** More than any batch comes to: what a few bytes can be inflated to must not fill the memory. */
const MOST_BYTES = 1 << 28;

/** Characters of the name of a puzzle. */
const NAME_LENGTH = 16;

/**
 * What is known of an answer before it travels; `puzzles` are the names of the puzzles that have
 * results.
 */
export interface NewAnswer extends Pick<WorkerAnswer, 'batch' | 'worker' | 'heldMs' | 'results'> {
  readonly puzzles: readonly string[];
}

/** The message of some results. Deflated at its quickest, JSON takes a fifth of its bytes. */
export function toResultMessage({ results, puzzles, ...rest }: NewAnswer): ResultMessage {
  const text = JSON.stringify(results.map(valuesOf));
  const deflated = deflateRawSync(text, { level: constants.Z_BEST_SPEED });
  return {
    version: solverVersion(),
    ...rest,
    results: deflated.toString('base64'),
    puzzles: puzzles.join(''),
  };
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
  const { batch, worker, heldMs, results: text, puzzles } = readFields(MESSAGE, message, refused);
  const found = inflated(text);
  if (!Array.isArray(found) || found.length === 0) throw refused('its results cannot be unpacked');
  const results = found.map((values, i) => {
    const result = resultFromValues(values);
    if (typeof result === 'string') throw refused(`it is broken: result ${i}: ${result}`);
    return result;
  });
  if (puzzles.length !== results.length * NAME_LENGTH) {
    throw refused('its puzzles are not as many');
  }
  return { batch, worker, heldMs, results, puzzles };
}

function inflated(text: string): unknown {
  try {
    const bytes = inflateRawSync(Buffer.from(text, 'base64'), { maxOutputLength: MOST_BYTES });
    return JSON.parse(bytes.toString()) as unknown;
  } catch {
    return null;
  }
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
  return offsets.slice(first, end).map((offset) => {
    const bytes = new Uint8Array(batch, offset * 4, wordsOf(words, offset) * 4);
    return hash('sha1', Buffer.concat([bytes, Buffer.from(asked)]), 'base64').slice(0, NAME_LENGTH);
  });
}

/** The names that a message holds, one by one. */
export function namesIn(puzzles: string): string[] {
  const count = puzzles.length / NAME_LENGTH;
  return Array.from({ length: count }, (_, i) =>
    puzzles.slice(i * NAME_LENGTH, (i + 1) * NAME_LENGTH),
  );
}
