import { DEFAULT_SOLVE_LIMITS, type SolveLimits } from '../../../src/engine/model/limits.js';

/** Steps, not time: the work ends at the same place each time. */
export const LIMITS: SolveLimits = {
  ...DEFAULT_SOLVE_LIMITS,
  timeoutMs: Infinity,
  maxSteps: 8000,
};
