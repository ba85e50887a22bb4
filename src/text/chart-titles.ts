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
