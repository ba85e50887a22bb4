// The engine's own exponentials and logarithms: the last digits of JavaScript's differ between
// versions of V8, and so would searches. A few terms do, as long as they are the same everywhere.

/** e to a power of 700 at most; 0 for one below -700. */
export function exp(power: f64): f64 {
  if (power < -700) return 0;
  const twos = nearest<f64>(power / Math.LN2);
  const rest = power - twos * Math.LN2;
  let sum: f64 = 1;
  for (let i: f64 = 15; i > 0; i--) sum = 1 + (sum * rest) / i;
  return sum * reinterpret<f64>((1023 + <i64>twos) << 52);
}
