/** What the charts are called, in reports and on the pages alike. */
export const CHART_TITLES = {
  verdicts: 'Status and technique',
  depths: 'Guess depth',
  timeBySize: 'Solve time against size',
  within: 'Solved within',
} as const;
