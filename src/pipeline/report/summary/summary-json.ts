import type { Needs } from '../../../solver/core/result/difficulty.js';
import type { ListedPuzzle, SizedPuzzle } from '../../record/puzzle-id.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { countWorse, verdictText, type ChangeCounts } from '../../record/outcome.js';
import type { StoredResult } from '../../../solver/core/result/result.js';
import {
  binMiddle,
  quantileOfBins,
  SCORE_BINS,
  scoreAt,
  scoreBinStart,
  type SizeNumbers,
} from '../../record/figures.js';
import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import type {
  ChangesSince,
  FileSince,
  NamedChange,
  NewPuzzles,
  RejectsSince,
} from '../../store/changes/since.js';
import { lineOf } from './since-topic.js';
import { copiedEntries } from '../../store/pieces.js';
import {
  FILES_LISTED,
  FINDINGS_LISTED,
  type Misfits,
  type Numbers,
  pick,
  type RoundNumbers,
} from './numbers.js';

/** The contents of `summary.json` and of `--json`: programs rely on these names. */
export interface Summary extends Pick<
  Numbers,
  'puzzles' | 'reused' | 'rejects' | 'byTechnique' | 'crossCheck' | 'proven' | 'solveMs'
> {
  /** Of its options, null is "no limit", or not asked for; rounds are none of its retries. */
  readonly run: Pick<Numbers['run'], (typeof NAMES | typeof FACTS)[number] | 'retries'> & {
    /** Of a run that was merged without all of its parts: those that are missing, a phrase each. */
    readonly missingParts?: readonly string[];
    /** What each round did, if the run goes in rounds. */
    readonly rounds?: readonly RoundNumbers[];
    /** Where it was made; times mean nothing without it. */
    readonly machine: Pick<Numbers['run'], (typeof MACHINE)[number]>;
  };
  /**
   * What is new since the last complete run of the same name, or over the same corpora; null for a
   * study, and for runs of other solvers.
   */
  readonly since: SummarySince | null;
  /** Files that were read, and those of folders that were left out, with the reason. */
  readonly files: {
    readonly read: number;
    /**
     * The SHA-256 of the SHA-256s of all files in their order, each in hexadecimal and followed by
     * a line feed; null if one is not known (standard input).
     */
    readonly sha256: string | null;
    /** The first FILES_LISTED of them. */
    readonly sources: readonly Pick<One<'files'>, (typeof SOURCE)[number]>[];
    readonly leftOut: Numbers['leftOut'];
    /** Files with the content of another: their entries are solved once. The first FILES_LISTED. */
    readonly copies: readonly (Pick<One<'copies'>, 'path' | 'of'> & { readonly entries: number })[];
  };
  /** Where all entries of all files are: `entries` is the sum of the others. */
  readonly accounting: {
    readonly entries: number;
    readonly results: number;
    readonly rejects: number;
    /** Always 0, and the list below empty: a database with a damaged result has no report. */
    readonly damaged: 0;
    /** Results and rejects that count again, in files that are copies. */
    readonly copied: number;
  };
  readonly damaged: readonly [];
  /** The gates that are stored with the run, and whether they hold; empty if nothing was asked. */
  readonly gates: readonly SummaryGate[];
  /** Every status, even with 0. */
  readonly byStatus: Readonly<Record<Status, number>>;
  /** `"2"` is known, `"2+"` is "at least 2"; `"ambiguous"` and `"none"` have no depth. */
  readonly byGuessDepth: Readonly<Record<string, number>>;
  /** By `"<width>x<height>"`, in the order of the number of cells. */
  readonly bySize: Readonly<Record<string, number>>;
  /** What was found of each size, in the same order. */
  readonly sizes: readonly SummarySize[];
  /** How hard the puzzles with one solution are for people: see docs/solver/difficulty.md. */
  readonly difficulty: Omit<Numbers['difficulty'], 'byScore'> & {
    /**
     * By the least score of each half point: `"6.5"` is from 6.5 to below 7. Without empty ones.
     */
    readonly byScore: Readonly<Record<string, number>>;
    readonly byStars: Readonly<Record<string, number>>;
    readonly byNeeds: Readonly<Record<Needs, number>>;
  };
  /** Milliseconds of work, over all sessions of the run. */
  readonly wallMs: number;
  /** Null if no time has passed. */
  readonly puzzlesPerSecond: number | null;
  readonly hardest: Readonly<Record<keyof Numbers['hardest'], readonly HardPuzzle[]>>;
  /** The first groups of equal puzzles, in the order of the corpus. */
  readonly duplicates: Omit<Numbers['duplicates'], 'first'> & {
    readonly first: readonly EqualPuzzles[];
  };
  /** Authors' pictures that came with the puzzles: how many, and how many are not solutions. */
  readonly goals: Omit<Misfits['goals'], 'open'>;
  /**
   * Start positions: how many, how many do not fit the clues, and of how many that is not known.
   */
  readonly starts: Misfits['starts'];
  /** The first puzzles whose picture or start position does not fit, with the first wrong cell. */
  readonly misfits: readonly MisfitPuzzle[];
}

