import { holding, type Format } from '../contract/format.js';

/**
 * Parquet: a puzzle in each row, in columns named as the fields of JSON are. It is read as a file, not as text: see
 * corpus/tables.
 */
export const parquet: Format = {
  name: 'parquet',
  extensions: ['.parquet', '.pq'],
  holds: holding('colour', 'name', 'many', 'title', 'start', 'goal'),
  binary: true,
  table: true,
  detect: (head) => (head.startsWith('PAR1') ? 0.95 : 0),
  createParser: null,
  write: null,
};
