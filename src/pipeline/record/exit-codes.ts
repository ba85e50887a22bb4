/** The exit codes that scripts rely on. */
export const EXIT_CODES = {
  done: 0,
  failed: 1,
  negative: 1,
  usage: 2,
  unmet: 3,
  interrupted: 130,
} as const;
