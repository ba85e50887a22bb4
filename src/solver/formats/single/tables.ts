import type { Format } from '../contract/format.js';

// In a file of their own, as the page's one file leaves out what it does not read file by file.
const OF_FILE = { binary: true, table: true, createParser: null, write: null } as const;

/**
 * Parquet: a puzzle in each row, in columns named as the fields of JSON are. It is read as a file,
 * not as text: see src/pipeline/corpus/tables.
 */
export const parquet: Format = {
  name: 'parquet',
  extensions: ['.parquet', '.pq'],
  holds: new Set(['colour', 'name', 'many', 'title', 'label', 'start', 'goal']),
  detect: (head) => (head.startsWith('PAR1') ? 0.95 : 0),
  ...OF_FILE,
};

/**
 * A picture of pixels as a puzzle: a cell for each pixel, filled if it is dark. It is read as a
 * file, and only if it is asked for: most pictures beside puzzles are none themselves.
 */
export const png: Format = {
  name: 'png',
  extensions: [],
  holds: new Set(['name', 'goal']),
  pictureOnly: true,
  detect: () => 0,
  ...OF_FILE,
};

/**
 * NumPy arrays in a zip file, as `numpy.savez` writes them: clues padded with zeros, pictures, or
 * both. They are read as a file, not as text: see src/pipeline/corpus/tables.
 */
export const npz: Format = {
  name: 'npz',
  extensions: ['.npz'],
  holds: new Set(['many', 'goal']),
  detect: (head) => (head.startsWith('PK') && head.slice(0, 300).includes('.npy') ? 0.95 : 0),
  ...OF_FILE,
};