type SummarySince =
  | {
      readonly run: null;
      /** There is no complete run before it, or it is not complete itself. */
      readonly why: 'first' | 'unfinished';
    }
  | (Pick<ChangesSince, 'by' | 'unfinished' | 'changed' | 'wholeFiles' | 'next'> & {
      /** The run that it is compared with, and when that began. */
      readonly run: number;
      readonly startedAt: string;
      readonly new: NewPuzzles;
      /** Null if it cannot be known: the run is a part, or has a limit. */
      readonly gone: number | null;
      /**
       * How many are worse than the best that they were, since whichever night: the number of the
       * gate.
       */
      readonly worse: number;
      /** How many of the worse ones were so the night before already. */
      readonly standing: number;
      /** Every kind of change, even with 0: those of `history`. */
      readonly byKind: ChangeCounts;
      /** The first puzzles that are worse, of each kind, the worst kind first. */
      readonly lost: readonly SummaryChange[];
      /** The first puzzles that got a verdict, or are good again. */
      readonly gained: readonly SummaryChange[];
      /** Rejects that were not there before, by the kinds of their reasons. */
      readonly rejects: {
        readonly count: number;
        readonly kinds: readonly (Pick<RejectsSince, 'reason' | 'count' | 'path'> & PuzzleLine)[];
      };
      /** Files in which something is new or changed, the worst first, and how many more. */
      readonly files: readonly (Omit<FileSince, keyof NewPuzzles> & {
        readonly new: NewPuzzles;
      })[];
      readonly moreFiles: number;
    });

/** A puzzle that is worse, or has a verdict now. */
interface SummaryChange
  extends
    PuzzleLine,
    Pick<NamedChange, 'kind' | 'name' | 'title' | 'path' | 'edited' | 'rejected' | 'since'> {
  /** As `unique, line`. */
  readonly was: string;
  /** Null if it is not a puzzle any more: then `rejected` says why. */
  readonly is: string | null;
  /** The run that `was` is of. */
  readonly best: number | null;
}

interface SummarySize extends Pick<SizeNumbers, (typeof SIZE)[number]> {
  /** Within a quarter; null if none has a score. */
  readonly medianScore: number | null;
  /** Whether it may be more, as a lower bound is among the scores up to it. */
  readonly medianScoreIsBound: boolean;
  /** In milliseconds, within an eighth; null if all were taken over from other runs. */
  readonly medianMs: number | null;
}

interface EqualPuzzles extends Omit<Numbers['duplicates']['first'][number], 'first'> {
  readonly first: readonly (SizedPuzzle & PuzzleLine)[];
}

interface PuzzleLine {
  /** The line of the file, from 1; null if it is not known, as that of standard input. */
  readonly line: number | null;
}

/** A puzzle whose start position or author's picture does not fit the clues. */
interface MisfitPuzzle extends ListedPuzzle, PuzzleLine {
  readonly what: string;
}

