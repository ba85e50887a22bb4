import type { RunWorker } from '../../result/run/run-worker.js';
import { isRunKey, isWorkerId } from '../link/names.js';
import { fieldsOf, isCount, isText, wrongField, type IsField } from './fields.js';

/** What a worker says about itself. */
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

export const WORKER_FIELDS: Readonly<Record<keyof WorkerCard, IsField>> = {
  id: isWorkerId,
  host: isShort,
  cpu: isShort,
  threads: (value) => isCount(value) && (value as number) <= 65_536,
  version: isShort,
  solver: isShort,
  node: isShort,
};

export const RUN_FIELDS: Readonly<Record<keyof RunCard, IsField>> = {
  run: isRunKey,
  host: isShort,
  version: isShort,
  solver: isShort,
};

export function isWorkerCard(value: unknown): boolean {
  const fields = fieldsOf(value);
  return fields !== null && wrongField(fields, WORKER_FIELDS) === null;
}

function isShort(value: unknown): boolean {
  return isText(value) && (value as string).length <= 200;
}
