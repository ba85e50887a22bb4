import type { Needs } from '../../../solver/core/result/difficulty.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { countWorse, verdictText } from '../../record/outcome.js';
import {
  binMiddle,
  quantileOfBins,
  SCORE_BINS,
  scoreAt,
  scoreBinStart,
  type SizeNumbers,
} from '../../record/figures.js';
import type { SolvedPuzzle } from '../../store/stored.js';
import type { NamedChange } from '../../store/changes/since.js';
import { lineOf } from './since-topic.js';
import { copiedEntries } from '../../store/pieces.js';
import { FILES_LISTED, FINDINGS_LISTED, type Numbers, pick } from './numbers.js';

/** The contents of `summary.json` and of `--json`: programs rely on these names. */
export type Summary = ReturnType<typeof summaryOf>;

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

export function summaryOf(numbers: Numbers) {
  const { run, hardest } = numbers;
  return {
    /** Of its options, null is "no limit", or not asked for; rounds are none of its retries. */
    run: {
      ...pick(run, NAMES),
      /** Of a run that was merged without all of its parts: those that are missing. */
      ...(numbers.stopped?.missing && { missingParts: numbers.stopped.missing }),
      ...pick(run, FACTS),
      /** What each round did, if the run goes in rounds. */
      ...(numbers.rounds.length > 0 && { rounds: numbers.rounds }),
      retries: run.retries.filter(({ round }) => round === null),
      /** Where it was made; times mean nothing without it. */
      machine: pick(run, MACHINE),
    },
    /** Null for a study, and for runs of other solvers. */
    since: sinceOf(numbers),
    ...pick(numbers, ['puzzles', 'reused', 'rejects']),
    /** Files that were read, and those of folders that were left out, with the reason. */
    files: {
      read: numbers.corpora.files,
      /** Of those of all files in order, in hexadecimal, each with a line feed; else null. */
      sha256: numbers.corporaSha256,
      /** The first FILES_LISTED of them. */
      sources: numbers.files.map((file) => pick(file, SOURCE)),
      leftOut: numbers.leftOut,
      /** Files with the content of another: their entries are solved once. */
      copies: numbers.copies
        .slice(0, FILES_LISTED)
        .map((copy) => ({ path: copy.path, of: copy.of, entries: copiedEntries([copy]) })),
    },
    accounting: accountingOf(numbers),
    damaged: [],
    /** The gates that are stored with the run, and whether they hold; empty without any. */
    gates: numbers.gates.verdicts.map((verdict) => ({
      ...pick(verdict, GATE),
      first: firstMisfits(numbers, verdict.flag),
      /** The command that lists what does not meet it; null if there is nothing. */
      list: verdict.holds ? null : numbers.gatesCommand,
    })),
    /** Every status, even with 0. */
    byStatus: numbers.byStatus as Readonly<Record<Status, number>>,
    byTechnique: numbers.byTechnique,
    /** `"2"` is known, `"2+"` is "at least 2"; `"ambiguous"` and `"none"` have no depth. */
    byGuessDepth: Object.fromEntries(numbers.byDepth) as Readonly<Record<string, number>>,
    /** By `"<width>x<height>"`, in the order of the number of cells. */
    bySize: Object.fromEntries(
      numbers.bySize.map((size) => [`${size.width}x${size.height}`, size.puzzles]),
    ),
    /** What was found of each size, in the same order. */
    sizes: numbers.bySize.map(toSummarySize),
    difficulty: difficultyOf(numbers),
    ...pick(numbers, ['crossCheck', 'proven', 'solveMs']),
    /** Milliseconds of work, over all sessions of the run. */
    wallMs: run.wallMs,
    /** Null if no time has passed. */
    puzzlesPerSecond: numbers.perSecond,
    hardest: {
      byScore: hardest.byScore.map(toHardPuzzle),
      byTime: hardest.byTime.map(toHardPuzzle),
      byGuessDepth: hardest.byGuessDepth.map(toHardPuzzle),
    },
    ...partsOf(numbers),
  };
}

