import type { Status, StoppedBy, Technique } from '../outcome.js';

/** What each status says. */
export const STATUS_MEANINGS: Readonly<Record<Status, string>> = {
  unique: 'It has exactly one solution.',
  multiple: 'It has more than one solution; two are stored.',
  contradiction: 'It has no solution.',
  solved:
    'A solution is shown, and nothing is said of others: only of other solvers (`nonomill race`).',
  timeout: 'Nothing is proven: the time of --timeout was over.',
  steps: 'Nothing is proven: the budget of --max-steps was spent.',
  memory: 'Nothing is proven: the memory of --memory did not suffice.',
  crash: 'Nothing is proven: the thread died of something else; error says of what.',
};

/** What each technique says. */
export const TECHNIQUE_MEANINGS: Readonly<Record<Technique, string>> = {
  line: 'Line solving alone solves it.',
  probe: 'Contradictions of one assumed cell at a time are needed.',
  search: 'It takes more than that, or it has several solutions.',
};

/** What each value of `stopped_by` says. */
export const STOP_MEANINGS: Readonly<Record<NonNullable<StoppedBy>, string>> = {
  count: 'Enough solutions were found: see --count.',
  timeout: 'The time was over.',
  steps: 'The budget of line solves was spent.',
  memory: 'There was no more memory.',
  crash: 'The thread died.',
};
