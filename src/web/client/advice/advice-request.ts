import type { Ambiguity } from '../../../advice/ambiguity/ambiguity.js';
import type { Checked } from '../../../advice/check/check-cells.js';
import type { Misfit, SolvedWithGoal } from '../../../advice/check/misfit.js';
import type { FixOptions, Fixed, NotFixed, PicturedPuzzle } from '../../../advice/fix/fix.js';
import type { Hint } from '../../../advice/hint/hint.js';
import type { Cells, Puzzle } from '../../../puzzle/types.js';

/** What a page asks its advice worker. */
export type AdviceRequest =
  | { readonly kind: 'hint'; readonly puzzle: Puzzle; readonly cells: Cells }
  | { readonly kind: 'check'; readonly puzzle: Puzzle; readonly cells: Cells }
  | { readonly kind: 'fix'; readonly pictured: PicturedPuzzle; readonly options: FixOptions }
  | { readonly kind: 'map'; readonly puzzle: Puzzle }
  | { readonly kind: 'misfits'; readonly solved: SolvedWithGoal };

/** What it answers. */
export type AdviceAnswer =
  | { readonly kind: 'hint'; readonly hint: Hint }
  | { readonly kind: 'check'; readonly checked: Checked }
  | { readonly kind: 'fix'; readonly fixed: Fixed | NotFixed }
  | { readonly kind: 'map'; readonly map: Ambiguity | null }
  | { readonly kind: 'misfits'; readonly misfits: readonly Misfit[] };
