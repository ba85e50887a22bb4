import { DEFAULT_SOLVE_LIMITS } from '../../src/solver/engine/model/limits.js';

/** The usual limits without a time, so that a busy machine finds what a quiet one does. */
export const UNTIMED = { ...DEFAULT_SOLVE_LIMITS, timeoutMs: Infinity };
