/**
 * The mean of estimates that are given as natural logarithms, as they exceed the range of doubles: their
 * sum and the sum of their squares, relative to the largest.
 */
export class EstimateMean {
  count = 0;
  private top = -Infinity;
  private sum = 0;
  private squares = 0;
  /** Of the logarithms themselves, from the first on. */
  private first = 0;
  private logs = 0;
  private logSquares = 0;

  reset(): void {
    this.count = 0;
    this.top = -Infinity;
    this.sum = 0;
    this.squares = 0;
    this.logs = 0;
    this.logSquares = 0;
  }

  add(log: number): void {
    this.count++;
    if (this.count === 1) this.first = log;
    this.logs += log - this.first;
    this.logSquares += (log - this.first) * (log - this.first);
    if (log > this.top) {
      const scale = Math.exp(this.top - log);
      this.sum *= scale;
      this.squares *= scale * scale;
      this.top = log;
    }
    const value = Math.exp(log - this.top);
    this.sum += value;
    this.squares += value * value;
  }

  /** The decimal logarithm of the mean. */
  get log10(): number {
    return (this.top + Math.log(this.sum / this.count)) / Math.LN10;
  }

  /**
   * One standard error of that logarithm: by the spread of the estimates or, if that is more, as if they were
   * distributed log-normally. Estimates that weigh much are rare: without them, the spread alone is too small.
   */
  get error(): number {
    const { count, sum, squares, logs, logSquares } = this;
    const variance = Math.max(0, squares - (sum * sum) / count) / (count - 1);
    const bySpread = (variance * count) / (sum * sum);
    const ofLogs = Math.max(0, logSquares - (logs * logs) / count) / (count - 1);
    const asLogNormal = ofLogs / count + (ofLogs * ofLogs) / (2 * (count - 1));
    return Math.sqrt(Math.max(bySpread, asLogNormal)) / Math.LN10;
  }
}

/** The logarithm of the sum of two numbers given as natural logarithms. */
export function addLogs(a: number, b: number): number {
  const top = Math.max(a, b);
  return top === -Infinity ? top : top + Math.log(Math.exp(a - top) + Math.exp(b - top));
}

/** The natural logarithm of a count of any length; -Infinity for 0. */
export function logOf(count: bigint): number {
  if (count <= MOST_EXACT) return Math.log(Number(count));
  const digits = String(count);
  return Math.log(Number(digits.slice(0, 17))) + (digits.length - 17) * Math.LN10;
}

const MOST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
