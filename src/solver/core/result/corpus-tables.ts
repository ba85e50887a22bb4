import type { Table } from './column.js';

/** The content of files, which runs share. */
export const SOURCES: Table = {
  row: 'One content in one format, whatever paths it was read from. Runs over the same content share its puzzles.',
  columns: {
    source_id: { meaning: 'Its number.', values: '1 or more' },
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
    reader: {
      meaning: 'Which version of the readers read it: another one reads it again.',
      values: '16 hexadecimal digits',
    },
    bytes: {
      meaning: 'Its size.',
      values: 'bytes, 0 or more',
      isNull: 'it was standard input or a pipe, and was not read to its end',
    },
    entries: {
      meaning: 'How many entries it has: then `source_pieces` has all of its pieces.',
      values: '0 or more',
      isNull: 'no run has read it to its end yet',
    },
  },
};

/** Entries that are known by their content. */
export const PIECES: Table = {
  row: 'Some hundred entries that follow each other in a source, known by what they are, whatever file they are in. Where a piece ends depends on its entries alone, so that an edit changes its own piece and no other.',
  columns: {
    piece_id: { meaning: 'Its number.', values: '1 or more' },
    sha256: {
      meaning:
        'The SHA-256 of its entries as they were validated: names, titles, clues, start positions, pictures and the reasons of rejects, but not where they stand.',
      values: '32 bytes',
    },
    entries: { meaning: 'How many entries it has.', values: '1 to 2048' },
    rejects: { meaning: 'How many of them are not puzzles.', values: '0 to `entries`' },
  },
};

export const SOURCE_PIECES: Table = {
  row: 'One piece of one source, in the order of the file.',
  columns: {
    source_id: { meaning: 'The source.', values: '`sources.source_id`' },
    position: { meaning: 'Its place among the pieces of the source.', values: '0 or more' },
    piece_id: { meaning: 'The piece.', values: '`pieces.piece_id`' },
    first_entry: {
      meaning: 'Which entry of the source is its first; entries are counted from 0.',
      values: '0 or more',
    },
    first_line: {
      meaning: 'The line of the file on which its first entry starts.',
      values: '1 or more, header lines included',
      isNull: 'line numbers do not help: the file is a picture, for example',
    },
  },
};

export const RUN_SOURCES: Table = {
  row: 'One file of one run, in the order of its corpora.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    position: { meaning: 'Its place in the order of reading.', values: '0 or more' },
    source_id: { meaning: 'The source.', values: '`sources.source_id`' },
    path: { meaning: 'The path that it was read from.', values: 'text; `-` for standard input' },
    entries: {
      meaning: 'How many entries the run has of it: puzzles and rejects.',
      values: '0 or more',
      isNull: 'it was not read to its end yet',
      how: 'A run is `complete` only if the sum equals its results and rejects, those of a piece once for each place that it has.',
    },
    all_entries: {
      meaning: 'In a run of one part (`--shard`): how many entries it has for all parts together.',
      values: '0 or more',
      isNull: 'the run is not one part, or did not read it to its end yet',
    },
  },
};

export const RUN_PIECES: Table = {
  row: 'One piece of one run, and whose rows of `result_rows` the results of the run are: the view `results` goes by it.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    piece_id: { meaning: 'The piece.', values: '`pieces.piece_id`' },
    held_by: {
      meaning: 'The run that has written the rows.',
      values: '`runs.run_id`',
      how: 'The run itself or, of a piece that it took over whole (`run --reuse`), an earlier one. If that is removed, the next run that refers to the rows gets them.',
    },
    counts: {
      meaning: 'What was counted of its own rows, for the program alone.',
      values: 'bytes',
      isNull: 'they are rows of another run, or not all of them are there yet',
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
  row: 'One puzzle of a piece.',
  columns: {
    puzzle_id: {
      meaning: 'Its number.',
      values: 'piece_id x 2048 + its place in the piece, from 0',
    },
    name: {
      meaning: "The entry's id or name.",
      values: 'text',
      isNull: 'it has none: the view `places` says where it is in the corpora of a run',
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

/** Where puzzles are: a view. */
export const PUZZLE_PLACES: Table = {
  row: 'One place of one puzzle in the corpora of a run: a view. A piece that comes twice has two.',
  columns: {
    run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
    path: { meaning: 'The path of the file.', values: 'text; `-` for standard input' },
    entry: { meaning: 'Its entry in the file, counted from 0.', values: '0 or more' },
    puzzle_id: { meaning: 'The puzzle.', values: '`puzzles.puzzle_id`' },
  },
};

export const REJECTS: Table = {
  row: 'One entry of a run that is not a puzzle: a view of `piece_rejects`. One that comes several times is shown where it comes first.',
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
