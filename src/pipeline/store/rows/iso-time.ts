/** The last second of `isoTime`, and its text. */
const last = { second: NaN, text: '' };

/**
 * UTC in ISO 8601, to the millisecond. The text of the last second is kept: most results follow
 * soon.
 */
export function isoTime(ms: number): string {
  const second = Math.floor(ms / 1000);
  if (second !== last.second) {
    last.text = new Date(second * 1000).toISOString().slice(0, -4);
    last.second = second;
  }
  const rest = Math.floor(ms) - second * 1000;
  return `${last.text}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
}
