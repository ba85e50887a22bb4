import { appendFileSync } from 'node:fs';

/**
 * Keeps a figure for the file of figures that `npm run bench` writes. Figures of the same name are
 * rounds of one measurement; their median counts. Does nothing if a benchmark is started without
 * that command.
 */
export function keepFigure(
  name: string,
  value: number,
  unit: string,
  better: 'less' | 'more',
): void {
  const file = process.env.BENCH_FIGURES;
  if (file !== undefined)
    appendFileSync(file, `${JSON.stringify({ name, value, unit, better })}\n`);
}

/** The geometric mean of numbers above 0, at least one. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
