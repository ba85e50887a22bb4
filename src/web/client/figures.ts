const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const THIN = '\u202f';

/** A whole number with its thousands apart: 1 234 567. */
export function count(value: number): string {
  return whole.format(value).replaceAll(',', THIN);
}

/** A decimal of any length, its thousands apart; beyond 15 digits rounded to a power of ten. */
export function bigCount(digits: string): string {
  if (digits.length > 15) {
    return `${digits[0]}.${digits.slice(1, 3)} \u00d7 10^${digits.length - 1}`;
  }
  return digits.replace(/\B(?=(\d{3})+$)/g, THIN);
}

/** Milliseconds as people read them: 42 µs, 0.42 ms, 13 ms, 2.4 s, 3 min 20 s, 7 h 5 min. */
export function duration(ms: number): string {
  if (ms < 0.001) return '< 1 µs';
  if (ms < 0.1) return `${Math.round(ms * 1000)} µs`;
  if (ms < 10) return `${ms.toFixed(2)} ms`;
  if (ms < 1000) return `${ms.toFixed(0)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.round((ms % 60_000) / 1000)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** A share as a percentage that never rounds something to nothing or to everything. */
export function share(part: number, total: number): string {
  if (total === 0) return '0 %';
  const percent = (100 * part) / total;
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  if (part < total && percent > 99.9) return '> 99.9 %';
  return `${percent.toFixed(percent < 10 || percent > 90 ? 1 : 0)} %`;
}

/** A moment, in the reader's own time zone. */
export function moment(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Bytes in binary units. */
export function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, value)) / 10));
  return `${(value / 1024 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`;
}
