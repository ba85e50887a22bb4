import type { PuzzleLimits } from '../../pool/pool.js';
import { QUESTIONS, type RunMode, type RunRequest } from '../contract/run-request.js';

/** The request of a retry. */
export interface RetryRequest extends RunRequest {
  readonly mode: Extract<RunMode, { kind: 'retry' }>;
}

export function isRetry(request: RunRequest): request is RetryRequest {
  return request.mode.kind === 'retry';
}

/**
 * The limits of a retry: what is not asked anew is asked as the run, whose options these are,
 * asked it. Limits proper are those of now: another one is what a retry is for.
 */
export function limitsOfRetry(
  options: Readonly<Record<string, unknown>>,
  { limits, mode }: RetryRequest,
): PuzzleLimits {
  const asked: Record<string, unknown> = {};
  for (const question of QUESTIONS) {
    if (mode.questions.includes(question)) continue;
    const then = question === 'crossCheck' ? (options[question] ?? 0) : options[question];
    if (typeof then === 'number' || then === 'exact') asked[question] = then;
  }
  return { ...limits, ...asked };
}
