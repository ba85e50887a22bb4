/**
 * How long turns are, in conflicts; tuned on random 25x25 of density 0.35 to 0.5. Estimates
 * take as long as some 30 conflicts. Longer turns that look for a solution are worse, as each
 * begins with new estimates; without the turns that look for a proof, proofs take half as long again.
 */
export const TURNS = {
  /** Before the first estimates: what is decided here needs none. */
  first: 32,
  finding: 300,
  proving: 200,
  /** How much longer each pair of turns is than the one before. */
  growth: 1.2,
};

/**
 * Until a solution is found, a search takes turns: some conflicts long it looks for a
 * solution, guessing what is likely, and then for a proof that there is none, guessing what
 * has most consequences. Either way it learns for both (as the modes "stable" and "focused" of
 * CaDiCaL, Biere et al. 2020). With a solution in hand, the proof is all that is left to look for.
 */
export class Turns {
  /** Whether the search is looking for a solution. */
  finding = false;
  /** How many turns have looked for a solution, with the present one. */
  attempts = 0;
  /** At how many conflicts the next turn comes. */
  private next = Infinity;

  /** The first turn looks for a proof, and is short: what it decides needs no estimates. */
  start(conflicts: number): void {
    this.finding = false;
    this.attempts = 0;
    this.next = conflicts + TURNS.first;
  }

  /** A solution is known. */
  found(): void {
    this.finding = false;
    this.next = Infinity;
  }

  /** Whether another turn begins after so many conflicts. */
  changes(conflicts: number): boolean {
    if (conflicts < this.next) return false;
    this.finding = !this.finding;
    if (this.finding) this.attempts++;
    const length = this.finding ? TURNS.finding : TURNS.proving;
    this.next = conflicts + length * Math.pow(TURNS.growth, this.attempts - 1);
    return true;
  }
}
