import type { Beliefs } from './beliefs.js';

/**
 * Which value a guess tries first in each cell: the one that the cell had when the search came
 * nearest to a solution, that is when most cells were known without a contradiction ("target
 * phases", Biere and Fleury 2020); and before that, the likeliest. Without these a search for a
 * solution takes half as many conflicts again, even with the likeliest values to begin with.
 */
export class Phases {
  /** By cell. */
  value = new Uint8Array(0);
  private most = 0;

  /** Starts from what is likely; what was reached before no longer counts. */
  aim(beliefs: Beliefs, cells: number): void {
    if (this.value.length < cells) this.value = new Uint8Array(cells);
    this.value.set(beliefs.value.subarray(0, cells));
    this.most = 0;
  }

  /** Whether `known` cells without a contradiction are more than ever since the last aim. */
  isNearest(known: number): boolean {
    if (known <= this.most) return false;
    this.most = known;
    return true;
  }
}
