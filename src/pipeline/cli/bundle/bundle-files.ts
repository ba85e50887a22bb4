import { basename } from 'node:path';

/** A file of every bundle. */
export interface BundleFile {
  readonly name: string;
  /** As RO-Crate has it: a media type. */
  readonly type: string;
  readonly about: string;
}

/** What every bundle holds besides its metadata, in the order of the zip file. */
export const BUNDLE_FILES = {
  readme: { name: 'README.md', type: 'text/markdown', about: 'What is in this bundle' },
  page: { name: 'index.html', type: 'text/html', about: 'The report, to be opened in a browser' },
  markdown: { name: 'summary.md', type: 'text/markdown', about: 'The report as text' },
  json: {
    name: 'summary.json',
    type: 'application/json',
    about: 'The report for programs: options, files with their hashes, versions, figures',
  },
  corpora: {
    name: 'corpora.csv',
    type: 'text/csv',
    about: 'All files that were read: path, format, SHA-256, bytes, entries',
  },
  columns: {
    name: 'columns.csv',
    type: 'text/csv',
    about: 'What each column of the results means',
  },
  csv: { name: 'results.csv', type: 'text/csv', about: 'What was found of each puzzle' },
  parquet: {
    name: 'results.parquet',
    type: 'application/vnd.apache.parquet',
    about: 'The same results as Parquet',
  },
} as const satisfies Record<string, BundleFile>;

/** The name of the metadata, which RO-Crate prescribes. */
export const METADATA = 'ro-crate-metadata.json';

/** Where a bundle has the corpus at this place, from 0, among those of its run. */
export function corpusInBundle(place: number, path: string): string {
  return `corpora/${String(place + 1).padStart(4, '0')}/${basename(path)}`;
}
