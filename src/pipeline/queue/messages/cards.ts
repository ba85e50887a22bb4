import type { RunWorker } from '../../record/who-solves.js';
import { countField, shortText } from './fields.js';
import * as v from 'valibot';

export interface WorkerCard extends RunWorker {
  /** The hash of its solver. */
  readonly solver: string;
}

/** What a coordinator says about its run. */
export interface RunCard {
  readonly run: string;
  readonly host: string;
  readonly version: string;
  readonly solver: string;
}

/** Names a run: 32 hexadecimal digits, which are allowed in a key of Redis. */
export const runKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/));

/** Names a worker: 16 hexadecimal digits. */
const workerId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/));

export const workerCard = v.object({
  id: workerId,
  host: shortText,
  cpu: shortText,
  threads: v.pipe(countField, v.maxValue(65_536)),
  version: shortText,
  solver: shortText,
  node: shortText,
}) satisfies v.GenericSchema<WorkerCard>;

export const runCard = v.object({
  run: runKey,
  host: shortText,
  version: shortText,
  solver: shortText,
}) satisfies v.GenericSchema<RunCard>;
