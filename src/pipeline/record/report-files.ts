/**
 * The files of a report. A run over a folder passes over them, so those who write a report and
 * those who read a folder must agree on their names.
 */
export const REPORT_FILES = {
  page: 'index.html',
  markdown: 'summary.md',
  json: 'summary.json',
} as const;

/** How each of them begins: one that does not is somebody else's, and is not replaced. */
export const REPORT_STARTS: Readonly<Record<keyof typeof REPORT_FILES, string>> = {
  page:
    '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n' +
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-`,
  markdown: '# Run ',
  json: '{\n  "run": {\n    "runId":',
};

/** The name of such a file, or of another one, until it is complete. */
export function incomplete(name: string): string {
  return `${name}.tmp`;
}
