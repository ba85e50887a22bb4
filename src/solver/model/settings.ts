/** A number that was chosen by measuring, not by reasoning. */
interface Setting {
  readonly value: number;
  /** The least and the greatest value with which the solver still works well. */
  readonly range: readonly [number, number];
  readonly meaning: string;
  /** What other values cost, and on which puzzles that was measured. */
  readonly measured: string;
}

/**
 * Every tunable number of the solver, in the order of its work. No setting changes a verdict; each
 * changes how long it takes.
 *
 * On the tournament puzzles noise is large: moving the unit of restarts by 3 % alone moves the mean
 * conflicts by 20 % and the total time by 40 %, so most neighbours of these values cannot be told
 * apart.
 */
export const SETTING_TABLE = {
  // ---- All stages ----
  workBetweenLooks: {
    value: 10_000,
    range: [100, 1_000_000],
    meaning: 'Work (see Budget.spend) between two looks at the clock',
    measured: 'a look costs 40 ns; this is one in about 0.1 ms',
  },
  // ---- The brief search ----
  briefConflicts: {
    value: 15,
    range: [0, 10_000],
    meaning: 'Contradictions of the brief search before the learning search takes over',
    measured: 'random 10x10 to 20x20: 10 to 20 are best, 0 costs a fifth of the rate, 80 a tenth',
  },
  // ---- Clause learning ----
  restartUnit: {
    value: 250,
    range: [1, 1_000_000],
    meaning: "Conflicts to a restart, times Luby's sequence",
    measured: 'tournament puzzles: 250 to 1000 are alike, 100 costs 40 % more',
  },
  decay: {
    value: 0.9,
    range: [0.5, 1],
    meaning: 'What an activity is still worth one conflict later',
    measured: 'tournament puzzles: 0.75 to 0.95 are alike',
  },
  clauses: {
    value: 500,
    range: [10, 1_000_000],
    meaning: 'Conflicts before learned clauses are deleted for the first time',
    measured: 'tournament puzzles: 500 is as good as its neighbours; much larger bases are slower',
  },
  moreClauses: {
    value: 50,
    range: [0, 100_000],
    meaning: 'How many more conflicts pass before each later deletion than before the last',
    measured: 'not by itself; see `clauses`',
  },
  tier: {
    value: 6,
    range: [2, 1000],
    meaning: 'Clauses of this rank or less survive two deletions after their last use, others one',
    measured: 'not by itself',
  },
  deepRank: {
    value: 6,
    range: [0, 1000],
    meaning: 'What led to a clause of this rank or less is bumped `deepSteps` steps back',
    measured: 'dominoes: one step for all clauses takes a fifth more conflicts',
  },
  deepSteps: {
    value: 3,
    range: [1, 100],
    meaning: 'How many steps back these bumps go; one step for clauses of a higher rank',
    measured: 'dominoes take 0.50 to 0.63 of the conflicts without any, tournament puzzles 0.93',
  },
  imageRank: {
    value: 6,
    range: [0, 100_000],
    meaning: 'Clauses of this rank or less are learned with their images under symmetries',
    measured:
      'dominoes, conflicts and time: 6 takes 0.69 and 0.80, 4 0.75 and 0.81, all ranks 0.64 and 0.79',
  },
  keptClauseWords: {
    value: 1 << 20,
    range: [1 << 12, 1 << 28],
    meaning: 'The longest array of clauses that is kept for the next puzzle, in words',
    measured: 'not by itself: it bounds the memory that stays in use after a hard puzzle',
  },
  keptExplanationWords: {
    value: 1 << 18,
    range: [1 << 12, 1 << 28],
    meaning: 'How many words of explanations of wide lines are kept before all are forgotten',
    measured: 'not by itself: it bounds memory',
  },
  // ---- Looking for a solution ----
  firstProving: {
    value: 32,
    range: [0, 1_000_000],
    meaning: 'Conflicts before the search first estimates what is likely',
    measured: 'an estimate takes as long as 30 conflicts; what is decided earlier needs none',
  },
  provingRank: {
    value: 3,
    range: [0, 1000],
    meaning:
      'The first turn for a proof goes on while the mean rank of its clauses is this or less',
    measured:
      'conflicts of survey 6574, dominoes, random 30x30: 3 takes 0.76, 0.93, 1.006 of those of 0; 4 0.76, 0.90, 1.07',
  },
  finding: {
    value: 300,
    range: [1, 1_000_000],
    meaning: 'Conflicts of the first turn that looks for a solution',
    measured:
      'random 25x25, with `proving`: 300 and 300 take 48 s, 500 and 500 55, 2000 and 500 60',
  },
  proving: {
    value: 200,
    range: [1, 1_000_000],
    meaning: 'Conflicts of the turn that then looks for a proof',
    measured: 'without these turns, proofs of dominoes take half as many conflicts again',
  },
  provingSymmetric: {
    value: 5000,
    range: [1, 1_000_000],
    meaning: 'The same, if a turn or mirror image leaves the puzzle as it is',
    measured:
      'dominoes: 0.89 of the conflicts, 0.8 of the time; random pictures with a symmetry: as before',
  },
  turnGrowth: {
    value: 1.2,
    range: [1, 10],
    meaning: 'How much longer each pair of turns is than the one before',
    measured: 'not by itself',
  },
  likely: {
    value: 100,
    range: [0, 100_000],
    meaning: "How many bumps a likely cell's certainty of one is worth among the activities",
    measured: 'random 25x25: 30 to 1000 are alike, 3 is too little',
  },
  beliefRounds: {
    value: 20,
    range: [1, 1000],
    meaning: 'Rounds of belief propagation for the first estimate of a turn',
    measured: 'random 25x25: 10 take a fifth more conflicts, 40 hardly fewer',
  },
  beliefRoundsAgain: {
    value: 8,
    range: [1, 1000],
    meaning: 'Rounds of a later estimate, and the fewest that are worth their time',
    measured: 'not by itself',
  },
  beliefSteps: {
    value: 5_000_000,
    range: [0, 1_000_000_000],
    meaning: 'The most work of one estimate; larger puzzles get fewer rounds, or no estimate',
    measured: 'about 50 ms',
  },
  freshShare: {
    value: 0.1,
    range: [0.001, 1],
    meaning: 'The share of the cells that must become known before the next estimate',
    measured: 'random 60x60 of density 0.4: half a second; without later estimates, not in ten',
  },
  freshConflicts: {
    value: 100,
    range: [0, 1_000_000],
    meaning: 'Conflicts after which a turn makes no more estimates',
    measured:
      'not by itself: estimates of a turn take time, and those after the first few help less',
  },
  // ---- Exact counts ----
  countedOneByOne: {
    value: 32,
    range: [1, 1_000_000],
    meaning: 'Solutions that an exact count finds one by one before it counts in parts',
    measured: 'not by itself: so few need no tables',
  },
  backboneConflicts: {
    value: 3000,
    range: [-1, 1_000_000_000],
    meaning: 'Conflicts after which the search for the backbone is given up',
    measured: 'not by itself: if this is enough, solutions form few clusters',
  },
  firstWhole: {
    value: 20_000,
    range: [1, 1_000_000_000],
    meaning: 'Line solves of the first attempt to count everything at once, in each direction',
    measured: 'not by itself: choosing the wrong direction can cost a hundred times the right one',
  },
  lastWhole: {
    value: 320_000,
    range: [0, 1_000_000_000],
    meaning: 'Line solves of the last such attempt',
    measured: 'not by itself; see Count',
  },
  fewestCountSteps: {
    value: 50,
    range: [0, 1_000_000],
    meaning: 'Line solves that a count around one solution may always take',
    measured: 'not by itself',
  },
  leastCountShare: {
    value: 0.05,
    range: [0, 1],
    meaning: 'Line solves that such counts may take beyond that, for each one of the search',
    measured: 'a tenth and more takes up to half as long again if clusters are many',
  },
  countCacheBytes: {
    value: 256 << 20,
    range: [0, 2 ** 31 - 1],
    meaning: 'The most bytes of remembered counts; then all are forgotten',
    measured: 'not by itself: it bounds memory',
  },
  // ---- Depth ----
  rememberedRemovals: {
    value: 1 << 23,
    range: [0, 1 << 28],
    meaning: 'The most removals that probes remember; later probes are repeated instead',
    measured: 'not by itself: it bounds memory, at 40 MB',
  },
} as const satisfies Record<string, Setting>;

/** The values in use. Tests and benchmarks may change them, between two puzzles. */
export const SETTINGS = Object.fromEntries(
  Object.entries(SETTING_TABLE).map(([name, { value }]) => [name, value]),
) as Record<keyof typeof SETTING_TABLE, number>;
