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
  const taken = reused > 0 ? [reusedText(puzzles, reused)] : [];
  const others = [...taken, numberOf(rejects, 'reject')].join(', ');
  const noGuess = `${numberOf(line, 'needs', 'need')} no guess`;
  const openShare = open === 0 ? 'all have a verdict' : shareText(open, puzzles);
  return [
    { term: 'Puzzles', value: countText(puzzles), note: others },
    { term: 'One solution', value: shareText(unique, puzzles), note: countText(unique) },
    { term: 'By lines alone', value: shareText(line, puzzles), note: noGuess },
    { term: 'Left open', value: countText(open), note: openShare },
    ...timeFigures(facts),
  ];
}

function timeFigures({ puzzles, reused, solveMs, perSecond, wallMs }: RunFacts) {
  if (reused > 0 && reused === puzzles) {
    return [{ term: 'Time in all', value: durationText(wallMs), note: 'nothing was solved' }];
  }
  const [median, p99, max] = [solveMs.median, solveMs.p99, solveMs.max].map(durationText);
  const which = reused > 0 ? ' of those solved' : '';
  return [
    { term: `Median time${which}`, value: median, note: `99 % within ${p99}, longest ${max}` },
    { term: `Rate${which}`, value: rateText(perSecond), note: `${durationText(wallMs)} in all` },
  ];
}
