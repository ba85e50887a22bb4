import { gatesOf, type GateRequirement } from '../../record/outcome.js';
import { commandText } from '../../../solver/core/text/typed.js';
import { Nights } from '../changes/nights.js';
import type { ShapeKeys } from '../tally/shape-keys.js';
import type { Store } from '../open/open.js';
import type { Run } from '../stored-runs/read-runs.js';
import type { Finding } from './finding.js';
import { findUnmet } from './findings.js';

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
  /** Of `no-worse`: what it was compared with, a sentence without a full stop; else null. */
  readonly compared: string | null;
  /** Whether it holds because there was nothing to compare with. */
  readonly isFirst: boolean;
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
 * `limit` for the most items of each kind that are kept, and `nights` if other runs are looked at,
 * too.
 */
export function evaluateGates(
  store: Store,
  run: Run,
  {
    shapes = null,
    limit = LISTED,
    nights = new Nights(store),
  }: { shapes?: ShapeKeys | null; limit?: number; nights?: Nights } = {},
): EvaluatedGates {
  const gates = gatesOf(run.options);
  const { findings, compared } = findUnmet(store, run, gates, { limit, shapes, nights });
  const names = [...(gates.strict ? ['strict' as const] : []), ...gates.require];
  const verdicts = names.map((name) => {
    const flag = name === 'strict' ? '--strict' : `--require ${name}`;
    // Of an empty corpus nothing is proven: none of the gates holds.
    const own = findings.filter(
      ({ gate, kind }) =>
        gate === flag || kind === 'no-puzzle' || (kind === 'empty' && name !== 'no-worse'),
    );
    return {
      name,
      flag,
      holds: own.length === 0,
      misfits: own.reduce((sum, { misfits }) => sum + misfits, 0),
      why: own.map(({ headline }) => headline),
      compared: name === 'no-worse' ? compared.said : null,
      isFirst: name === 'no-worse' && compared.isFirst,
    };
  });
  return { verdicts, findings };
}

/** What to type for a list of everything that does not meet the gates of a run. */
export function gatesCommand(store: Store, runId: number): string {
  return commandText(['report', String(runId), '--db', store.path, '--gates'], process.platform);
}