/** A gate (`--strict`, `--require`) of the run. */
interface SummaryGate extends Pick<Numbers['gates']['verdicts'][number], (typeof GATE)[number]> {
  /** The first of them, with where they are and what is wrong. */
  readonly first: readonly SummaryMisfit[];
  /** The command that lists them; null if there are none. */
  readonly list: string | null;
}

/** An entry, a puzzle or a file that does not meet a gate. */
interface SummaryMisfit extends PuzzleLine {
  readonly path: string;
  readonly name: string;
  readonly what: string;
}

type One<Name extends 'files' | 'copies'> = Numbers[Name][number];

type HardPuzzle = SizedPuzzle & Pick<StoredResult, (typeof VERDICT)[number]>;

const NAMES = ['runId', 'name', 'state'] as const;
const FACTS = ['startedAt', 'finishedAt', 'toolVersion', 'options'] as const;
const MACHINE = ['host', 'cpu', 'nodeVersion'] as const;
const SOURCE = ['path', 'format', 'sha256', 'bytes', 'entries'] as const;
const GATE = ['name', 'holds', 'misfits', 'why', 'compared'] as const;
const SIZE = ['width', 'height', 'puzzles', 'unique', 'line', 'open'] as const;
const VERDICT = [
  ...(['status', 'technique', 'guessDepth', 'guessDepthMin'] as const),
  ...(['difficulty', 'difficultyBound', 'stars', 'needs', 'solveMs'] as const),
] as const;

/** The summary of a run, as plain data. */
export function summaryOf(numbers: Numbers): Summary {
  const { run } = numbers;
  return {
    run: {
      ...pick(run, NAMES),
      ...(numbers.stopped?.missing && { missingParts: numbers.stopped.missing }),
      ...pick(run, FACTS),
      ...(numbers.rounds.length > 0 && { rounds: numbers.rounds }),
      retries: run.retries.filter(({ round }) => round === null),
      machine: pick(run, MACHINE),
    },
    since: sinceOf(numbers),
    ...pick(numbers, ['puzzles', 'reused', 'rejects']),
    files: {
      read: numbers.corpora.files,
      sha256: numbers.corporaSha256,
      sources: numbers.files.map((file) => pick(file, SOURCE)),
      leftOut: numbers.leftOut,
      copies: numbers.copies
        .slice(0, FILES_LISTED)
        .map((copy) => ({ path: copy.path, of: copy.of, entries: copiedEntries([copy]) })),
    },
    accounting: accountingOf(numbers),
    damaged: [],
    gates: numbers.gates.verdicts.map((verdict) => ({
      ...pick(verdict, GATE),
      first: firstMisfits(numbers, verdict.flag),
      list: verdict.holds ? null : numbers.gatesCommand,
    })),
    byStatus: numbers.byStatus as Summary['byStatus'],
    byTechnique: numbers.byTechnique,
    byGuessDepth: Object.fromEntries(numbers.byDepth),
    bySize: Object.fromEntries(
      numbers.bySize.map((size) => [`${size.width}x${size.height}`, size.puzzles]),
    ),
    sizes: numbers.bySize.map(toSummarySize),
    difficulty: difficultyOf(numbers),
    ...pick(numbers, ['crossCheck', 'proven', 'solveMs']),
    wallMs: run.wallMs,
    puzzlesPerSecond: numbers.perSecond,
    hardest: {
      byScore: numbers.hardest.byScore.map(toHardPuzzle),
      byTime: numbers.hardest.byTime.map(toHardPuzzle),
      byGuessDepth: numbers.hardest.byGuessDepth.map(toHardPuzzle),
    },
    ...partsOf(numbers),
  };
}

