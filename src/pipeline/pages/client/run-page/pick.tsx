import type { ComponentChildren, JSX } from 'preact';
import { puzzleName } from '../../../../solver/core/text/names.js';
import type { ResultRow } from '../../api.js';
import type { Selection } from './selection.js';

/** The box that selects a puzzle, and its picture, which does so as well. */
export function Pick(props: {
  readonly row: ResultRow;
  readonly selection: Selection;
  readonly children?: ComponentChildren;
}): JSX.Element {
  const { row, selection, children } = props;
  return (
    <label class="pick">
      <input
        type="checkbox"
        aria-label={`Select ${puzzleName(row)}`}
        checked={selection.ids.has(row.puzzleId)}
        onChange={(event) => selection.set([row.puzzleId], event.currentTarget.checked)}
      />
      {children}
    </label>
  );
}
