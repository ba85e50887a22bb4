import type { SolvedPuzzle } from '../../store/queries/stored-results.js';
import { countText, numberOf } from '../../../solver/core/text/numbers.js';
import { STATE_WORDS } from '../../record/outcome.js';
import { copiedEntries } from '../../store/pieces.js';
import type { Misfits, Numbers, StoppedRun } from './numbers.js';
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

/** `12x8`: columns and rows. */
export function sizeText({
  width,
  height,
}: {
  readonly width: number;
  readonly height: number;
}): string {
  return `${width}x${height}`;
}

/** How many verdicts can be proven. */
export function provable({ unique = 0, contradiction = 0 }: Numbers['byStatus']): number {
  return unique + contradiction;
}

/** `2 of 120 authors' pictures and 1 of 4 start positions do not fit`; empty if all do. */
export function misfitsText({ goals, starts }: Omit<Misfits, 'first'>): string {
  const share = (wrong: number, given: number, what: string): string[] =>
    wrong === 0 ? [] : [`${countText(wrong)} of ${numberOf(given, ...named(what))}`];
  const wrong = [
    ...share(goals.wrong, goals.given, "author's picture"),
    ...share(starts.wrong, starts.given, 'start position'),
  ];
  const sentences: string[] = [];
  if (wrong.length > 0) {
    const verb = goals.wrong + starts.wrong === 1 ? 'does' : 'do';
    sentences.push(`${wrong.join(' and ')} ${verb} not fit`);
  }
  if (starts.open > 0) {
    sentences.push(
      `whether ${numberOf(starts.open, 'start position fits', 'start positions fit')} is not known`,
    );
  }
  return sentences.join('; ');
}

function named(what: string): [string, string] {
  return what.startsWith('author') ? [what, "authors' pictures"] : [what, `${what}s`];
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
