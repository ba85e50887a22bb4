/**
 * Lets all clocks of this thread that read `performance.now()` tell CPU time from now on, so that
 * the solver's limit is one of CPU time: on a busy machine, wall time also counts what others do.
 */
export function useCpuClock(): void {
  performance.now = cpuMs;
}

/** CPU milliseconds of this process so far. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
