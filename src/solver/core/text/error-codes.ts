/** A situation that ends a command or a call of the library: what it is, and what helps. */
interface ErrorMeaning {
  readonly means: string;
  readonly help: string;
}

/** The codes of errors, which stay what they are; docs/pipeline/errors.md is made of this table. */
export const ERROR_CODES = {
  // ---- The command line
  NM_COMMAND_UNKNOWN: {
    means: 'The command line names no command, or one that does not exist.',
    help: 'Run `nonomill --help` for the list of commands.',
  },
  NM_OPTION_UNKNOWN: {
    means: 'The command has no option of this name.',
    help: 'Check the spelling; `nonomill <command> --help` lists the options.',
  },
  NM_OPTION_VALUE: {
    means: 'The value of an option is missing, given twice, or not what the option takes.',
    help: 'Give the value in the form that the message shows.',
  },
  NM_OPTIONS_CONFLICT: {
    means: 'Two things that were asked for do not go together.',
    help: 'Leave out one of them.',
  },
  NM_ARGUMENTS: {
    means: 'The command needs an argument that is missing, or was given one that it does not take.',
    help: 'Compare with the first line of `nonomill <command> --help`.',
  },
  NM_STANDARD_INPUT: {
    means: 'Standard input or a pipe cannot be used here, because it can be read only once.',
    help: 'Write the data to a file and name the file.',
  },
  NM_CONFIRMATION: {
    means: 'The command goes on only if somebody agrees, and nobody did.',
    help: 'Add the option that the message names, such as `--yes` or `--anyway`.',
  },
  NM_CONFIG_INVALID: {
    means:
      'The config file cannot be read, is not TOML or JSON, or says something that it cannot say.',
    help: 'Correct the line that the message names; see [nights.md](nights.md).',
  },
  NM_CONFIG_UNTRUSTED: {
    means:
      'A config file that was merely found wants to run programs, send, listen, delete or write elsewhere.',
    help: 'Read it; if you mean it, name it with `--config`. See [nights.md](nights.md#who-gives-orders).',
  },
  NM_NIGHT_UNKNOWN: {
    means: 'No config file here describes the named run (`@name`).',
    help: 'Check the name, or name the config file with `--config`.',
  },
  NM_QUESTION_INVALID: {
    means: 'A question of `stats` cannot be answered as it was asked.',
    help: 'See [analysis.md](analysis.md) for what `--by` and `--of` take.',
  },
  NM_FILTER_INVALID: {
    means: 'A filter has a word or a value that does not exist.',
    help: 'Use the words that the message lists.',
  },

  // ---- Files
  NM_FILE_ABSENT: {
    means: 'There is no such file or folder.',
    help: 'Check the path, and the folder that the command was started in.',
  },
  NM_FILE_ACCESS: {
    means: 'The operating system does not let a file or folder be read or written.',
    help: 'Check its permissions, or use another place.',
  },
  NM_FILE_EXISTS: {
    means: 'A file would be overwritten that may be needed.',
    help: 'Name another file, or add `--force` where the command takes it.',
  },
  NM_DISK_FULL: {
    means: 'The disk or its quota is full. What was committed to a database is kept.',
    help: 'Make room, then go on: a run with `--resume`.',
  },
  NM_DISK_FAILS: {
    means: 'The disk reports an error. What was committed to a database is kept.',
    help: 'Check the disk, then go on: a run with `--resume`. `nonomill doctor` looks at it, too.',
  },
  NM_OUTPUT_CLOSED: {
    means: 'Standard output or a pipe cannot be written to, or nobody reads it.',
    help: 'Check the program that reads it.',
  },
  NM_REPORT_NOT_WRITTEN: {
    means: 'The report cannot be written to its folder. The results are in the database.',
    help: 'Run `nonomill report <run> --report <folder>` with another folder.',
  },

  // ---- Puzzles
  NM_CORPUS_EMPTY: {
    means: 'The input holds no puzzle.',
    help: 'Check that it is the file or folder that you mean, and look at what was left out.',
  },
  NM_CORPUS_UNREADABLE: {
    means: 'A file is not recognised as puzzles, or is not of the format that was named.',
    help: 'Name its format with `--format`; `nonomill formats` lists them.',
  },
  NM_CORPUS_DAMAGED: {
    means: 'A file of puzzles is damaged, cut off, or in an unsupported encoding.',
    help: 'Get the file again, or convert it to UTF-8.',
  },
  NM_CORPUS_CHANGED: {
    means: 'A corpus no longer has the content that the run began with.',
    help: 'Restore the content and go on, or start a new run.',
  },
  NM_ENTRIES_REJECTED: {
    means: 'Some entries of the input are not puzzles. The others were worked on.',
    help: 'Correct the entries that the messages name.',
  },
  NM_FORMAT_UNKNOWN: {
    means: 'There is no format of this name, or none fits the text or the file name.',
    help: 'Run `nonomill formats` for the list of formats.',
  },
  NM_FORMAT_MODULE: {
    means: 'A module of a format of your own cannot be used, or may not run here.',
    help: 'Name it on the command line: --format ./mine.mjs; `nonomill formats --check ./mine.mjs` tries it.',
  },
  NM_FORMAT_CANNOT_HOLD: {
    means:
      'The format cannot hold what would be written: several puzzles, colours or a start position, for example.',
    help: 'Choose one of the formats that the message names.',
  },
  NM_PUZZLE_INVALID: {
    means: 'The clues, the palette or the start position do not make a puzzle.',
    help: 'Correct what the message names.',
  },
  NM_PUZZLE_UNKNOWN: {
    means: 'No puzzle has this name or number.',
    help: 'Use its number, its full name, or the beginning of the name.',
  },
  NM_PUZZLE_AMBIGUOUS: {
    means: 'One puzzle is needed, and several fit.',
    help: 'Name one by its number, or write it to a file of its own.',
  },
  NM_CELLS_INVALID: {
    means: 'The cells that were given do not fit the puzzle or the line.',
    help: 'Write as many cells as it has: `#` filled, `.` blank, `?` unknown.',
  },
  NM_IMAGE_INVALID: {
    means: 'A picture is damaged, blank, or neither PNG nor PBM.',
    help: 'Export it again as PNG.',
  },
  NM_LINE_CONTRADICTION: {
    means: 'No placement of the blocks fits the known cells of the line.',
    help: 'Check the clue and the cells.',
  },
  NM_NOT_SOLVED: {
    means: 'The puzzle was not solved or proven within its limits.',
    help: 'Allow more time with `--timeout`.',
  },
  NM_NOT_UNIQUE: {
    means: 'The puzzle has several solutions or none, and this needs exactly one.',
    help: 'Run `nonomill solve` to see them, and `nonomill fix` to repair the puzzle.',
  },
  NM_NOTHING_FOUND: {
    means:
      'Many random puzzles were tried without finding another one of a wanted kind. A data set is made without it.',
    help: 'Try another size or density, or ask for fewer.',
  },
  NM_PROOF_INVALID: {
    means: 'A proof does not hold, or could not be written.',
    help: 'Make the proof again. If nonomill wrote it, please report the puzzle.',
  },
  NM_CROSS_CHECK_DIFFERS: {
    means: 'The second engine came to another verdict, so one of the two is wrong.',
    help: 'Please report the puzzle.',
  },

  // ---- Databases
  NM_DATABASE_ABSENT: {
    means: 'There is no such database.',
    help: 'Name another with `--db`, or make one with `nonomill run`.',
  },
  NM_DATABASE_ACCESS: {
    means: 'The database, its lock or its log cannot be opened, made or written.',
    help: 'Check the permissions of the file and its folder, or use another database; `nonomill doctor` says what is wrong with the place.',
  },
  NM_DATABASE_FOREIGN: {
    means: 'The file is not a database of nonomill.',
    help: 'Use another file.',
  },
  NM_DATABASE_DAMAGED: {
    means: 'The content of the database is broken.',
    help: 'Restore it from a copy, or solve the puzzles again in another database.',
  },
  NM_DATABASE_VERSION: {
    means: 'The database was written by another version of nonomill, or holds no tables yet.',
    help: 'Use the version that wrote it, or another database.',
  },
  NM_DATABASE_LOCKED: {
    means: 'Another run or another program uses the database.',
    help: 'Wait for it to end, or use another database.',
  },
  NM_DATABASE_PUZZLE_DIFFERS: {
    means: 'The database holds another puzzle for this entry, although the file is the same.',
    help: 'Use a new database.',
  },

  // ---- Runs
  NM_RUN_UNKNOWN: {
    means: 'The database has no run of this number or name, or none at all.',
    help: 'Run `nonomill runs` for the list of runs.',
  },
  NM_RUN_OPTIONS_DIFFER: {
    means:
      'The run was begun with other options, so new results would not go together with its own.',
    help: 'Use the same options, or start a new run.',
  },
  NM_RUN_UNFINISHED: {
    means: 'The run is not complete, and this needs a complete one.',
    help: 'Finish it with `nonomill run --resume`.',
  },
  NM_RUN_NOT_RESUMABLE: {
    means: 'There is no run that could go on in this way.',
    help: 'Name its corpora, use the command that began it, or start a new run.',
  },
  NM_RUN_NOT_REPEATABLE: {
    means: 'The run cannot be done again as it was: the message says why.',
    help: 'Finish it first, or begin a new run over its files.',
  },
  NM_RUN_NOT_ACCEPTED: {
    means: 'The results of another program cannot be accepted as a standard.',
    help: 'Accept a run of nonomill itself.',
  },
  NM_RUN_INCOMPLETE_ACCOUNT: {
    means:
      'The results and rejects of the run do not equal its entries. The run stays interrupted.',
    help: 'Run it again with `--resume`, and please report it.',
  },
  NM_RUN_STOPPED_EARLY: {
    means: 'The run was stopped before its first puzzle. Nothing has changed.',
    help: 'Start it again.',
  },
  NM_PROOF_FOLDER: {
    means: 'The folder for the proofs of the run cannot be used.',
    help: 'Name a folder with `--prove-to`, or run without it.',
  },
  NM_NO_RESULTS: {
    means: 'No result is left that answers the question.',
    help: 'Widen `--where` or the period, or name another run.',
  },
  NM_THREADS_NOT_STARTED: {
    means: 'Threads do not start.',
    help: 'Allow the process more memory, or use fewer threads; `nonomill doctor` shows the limits.',
  },
  NM_NO_MEMORY: {
    means: 'There is not enough memory for the solver.',
    help: 'Allow the process more memory (`ulimit -v`); `nonomill doctor` shows the limits.',
  },
  NM_NO_WEBASSEMBLY: {
    means: 'The solver needs WebAssembly, which is missing or forbidden.',
    help: "Use a browser that has it, allow `'wasm-unsafe-eval'` in the content security policy, or start Node.js without `--jitless`.",
  },
  NM_SYSTEM_UNSUPPORTED: {
    means: 'The operating system cannot do this.',
    help: 'Leave the option out.',
  },

  // ---- Several machines
  NM_PARTS_MISSING: {
    means: 'Parts of the run are missing or unfinished.',
    help: 'Finish them and name their databases, or merge what there is with `--partial`.',
  },
  NM_PARTS_DIFFER: {
    means: 'The databases do not hold parts of the same run.',
    help: 'Name the parts of a single run, or run the one again that differs.',
  },
  NM_PART_REFUSED: {
    means: 'A part holds something that no run writes, or cannot be read.',
    help: 'Copy it again from its machine, or solve the part again.',
  },
  NM_QUEUE_ADDRESS: {
    means: 'The address of the queue is missing or cannot be read.',
    help: 'Give it as `redis://host:6379`; see [machines.md](machines.md).',
  },
  NM_QUEUE_TOO_OLD: {
    means: 'The Redis of the queue is older than the version that queues need.',
    help: 'Use Redis 5.0 or later, or what speaks as it does.',
  },
  NM_QUEUE_UNREACHABLE: {
    means: 'Redis does not answer, or refuses.',
    help: 'Check that it is there and that the address is right, then go on with `--resume`.',
  },
  NM_QUEUE_WORKERS: {
    means: 'Workers left the queue or were shut out, or another program interferes with it.',
    help: 'Start other workers and go on with `--resume`; see [machines.md](machines.md).',
  },

  // ---- Data sets and other solvers
  NM_RECIPE_INVALID: {
    means: 'The file is not a recipe of a data set, or other puzzles were named than it says.',
    help: 'Use the recipe that is kept with the data set, with the files that it names.',
  },
  NM_DATASET_DIFFERS: {
    means: 'The folder holds a data set of another recipe.',
    help: 'Name another folder, or begin anew with `--force`.',
  },
  NM_DATASET_UNFINISHED: {
    means: 'The folder holds an unfinished data set.',
    help: 'Go on with `--resume`, or begin anew with `--force`.',
  },
  NM_DATASET_LOCKED: {
    means: 'Another process works on this data set.',
    help: 'Wait for it to end, or name another folder.',
  },
  NM_CLAIMS_UNREADABLE: {
    means: 'The file of claims of another solver cannot be read.',
    help: 'See [benchmark.md](../lab/benchmark.md) for what it should hold.',
  },

  // ---- Pages
  NM_SERVER_ADDRESS: {
    means: 'The port is taken, or the host is not an address of this machine.',
    help: 'Name another with `--port` or `--host`.',
  },
  NM_PAGES_MISSING: {
    means: 'The pages were not built.',
    help: 'Run `npm run build`.',
  },
  NM_REQUEST_INVALID: {
    means: 'A request to the pages is not understood, or not allowed.',
    help: 'Ask as the message says.',
  },
  NM_REQUEST_NOT_FOUND: {
    means: 'The pages have nothing at this address.',
    help: 'Check the address.',
  },

  // ---- Programs
  NM_ARGUMENT_INVALID: {
    means: 'An argument or option of a function of the library is not what it takes.',
    help: 'See [library.md](../solver/library.md).',
  },
  NM_UNEXPECTED: {
    means: 'A fault of nonomill itself.',
    help: 'Please report it with the lines above the code and the command that you typed.',
  },
} as const satisfies Readonly<Record<`NM_${string}`, ErrorMeaning>>;

