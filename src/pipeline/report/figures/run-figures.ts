import { isUndecided, STATUSES } from '../../../solver/core/result/outcome.js';
import type { PlainFigures } from '../summary/numbers.js';
import { reusedText } from '../../record/options.js';
import {
  countText,
  numberOf,
  rateText,
  shareText,
  durationText,
} from '../../../solver/core/text/numbers.js';

/** What a run has found, in the numbers that its report and its page begin with. */
interface RunFacts extends Pick<
  PlainFigures,
  'puzzles' | 'reused' | 'solveMs' | 'byStatus' | 'byStatusAndTechnique'
> {
  readonly rejects: number;
  readonly perSecond: number | null;
  readonly wallMs: number;
}

/** The figures of a run, in the same words everywhere; a page shows them before its charts. */
export function runFigures(facts: RunFacts) {
  const { puzzles, reused, rejects, byStatus, byStatusAndTechnique } = facts;
  const { unique = 0 } = byStatus;
  const line = new Map(new Map(byStatusAndTechnique).get('unique')).get('line') ?? 0;
  const open = STATUSES.filter(isUndecided).reduce((sum, of) => sum + (byStatus[of] ?? 0), 0);
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

function timeFigures({ puzzles, reused, solveMs, perSecond, wallMs }: RunFacts) {
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
