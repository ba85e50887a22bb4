/**
 * A field of CSV (RFC 4180); null becomes an empty field. Names come from corpora that anyone may
 * have written, so a text that a spreadsheet would take for a formula gets a quote in front (CSV
 * injection).
 */
export function csvField(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
