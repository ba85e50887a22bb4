import { NOTHING_ASKED } from './matching-options.js';
import type { RunRequest } from './run-request.js';

/** What a new run is asked that a user says nothing about. */
const BY_DEFAULT = {
  ...NOTHING_ASKED,
  corpora: [],
  name: null,
  queue: null,
  ignore: [],
  format: null,
  ignoreStart: false,
  mode: { kind: 'new' },
  stopAfterMs: null,
  durable: false,
} as const satisfies Partial<RunRequest>;

/** The request of a new run, but for what is asked: the one place that says what nobody says. */
export function newRequest(
  asked: Pick<RunRequest, 'db' | 'threads'> & Partial<RunRequest>,
): RunRequest {
  return { ...BY_DEFAULT, ...asked };
}
