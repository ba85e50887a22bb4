import type { RunGates } from '../../result/run/gates.js';
import type { RunOutcome } from '../contract/run-outcome.js';
import type { StopRequest } from '../contract/stop-request.js';
import type { Part } from './part.js';

/** What is to be merged. */
export interface MergeRequest {
  /** The databases of the parts. */
  readonly parts: readonly string[];
  /** The merged database; made if there is none. */
  readonly db: string;
  /** Whether parts may be missing or unfinished. */
  readonly partial: boolean;
  /** What must hold of the whole; left out: all that is asked of the parts. */
  readonly gates?: RunGates;
}

export interface MergeControls {
  readonly stop: StopRequest;
  readonly warn: (message: string) => void;
  /** Called with each page that was copied: results and rejects of all parts until now. */
  readonly progress: (copied: number, part: Part) => void;
}

/** What came of it; `missing` says what a partial merge does without. */
export interface MergeOutcome extends RunOutcome {
  readonly missing: readonly string[];
}
