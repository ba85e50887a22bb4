import type { JSX } from 'preact';
import { numberOf } from '../../../text/numbers.js';
import type { PuzzleAnswer } from '../../api.js';
import { Notice } from '../parts/notice.js';

/** What is proven about a puzzle, in a word and a sentence. */
export function PuzzleVerdict(props: {
  readonly result: PuzzleAnswer['result'];
  readonly hasStart: boolean;
  /** Cells in which the two solutions of an ambiguous puzzle differ. */
  readonly differing: number;
}): JSX.Element {
  const { status, technique } = props.result;
  if (status === 'unique') {
    return technique === 'line' ? (
      <Notice kind="good" title="One solution, and no guessing">
        Looking at one line at a time solves it.
      </Notice>
    ) : (
      <Notice kind="good" title="One solution">
        {technique === 'probe'
          ? 'Lines alone do not solve it: sometimes you must assume a cell and find a contradiction.'
          : 'Lines alone do not solve it, and neither do contradictions of one assumed cell.'}
      </Notice>
    );
  }
  if (status === 'multiple') {
    return (
      <Notice kind="doubt" title="More than one solution">
        Two of them are laid over each other: they differ in {numberOf(props.differing, 'cell')}.
      </Notice>
    );
  }
  if (status === 'contradiction') {
    return (
      <Notice kind="bad" title="No solution">
        {props.hasStart
          ? 'No picture fits these clues and the start position.'
          : 'No picture fits these clues.'}
      </Notice>
    );
  }
  return (
    <Notice kind="doubt" title={`Not decided: ${status}`}>
      Nothing is proven of this puzzle. <code>nonomill run --retry {status}</code> tries it again.
    </Notice>
  );
}
