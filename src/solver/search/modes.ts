import { SETTINGS } from '../model/settings.js';

/**
 * Until it knows a solution, a search takes turns: for some conflicts it looks for a solution and
 * guesses what is likely; then it looks for a proof that there is none and guesses what has the
 * most consequences. What it learns serves both (like the modes "stable" and "focused" of CaDiCaL,
 * Biere et al. 2020). Once a solution is known, only the proof is left.
 */
export class Modes {
  /** Whether the search is looking for a solution. */
  finding = false;
  /** How many turns have looked for a solution, the current one included. */
  attempts = 0;
  /** Conflicts of the first turn for a proof after one that looks for a solution. */
  private proving = SETTINGS.proving;
  /** For how many conflicts the first turn goes on if its clauses are of low rank. */
  private proofGoesOn = SETTINGS.firstProving;
  /** The greatest mean rank with which it does. */
  private provingRank = SETTINGS.provingRank;
  /** The number of conflicts at which the next turn begins. */
  private next = Infinity;

  /**
   * The first turn looks for a proof and is short: puzzles that it decides need no estimates. It goes
   * on as long as the clauses that it learns are of low rank, as they are if a proof is near. If the
   * puzzle is symmetric, later ones are long: a solution that was not found soon is likely to be its own
   * image, and hard to find; and what a proof learns is learned with its images.
   */
  start(conflicts: number, isSymmetric = false): void {
    this.proving = isSymmetric ? SETTINGS.provingSymmetric : SETTINGS.proving;
    this.proofGoesOn = isSymmetric ? SETTINGS.provingSymmetric : SETTINGS.firstProving;
    this.provingRank = isSymmetric ? SETTINGS.provingRankSymmetric : SETTINGS.provingRank;
    this.finding = false;
    this.attempts = 0;
    this.next = conflicts + SETTINGS.firstProving;
  }

  /** From now on the search only looks for a proof. */
  proveOnly(): void {
    this.finding = false;
    this.next = Infinity;
  }

  /**
   * Begins another turn if it is time after that many conflicts; returns whether it did. `meanRank`
   * is that of all clauses learned so far.
   */
  change(conflicts: number, meanRank: number): boolean {
    if (conflicts < this.next) return false;
    if (this.attempts === 0 && meanRank <= this.provingRank) {
      this.next = conflicts + this.proofGoesOn;
      return false;
    }
    this.finding = !this.finding;
    if (this.finding) this.attempts++;
    const length = this.finding ? SETTINGS.finding : this.proving;
    this.next = conflicts + length * Math.pow(SETTINGS.turnGrowth, this.attempts - 1);
    return true;
  }
}