/** What is new since the last complete run of the same name, or over the same corpora. */
function sinceOf({ since, lines }: Numbers) {
  if (since === null) return null;
  // There is no complete run before it, or it is not complete itself.
  if (since.kind !== 'compared') return { run: null, why: since.kind };
  const { before, by, unfinished, fresh, counts, isWhole, worse, gained, rejects, files } = since;
  const named = (change: NamedChange) => ({
    ...pick(change, ['kind', 'name', 'title', 'path']),
    /** The line of the file, from 1; null if it is not known, as that of standard input. */
    line: lineOf(change, lines),
    edited: change.edited,
    /** As `unique, line`. */
    was: change.before === null ? '' : verdictText(change.before),
    /** Null if it is not a puzzle any more: then `rejected` says why. */
    is: change.after === null ? null : verdictText(change.after),
    rejected: change.rejected,
    /** The run that `was` is of. */
    best: change.before?.runId ?? null,
    since: change.since,
  });
  return {
    /** The run that it is compared with, and when that began. */
    run: before.runId,
    startedAt: before.startedAt,
    by,
    unfinished,
    new: fresh,
    /** Null if it cannot be known: the run is a part, or has a limit. */
    gone: isWhole ? counts.gone : null,
    changed: since.changed,
    /** How many are worse than the best that they were: the number of the gate. */
    worse: countWorse(counts),
    /** How many of the worse ones were so the night before already. */
    standing: countWorse(since.standing),
    /** Every kind of change, even with 0: those of `history`. */
    byKind: counts,
    /** The first puzzles that are worse, of each kind, the worst kind first. */
    lost: worse.map(named),
    /** The first puzzles that got a verdict, or are good again. */
    gained: gained.map(named),
    wholeFiles: since.wholeFiles,
    /** Rejects that were not there before, by the kinds of their reasons. */
    rejects: {
      count: rejects.count,
      kinds: rejects.kinds.map(({ reason, count, path, line }) => ({ reason, count, path, line })),
    },
    /** Files in which something is new or changed, the worst first, and how many more. */
    files: files.first.map(
      ({ path, changed, worse: worseHere, gone, rejects: refused, ...rest }) => {
        return { path, new: rest, changed, worse: worseHere, gone, rejects: refused };
      },
    ),
    moreFiles: files.count - files.first.length,
    next: since.next,
  };
}

function toSummarySize(size: SizeNumbers) {
  const score = scoreAt(size, 0.5);
  const time = quantileOfBins(size.timeBins, 0.5, binMiddle);
  return {
    ...pick(size, SIZE),
    /** Within a quarter; null if none has a score. */
    medianScore: score === null ? null : score.value,
    /** Whether it may be more, as a lower bound is among the scores up to it. */
    medianScoreIsBound: score?.isBound === true,
    /** In milliseconds, within an eighth; null if all were taken over from other runs. */
    medianMs: time === null ? null : Number(time.toPrecision(3)),
  };
}

/** Where all entries of all files are: `entries` is the sum of the others. */
function accountingOf({ puzzles, rejects, copies }: Numbers) {
  const copied = copiedEntries(copies);
  const entries = puzzles + rejects + copied;
  // Nothing is damaged: a database with a damaged result has no report. `copied` counts results and
  // rejects again, in files that are copies.
  return { entries, results: puzzles, rejects, damaged: 0, copied };
}

/** What the summary says of equal puzzles, and of what does not fit the clues. */
function partsOf({
  duplicates: { groups, surplus, first },
  misfits: { goals, starts, first: misfits },
  lines,
}: Numbers) {
  const lineAt = (puzzleId: number): number | null => lines.get(puzzleId) ?? null;
  return {
    /** The first groups of equal puzzles, in the order of the corpus. */
    duplicates: {
      groups,
      surplus,
      first: first.map((group) => ({
        ...group,
        first: group.first.map((puzzle) => ({ ...puzzle, line: lineAt(puzzle.puzzleId) })),
      })),
    },
    /** Authors' pictures that came with the puzzles: how many, and how many are not solutions. */
    goals: { given: goals.given, wrong: goals.wrong },
    /** How many start positions, how many do not fit, and of how many that is not known. */
    starts,
    /** The first puzzles whose picture or start does not fit, with the first wrong cell. */
    misfits: misfits.map(({ solved, text }) => ({
      ...pick(solved, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
      line: lineAt(solved.puzzleId),
      what: text,
    })),
  };
}

/** The first entries, puzzles or files that do not meet a gate: where they are, what is wrong. */
function firstMisfits({ gates, lines }: Numbers, flag: string) {
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

/** How hard the puzzles with one solution are for people: see docs/solver/difficulty.md. */
function difficultyOf({ difficulty, byStars, byNeeds }: Numbers) {
  const { byScore, ...figures } = difficulty;
  const bins = Array.from({ length: SCORE_BINS }, (_, bin) => bin).filter(
    (bin) => byScore[bin] > 0,
  );
  return {
    ...figures,
    /** By the least score of each half point that occurs: `"6.5"` is from 6.5 to below 7. */
    byScore: Object.fromEntries(bins.map((bin) => [scoreBinStart(bin).toFixed(1), byScore[bin]])),
    byStars: Object.fromEntries(byStars) as Readonly<Record<string, number>>,
    byNeeds: Object.fromEntries(byNeeds) as Readonly<Record<Needs, number>>,
  };
}

export function summaryJson(numbers: Numbers): string {
  return JSON.stringify(summaryOf(numbers), null, 2) + '\n';
}

function toHardPuzzle({ puzzle, result, ...place }: SolvedPuzzle) {
  return {
    ...pick(place, ['puzzleId', 'name', 'title', 'path', 'ordinal']),
    ...pick(puzzle, ['width', 'height']),
    ...pick(result, VERDICT),
  };
}