function sinceOf({ since, lines }: Numbers): SummarySince | null {
  if (since === null) return null;
  if (since.kind !== 'compared') return { run: null, why: since.kind };
  const { before, by, unfinished, fresh, counts, isWhole, worse, gained, rejects, files } = since;
  const named = (change: NamedChange): SummaryChange => ({
    ...pick(change, ['kind', 'name', 'title', 'path']),
    line: lineOf(change, lines),
    edited: change.edited,
    was: change.before === null ? '' : verdictText(change.before),
    is: change.after === null ? null : verdictText(change.after),
    rejected: change.rejected,
    best: change.before?.runId ?? null,
    since: change.since,
  });
  return {
    run: before.runId,
    startedAt: before.startedAt,
    by,
    unfinished,
    new: fresh,
    gone: isWhole ? counts.gone : null,
    changed: since.changed,
    worse: countWorse(counts),
    standing: countWorse(since.standing),
    byKind: counts,
    lost: worse.map(named),
    gained: gained.map(named),
    wholeFiles: since.wholeFiles,
    rejects: {
      count: rejects.count,
      kinds: rejects.kinds.map(({ reason, count, path, line }) => ({ reason, count, path, line })),
    },
    files: files.first.map(
      ({ path, changed, worse: worseHere, gone, rejects: refused, ...rest }) => {
        return { path, new: rest, changed, worse: worseHere, gone, rejects: refused };
      },
    ),
    moreFiles: files.count - files.first.length,
    next: since.next,
  };
}

function toSummarySize(size: SizeNumbers): SummarySize {
  const score = scoreAt(size, 0.5);
  const time = quantileOfBins(size.timeBins, 0.5, binMiddle);
  return {
    ...pick(size, SIZE),
    medianScore: score === null ? null : score.value,
    medianScoreIsBound: score?.isBound === true,
    medianMs: time === null ? null : Number(time.toPrecision(3)),
  };
}

function accountingOf({ puzzles, rejects, copies }: Numbers): Summary['accounting'] {
  const copied = copiedEntries(copies);
  const entries = puzzles + rejects + copied;
  return { entries, results: puzzles, rejects, damaged: 0, copied };
}

/** What the summary says of equal puzzles, and of what does not fit the clues. */
function partsOf({
  duplicates: { groups, surplus, first },
  misfits: { goals, starts, first: misfits },
  lines,
}: Numbers): Pick<Summary, 'duplicates' | 'goals' | 'starts' | 'misfits'> {
  return {
    duplicates: {
      groups,
      surplus,
      first: first.map((group) => ({
        ...group,
        first: group.first.map((puzzle) => ({
          ...puzzle,
          line: lines.get(puzzle.puzzleId) ?? null,
        })),
      })),
    },
    goals: { given: goals.given, wrong: goals.wrong },
    starts,
    misfits: misfits.map(({ solved, text }) => ({
      ...pick(solved, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
      line: lines.get(solved.puzzleId) ?? null,
      what: text,
    })),
  };
}

function firstMisfits({ gates, lines }: Numbers, flag: string): SummaryMisfit[] {
  return gates.findings
    .filter(({ gate, kind }) => gate === flag || kind === 'empty')
    .flatMap(({ items }) => items.slice(0, FINDINGS_LISTED))
    .map(({ path, line, called, what, puzzleId }) => ({
      path,
      line: line ?? (puzzleId === null ? null : (lines.get(puzzleId) ?? null)),
      name: called,
      what,
    }));
}

function difficultyOf({ difficulty, byStars, byNeeds }: Numbers): Summary['difficulty'] {
  const { byScore, ...figures } = difficulty;
  const bins = Array.from({ length: SCORE_BINS }, (_, bin) => bin).filter(
    (bin) => byScore[bin] > 0,
  );
  return {
    ...figures,
    byScore: Object.fromEntries(bins.map((bin) => [scoreBinStart(bin).toFixed(1), byScore[bin]])),
    byStars: Object.fromEntries(byStars),
    byNeeds: Object.fromEntries(byNeeds) as Record<Needs, number>,
  };
}

export function summaryJson(numbers: Numbers): string {
  return JSON.stringify(summaryOf(numbers), null, 2) + '\n';
}

function toHardPuzzle({ puzzle, result, ...place }: SolvedPuzzle): HardPuzzle {
  return {
    ...pick(place, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
    ...pick(puzzle, ['width', 'height']),
    ...pick(result, VERDICT),
  };
}
