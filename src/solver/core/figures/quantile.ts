/**
 * The `q` quantile (0 to 1; 0.5 for the median) of `n` values: `at` has the value of each rank,
 * from 0 in ascending order. It is between two values by how near their ranks are, so that a median
 * of an even number is the mean of the middle two: type 7 of R, and what NumPy, pandas and DuckDB
 * do unless they are told otherwise. Null if there are none.
 */
export function quantileAt(n: number, q: number, at: (rank: number) => number): number | null {
  if (n === 0) return null;
  const place = (n - 1) * q;
  const below = Math.floor(place);
  const value = at(below);
  return place === below ? value : value + (place - below) * (at(below + 1) - value);
}
