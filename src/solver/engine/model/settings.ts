/**
 * Every tunable number of the solver: chosen by measuring, not by reasoning, in the order of its
 * work. No setting changes a verdict; each changes how long it takes. Tests and benchmarks may
 * change them, between two puzzles.
 *
 * This is the one table of them. `@range` is the least and the greatest value with which the solver
 * still works well; `@measured` is what other values cost, and on which puzzles that was measured.
 * These are comments, so that a page which bundles the solver does not carry them. The engine's
 * names of them (`assembly/memory/names.ts`, which `npm run build-engine` writes), the types and
 * docs/solver/settings.md follow from it.
 *
 * On the tournament puzzles noise is large: moving the unit of restarts by 3 % alone moves the mean
 * conflicts by 20 % and the total time by 40 %, so most neighbours of these values cannot be told
 * apart.
 */
export const SETTINGS = {
  // ---- All stages ----
  // Work (see Budget.spend) between two looks at the clock.
  // @range 100 to 1,000,000
  // @measured a look costs 40 ns; this is one in about 0.1 ms
  workBetweenLooks: 10_000,
  // ---- The brief search ----
  // Contradictions of the brief search before the learning search takes over.
  // @range 0 to 10,000
  // @measured random 10x10 to 20x20: 10 to 20 are best, 0 costs a fifth of the rate, 80 a tenth
  briefConflicts: 15,
  // ---- Clause learning ----
  // Conflicts to a restart, times Luby's sequence.
  // @range 1 to 1,000,000
  // @measured tournament puzzles: 250 to 1000 are alike, 100 costs 40 % more
  restartUnit: 250,
  // What an activity is still worth one conflict later.
  // @range 0.5 to 1
  // @measured tournament puzzles: 0.75 to 0.95 are alike
  decay: 0.9,
  // Conflicts before learned clauses are deleted for the first time.
  // @range 10 to 1,000,000
  // @measured tournament puzzles: 500 is as good as its neighbours; much larger bases are slower
  clauses: 500,
  // How many more conflicts pass before each later deletion than before the last.
  // @range 0 to 100,000
  // @measured not by itself; see `clauses`
  moreClauses: 50,
  // Clauses of this rank or less survive two deletions after their last use, others one.
  // @range 2 to 1000
  // @measured not by itself
  tier: 6,
  // What led to a clause of this rank or less is bumped `deepSteps` steps back.
  // @range 0 to 1000
  // @measured dominoes: one step for all clauses takes a fifth more conflicts
  deepRank: 6,
  // How many steps back these bumps go; one step for clauses of a higher rank.
  // @range 1 to 100
  // @measured dominoes take 0.50 to 0.63 of the conflicts without any, tournament puzzles 0.93
  deepSteps: 3,
  // Clauses of this rank or less are learned with their images under symmetries.
  // @range 0 to 100,000
  // @measured dominoes, conflicts and time: 6 takes 0.69 and 0.80, 4 0.75 and 0.81, all ranks 0.64
  // and 0.79
  imageRank: 6,
  // How many words of explanations of wide lines are kept before all are forgotten.
  // @range 2^12 to 2^28
  // @measured not by itself: it bounds memory
  keptExplanationWords: 1 << 18,
  // ---- Looking for a solution ----
  // Conflicts before the search first estimates what is likely.
  // @range 0 to 1,000,000
  // @measured an estimate takes as long as 30 conflicts; what is decided earlier needs none
  firstProving: 32,
  // The first turn for a proof goes on while the mean rank of its clauses is this or less.
  // @range 0 to 1000
  // @measured conflicts of survey 6574, dominoes, random 30x30: 3 takes 0.76, 0.93, 1.006 of those
  // of 0; 4 0.76, 0.90, 1.07
  provingRank: 3,
  // The same, if a turn or mirror image leaves the puzzle as it is.
  // @range 0 to 1000
  // @measured dominoes: 0.97 of the conflicts with 3, as with 4 and with any more; random pictures
  // with a symmetry: 1.07 of the sum
  provingRankSymmetric: 4.5,
  // Conflicts of the first turn that looks for a solution.
  // @range 1 to 1,000,000
  // @measured with 12 and 5 rounds of beliefs, 0.86 of the time (0.90 in the geometric mean) of 300
  // with 20 and 8, over 2520 runs of 19 kinds; 100 with 20 and 8 1.06, 300 with 12 and 5 1.00
  finding: 100,
  // The same, if both sides are longer than `largeSide`.
  // @range 1 to 1,000,000
  // @measured Faase (80x95), 24 versions: 100, with 12 and 5 rounds of beliefs, takes 1.46 of the
  // time
  findingLarge: 300,
  // Conflicts of the turn that then looks for a proof.
  // @range 1 to 1,000,000
  // @measured Faase, turned 8 ways, geometric mean: 200 takes 10.3 s, 60 3.5, 20 4.5, 2 6.3; random
  // 25x25 and 40x40 are alike
  proving: 60,
  // The same, if a turn or mirror image leaves the puzzle as it is.
  // @range 1 to 1,000,000
  // @measured dominoes: 0.89 of the conflicts, 0.8 of the time; random pictures with a symmetry:
  // as before
  provingSymmetric: 5000,
  // How much longer each pair of turns is than the one before.
  // @range 1 to 10
  // @measured not by itself
  turnGrowth: 1.2,
  // How many bumps a likely cell's certainty of one is worth among the activities.
  // @range 0 to 100,000
  // @measured random 25x25: 30 to 1000 are alike, 3 is too little
  likely: 100,
  // Rounds of belief propagation for the first estimate of a turn.
  // @range 1 to 1000
  // @measured see `finding`
  beliefRounds: 12,
  // The same, if both sides are longer than `largeSide`.
  // @range 1 to 1000
  // @measured see `findingLarge`
  beliefRoundsLarge: 20,
  // Rounds of a later estimate, and the fewest that are worth their time.
  // @range 1 to 1000
  // @measured see `finding`
  beliefRoundsAgain: 5,
  // The same, if both sides are longer than `largeSide`.
  // @range 1 to 1000
  // @measured see `findingLarge`
  beliefRoundsAgainLarge: 8,
  // If both sides are longer than this, turns stay long, and estimates take many rounds.
  // @range 0 to 1000
  // @measured not by itself; see `findingLarge`
  largeSide: 64,
  // The most work of one estimate; larger puzzles get fewer rounds, or no estimate.
  // @range 0 to 1,000,000,000
  // @measured about 50 ms
  beliefSteps: 5_000_000,
  // The share of the cells that must become known before the next estimate.
  // @range 0.001 to 1
  // @measured random 60x60 of density 0.4: half a second; without later estimates, not in ten
  freshShare: 0.1,
  // Conflicts after which a turn makes no more estimates.
  // @range 0 to 1,000,000
  // @measured not by itself: estimates of a turn take time, and those after the first few help
  // less
  freshConflicts: 100,
  // ---- Probing before the search ----
  // The least mean length of blocks with which a puzzle is probed before it is searched, whatever a
  // sample says.
  // @range 1 to 1000
  // @measured Petroglyph 5.9 to 1.4 ms, Mum 0.6 to 0.3; without it, blobs take 1.1 to 1.3 times as
  // long
  aheadBlocks: 2.6,
  // How many values, spread over the grid, are probed to see whether probing is promising, in black
  // and white and up to 64 cells a side; 0 for none.
  // @range 0 to 1,000,000
  // @measured 40 tells puzzles apart less well, and saves no time that can be seen
  aheadSample: 80,
  // The fewest unknown cells with which a sample is taken.
  // @range 0 to 1,000,000
  // @measured 400 leaves random 20x20 to the search, which would take 1.12 of the time
  aheadUnknown: 400,
  // The share of these that must lead to a contradiction.
  // @range 0 to 1
  // @measured random 25x25 and 30x30 with one solution: 0.05 takes 0.69 of the time without; of
  // these and 20x20, 0.05 takes 0.76, 0.06 0.78, and 0 0.34 to 0.55; with 0 tournament puzzles take
  // 1.2 to 1.4, random 40x40 1.6
  aheadShare: 0.05,
  // Line solves for each cell that go into it at most.
  // @range 0 to 100,000
  // @measured Petroglyph needs 18; Lighthouse needs 75, and is as fast without
  aheadSteps: 20,
  // ---- Probing amid a proof ----
  // Conflicts from the first solution on before a portion of level 1 is closed; then twice as
  // many, and so on until all of it is.
  // @range 0.1 to 1,000,000,000
  // @measured 793 with one solution, of the time without: 10 take 0.82, 20 0.84, 40 0.85, 100 0.90
  amidConflicts: 30,
  // The most line solves of such a portion, for each one that the search, with the portions before,
  // has taken.
  // @range 0 to 1000
  // @measured the same, with 100 conflicts: 0.25 takes 0.93, 0.5 0.91, 1 0.90
  amidShare: 1,
  // ---- Exact counts ----
  // Solutions that an exact count finds one by one before it counts in parts.
  // @range 1 to 1,000,000
  // @measured not by itself: so few need no tables
  countedOneByOne: 32,
  // Conflicts after which the search for the backbone is given up.
  // @range -1 to 1,000,000,000
  // @measured not by itself: if this is enough, solutions form few clusters
  backboneConflicts: 3000,
  // Line solves of the first attempt to count everything at once, in each direction.
  // @range 1 to 1,000,000,000
  // @measured not by itself: choosing the wrong direction can cost a hundred times the right one
  firstWhole: 20_000,
  // Line solves of the last such attempt.
  // @range 0 to 1,000,000,000
  // @measured not by itself; see Count
  lastWhole: 320_000,
  // Line solves that a count around one solution may always take.
  // @range 0 to 1,000,000
  // @measured not by itself
  fewestCountSteps: 50,
  // Line solves that such counts may take beyond that, for each one of the search.
  // @range 0 to 1
  // @measured a tenth and more takes up to half as long again if clusters are many
  leastCountShare: 0.05,
  // The most bytes of remembered counts; then all are forgotten.
  // @range 0 to 2,147,483,647
  // @measured not by itself: it bounds memory
  countCacheBytes: 256 << 20,
  // ---- Depth ----
  // The most removals that probes remember; later probes are repeated instead.
  // @range 0 to 2^28
  // @measured not by itself: it bounds memory, at 40 MB
  rememberedRemovals: 1 << 23,
  // ---- Rating ----
  // The most words of what the first propagation has read in lines of more than 32 cells, for the
  // rating.
  // @range 0 to 2^26
  // @measured a line-solvable 512x512 has 0.6 million; 1 << 20 bounds memory, at 8 MB while the log
  // grows
  loggedWords: 1 << 20,
};

export type Settings = Readonly<typeof SETTINGS>;
