/** The titles of charts, in reports and on the pages. */
export const CHART_TITLES = {
  verdicts: 'Status and technique',
  depths: 'Guess depth',
  timeBySize: 'Solve time against size',
  within: 'Solved within',
} as const;
