import type { SolveLimits } from '../../../../src/solver/engine/model/limits.js';
import { UNTIMED } from '../../../support/tests.js';

/** Steps, not time: the work ends at the same place each time. */
export const LIMITS: SolveLimits = { ...UNTIMED, maxSteps: 8000 };
