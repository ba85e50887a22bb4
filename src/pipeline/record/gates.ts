import { NEEDS, type Needs } from '../../solver/core/result/difficulty.js';
import { countText, numberOf } from '../../solver/core/text/numbers.js';

/** A gate that says how much a puzzle may ask of a person. */
export type NeedsGate = `needs=${Needs}`;

/** What `--require` can ask for. */
export type GateRequirement = 'unique' | 'line' | 'goal' | 'distinct' | 'no-worse' | NeedsGate;

export const GATE_REQUIREMENTS: readonly GateRequirement[] = [
  'unique',
  'line',
  'goal',
  'distinct',
  'no-worse',
  ...NEEDS.map((level): NeedsGate => `needs=${level}`),
];

/** Whether a gate says how much a puzzle may ask of a person. */
export function isNeedsGate(gate: GateRequirement): gate is NeedsGate {
  return gate.startsWith('needs=');
}

/** The most that a puzzle may need by such a gate. */
export function mostNeeded(gate: NeedsGate): Needs {
  return NEEDS.find((level) => gate === `needs=${level}`)!;
}

/**
 * What must hold of a run's results; otherwise the exit code says that it does not. It is stored
 * with the run, under these names among its options.
 */
export interface RunGates {
  /** Every entry is a puzzle, every file is read, and none is empty. */
  readonly strict: boolean;
  /**
   * What must hold of every puzzle: it is unique (unique), or unique by lines alone (line); its
   * start position and author's picture fit the clues (goal); no other is equal to it (distinct);
   * it has not lost its verdict, its uniqueness or its line-solvability, compared with the best
   * that it had in complete runs of the same name (no-worse); it is unique and needs at most a
   * level (needs=lookahead).
   */
  readonly require: readonly GateRequirement[];
}

export const NO_GATES: RunGates = { strict: false, require: [] };

export function hasGates({ strict, require }: RunGates): boolean {
  return strict || require.length > 0;
}

/** The gates among the stored options of a run. */
export function gatesOf({ strict, require }: Readonly<Record<string, unknown>>): RunGates {
  const asked = Array.isArray(require) ? require : [];
  return {
    strict: strict === true,
    require: GATE_REQUIREMENTS.filter((one) => asked.includes(one)),
  };
}

/** What is asked of a whole run: all that is asked of any of its parts. */
export function joinedGates(parts: readonly RunGates[]): RunGates {
  return {
    strict: parts.some(({ strict }) => strict),
    require: GATE_REQUIREMENTS.filter((one) => parts.some(({ require }) => require.includes(one))),
  };
}

/** As they are typed: `--strict --require line,goal`; empty if nothing is asked. */
export function gatesText({ strict, require }: RunGates): string {
  return [strict ? ['--strict'] : [], require.length > 0 ? [`--require ${require.join(',')}`] : []]
    .flat()
    .join(' ');
}

/**
 * How the gates of a run were judged, for a list: `PASS`, or `FAIL unique, line`; `-` if it has
 * none, and `?` if it was killed before anybody judged them. `failed` are those that did not hold.
 */
export function gatesShortText(gates: RunGates, failed: readonly string[] | null): string {
  if (!hasGates(gates)) return '-';
  return failed === null ? '?' : judgedGatesText(failed);
}

/** `PASS` or `FAIL unique, line`, from the names of the gates that did not hold. */
export function judgedGatesText(failed: readonly string[]): string {
  return failed.length === 0 ? 'PASS' : `FAIL ${failed.join(', ')}`;
}

/** The same with what somebody accepted: the whole run, or some puzzles. */
export function gatesAcceptedText(
  gates: string,
  acceptedAt: string | null,
  puzzles: number,
): string {
  if (acceptedAt !== null) return `${gates}, accepted`;
  return puzzles === 0 ? gates : `${gates}, ${countText(puzzles)} accepted`;
}

/** The names of gates that are stored as one text; null if they were not judged. */
export function failedGatesIn(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const known: readonly string[] = ['strict', ...GATE_REQUIREMENTS];
  return text.split(',').filter((name) => known.includes(name));
}

/** The verdict of all gates of a run in one sentence, without its full stop. */
export function gatesVerdict(gates: number, failed: number): string {
  if (failed === 0) return gates === 1 ? 'The gate holds' : `All ${gates} gates hold`;
  if (gates === 1) return 'The gate does not hold';
  return `${failed} of ${numberOf(gates, 'gate')} ${failed === 1 ? 'does' : 'do'} not hold`;
}
