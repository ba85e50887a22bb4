/** `1,234,567`; the same in every locale. */
export function countText(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 puzzle`, `2,000 puzzles`. */
export function numberOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** `12.3 %` of the whole; `0 %` and `100 %` only where it is all or nothing. */
export function shareText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '<0.1 %';
  return `${Math.min(percent, 99.9).toFixed(1)} %`;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A duration with about three digits: `450 µs`, `12.3 ms`, `4.56 s`, `2m 3s`, `8h 12m`. */
export function durationText(ms: number | null): string {
  if (ms === null) return '-';
  if (ms < 0.9995) return `${threeDigits(ms * 1000)} µs`;
  if (ms < 999.5) return `${threeDigits(ms)} ms`;
  if (ms < MINUTE - 50) return `${threeDigits(ms / SECOND)} s`;
  const seconds = Math.round(ms / SECOND);
  if (ms < HOUR - SECOND / 2) return `${Math.floor(seconds / 60)}m ${seconds % 60}s`;
  const minutes = Math.round(ms / MINUTE);
  return `${countText(Math.floor(minutes / 60))}h ${minutes % 60}m`;
}

/** `1,451/s`, with decimals below ten. */
export function rateText(perSecond: number | null): string {
  if (perSecond === null) return '-';
  return `${perSecond < 10 ? threeDigits(perSecond) : countText(perSecond)}/s`;
}

function threeDigits(value: number): string {
  if (value === 0) return '0';
  if (value < 0.01) return '<0.01';
  if (value < 9.995) return value.toFixed(2);
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

/** `2026-01-02 03:04 UTC` of a time in ISO 8601. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}
