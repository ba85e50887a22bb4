import { type Column, RESULT_COLUMNS } from '../../solver/core/result/result-columns.js';

interface Table {
  readonly row: string;
  /** By name, in the order of the table. */
  readonly columns: Readonly<Record<string, Column>>;
}

/** Every table of the database, by name. */
export const TABLES: Readonly<Record<string, Table>> = {
  runs: {
    row: 'One execution of `nonomill run`, resumed ones included.',
    columns: {
      run_id: { meaning: 'Its number.', values: '1 or more' },
      name: { meaning: 'What `--name` calls it.', values: 'text', isNull: 'it was not named' },
      state: {
        meaning: 'Whether it is complete.',
        values: '`running`, `complete`, `interrupted`',
        how: '`complete` only if the entries of its sources equal its results and rejects. A run that was killed stays `running` until another one begins: nobody holds the lock of the database then.',
      },
      started_at: { meaning: 'When it began.', values: 'UTC, ISO 8601 with milliseconds' },
      finished_at: {
        meaning: 'When its last session ended.',
        values: 'UTC, ISO 8601 with milliseconds',
        isNull: 'it is running, or was killed',
      },
      wall_ms: {
        meaning:
          'Time of work, from the search for its corpora to its last commit, added up over its sessions.',
        values: 'milliseconds, 0 or more, with a fraction',
      },
      options: {
        meaning: 'Its options as JSON.',
        values: '`timeoutMs`, `count`, `threads`, `corpora` and so on; null for no limit',
      },
      tool_version: { meaning: 'The version of nonomill.', values: 'as `nonomill --version`' },
      node_version: { meaning: 'The version of Node.js.', values: 'as `node --version`' },
      host: { meaning: 'The name of the machine.', values: 'text' },
      cpu: { meaning: 'The processor, as the system calls it.', values: 'text' },
      queue_key: {
        meaning: 'Its name in a queue (`--queue`).',
        values: '32 hexadecimal digits',
        isNull: 'other machines never solved for it',
      },
      timeout_ms: {
        meaning: 'The time limit for one puzzle that its options name (`--timeout`).',
        values: 'milliseconds',
        isNull: 'there was none',
      },
      progress: {
        meaning:
          'How far it is, as its process noted it last, as JSON: what the terminal and its page show.',
        values:
          '`done`, `total` (null if nobody knows), `isEstimate` (of the total), `perSecond`, `timeLeft` (`fromMs`, `toMs`, or null)',
        isNull: 'it is complete, or did not work for two seconds',
      },
      accepted_at: {
        meaning:
          'When somebody accepted its verdicts: `--require no-worse` compares later runs with no run before it.',
        values: 'UTC, ISO 8601',
        isNull: 'nobody did',
      },
      accepted_by: {
        meaning: 'Who accepted them, by the name of the account.',
        values: 'text',
        isNull: 'nobody did, or the name is not known',
      },
      failed_gates: {
        meaning: 'Which of its gates did not hold when it ended.',
        values: '`strict`, `unique` and so on, with commas between them; empty if all held',
        isNull: 'they were not judged: it has none, is not complete, or was killed before',
      },
      damage: {
        meaning: 'Which of its rows are no longer those that were written.',
        values: 'as `nonomill runs --check` says it',
        isNull: 'the last check found nothing, or there was none',
      },
    },
  },
  retries: {
    row: 'One retry of a run (`nonomill run --retry`), or one more round of it (`--timeout 1s,30s`). What it found has replaced the results of the run that it tried again.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      position: { meaning: 'Its place among the retries of the run.', values: '1 or more' },
      started_at: { meaning: 'When it began.', values: 'UTC, ISO 8601 with milliseconds' },
      finished_at: {
        meaning: 'When it ended.',
        values: 'UTC, ISO 8601 with milliseconds',
        isNull: 'it is under way, or was killed',
      },
      statuses: {
        meaning: 'Which results were to be tried again.',
        values: 'values of `results.status`, separated by commas',
      },
      timeout_ms: {
        meaning: 'Its time limit for one puzzle.',
        values: 'milliseconds',
        isNull: 'there was none',
      },
      max_steps: {
        meaning: 'Its limit of line solves for one puzzle (`--max-steps`).',
        values: '1 or more',
        isNull: 'there was none',
      },
      memory_mib: {
        meaning: 'The memory that a thread could take (`--memory`).',
        values: 'MiB',
        isNull: 'there was no limit',
      },
      puzzles: { meaning: 'How many puzzles were to be tried.', values: '1 or more' },
      tried: { meaning: 'How many of them were tried.', values: '0 or more' },
      decided: { meaning: 'How many of these got a verdict.', values: '0 or more' },
      round: {
        meaning: 'Which round of the run it is; the first is the run itself.',
        values: '2 or more',
        isNull: 'it is a retry',
      },
      wall_ms: { meaning: 'How long it took.', values: 'milliseconds' },
      reused: {
        meaning: 'How many of the puzzles that it tried the run had taken over until then.',
        values: '0 or more',
        isNull: 'an earlier version wrote it',
      },
    },
  },
  /** The content of files, which runs share. */
  sources: {
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
  },
  run_sources: {
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
        meaning:
          'In a run of one part (`--shard`): how many entries it has for all parts together.',
        values: '0 or more',
        isNull: 'the run is not one part, or did not read it to its end yet',
      },
    },
  },
  /** Entries that are known by their content. */
  pieces: {
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
      puzzles: { meaning: 'How many of them are.', values: '0 to `entries`' },
    },
  },
  source_pieces: {
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
  },
  run_pieces: {
    row: 'One piece of one run, and whose rows of `result_rows` the results of the run are: the view `results` goes by it.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      piece_id: { meaning: 'The piece.', values: '`pieces.piece_id`' },
      held_by: {
        meaning: 'The run that has written the rows.',
        values: '`runs.run_id`',
        how: 'The run itself or, of a piece that it took over whole (`run --reuse`), an earlier one. If that is removed, the next run that refers to the rows gets them.',
      },
    },
  },
  piece_counts: {
    row: 'What was counted of one piece whose rows a run has written itself, once all of them are there.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      piece_id: { meaning: 'The piece.', values: '`pieces.piece_id`' },
      counts: {
        meaning: 'The counts and the sum of the rows, for the program alone.',
        values: 'bytes',
      },
    },
  },
  /** Files that a run did not read. */
  left_out: {
    row: 'One file of a folder that the run left out: a picture, say, or one in which nothing looked like a puzzle.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      path: { meaning: 'Its path.', values: 'text' },
      reason: { meaning: 'Why it was left out.', values: 'text' },
    },
  },
  standings: {
    row: 'What is worse in a run than it was in nights before: for the program alone, so that the next night need not compare all of them.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      version: {
        meaning: 'What it was found from: the ends of both runs, and what was accepted.',
        values: 'text',
        how: 'Once it is another, the nights are compared again.',
      },
      losses: {
        meaning: 'The puzzles that are worse, and files that hold nothing.',
        values: 'JSON',
      },
    },
  },
  accepted: {
    row: 'One puzzle that is worse in a run than it was, and that somebody accepted so (`history --accept`).',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      path: { meaning: 'The file that it is in.', values: 'text' },
      name: {
        meaning: 'Its name; empty for all puzzles of a file that holds nothing.',
        values: 'text',
      },
      accepted_at: { meaning: 'When it was accepted.', values: 'UTC, ISO 8601 with milliseconds' },
      accepted_by: {
        meaning: 'Who accepted it: the name of an account.',
        values: 'text',
        isNull: 'the account has no name',
      },
    },
  },
  puzzles: {
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
      label: {
        meaning: 'What people said of its difficulty, in the corpus itself.',
        values: 'text, as it stands there: `3`, `hard`, `definitely requires moderate lookahead`',
        isNull: 'they said nothing',
      },
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
      filled: { meaning: 'How many cells its clues fill.', values: '0 to width x height' },
    },
  },
  /** Where puzzles are: a view. */
  places: {
    row: 'One place of one puzzle in the corpora of a run: a view. A piece that comes twice has two.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      path: { meaning: 'The path of the file.', values: 'text; `-` for standard input' },
      entry: { meaning: 'Its entry in the file, counted from 0.', values: '0 or more' },
      puzzle_id: { meaning: 'The puzzle.', values: '`puzzles.puzzle_id`' },
    },
  },
  results: {
    row: 'What a run found about one puzzle.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      puzzle_id: { meaning: 'The number of the puzzle.', values: '`puzzles.puzzle_id`' },
      ...RESULT_COLUMNS,
    },
  },
  rejects: {
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
      excerpt: { meaning: 'The beginning of its text.', values: 'text of 120 characters at most' },
      kind: {
        meaning: 'Whether it is a puzzle all the same.',
        values:
          '`text` for no puzzle at all; `clues` for one whose clues cannot hold; `cells` for such a one with a start position or a picture',
      },
    },
  },
  workers: {
    row: 'One worker that solved for a run (`nonomill worker`).',
    columns: {
      worker_id: { meaning: 'Its number.', values: '1 or more' },
      run_id: { meaning: 'The number of the run.', values: '`runs.run_id`' },
      name: { meaning: 'Its name in the queue.', values: 'text, one worker of a run each' },
      host: { meaning: 'The name of the machine.', values: 'text' },
      cpu: { meaning: 'The processor, as the system calls it.', values: 'text' },
      threads: { meaning: 'How many threads it has.', values: '1 or more' },
      tool_version: { meaning: 'The version of nonomill.', values: 'as `nonomill --version`' },
      node_version: { meaning: 'The version of Node.js.', values: 'as `node --version`' },
      puzzles: { meaning: 'How many puzzles it has solved for the run.', values: '0 or more' },
      seen_at: {
        meaning: 'When it was last heard of.',
        values: 'UTC, ISO 8601 with milliseconds',
        isNull: 'only its results have come so far',
      },
    },
  },
  solved_by: {
    row: 'One result that a worker found on another machine.',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`results.run_id`' },
      puzzle_id: { meaning: 'The number of the puzzle.', values: '`results.puzzle_id`' },
      worker_id: { meaning: 'The worker that solved it.', values: '`workers.worker_id`' },
    },
  },
  claims: {
    row: 'One answer of another solver (`nonomill race`, `nonomill referee`).',
    columns: {
      run_id: { meaning: 'The number of the run.', values: '`results.run_id`' },
      puzzle_id: { meaning: 'The number of the puzzle.', values: '`results.puzzle_id`' },
      said: {
        meaning: 'What it said, right or wrong.',
        values: '`unique`, `multiple`, `contradiction`, or `solved` for a picture alone',
        isNull: 'it said nothing',
      },
      judged: {
        meaning: 'Whether that is right.',
        values: '`right`, `wrong`, `open`',
        how: '`open` if nothing was said, or if nobody could tell. The result of what is wrong is a `crash`, with the reason in `error`.',
      },
      cpu_ms: {
        meaning: 'CPU time of all its processes, their start included.',
        values: 'milliseconds, 0 or more, with a fraction',
        isNull: 'it is not known',
      },
      memory_bytes: {
        meaning: 'The most memory that its processes held together, looked at every 25 ms.',
        values: 'bytes',
        isNull: 'it is not known',
      },
    },
  },
};

