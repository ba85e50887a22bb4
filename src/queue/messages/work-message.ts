import type { PackedBatch } from '../../puzzle/packed-batch.js';
import type { BatchLimits } from '../../pool/pool.js';
import { batchToText, textToBatch } from './batch-text.js';
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
import { MESSAGE_VERSION, isRunKey } from '../link/names.js';

/** What a coordinator sends to whichever worker takes it. */
export interface WorkMessage {
  readonly version: number;
  readonly run: string;
  /** In the form of batch-text.ts. */
  readonly batch: string;
  /** Infinity travels as null. */
  readonly limits: Readonly<Record<string, unknown>>;
}

/** The same message, read. */
export interface Work {
  readonly run: string;
  readonly batch: PackedBatch;
  readonly limits: BatchLimits;
}

export function toWorkMessage({ run, batch, limits }: Work): WorkMessage {
  return { version: MESSAGE_VERSION, run, batch: batchToText(batch), limits: { ...limits } };
}

/**
 * What is asked of the solver, as it travels: whatever is added to the limits must be added here. A
 * folder of one machine means nothing to another.
 */
const LIMITS: Readonly<Record<Exclude<keyof BatchLimits, 'proveTo'>, IsField>> = {
  timeoutMs: orNull(isDuration),
  maxSteps: orNull(isCount),
  memoryBytes: orNull(isDuration),
  count: (value) => value === 'exact' || value === 'estimate' || isCount(value),
  guessDepth: isCount,
  crossCheck: (value) => value === undefined || isDuration(value),
  difficulty: (value) => value === undefined || isFlag(value),
  prove: (value) => value === undefined || isFlag(value),
  sliceMs: orNull(isDuration),
};

const MESSAGE: Readonly<Record<keyof WorkMessage, IsField>> = {
  version: isOneOf([MESSAGE_VERSION]),
  run: isRunKey,
  batch: isText,
  limits: (value) => fieldsOf(value) !== null,
};

/** @throws Error that says what is wrong with a message. */
export function readWorkMessage(message: unknown): Work {
  const fields = fieldsOf(message);
  if (fields === null) throw new Error('it is not an object');
  const wrong = wrongField(fields, MESSAGE);
  if (wrong !== null) throw new Error(`its ${wrong} is not one`);
  const { run, batch, limits } = fields as unknown as WorkMessage;
  const wrongLimit = wrongField(limits, LIMITS);
  if (wrongLimit !== null) throw new Error(`its limit ${wrongLimit} is not one`);
  const read: Record<string, unknown> = {};
  for (const name in LIMITS) read[name] = limits[name] === null ? Infinity : limits[name];
  return { run, batch: textToBatch(batch), limits: read as unknown as BatchLimits };
}

/** What was asked about the puzzles of a batch, as part of their names. */
export function askedOf({ limits }: Pick<Work, 'limits'>): string {
  return JSON.stringify({ ...limits, sliceMs: 0 }, (_, value: unknown) =>
    value === Infinity ? null : value,
  );
}
