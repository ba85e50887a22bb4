/** What the times of a run are, in a comparison of several. */
export const CLOCK_WORDS = {
  cpu: 'CPU time of a process',
  wall: 'wall time of a process',
  solving: 'solving alone',
  mixed: 'CPU time, if known, else wall time',
} as const;
