/** The titles of charts, in reports and on the pages. */
export const CHART_TITLES = {
  verdicts: 'Status and technique',
  depths: 'Guess depth',
  timeBySize: 'Solve time against size',
  times: 'Solve times',
  within: 'Solved within',
  scores: 'Difficulty',
  stars: 'Stars',
  needs: 'Weakest technique that solves it',
  scoreBySize: 'Difficulty against size',
  scoreByDensity: 'Difficulty against density',
  uniqueMap: 'Share of unique puzzles',
  lineMap: 'Share of line-solvable puzzles',
  shares: 'Unique and line-solvable by density',
} as const;

/** What their charts show, in sentences. */
export const CHART_NOTES = {
  verdicts: 'What is proven of the puzzles, and which technique those with one solution take.',
  depths:
    'How many assumptions must stand inside each other: 0 is lines alone, “2+” is not solved at depth 1; “open” has no verdict.',
  within:
    'The share of the puzzles that has a verdict within a time. The steeper the end, the fewer the hard ones.',
  scores:
    'How many puzzles with one solution have which score: one more is twice the effort for people.',
  stars: 'One to three: lines alone, by the effort. Four and five: assumptions.',
  needs: 'Each with all those before it.',
} as const;
