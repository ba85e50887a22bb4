import { randomNumbers } from './random-puzzles.js';

/** A mean of logarithms as a factor, with an interval that holds it in 95 of 100 cases. */
export interface Factor {
  readonly factor: number;
  readonly from: number;
  readonly to: number;
}

const RESAMPLES = 2000;

/**
 * The geometric mean of ratios, given as logarithms; its interval is of the means of samples drawn
 * from them with replacement (Efron 1979, "Bootstrap methods").
 */
export function factorOf(logs: readonly number[]): Factor {
  const random = randomNumbers(1);
  const means = Array.from({ length: RESAMPLES }, () =>
    meanOf(logs.map(() => logs[Math.floor(random() * logs.length)])),
  ).sort((a, b) => a - b);
  const at = (share: number): number => Math.exp(means[Math.floor(share * RESAMPLES)]);
  return { factor: Math.exp(meanOf(logs)), from: at(0.025), to: at(0.975) };
}

/** With these bounds, either decision is wrong in one case of 20. */
const DECIDED = Math.log(0.95 / 0.05);

/** Fewer say nothing about their spread. */
const FEWEST = 30;

/**
 * Wald's sequential test of ratios, given as logarithms, with the variance that they show (as
 * Stockfish's): `worth` if `better` is far likelier than 1 to be their geometric mean, `not worth`
 * if it is the other way round; null as long as that is open.
 */
export function decided(logs: readonly number[], better: number): 'worth' | 'not worth' | null {
  if (logs.length < FEWEST) return null;
  const mean = meanOf(logs);
  const variance = meanOf(logs.map((log) => (log - mean) ** 2));
  const gain = Math.log(better);
  const ratio = ((gain * logs.length) / variance) * (mean - gain / 2);
  if (ratio > DECIDED) return 'worth';
  return ratio < -DECIDED ? 'not worth' : null;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
