import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { randomNumbers } from './puzzles.js';

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

/**
 * Measured values by name. With a file, each one is appended to it as soon as it is known, and
 * those of an earlier run are there already: a long measurement can be done in pieces.
 */
export class Kept<Value extends object> {
  private readonly values = new Map<string, Value>();

  constructor(private readonly file: string | null) {
    if (file === null || !existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const { name, value } = JSON.parse(line) as { name: string; value: Value };
      this.values.set(name, value);
    }
  }

  /** The value of this name; null if it is not known. */
  find(name: string): Value | null {
    return this.values.get(name) ?? null;
  }

  /** The value of this name, measured now unless it is known. */
  get(name: string, measure: () => Value): Value {
    const known = this.values.get(name);
    if (known !== undefined) return known;
    const value = measure();
    this.values.set(name, value);
    if (this.file !== null) appendFileSync(this.file, `${JSON.stringify({ name, value })}\n`);
    return value;
  }
}

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
