import { type Column, columnsIn, RESULT_COLUMNS } from '../../solver/core/result/result-columns.js';

interface Table {
  readonly row: string;
  /** By name, in the order of the table. */
  readonly columns: Readonly<Record<string, Column>>;
}

function table(row: string, lines: readonly string[], others: Table['columns'] = {}): Table {
  return { row, columns: { ...columnsIn(lines), ...others } };
}

/** Every table of the database, by name. */
export const TABLES: Readonly<Record<string, Table>> = {
  runs: table('One execution of `nonomill run`, resumed ones included.', [
    'run_id | Its number. | 1 or more',
    'name | What `--name` calls it. | text | it was not named',
    'state | Whether it is complete. | `running`, `complete`, `interrupted` | | `complete` only if the entries of its sources equal its results and rejects. A run that was killed stays `running` until another one begins: nobody holds the lock of the database then.',
    'started_at | When it began. | UTC, ISO 8601 with milliseconds',
    'finished_at | When its last session ended. | UTC, ISO 8601 with milliseconds | it is running, or was killed',
    'wall_ms | Time of work, from the search for its corpora to its last commit, added up over its sessions. | milliseconds, 0 or more, with a fraction',
    'options | Its options as JSON. | `timeoutMs`, `count`, `threads`, `corpora` and so on; null for no limit',
    'tool_version | The version of nonomill. | as `nonomill --version`',
    'node_version | The version of Node.js. | as `node --version`',
    'host | The name of the machine. | text',
    'cpu | The processor, as the system calls it. | text',
    'queue_key | Its name in a queue (`--queue`). | 32 hexadecimal digits | other machines never solved for it',
    'timeout_ms | The time limit for one puzzle that its options name (`--timeout`). | milliseconds | there was none',
    'progress | How far it is, as its process noted it last, as JSON: what the terminal and its page show. | `done`, `total` (null if nobody knows), `isEstimate` (of the total), `perSecond`, `timeLeft` (`fromMs`, `toMs`, or null) | it is complete, or did not work for two seconds',
    'accepted_at | When somebody accepted its verdicts: `--require no-worse` compares later runs with no run before it. | UTC, ISO 8601 | nobody did',
    'accepted_by | Who accepted them, by the name of the account. | text | nobody did, or the name is not known',
    'failed_gates | Which of its gates did not hold when it ended. | `strict`, `unique` and so on, with commas between them; empty if all held | they were not judged: it has none, is not complete, or was killed before',
    'damage | Which of its rows are no longer those that were written. | as `nonomill runs --check` says it | the last check found nothing, or there was none',
  ]),
  retries: table(
    'One retry of a run (`nonomill run --retry`), or one more round of it (`--timeout 1s,30s`). What it found has replaced the results of the run that it tried again.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'position | Its place among the retries of the run. | 1 or more',
      'started_at | When it began. | UTC, ISO 8601 with milliseconds',
      'finished_at | When it ended. | UTC, ISO 8601 with milliseconds | it is under way, or was killed',
      'statuses | Which results were to be tried again. | values of `results.status`, separated by commas',
      'timeout_ms | Its time limit for one puzzle. | milliseconds | there was none',
      'max_steps | Its limit of line solves for one puzzle (`--max-steps`). | 1 or more | there was none',
      'memory_mib | The memory that a thread could take (`--memory`). | MiB | there was no limit',
      'puzzles | How many puzzles were to be tried. | 1 or more',
      'tried | How many of them were tried. | 0 or more',
      'decided | How many of these got a verdict. | 0 or more',
      'round | Which round of the run it is; the first is the run itself. | 2 or more | it is a retry',
      'wall_ms | How long it took. | milliseconds',
      'reused | How many of the puzzles that it tried the run had taken over until then. | 0 or more | an earlier version wrote it',
    ],
  ),
  sources: table(
    'One content in one format, whatever paths it was read from. Runs over the same content share its puzzles.',
    [
      'source_id | Its number. | 1 or more',
      'sha256 | The SHA-256 of the bytes as they are on disk, compressed ones included. | 64 hexadecimal digits | it can be read only once: standard input, a pipe',
      'format | The format that it was read in. | a name of `nonomill formats`; `detected` for standard input without `--format`',
      'reading | What else decided how it was read. | `ignore-start` for a run with `--ignore-start`, `columns-first` for one with `--columns-first`, both with a blank between them, else empty',
      'reader | Which version of the readers read it: another one reads it again. | 16 hexadecimal digits',
      'bytes | Its size. | bytes, 0 or more | it was standard input or a pipe, and was not read to its end',
      'entries | How many entries it has: then `source_pieces` has all of its pieces. | 0 or more | no run has read it to its end yet',
    ],
  ),
  run_sources: table('One file of one run, in the order of its corpora.', [
    'run_id | The number of the run. | `runs.run_id`',
    'position | Its place in the order of reading. | 0 or more',
    'source_id | The source. | `sources.source_id`',
    'path | The path that it was read from. | text; `-` for standard input',
    'entries | How many entries the run has of it: puzzles and rejects. | 0 or more | it was not read to its end yet | A run is `complete` only if the sum equals its results and rejects, those of a piece once for each place that it has.',
    'all_entries | In a run of one part (`--shard`): how many entries it has for all parts together. | 0 or more | the run is not one part, or did not read it to its end yet',
  ]),
  pieces: table(
    'Some hundred entries that follow each other in a source, known by what they are, whatever file they are in. Where a piece ends depends on its entries alone, so that an edit changes its own piece and no other.',
    [
      'piece_id | Its number. | 1 or more',
      'sha256 | The SHA-256 of its entries as they were validated: names, titles, clues, start positions, pictures and the reasons of rejects, but not where they stand. | 32 bytes',
      'entries | How many entries it has. | 1 to 2048',
      'rejects | How many of them are not puzzles. | 0 to `entries`',
      'puzzles | How many of them are. | 0 to `entries`',
    ],
  ),
  source_pieces: table('One piece of one source, in the order of the file.', [
    'source_id | The source. | `sources.source_id`',
    'position | Its place among the pieces of the source. | 0 or more',
    'piece_id | The piece. | `pieces.piece_id`',
    'first_entry | Which entry of the source is its first; entries are counted from 0. | 0 or more',
    'first_line | The line of the file on which its first entry starts. | 1 or more, header lines included | line numbers do not help: the file is a picture, for example',
  ]),
  run_pieces: table(
    'One piece of one run, and whose rows of `result_rows` the results of the run are: the view `results` goes by it.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'piece_id | The piece. | `pieces.piece_id`',
      'held_by | The run that has written the rows. | `runs.run_id` | | The run itself or, of a piece that it took over whole (`run --reuse`), an earlier one. If that is removed, the next run that refers to the rows gets them.',
    ],
  ),
  piece_counts: table(
    'What was counted of one piece whose rows a run has written itself, once all of them are there.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'piece_id | The piece. | `pieces.piece_id`',
      'counts | The counts and the sum of the rows, for the program alone. | bytes',
    ],
  ),
  left_out: table(
    'One file of a folder that the run left out: a picture, say, or one in which nothing looked like a puzzle.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'path | Its path. | text',
      'reason | Why it was left out. | text',
    ],
  ),
  standings: table(
    'What is worse in a run than it was in nights before: for the program alone, so that the next night need not compare all of them.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'version | What it was found from: the ends of both runs, and what was accepted. | text | | Once it is another, the nights are compared again.',
      'losses | The puzzles that are worse, and files that hold nothing. | JSON',
    ],
  ),
  accepted: table(
    'One puzzle that is worse in a run than it was, and that somebody accepted so (`history --accept`).',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'path | The file that it is in. | text',
      'name | Its name; empty for all puzzles of a file that holds nothing. | text',
      'accepted_at | When it was accepted. | UTC, ISO 8601 with milliseconds',
      'accepted_by | Who accepted it: the name of an account. | text | the account has no name',
    ],
  ),
  puzzles: table('One puzzle of a piece.', [
    'puzzle_id | Its number. | piece_id x 2048 + its place in the piece, from 0',
    "name | The entry's id or name. | text | it has none: the view `places` says where it is in the corpora of a run",
    'title | Its title. | text | it has none',
    'label | What people said of its difficulty, in the corpus itself. | text, as it stands there: `3`, `hard`, `definitely requires moderate lookahead` | they said nothing',
    'width | Cells in a row. | 1 to 1000',
    'height | Cells in a column. | 1 to 1000',
    'colours | How many colours it has, without the background. | 1 for black and white, 31 at most',
    'palette | Its colours, the background first. | `#rrggbb`, separated by blanks | it is black on white',
    'clues | Its clues as JSON. | `{"rows":[[1,2],[]],"columns":[[3]]}`; with colours each block is `{"n":length,"c":colour}`',
    'start | The cells that it gives away. | rows joined by `/`, `?` for unknown cells, else as `results.solution` | it gives none away, or the run had `--ignore-start`',
    "goal | The author's picture, which need not be a solution. | as `results.solution` | it came without",
    'fingerprint | The same for puzzles of the same size, clues, palette and start position. | 32 hexadecimal digits | | MurmurHash3 (A. Appleby, public domain), the variant of 128 bits for 32-bit machines, over the packed puzzle and its palette; docs/lab/proofs.md has it in full. It tells puzzles apart, not forgers.',
    'shape | The same for all turns, mirror images and recolourings of a puzzle. | 16 hexadecimal digits | | The sum of a hash of each of the eight orientations, with the colours numbered in the order in which the clues of the rows name them.',
    'filled | How many cells its clues fill. | 0 to width x height',
  ]),
  places: table(
    'One place of one puzzle in the corpora of a run: a view. A piece that comes twice has two.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'path | The path of the file. | text; `-` for standard input',
      'entry | Its entry in the file, counted from 0. | 0 or more',
      'puzzle_id | The puzzle. | `puzzles.puzzle_id`',
    ],
  ),
  results: table(
    'What a run found about one puzzle.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'puzzle_id | The number of the puzzle. | `puzzles.puzzle_id`',
    ],
    RESULT_COLUMNS,
  ),
  rejects: table(
    'One entry of a run that is not a puzzle: a view of `piece_rejects`. One that comes several times is shown where it comes first.',
    [
      'run_id | The number of the run. | `runs.run_id`',
      'source_id | The source. | `sources.source_id`',
      'ordinal | Its place in the source: entries are counted from 0. | 0 or more',
      'line | The line of the file on which the entry starts. | 1 or more, header lines included | line numbers do not help: the file is a picture, for example',
      'name | The id or name of the entry. | text | it has none',
      'reason | Why it is not a puzzle, and where. | text',
      'excerpt | The beginning of its text. | text of 120 characters at most',
      'kind | Whether it is a puzzle all the same. | `text` for no puzzle at all; `clues` for one whose clues cannot hold; `cells` for such a one with a start position or a picture',
    ],
  ),
  workers: table('One worker that solved for a run (`nonomill worker`).', [
    'worker_id | Its number. | 1 or more',
    'run_id | The number of the run. | `runs.run_id`',
    'name | Its name in the queue. | text, one worker of a run each',
    'host | The name of the machine. | text',
    'cpu | The processor, as the system calls it. | text',
    'threads | How many threads it has. | 1 or more',
    'tool_version | The version of nonomill. | as `nonomill --version`',
    'node_version | The version of Node.js. | as `node --version`',
    'puzzles | How many puzzles it has solved for the run. | 0 or more',
    'seen_at | When it was last heard of. | UTC, ISO 8601 with milliseconds | only its results have come so far',
  ]),
  solved_by: table('One result that a worker found on another machine.', [
    'run_id | The number of the run. | `results.run_id`',
    'puzzle_id | The number of the puzzle. | `results.puzzle_id`',
    'worker_id | The worker that solved it. | `workers.worker_id`',
  ]),
  claims: table('One answer of another solver (`nonomill race`, `nonomill referee`).', [
    'run_id | The number of the run. | `results.run_id`',
    'puzzle_id | The number of the puzzle. | `results.puzzle_id`',
    'said | What it said, right or wrong. | `unique`, `multiple`, `contradiction`, or `solved` for a picture alone | it said nothing',
    'judged | Whether that is right. | `right`, `wrong`, `open` | | `open` if nothing was said, or if nobody could tell. The result of what is wrong is a `crash`, with the reason in `error`.',
    'cpu_ms | CPU time of all its processes, their start included. | milliseconds, 0 or more, with a fraction | it is not known',
    'memory_bytes | The most memory that its processes held together, looked at every 25 ms. | bytes | it is not known',
  ]),
};

/** Columns that an export works out from others; no table has them. */
export const EXPORTED = table('What `nonomill export` adds to the columns of the tables.', [
  'ordinal | Its place in the file: entries are counted from 0, rejects included. | 0 or more',
  "name | The entry's id or name; else the path of the file and the ordinal. | text",
  'density | The share of the cells that its clues fill, as every solution does. | 0 to 1',
  'drawn_density | The density that `generate` or `study` drew the puzzle for, the same for all of a point. | 0 to 1, with three decimals at most | the name of the puzzle says none',
  'solutions_text | The number of solutions, if it is too large for `solutions`; in Parquet alone. | a decimal of any length, as text | it is less than 2^63: `solutions` has it as a whole number',
]);

/** What a column of a table, or of EXPORTED (`export`), says. @throws RangeError if it is none */
export function columnOf(table: string, name: string): Column {
  const column = (table === 'export' ? EXPORTED : TABLES[table])?.columns[name];
  if (column === undefined) throw new RangeError(`there is no column ${table}.${name}`);
  return column;
}
