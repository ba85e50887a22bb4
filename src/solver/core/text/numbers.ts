/** `1,234,567`; the same in every locale. */
export function countText(count: number): string {
  return withThousands(String(Math.round(count)));
}

/** `1 puzzle`, `2,000 puzzles`. */
export function numberOf(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}

/** A decimal of any length: `1,234,567`; beyond 15 digits `1.23 × 10^20`, cut and not rounded. */
export function bigCountText(digits: string): string {
  if (digits.length <= 15) return withThousands(digits);
  return `${digits[0]}.${digits.slice(1, 3)} × 10^${digits.length - 1}`;
}

/** `12.3 %` of the whole; `0 %` and `100 %` only if it is all or nothing. */
export function shareText(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '<0.1 %';
  return `${Math.min(percent, 99.9).toFixed(1)} %`;
}

/** `1,451/s`, with decimals below ten. */
export function rateText(perSecond: number | null): string {
  if (perSecond === null) return '-';
  return `${perSecond < 10 ? threeDigits(perSecond) : countText(perSecond)}/s`;
}

/** A number from 0 to 1000 with about three digits: `0.45`, `12.3`, `450`. */
export function threeDigits(value: number): string {
  if (value === 0) return '0';
  if (value < 0.01) return '<0.01';
  if (value < 9.995) return value.toFixed(2);
  return value < 99.95 ? value.toFixed(1) : value.toFixed(0);
}

function withThousands(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `12 bytes`, `3.4 kB`, `120 MB`: decimal, as disks are sold. */
export function bytesText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

/** What the times of a run are, in a comparison of several. */
export const CLOCK_WORDS = {
  cpu: 'CPU time of a process',
  wall: 'wall time of a process',
  solving: 'solving alone',
  mixed: 'CPU time, if known, else wall time',
} as const;

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

/** A time in ISO 8601 as `2026-01-02 03:04 UTC`. */
export function timeText(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
}

/** A power of ten of milliseconds, for an axis: `10 µs`, `1 s`; nothing below a nanosecond. */
export function decadeText(ms: number): string {
  const exponent = Math.round(Math.log10(ms));
  if (exponent < -6) return '';
  if (exponent < -3) return `${10 ** (exponent + 6)} ns`;
  if (exponent < 0) return `${10 ** (exponent + 3)} µs`;
  if (exponent < 3) return `${10 ** exponent} ms`;
  return `${countText(10 ** (exponent - 3))} s`;
}

/** `★★☆☆☆`; nothing without stars, `damaged` for a number that only damage explains. */
export function starsText(stars: number | null): string {
  if (stars === null) return '';
  const isRight = Number.isInteger(stars) && stars >= 1 && stars <= 5;
  return isRight ? '★'.repeat(stars) + '☆'.repeat(5 - stars) : 'damaged';
}
