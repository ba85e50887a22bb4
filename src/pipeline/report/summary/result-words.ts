import type { SolvedPuzzle } from '../../store/stored.js';
import { countText } from '../../../solver/core/text/numbers.js';
import { STATE_WORDS } from '../../record/outcome.js';
import { copiedEntries } from '../../store/pieces.js';
import type { Numbers, StoppedRun } from './numbers.js';
import { fileName, plainText } from '../../../solver/core/text/plain-text.js';

type Named = Pick<SolvedPuzzle, 'name' | 'title' | 'path' | 'ordinal'>;

/** A puzzle's title if it has one, else its name, on one line. */
export function calledText(solved: Named): string {
  return plainText(solved.title ?? '') || shortName(solved) || '(no name)';
}

/** A name on one line; if it is only the puzzle's place, only the end of the path is shown. */
function shortName({ name, path, ordinal }: Omit<Named, 'title'>): string {
  return isPlace({ name, path, ordinal }) ? `${fileName(path)}#${ordinal}` : plainText(name);
}

/** Whether a puzzle has no name of its own: then its place is its name. */
export function isPlace({ name, path, ordinal }: Omit<Named, 'title'>): boolean {
  return name === `${path}#${ordinal}`;
}

/** The guess depth: `2+` if only a lower bound is known, `-` if nothing is. */
export function depthText({ result }: SolvedPuzzle): string {
  if (result.guessDepth !== null) return String(result.guessDepth);
  return result.guessDepthMin === null ? '-' : `${result.guessDepthMin}+`;
}

export function provable({ unique = 0, contradiction = 0 }: Numbers['byStatus']): number {
  return unique + contradiction;
}

/** What became of a run: `complete`, or `interrupted, 1,200 of about 20,000 entries done`. */
export function stateText({ state, stopped, puzzles, rejects, copies, rounds }: Numbers): string {
  const progressOf = ({ done, of, isEstimate }: StoppedRun): string =>
    countText(done) + (of === null ? '' : ` of ${isEstimate ? 'about ' : ''}${countText(of)}`);
  if (stopped?.kind === 'retry') {
    return `${STATE_WORDS[state]}; a retry was interrupted, ${progressOf(stopped)} tried again`;
  }
  const last = rounds.at(-1);
  const round =
    last === undefined || last.tried === last.given
      ? []
      : [`round ${last.round} tried ${countText(last.tried)} of ${countText(last.given)}`];
  if (state === 'complete') return [STATE_WORDS[state], ...round].join('; ');
  const done = puzzles + rejects + copiedEntries(copies);
  const known = { done, of: null, isEstimate: false } as const;
  const text = `${STATE_WORDS[state]}, ${progressOf(stopped ?? { kind: 'run', ...known })} entries done`;
  return [text, ...round, ...(stopped?.missing ?? [])].join('; ');
}
