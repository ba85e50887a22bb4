/** The versions of the benchmark corpus. One that was released is never changed: add another. */
export const BENCHMARK_VERSIONS = [1] as const;
export type BenchmarkVersion = (typeof BENCHMARK_VERSIONS)[number];
