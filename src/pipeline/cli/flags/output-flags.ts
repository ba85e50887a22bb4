// Where results, puzzles and reports go, and in which format.
import { FORMATS } from '../../../solver/formats/registry.js';
import { isStandardOutput } from '../terminal/input-output.js';
import { UsageError } from '../terminal/outcome.js';
import { choiceFlag, switchFlag, textFlag, valueFlag } from '../frame/flag.js';

const WRITTEN = FORMATS.filter(({ write }) => write !== null).map(({ name }) => name);

export const db = textFlag({
  name: 'db',
  reach: 'write',
  value: 'file',
  fallback: 'reports/nonomill.sqlite',
  help: 'The SQLite database.',
  alsoTried: ['database', 'sqlite'],
});

export const bundle = textFlag({
  name: 'bundle',
  reach: 'write',
  value: 'file.zip',
  help: 'Write a zip file instead, for the readers of a paper: report, results as CSV and Parquet, what their columns mean, options, versions and hashes, described as an RO-Crate.',
  alsoTried: ['zip', 'crate', 'ro-crate', 'archive'],
});

export const withCorpora = switchFlag({
  name: 'with-corpora',
  reach: 'none',
  help: 'With --bundle: the files that were read, too.',
  alsoTried: ['corpora', 'with-files'],
});

export const out = valueFlag<string | null>({
  name: 'out',
  reach: 'write',
  value: 'file',
  defaultText: 'standard output, or -',
  help: 'Where to write; .gz compresses text.',
  alsoTried: ['output', 'file', 'o'],
  read: (word) => (isStandardOutput(word) ? null : word),
});

export const exportTo = choiceFlag({
  name: 'to',
  reach: 'none',
  choices: ['csv', 'ndjson', 'parquet'] as const,
  defaultText: "by the file's name, else csv",
  help: 'What to write.',
  alsoTried: ['format', 'type'],
});

export const withWhat = choiceFlag({
  name: 'with',
  reach: 'none',
  choices: ['clues'] as const,
  help: 'Columns besides: the clues of each puzzle as JSON, and its start position. Such a file is read as a corpus, too.',
  alsoTried: ['include', 'clues'],
});

export const generateTo = textFlag({
  name: 'to',
  reach: 'none',
  value: 'name',
  defaultText: "by the file's name, else csv; ndjson for a picture",
  choices: WRITTEN,
  help: 'What to write.',
  alsoTried: ['format', 'type'],
});

export const toFormat = textFlag({
  name: 'to',
  reach: 'none',
  value: 'name',
  defaultText: "by the file's name",
  choices: WRITTEN,
  help: 'What to write.',
  alsoTried: ['output-format', 'type'],
});

export const force = switchFlag({
  name: 'force',
  reach: 'unasked',
  help: 'Overwrite existing files.',
  alsoTried: ['overwrite', 'f'],
});

export const reportDir = textFlag({
  name: 'report',
  reach: 'write',
  value: 'dir',
  defaultText:
    'beside the database, as run-<n>; with --db x.sqlite as x-run-<n>, with --db x.db as x.db.run-<n>',
  help: 'Where to write the report.',
  alsoTried: ['report-dir', 'out', 'output'],
});

export const noReport = switchFlag({ name: 'no-report', reach: 'none', help: 'Write no report.' });

export const jsonFlag = switchFlag({
  name: 'json',
  reach: 'none',
  help: 'Print JSON instead of text.',
});

export const csvFlag = switchFlag({
  name: 'csv',
  reach: 'none',
  help: 'Print CSV instead of a table.',
});

export const md = switchFlag({
  name: 'md',
  reach: 'none',
  help: 'Print a table in Markdown.',
  alsoTried: ['markdown'],
});

export const chart = valueFlag<string>({
  name: 'chart',
  reach: 'write',
  value: 'file.svg|png|pdf',
  help: 'Also draw the answer: a curve, a map or bars, as the question asks.',
  alsoTried: ['plot', 'draw'],
  read(file) {
    if (/\.(svg|png|pdf)$/i.test(file)) return file;
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected a file named .svg, .png or .pdf, such as chart.svg, got "${file}"`,
    );
  },
});

export const quiet = switchFlag({
  name: 'quiet',
  reach: 'none',
  help: 'No progress, and no messages except errors; run ends with one line.',
  alsoTried: ['silent', 'q'],
});

export const logFormat = choiceFlag({
  name: 'log-format',
  reach: 'none',
  choices: ['text', 'json'] as const,
  fallback: 'text',
  help: 'How messages and progress are written on standard error: for people, or as NDJSON.',
  alsoTried: ['log'],
});

/**
 * Which of these forms an answer has: `text`, for people, unless another was asked for. @throws
 * UsageError if two were
 */
export function formOf<Form extends string>(
  values: Readonly<Record<Form, boolean>>,
  forms: readonly Form[],
): Form | 'text' {
  const [asked, other] = forms.filter((form) => values[form]);
  if (other === undefined) return asked ?? 'text';
  throw new UsageError(
    'NM_OPTIONS_CONFLICT',
    `--${asked} and --${other} are two forms of one answer: choose one`,
  );
}

/** The workbench that shared links and QR codes lead to; null without one. */
export const shareBaseFlag = valueFlag<string>({
  name: 'share-base',
  reach: 'lead',
  value: 'address',
  help:
    'The address of a workbench on the web (docs/studio/static-site.md) that links to share and QR codes lead to, ' +
    'such as https://example.org/puzzles/. It holds every puzzle, in colours and with givens, too.',
  alsoTried: ['share', 'base', 'base-url', 'site'],
  read: readShareBase,
});

/** The address of a folder or of a page, without what follows a `?` or a `#`. @throws UsageError */
function readShareBase(word: string): string {
  const url = URL.canParse(word) ? new URL(word) : null;
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      'NM_OPTION_VALUE',
      `expected the address of a workbench on the web, such as https://example.org/puzzles/, got "${word}"`,
    );
  }
  // A folder without its slash is another address, which some hosts do not lead on from.
  return /\/([^/]+\.[^/]+)?$/.test(url.pathname) ? url.href : `${url.href}/`;
}