/** Columns that an export works out from others; no table has them. */
export const EXPORTED: Table = {
  row: 'What `nonomill export` adds to the columns of the tables.',
  columns: {
    ordinal: {
      meaning: 'Its place in the file: entries are counted from 0, rejects included.',
      values: '0 or more',
    },
    name: {
      meaning: "The entry's id or name; else the path of the file and the ordinal.",
      values: 'text',
    },
    density: {
      meaning: 'The share of the cells that its clues fill, as every solution does.',
      values: '0 to 1',
    },
    drawn_density: {
      meaning:
        'The density that `generate` or `study` drew the puzzle for, the same for all of a point.',
      values: '0 to 1, with three decimals at most',
      isNull: 'the name of the puzzle says none',
    },
    solutions_text: {
      meaning: 'The number of solutions, if it is too large for `solutions`; in Parquet alone.',
      values: 'a decimal of any length, as text',
      isNull: 'it is less than 2^63: `solutions` has it as a whole number',
    },
  },
};

/** What a column of a table, or of EXPORTED (`export`), says. @throws RangeError if it is none */
export function columnOf(table: string, name: string): Column {
  const column = (table === 'export' ? EXPORTED : TABLES[table])?.columns[name];
  if (column === undefined) throw new RangeError(`there is no column ${table}.${name}`);
  return column;
}
