// Logarithms as JavaScript works them out.

export declare function log(value: f64): f64;
export declare function exp(value: f64): f64;

/** The logarithm of the sum of two numbers given as natural logarithms. */
export function addLogs(a: f64, b: f64): f64 {
  const top = max(a, b);
  return top == -Infinity ? top : top + log(exp(a - top) + exp(b - top));
}
