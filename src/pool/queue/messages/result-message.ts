import { hash } from 'node:crypto';
import { viewBatch, type PackedBatch } from '../../../puzzle/packed-batch.js';
import { wordsOf } from '../../../puzzle/packed.js';
import { NEEDS } from '../../../result/difficulty.js';
import { STATUSES, STOPS, TECHNIQUES } from '../../../result/outcome.js';
import { CROSS_CHECKS, type PuzzleResult } from '../../../result/result.js';
import {
  fieldsOf,
  isCount,
  isDuration,
  isFlag,
  isOneOf,
  isText,
  orNull,
  wrongField,
  type IsField,
} from './fields.js';
import { MESSAGE_VERSION, isWorkerId } from '../link/names.js';

/** What a worker sends back of one batch. */
export interface ResultMessage {
  readonly version: number;
  /** The id of the batch that it answers. */
  readonly batch: string;
  /** The id of the worker that sends it. */
  readonly worker: string;
  readonly heldMs: number;
  /** Of its first puzzles, in order, at least one. */
  readonly results: readonly PuzzleResult[];
  /**
   * Names each of these puzzles by its content and what was asked about it, so that a coordinator
   * which has forgotten the batch can still use what was found.
   */
  readonly puzzles: readonly string[];
}

/** The fields of a result as they travel: whatever is added to a result must be added here. */
const RESULT: Readonly<Record<keyof PuzzleResult, IsField>> = {
  status: isOneOf(STATUSES),
  stoppedBy: orNull(isOneOf(STOPS)),
  technique: orNull(isOneOf(TECHNIQUES)),
  guessDepth: orNull(isCount),
  guessDepthMin: orNull(isCount),
  searchDepth: orNull(isCount),
  solutions: (value) => typeof value === 'string' && /^\d{1,100000}$/.test(value),
  solutionsExact: isFlag,
  sweeps: orNull(isCount),
  lineSolves: orNull(isCount),
  probes: orNull(isCount),
  decisions: orNull(isCount),
  conflicts: orNull(isCount),
  difficulty: orNull(isDuration),
  difficultyBound: orNull(isFlag),
  effortLine: orNull(isDuration),
  effortProbe: orNull(isDuration),
  tries: orNull(isDuration),
  stars: orNull(isCount),
  needs: orNull(isOneOf(NEEDS)),
  proof: orNull(isCount),
  solveMs: isDuration,
  solution: orNull(isText),
  secondSolution: orNull(isText),
  crossCheck: orNull(isOneOf(CROSS_CHECKS)),
  error: orNull((value) => typeof value === 'string' && value.length <= 2000),
  finishedAt: isDuration,
};

const MESSAGE: Readonly<Record<keyof ResultMessage, IsField>> = {
  version: isOneOf([MESSAGE_VERSION]),
  batch: isText,
  worker: isWorkerId,
  heldMs: isDuration,
  results: (value) => Array.isArray(value) && value.length > 0,
  puzzles: (value) => Array.isArray(value) && value.every(isText),
};

/** @throws Error that says what is wrong with a message. Pictures are not looked at. */
export function readResultMessage(message: unknown): ResultMessage {
  const fields = fieldsOf(message);
  if (fields === null) throw new Error('it is not an object');
  const wrong = wrongField(fields, MESSAGE);
  if (wrong !== null) throw new Error(`its ${wrong} is not one`);
  const read = fields as unknown as ResultMessage;
  if (read.puzzles.length !== read.results.length) throw new Error('its puzzles are not as many');
  for (const [i, result] of read.results.entries()) {
    const found = fieldsOf(result);
    const wrongOne = found === null ? 'shape' : wrongField(found, RESULT);
    if (wrongOne !== null) throw new Error(`the ${wrongOne} of result ${i} is not one`);
  }
  return read;
}

/** Names the puzzles of a batch from `first` to before `end` as ResultMessage has it. */
export function puzzleNames(
  batch: PackedBatch,
  asked: string,
  first: number,
  end: number,
): string[] {
  const { words, offsets } = viewBatch(batch);
  return offsets.slice(first, end).map((offset) => {
    const bytes = new Uint8Array(batch, offset * 4, wordsOf(words, offset) * 4);
    return hash('sha1', Buffer.concat([bytes, Buffer.from(asked)]), 'base64').slice(0, 16);
  });
}
