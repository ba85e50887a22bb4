import type { NamedPuzzle } from '../../../solver/formats/contract/format.js';
import { puzzleToJson } from '../../../solver/formats/json/json.js';
import { cellCharacter } from '../../../solver/core/puzzle/text.js';
import type { Change, Fixed, NotFixed } from '../../../solver/craft/fix/fix.js';

/** A fix as programs get it; `after`: what the fixed puzzle is like, if that is known. */
export function fixFields(
  { name, title }: NamedPuzzle,
  answer: Fixed | NotFixed,
  after: string | null = null,
): object {
  if (answer.kind === 'none') {
    const { reason, atLeast } = answer;
    return { name, title, changes: null, atLeast, reason };
  }
  const { by, fewestProven, atLeast, puzzle, goal, alternatives } = answer;
  const changesJson = (changes: readonly Change[]): object[] =>
    changes.map(({ row, column, from, to }) => ({
      row,
      column,
      from: cellCharacter(from, puzzle.colours),
      to: cellCharacter(to, puzzle.colours),
    }));
  return {
    name,
    title,
    by,
    changes: changesJson(answer.changes),
    fewestProven,
    atLeast,
    ...(after === null ? {} : { after }),
    ...(alternatives.length === 0 ? {} : { alternatives: alternatives.map(changesJson) }),
    puzzle: JSON.parse(puzzleToJson({ name, title, puzzle, goal })) as object,
  };
}
