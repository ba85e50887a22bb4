/**
 * The codes of errors, each a situation that ends a command or a call of the library. A code stays
 * what it is; docs/pipeline/errors.md says what each means, and what helps.
 */
export const ERROR_CODES = [
  // The command line
  'NM_COMMAND_UNKNOWN',
  'NM_OPTION_UNKNOWN',
  'NM_OPTION_VALUE',
  'NM_OPTIONS_CONFLICT',
  'NM_ARGUMENTS',
  'NM_STANDARD_INPUT',
  'NM_CONFIRMATION',
  'NM_CONFIG_INVALID',
  'NM_CONFIG_UNTRUSTED',
  'NM_NIGHT_UNKNOWN',
  'NM_QUESTION_INVALID',
  'NM_FILTER_INVALID',
  // Files
  'NM_FILE_ABSENT',
  'NM_FILE_ACCESS',
  'NM_FILE_EXISTS',
  'NM_DISK_FULL',
  'NM_DISK_FAILS',
  'NM_OUTPUT_CLOSED',
  'NM_REPORT_NOT_WRITTEN',
  // Puzzles
  'NM_CORPUS_EMPTY',
  'NM_CORPUS_UNREADABLE',
  'NM_CORPUS_DAMAGED',
  'NM_CORPUS_CHANGED',
  'NM_ENTRIES_REJECTED',
  'NM_FORMAT_UNKNOWN',
  'NM_FORMAT_MODULE',
  'NM_FORMAT_CANNOT_HOLD',
  'NM_PUZZLE_INVALID',
  'NM_PUZZLE_UNKNOWN',
  'NM_PUZZLE_AMBIGUOUS',
  'NM_CELLS_INVALID',
  'NM_IMAGE_INVALID',
  'NM_LINE_CONTRADICTION',
  'NM_NOT_SOLVED',
  'NM_NOT_UNIQUE',
  'NM_NOTHING_FOUND',
  'NM_PROOF_INVALID',
  'NM_CROSS_CHECK_DIFFERS',
  // Databases
  'NM_DATABASE_ABSENT',
  'NM_DATABASE_ACCESS',
  'NM_DATABASE_FOREIGN',
  'NM_DATABASE_DAMAGED',
  'NM_DATABASE_VERSION',
  'NM_DATABASE_LOCKED',
  'NM_DATABASE_PUZZLE_DIFFERS',
  // Runs
  'NM_RUN_UNKNOWN',
  'NM_RUN_OPTIONS_DIFFER',
  'NM_RUN_UNFINISHED',
  'NM_RUN_NOT_RESUMABLE',
  'NM_RUN_NOT_REPEATABLE',
  'NM_RUN_NOT_ACCEPTED',
  'NM_RUN_INCOMPLETE_ACCOUNT',
  'NM_RUN_STOPPED_EARLY',
  'NM_PROOF_FOLDER',
  'NM_NO_RESULTS',
  'NM_THREADS_NOT_STARTED',
  'NM_NO_MEMORY',
  'NM_NO_WEBASSEMBLY',
  'NM_SYSTEM_UNSUPPORTED',
  // Several machines
  'NM_PARTS_MISSING',
  'NM_PARTS_DIFFER',
  'NM_PART_REFUSED',
  'NM_QUEUE_ADDRESS',
  'NM_QUEUE_TOO_OLD',
  'NM_QUEUE_UNREACHABLE',
  'NM_QUEUE_WORKERS',
  // Data sets and other solvers
  'NM_RECIPE_INVALID',
  'NM_DATASET_DIFFERS',
  'NM_DATASET_UNFINISHED',
  'NM_DATASET_LOCKED',
  'NM_CLAIMS_UNREADABLE',
  // Pages
  'NM_SERVER_ADDRESS',
  'NM_PAGES_MISSING',
  'NM_REQUEST_INVALID',
  'NM_REQUEST_NOT_FOUND',
  // Programs
  'NM_ARGUMENT_INVALID',
  'NM_UNEXPECTED',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

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

/** What `work` returns; `otherwise` if it throws, for whatever reason. */
export function ifPossible<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
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
