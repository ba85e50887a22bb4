import { countedFigures } from '../../src/pipeline/report/summary/numbers.js';
import type { ResultTally } from '../../src/pipeline/store/result-tally.js';

/** Everything that is read of a tally. */
export function figuresIn(tally: ResultTally): object {
  return {
    figures: { ...countedFigures(tally, false), decidedMs: tally.decidedTimes.sorted() },
    goals: tally.fits('goalFit'),
    starts: tally.fits('startFit'),
    atOnce: tally.count(({ isFirstTry }) => isFirstTry),
    equal: tally.shapes.repeated({ groups: 9, members: 9 }),
    hardest: (['byScore', 'byTime', 'byGuessDepth'] as const).map((by) => tally.hardest(by)),
  };
}
