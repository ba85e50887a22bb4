import type { PackedBatch } from '../../../solver/core/puzzle/packed-batch.js';
import type { BatchLimits } from '../../runs/pool/pool.js';
import { solverVersion } from '../../files/built-versions.js';
import { batchToText, textToBatch } from './batch-text.js';
import { runKey } from './cards.js';
import { countField, duration, ofThisBuild, readFields } from './fields.js';
import * as v from 'valibot';

/** Infinity travels as null. */
const orInfinity = (schema: typeof countField | typeof duration) =>
  v.pipe(
    v.nullable(schema),
    v.transform((value) => value ?? Infinity),
  );

/**
 * What is asked of the solver, as it travels: whatever is added to the limits must be added here. A
 * folder of one machine means nothing to another.
 */
const LIMITS = v.object({
  timeoutMs: orInfinity(duration),
  maxSteps: orInfinity(countField),
  memoryBytes: orInfinity(duration),
  count: v.union([v.literal('exact'), countField]),
  guessDepth: countField,
  crossCheck: v.optional(duration),
  difficulty: v.optional(v.boolean()),
  prove: v.optional(v.boolean()),
  sliceMs: orInfinity(duration),
} satisfies Record<Exclude<keyof BatchLimits, 'proveTo' | 'proofFormat'>, v.GenericSchema>);

const MESSAGE = v.object({
  version: ofThisBuild,
  run: runKey,
  /** In the form of batch-text.ts. */
  batch: v.string(),
  limits: LIMITS,
});

/** What a coordinator sends to whichever worker takes it. */
export type WorkMessage = Readonly<v.InferInput<typeof MESSAGE>>;

/** The same message, read. */
export interface Work {
  readonly run: string;
  readonly batch: PackedBatch;
  readonly limits: BatchLimits;
}

export function toWorkMessage({ run, batch, limits }: Work): WorkMessage {
  return { version: solverVersion(), run, batch: batchToText(batch), limits: { ...limits } };
}

/** @throws Error that says what is wrong with a message. */
export function readWorkMessage(message: unknown): Work {
  const { run, batch, limits } = readFields(MESSAGE, message);
  return { run, batch: textToBatch(batch), limits };
}

/** What was asked about the puzzles of a batch, as part of their names. */
export function askedOf({ limits }: Pick<Work, 'limits'>): string {
  return JSON.stringify({ ...limits, sliceMs: 0 }, Object.keys(LIMITS.entries));
}
