import { NEEDS, type Needs } from '../../solver/core/result/difficulty.js';
import { countText, numberOf, durationText } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import { type Status, isUndecided } from '../../solver/core/result/outcome.js';
import { storedLimits } from './options.js';

/** A killed run is left as `running`, too: whoever holds the lock may go on with it. */
export type RunState = 'running' | 'complete' | 'interrupted';

/** As it is shown: a run that was killed is `running` in the database, and has `stopped`. */
export type ShownState = RunState | 'stopped';

export const STATE_WORDS: Readonly<Record<ShownState, string>> = {
  running: 'running',
  stopped: 'stopped without notice',
  interrupted: 'interrupted',
  complete: 'complete',
};

/** What was found of a puzzle, in two or three words: `unique, line`, `multiple`, `timeout`. */
export function verdictText({ status, technique }: { status: string; technique: string | null }) {
  return technique === null || status === 'multiple' ? status : `${status}, ${technique}`;
}

/** The exit codes that scripts rely on. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  negative: 1,
  usage: 2,
  unmet: 3,
  interrupted: 130,
} as const;

/** A gate that says how much a puzzle may ask of a person. */
export type NeedsGate = `needs=${Needs}`;

export type GateRequirement = 'unique' | 'line' | 'goal' | 'distinct' | 'no-worse' | NeedsGate;

export const GATE_REQUIREMENTS: readonly GateRequirement[] = [
  ...(['unique', 'line', 'goal', 'distinct', 'no-worse'] as const),
  ...NEEDS.map((level): NeedsGate => `needs=${level}`),
];

/** Whether a gate says how much a puzzle may ask of a person. */
export function isNeedsGate(gate: GateRequirement): gate is NeedsGate {
  return gate.startsWith('needs=');
}

/** What must hold of a run's results, or the exit code says so; stored among the run's options. */
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

export function gatesOf({ strict, require }: Readonly<Record<string, unknown>>): RunGates {
  const asked = Array.isArray(require) ? require : [];
  const known = GATE_REQUIREMENTS.filter((one) => asked.includes(one));
  return { strict: strict === true, require: known };
}

/** As they are typed: `--strict --require line,goal`; empty if nothing is asked. */
export function gatesText({ strict, require }: RunGates): string {
  return [strict ? ['--strict'] : [], require.length > 0 ? [`--require ${require.join(',')}`] : []]
    .flat()
    .join(' ');
}

/** `PASS` or `FAIL unique, line`, from the names of the gates that did not hold. */
export function judgedGatesText(failed: readonly string[]): string {
  return failed.length === 0 ? 'PASS' : `FAIL ${failed.join(', ')}`;
}

/** The same with what somebody accepted: the whole run, or some puzzles. */
export function gatesAcceptedText(gates: string, acceptedAt: string | null, puzzles: number) {
  if (acceptedAt !== null) return `${gates}, accepted`;
  return puzzles === 0 ? gates : `${gates}, ${countText(puzzles)} accepted`;
}

/** The verdict of all gates of a run in one sentence, without its full stop. */
export function gatesVerdict(gates: number, failed: number): string {
  if (failed === 0) return gates === 1 ? 'The gate holds' : `All ${gates} gates hold`;
  if (gates === 1) return 'The gate does not hold';
  return `${failed} of ${numberOf(gates, 'gate')} ${failed === 1 ? 'does' : 'do'} not hold`;
}

/**
 * What became of a puzzle between two runs of a corpus:
 *
 *   lost       it has no verdict any more, or is no puzzle, or its file holds nothing
 *   ambiguous  it had one solution, and has several now, or none
 *   guessing   it has one solution still, but not by lines alone any more
 *   decided    it has got a verdict
 *   other      another verdict, other than these
 *   edited     other clues under its old name, which lost nothing by it
 *   new, gone  only one of the runs has it
 *   mended     it was one of the first three the night before, and is none any more
 *   moved      the same clues under another name
 *   accepted   one of the first three, and somebody accepted it so
 *
 * The first three are in comparison with the best that it was in all nights.
 */
