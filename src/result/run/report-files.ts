/**
 * The files of a report. A run over a folder passes over them, so those who write a report and those who
 * read a folder must agree on their names.
 */
export const REPORT_FILES = {
  page: 'index.html',
  markdown: 'summary.md',
  json: 'summary.json',
} as const;

/** The name of such a file, or of another one, until it is complete. */
export function incomplete(name: string): string {
  return `${name}.tmp`;
}
