import { reusedText } from '../../record/options.js';
import {
  countText,
  numberOf,
  rateText,
  shareText,
  durationText,
} from '../../../solver/core/text/numbers.js';

/** What a run has found, in the numbers that its report and its page begin with. */
interface RunFacts {
  readonly puzzles: number;
  /** How many of them were taken over from other runs; times are of the others. */
  readonly reused: number;
  readonly rejects: number;
  /** Puzzles with one solution, and those of them that lines alone solve. */
  readonly unique: number;
  readonly line: number;
  /** Puzzles without a verdict. */
  readonly open: number;
  readonly solveMs: {
    readonly median: number | null;
    readonly p99: number | null;
    readonly max: number | null;
  };
  readonly perSecond: number | null;
  readonly wallMs: number;
}

/** One of these numbers with its words. */
interface RunFigure {
  readonly term: string;
  readonly value: string;
  readonly note: string;
}

/** The figures of a run, in the same words wherever they are shown. */
export function runFigures(facts: RunFacts): RunFigure[] {
  const { puzzles, reused, rejects, unique, line, open } = facts;
  return [
    {
      term: 'Puzzles',
      value: countText(puzzles),
      note: [
        ...(reused > 0 ? [reusedText(puzzles, reused)] : []),
        numberOf(rejects, 'reject'),
      ].join(', '),
    },
    { term: 'One solution', value: shareText(unique, puzzles), note: countText(unique) },
    {
      term: 'By lines alone',
      value: shareText(line, puzzles),
      note: `${numberOf(line, 'needs', 'need')} no guess`,
    },
    {
      term: 'Left open',
      value: countText(open),
      note: open === 0 ? 'all have a verdict' : shareText(open, puzzles),
    },
    ...timeFigures(facts),
  ];
}

function timeFigures({ puzzles, reused, solveMs, perSecond, wallMs }: RunFacts): RunFigure[] {
  if (reused > 0 && reused === puzzles) {
    return [{ term: 'Time in all', value: durationText(wallMs), note: 'nothing was solved' }];
  }
  const { median, p99, max } = solveMs;
  return [
    {
      term: reused > 0 ? 'Median time of those solved' : 'Median time',
      value: durationText(median),
      note: `99 % within ${durationText(p99)}, longest ${durationText(max)}`,
    },
    {
      term: reused > 0 ? 'Rate of those solved' : 'Rate',
      value: rateText(perSecond),
      note: `${durationText(wallMs)} in all`,
    },
  ];
}