export type ErrorCode = keyof typeof ERROR_CODES;

/** A message with the code of its error at the end: `the disk is full (NM_DISK_FULL)`. */
export function withCode(message: string, code: ErrorCode): string {
  return `${message} (${code})`;
}

/** How a reason ends that is a fault of the program. */
export const FAULT_ENDING = ' (NM_UNEXPECTED)';

/** Why an entry is a reject, or its status is `crash`, after an unexpected error over it. */
export function faultReason(error: unknown): string {
  return `nonomill failed on it: ${String(error).slice(0, 500)}${FAULT_ENDING}`;
}

/** What a program was doing with a file when the operating system refused. */
type FileWork = 'read' | 'write';

/** Why the system refused a file, in words after its path; else the message of `error`. */
export function systemReason(error: unknown, work: FileWork): string {
  const message = error instanceof Error ? error.message : String(error);
  return REASONS.get(codeOf(error))?.[work] ?? message;
}

/** The code for a file or folder that the operating system refused. */
export function fileErrorCode(error: unknown): ErrorCode {
  switch (codeOf(error)) {
    case 'ENOENT':
      return 'NM_FILE_ABSENT';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'NM_DISK_FULL';
    case 'EIO':
      return 'NM_DISK_FAILS';
    default:
      return 'NM_FILE_ACCESS';
  }
}

