import { countText, threeDigits } from './numbers.js';

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

/**
 * A power of ten of milliseconds, as an axis shows it: `10 µs`, `1 s`; nothing below a nanosecond.
 */
export function decadeText(ms: number): string {
  const exponent = Math.round(Math.log10(ms));
  if (exponent < -6) return '';
  if (exponent < -3) return `${10 ** (exponent + 6)} ns`;
  if (exponent < 0) return `${10 ** (exponent + 3)} µs`;
  if (exponent < 3) return `${10 ** exponent} ms`;
  return `${countText(10 ** (exponent - 3))} s`;
}