export const CHANGE_KINDS = [
  ...(['lost', 'ambiguous', 'guessing'] as const),
  ...(['decided', 'other', 'edited', 'new', 'gone'] as const),
  ...(['mended', 'moved', 'accepted'] as const),
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

type ChangeCounts = Readonly<Record<ChangeKind, number>>;

/** The kinds that make a puzzle worse: what `--require no-worse` looks for. */
export const WORSE: readonly ChangeKind[] = ['lost', 'ambiguous', 'guessing'];

export function countWorse(counts: ChangeCounts): number {
  return WORSE.reduce((sum, kind) => sum + counts[kind], 0);
}

/** What happened to a puzzle, after its name or their number. */
export const CHANGE_WORDS: Readonly<Record<ChangeKind, string>> = {
  lost: 'lost the verdict',
  ambiguous: 'not unique any more',
  guessing: 'not by lines any more',
  decided: 'got a verdict',
  other: 'with another verdict',
  edited: 'with other clues',
  new: 'new',
  gone: 'gone',
  mended: 'good again',
  moved: 'under another name',
  accepted: 'worse, but accepted',
};

/** Puzzles that went with their file, or came back with it. */
export interface FileChange {
  /** Its file holds nothing, was left out, or is not among the corpora; or it has them again. */
  readonly kind: 'empty' | 'left out' | 'gone' | 'back';
  readonly path: string;
  readonly puzzles: number;
  /** The last run that had them, and the first that did not. */
  readonly best: number;
  readonly since: number;
  readonly isAccepted: boolean;
}

function kindOfFile({ kind, isAccepted }: FileChange): ChangeKind {
  if (isAccepted) return 'accepted';
  return kind === 'gone' ? 'gone' : kind === 'back' ? 'mended' : 'lost';
}

export function isLost({ kind, isAccepted }: FileChange): boolean {
  return !isAccepted && (kind === 'empty' || kind === 'left out');
}

/** How many puzzles of whole files count as a kind. */
export function puzzlesOfFiles(files: readonly FileChange[], kind: ChangeKind): number {
  const ofKind = files.filter((file) => kindOfFile(file) === kind);
  return ofKind.reduce((sum, { puzzles }) => sum + puzzles, 0);
}

const FILE_WORDS: Readonly<Record<FileChange['kind'], string>> = {
  empty: 'holds nothing now',
  'left out': 'was left out',
  gone: 'is not there any more',
  back: 'has them again',
};

/** What became of a file, after its path, in the eyes of a run. */
export function fileWhy({ kind, since, isAccepted }: FileChange, runId: number): string {
  const when = kind === 'back' || since === runId ? '' : `, since run ${since}`;
  return `${FILE_WORDS[kind]}${when}${isAccepted ? ', accepted' : ''}`;
}

/** `book/b.csv  1,200 puzzles: the file holds nothing now`. */
export function wholeFileText(file: FileChange, runId: number): string {
  const what = `the file ${fileWhy(file, runId)}`;
  return `${plainText(file.path)}  ${numberOf(file.puzzles, 'puzzle')}: ${what}`;
}

/** What a filter of results asks of the puzzles of a run since the last night. */
export const SINCE_WORDS = ['new', 'changed', 'worse'] as const;
export type SinceWord = (typeof SINCE_WORDS)[number];

/** The limits of a retry, or a round, for one puzzle; null for none. */
type RetryLimits = ReturnType<typeof storedLimits>;

/** Puzzles of some statuses were solved again: in one more round, or in a retry (`--retry`). */
export interface RunRetry extends RetryLimits {
  /** Which round of the run it is, from 2: the first is the run itself. Null for a retry. */
  readonly round: number | null;
  /** UTC, ISO 8601. */
  readonly startedAt: string;
  /** Null while it is under way, or if it was killed. */
  readonly finishedAt: string | null;
  /** Which results were to be tried again. */
  readonly statuses: readonly Status[];
  /** How many puzzles were to be tried. */
  readonly puzzles: number;
  /** How many of them were. */
  readonly tried: number;
  /** How many of these the run had taken over, and so not tried itself before. */
  readonly reused: number;
  /** How many of those that were tried have a verdict since. */
  readonly decided: number;
  readonly wallMs: number;
}

/** `timeout with 2.00 s: 3 of 5 decided`, `round 2 with ...`. */
export function retryText(retry: RunRetry): string {
  const { round, statuses, puzzles, tried, decided } = retry;
  const left = puzzles > tried ? `, ${countText(puzzles - tried)} not tried` : '';
  const what = round === null ? statuses.join(', ') : `round ${round}`;
  return `${what} with ${limitsText(retry)}: ${countText(decided)} of ${countText(tried)} decided${left}`;
}

/** The limits of a run or a retry: `2.00 s, 64 MiB`; infinite ones are none. */
export function limitsText({ timeoutMs, maxSteps, memoryMiB }: RetryLimits): string {
  const text = (limit: number | null, inWords: (limit: number) => string): string[] =>
    limit === null || limit === Infinity ? [] : [inWords(limit)];
  const limits = [
    ...text(timeoutMs, durationText),
    ...text(maxSteps, (steps) => numberOf(steps, 'step')),
    ...text(memoryMiB, (mib) => `${countText(mib)} MiB`),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(', ');
}

/**
 * Why a puzzle is solved by a run that takes over what others have found. Each is said only if none
 * after it is true of any stored result of the puzzle: the last ones are nearest to an answer.
 */
const WORDS = {
  new: 'new',
  changed: 'changed',
  otherVersion: 'solved by another solver version before',
  damaged: 'with a damaged row',
  wentWrong: 'that went wrong before',
  askedForMore: 'of which more is asked',
  largerLimits: 'open under smaller limits before',
} as const;

export type SolvedWhy = keyof typeof WORDS;

const SOLVED_WHYS = Object.keys(WORDS) as readonly SolvedWhy[];

export type SolvedWhyCounts = Readonly<Record<SolvedWhy, number>>;

export function noneSolved(): Record<SolvedWhy, number> {
  return Object.fromEntries(SOLVED_WHYS.map((why) => [why, 0])) as Record<SolvedWhy, number>;
}

/** The one of two reasons that is nearer to an answer. */
export function nearerWhy(one: SolvedWhy, other: SolvedWhy): SolvedWhy {
  return SOLVED_WHYS.indexOf(one) > SOLVED_WHYS.indexOf(other) ? one : other;
}

/** The counts of several together; null if none has any. */
export function sumOfWhys(all: readonly (SolvedWhyCounts | null)[]): SolvedWhyCounts | null {
  const counted = all.filter((counts) => counts !== null);
  if (counted.length === 0) return null;
  const sum = noneSolved();
  for (const counts of counted) for (const why of SOLVED_WHYS) sum[why] += counts[why];
  return sum;
}

/** `950 new, 30 changed`; empty if nothing is solved. */
export function solvedWhyText(counts: SolvedWhyCounts): string {
  return SOLVED_WHYS.filter((why) => counts[why] > 0)
    .map((why) => `${countText(counts[why])} ${WORDS[why]}`)
    .join(', ');
}

/**
 * What a puzzle counts in PAR-2, in milliseconds: its time, or, without a verdict, twice the limit
 * that it had (`limitMs` of its result); without a limit, twice the time that it took. A thread
 * that is ended took longer than the limit: a puzzle never counts less than its time, so that PAR-2
 * is never below the mean. PAR-2 says nothing of a run whose work was limited by steps.
 */
export function penalisedMs(status: Status, ms: number, limitMs: number | null): number {
  return isUndecided(status) ? Math.max(ms, 2 * (limitMs ?? ms)) : ms;
}

/** Why two runs that are compared have no PAR-2. */
export type NoPar2 = 'steps' | 'taken over' | 'edited';

/** The same in words; for all but `steps` there are no times at all to compare. */
export const NO_PAR2_WORDS: Readonly<Record<NoPar2, string>> = {
  steps: 'steps were limited',
  'taken over': 'no puzzle was solved in both runs, since results were taken over',
  edited: 'no puzzle has the same clues in both runs',
};

/** The limits of a run and of its retries, as far as they decide what its times mean. */
export function timeLimits(
  options: Readonly<Record<string, unknown>>,
  retries: readonly Pick<RunRetry, 'timeoutMs' | 'maxSteps'>[] = [],
) {
  const all = [storedLimits(options), ...retries];
  return {
    /** For one puzzle, null for none; of several rounds, or retries, the longest. */
    timeoutMs: longestLimit(all.map(({ timeoutMs }) => timeoutMs)),
    /** Whether steps were limited: then no time can be charged for a puzzle without a verdict. */
    bySteps: all.some(({ maxSteps }) => maxSteps !== null),
  };
}

/** The longest of some limits, of which null is none. */
export function longestLimit(limits: readonly (number | null)[]): number | null {
  return limits.includes(null) ? null : Math.max(...limits.map(Number));
}

/** The files of a report, by names that runs over the same folder know: they pass over them. */
export const REPORT_FILES = {
  page: 'index.html',
  markdown: 'summary.md',
  json: 'summary.json',
} as const;

/** How each of them begins: one that does not is somebody else's, and is not replaced. */
export const REPORT_STARTS: Readonly<Record<keyof typeof REPORT_FILES, string>> = {
  page:
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`,
  markdown: '# Run ',
  json: '{\n  "run": {\n    "runId":',
};

/** The name of such a file, or of another one, until it is complete. */
export function incomplete(name: string): string {
  return `${name}.tmp`;
}

/** The words of an address, and of `--where`, that filter the results of a run. */
export const FILTER_WORDS = [
  ...(['status', 'technique', 'depth', 'size', 'min', 'max', 'name'] as const),
  ...(['stars', 'needs', 'look_ahead', 'score', 'sweeps', 'opening', 'narrowest'] as const),
  ...(['density', 'label', 'file', 'since'] as const),
] as const;
