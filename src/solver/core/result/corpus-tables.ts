import type { Table } from './column.js';

/** The content of files, which runs share. */
export const SOURCES: Table = {
  row: 'One content in one format, whatever paths it was read from. Runs over the same content share its puzzles.',
  columns: {
    source_id: { meaning: 'Its number.', values: '1 to 2,097,151' },
    sha256: {
      meaning: 'The SHA-256 of the bytes as they are on disk, compressed ones included.',
      values: '64 hexadecimal digits',
      isNull: 'it can be read only once: standard input, a pipe',
    },
    format: {
      meaning: 'The format that it was read in.',
      values: 'a name of `nonomill formats`; `detected` for standard input without `--format`',
    },
    reading: {
      meaning: 'What else decided how it was read.',
      values:
        '`ignore-start` for a run with `--ignore-start`, `columns-first` for one with `--columns-first`, both with a blank between them, else empty',
    },
    bytes: {
      meaning: 'Its size.',
      values: 'bytes, 0 or more',
      isNull: 'it was standard input or a pipe, and was not read to its end',
    },
  },
};

export const RUN_SOURCES: Table = {
  row: 'One source of one run, in the order of its corpora. A file that had only grown since an earlier run is several: what it began with, under the same path, and what followed.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    position: {
      meaning: 'Its place in the order of reading.',
      values:
        '0 or more; below 0 for what a file began with in earlier runs, in the order of the file',
    },
    source_id: { meaning: 'The source.', values: '`sources.source_id`' },
    path: { meaning: 'The path that it was read from.', values: 'text; `-` for standard input' },
    entries: {
      meaning:
        'How many entries it has: puzzles and rejects. At a position from 0: those of the whole file.',
      values: '0 or more',
      isNull: 'it was not read to its end yet',
      how: 'A run is `complete` only if the sum over the positions from 0 equals its results and rejects.',
    },
    all_entries: {
      meaning: 'In a run of one part (`--shard`): how many entries it has for all parts together.',
      values: '0 or more',
      isNull: 'the run is not one part, or did not read it to its end yet',
    },
  },
};

/** Files that a run did not read. */
export const LEFT_OUT: Table = {
  row: 'One file of a folder that the run left out: a picture, say, or one in which nothing looked like a puzzle.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    path: { meaning: 'Its path.', values: 'text' },
    reason: { meaning: 'Why it was left out.', values: 'text' },
  },
};

export const PUZZLES: Table = {
  row: 'One puzzle of a source.',
  columns: {
    puzzle_id: {
      meaning: 'Its number.',
      values: 'source_id x 4,294,967,296 + ordinal',
    },
    source_id: { meaning: 'The source that holds it.', values: '`sources.source_id`' },
    ordinal: {
      meaning: 'Its place in the source: entries are counted from 0, rejects included.',
      values: '0 to 4,294,967,295',
    },
    name: {
      meaning: "The entry's id or name; else the source's path and the ordinal.",
      values: 'text',
    },
    title: { meaning: 'Its title.', values: 'text', isNull: 'it has none' },
    width: { meaning: 'Cells in a row.', values: '1 to 1000' },
    height: { meaning: 'Cells in a column.', values: '1 to 1000' },
    colours: {
      meaning: 'How many colours it has, without the background.',
      values: '1 for black and white, 31 at most',
    },
    palette: {
      meaning: 'Its colours, the background first.',
      values: '`#rrggbb`, separated by blanks',
      isNull: 'it is black on white',
    },
    clues: {
      meaning: 'Its clues as JSON.',
      values:
        '`{"rows":[[1,2],[]],"columns":[[3]]}`; with colours each block is `{"n":length,"c":colour}`',
    },
    start: {
      meaning: 'The cells that it gives away.',
      values: 'rows joined by `/`, `?` for unknown cells, else as `results.solution`',
      isNull: 'it gives none away, or the run had `--ignore-start`',
    },
    goal: {
      meaning: "The author's picture, which need not be a solution.",
      values: 'as `results.solution`',
      isNull: 'it came without',
    },
    fingerprint: {
      meaning: 'The same for puzzles of the same size, clues, palette and start position.',
      values: '32 hexadecimal digits',
      how: 'MurmurHash3 (A. Appleby, public domain), the variant of 128 bits for 32-bit machines, over the packed puzzle and its palette; docs/lab/proofs.md has it in full. It tells puzzles apart, not forgers.',
    },
    shape: {
      meaning: 'The same for all turns, mirror images and recolourings of a puzzle.',
      values: '16 hexadecimal digits',
      how: 'The sum of a hash of each of the eight orientations, with the colours numbered in the order in which the clues of the rows name them.',
    },
    filled: {
      meaning: 'How many cells its clues fill.',
      values: '0 to width x height',
    },
  },
};

export const REJECTS: Table = {
  row: 'One entry of a source that is not a puzzle.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    source_id: { meaning: 'The source.', values: '`sources.source_id`' },
    ordinal: {
      meaning: 'Its place in the source: entries are counted from 0.',
      values: '0 or more',
    },
    line: {
      meaning: 'The line of the file on which the entry starts.',
      values: '1 or more, header lines included',
      isNull: 'line numbers do not help: the file is a picture, for example',
    },
    name: { meaning: 'The id or name of the entry.', values: 'text', isNull: 'it has none' },
    reason: { meaning: 'Why it is not a puzzle, and where.', values: 'text' },
    excerpt: {
      meaning: 'The beginning of its text.',
      values: 'text of 120 characters at most',
    },
    kind: {
      meaning: 'Whether it is a puzzle all the same.',
      values:
        '`text` for no puzzle at all; `clues` for one whose clues cannot hold; `cells` for such a one with a start position or a picture',
    },
  },
};