/** The code of a system error (`ENOENT`), or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

const NO_FOLDER = 'a part of its path is a file, not a folder';

const REASONS: ReadonlyMap<string, Readonly<Record<FileWork, string>>> = new Map([
  ['ENOENT', { read: 'there is no such file or folder', write: 'there is no such folder' }],
  ['EACCES', permission()],
  ['EPERM', permission()],
  ['EISDIR', both('it is a folder, not a file')],
  ['ENOTDIR', both(NO_FOLDER)],
  ['EEXIST', both(NO_FOLDER)],
  ['ENOSPC', both('the disk is full')],
  ['EDQUOT', both('the disk quota is used up')],
  ['EROFS', both('the disk is read-only')],
  ['ENAMETOOLONG', both('its name is too long')],
  ['ELOOP', both('its links lead in a circle')],
  ['ENXIO', both('nothing is at the other end of it')],
  ['EMFILE', both('too many files are open')],
  ['ENFILE', both('too many files are open')],
  ['EIO', both('the disk reports an error')],
  ['EBUSY', both('another program has it open')],
]);

function both(reason: string): Record<FileWork, string> {
  return { read: reason, write: reason };
}

function permission(): Record<FileWork, string> {
  return { read: 'permission to read it is missing', write: 'permission to write it is missing' };
}

/** What reasons of one kind share: `row …: the blocks … need … cells`, without what differs. */
export function reasonKind(reason: string): string {
  return reason
    .replace(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replace(/\d+(?:[.,x]\d+)*/g, '…')
    .replace(/…(?:[\s,]+…)+/g, '…');
}
