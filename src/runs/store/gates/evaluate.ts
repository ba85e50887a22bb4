import { gatesOf, type GateRequirement } from '../../../core/run-record/gates.js';
import { commandText } from '../../../core/text/command-text.js';
import type { ShapeKeys } from '../queries/shape-keys.js';
import type { Store } from '../open/open.js';
import type { Run } from '../stored-runs/read-runs.js';
import { findUnmet, type Finding } from './findings.js';

/** One gate of a run: whether it holds. */
export interface GateVerdict {
  readonly name: 'strict' | GateRequirement;
  /** As typed. */
  readonly flag: string;
  readonly holds: boolean;
  /** How many entries, puzzles or files do not meet it. */
  readonly misfits: number;
  /** What does not hold, a sentence each. */
  readonly why: readonly string[];
}

/** The gates of a run, and all that does not meet them. */
export interface EvaluatedGates {
  readonly verdicts: readonly GateVerdict[];
  readonly findings: readonly Finding[];
}

/** How many items of each kind are kept: a build log needs all of them, but not a million. */
const LISTED = 200;

/**
 * Looks whether the gates of a run hold; `shapes` if those of its puzzles were collected already,
 * and `limit` for the most items of each kind that are kept.
 */
export function evaluateGates(
  store: Store,
  { runId, options }: Pick<Run, 'runId' | 'options'>,
  { shapes = null, limit = LISTED }: { shapes?: ShapeKeys | null; limit?: number } = {},
): EvaluatedGates {
  const gates = gatesOf(options);
  const findings = findUnmet(store, runId, gates, limit, shapes);
  const names = [...(gates.strict ? ['strict' as const] : []), ...gates.require];
  const verdicts = names.map((name) => {
    const flag = name === 'strict' ? '--strict' : `--require ${name}`;
    // Of an empty corpus nothing is proven: none of the gates holds.
    const own = findings.filter(({ gate, kind }) => gate === flag || kind === 'empty');
    return {
      name,
      flag,
      holds: own.length === 0,
      misfits: own.reduce((sum, { misfits }) => sum + misfits, 0),
      why: own.map(({ headline }) => headline),
    };
  });
  return { verdicts, findings };
}

/** What to type for a list of everything that does not meet the gates of a run. */
export function gatesCommand(store: Store, runId: number): string {
  return commandText(['report', String(runId), '--db', store.path, '--gates'], process.platform);
}
