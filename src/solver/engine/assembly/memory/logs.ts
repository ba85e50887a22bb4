// Exponentials and logarithms of the engine's own: those of JavaScript differ in their last digits
// from one version of V8 to the next, and a search that follows them ends elsewhere. A few terms of
// their series are enough, as all that matters is that they are the same everywhere.

/** e to a power of 700 at most; 0 for one below -700. */
export function exp(power: f64): f64 {
  if (power < -700) return 0;
  const twos = nearest<f64>(power / Math.LN2);
  const rest = power - twos * Math.LN2;
  let sum: f64 = 1;
  for (let i: f64 = 15; i > 0; i--) sum = 1 + (sum * rest) / i;
  return sum * reinterpret<f64>((1023 + <i64>twos) << 52);
}

/** The natural logarithm of a number that is not subnormal; -Infinity for 0. */
export function log(value: f64): f64 {
  if (value == 0) return -Infinity;
  const bits = reinterpret<i64>(value);
  // The number is a power of two times a mantissa near 1, between the roots of 1/2 and 2.
  const twos = (bits - reinterpret<i64>(Math.SQRT1_2)) >> 52;
  const mantissa = reinterpret<f64>(bits - (twos << 52));
  const ratio = (mantissa - 1) / (mantissa + 1);
  let sum: f64 = 0;
  for (let i: f64 = 21; i > 0; i -= 2) sum = sum * ratio * ratio + 1 / i;
  return <f64>twos * Math.LN2 + 2 * ratio * sum;
}

/** The logarithm of the sum of two numbers given as natural logarithms. */
export function addLogs(a: f64, b: f64): f64 {
  const top = max(a, b);
  return top == -Infinity ? top : top + log(exp(a - top) + exp(b - top));
}
