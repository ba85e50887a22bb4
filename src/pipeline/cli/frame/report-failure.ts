import { withCode, type ErrorCode } from '../../../solver/core/text/error-codes.js';
import { NonomillError } from '../../../solver/core/text/nonomill-error.js';
import { fileErrorCode, systemReason } from '../../../solver/core/text/system-errors.js';
import { VERSION } from '../../runs/request/version.js';
import { StoreError, explainedError } from '../../store/open/store-error.js';
import { EXIT_CODES } from '../../record/exit-codes.js';
import { Failure, UsageError } from '../terminal/outcome.js';
import type { Terminal } from '../terminal/terminal.js';

const ANOTHER = '--db names another.';

/** What users of the command line can do about a database that cannot be used. */
const STORE_HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  NM_DATABASE_ABSENT: '"nonomill run <corpus>" makes one, --db names another.',
  NM_DATABASE_ACCESS: ANOTHER,
  NM_DATABASE_FOREIGN: ANOTHER,
  NM_DATABASE_VERSION: ANOTHER,
  NM_DATABASE_LOCKED: ANOTHER,
  NM_DATABASE_DAMAGED: ANOTHER,
};

/** Codes of what this machine lacks. */
const OF_THE_MACHINE: ReadonlySet<ErrorCode> = new Set([
  'NM_DATABASE_ACCESS',
  'NM_DISK_FAILS',
  'NM_NO_MEMORY',
  'NM_NO_WEBASSEMBLY',
  'NM_THREADS_NOT_STARTED',
]);
const ASK_DOCTOR = '"nonomill doctor" says what of this machine holds runs back.';

/**
 * Tells what went wrong on standard error, with its code, and returns the exit code. For expected
 * failures it is one clear message; for everything else the stack, and what to do with it. If
 * `--json` was `typed` and nothing is on standard output yet, the message and the code go there.
 */
export async function reportFailure(
  thrown: unknown,
  terminal: Terminal,
  typed: readonly string[] = [],
): Promise<number> {
  const { error, message, code } = explained(thrown);
  const isUsage = error instanceof UsageError || code === 'NM_RUN_OPTIONS_DIFFER';
  const exit = isUsage ? EXIT_CODES.usage : EXIT_CODES.failed;
  const lines =
    code === 'NM_UNEXPECTED' ? faultLines(error) : [`nonomill: ${withCode(message, code)}`];
  if (error instanceof Failure && error.hint !== null) lines.push(error.hint);
  if (OF_THE_MACHINE.has(code)) lines.push(ASK_DOCTOR);
  // The last line of a night's log has the cause, and what to do.
  const isOneLine =
    terminal.logForm === 'timed' && code !== 'NM_UNEXPECTED' && exit === EXIT_CODES.failed;
  const between = isOneLine ? ' ' : '\n';
  terminal.tell({ event: 'end', state: 'failed', code, exit }, lines.join(between));
  if (typed.includes('--json') && !terminal.hasPrinted) {
    // What cannot be printed is said on standard error all the same.
    await terminal.print(`${JSON.stringify({ error: message, code })}\n`).catch(() => undefined);
    await terminal.flush().catch(() => undefined);
  }
  return exit;
}

/** A thrown value, in words for people, with its code. */
export function explained(thrown: unknown): {
  readonly error: unknown;
  readonly message: string;
  readonly code: ErrorCode;
} {
  // Damage may show up whenever the database is read.
  const error = explainedError(thrown, 'the database');
  if (error instanceof NonomillError) {
    const hint = error instanceof StoreError ? STORE_HINTS[error.code] : undefined;
    const message = hint === undefined ? error.message : `${error.message} ${hint}`;
    return { error, message, code: error.code };
  }
  if (error instanceof Error && 'syscall' in error && 'code' in error) {
    return { error, message: systemMessage(error), code: fileErrorCode(error) };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { error, message, code: 'NM_UNEXPECTED' };
}

function faultLines(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return [
    `nonomill: ${withCode('this should not have happened.', 'NM_UNEXPECTED')}`,
    stack,
    `It is a fault of nonomill ${VERSION} (Node.js ${process.versions.node}, ` +
      `${process.platform} ${process.arch}).`,
    'Please report it with the lines above and the command that you typed.',
  ];
}

/** The operating system's error codes in words: `data.csv: there is no such file`. */
function systemMessage(error: Error & { readonly syscall: unknown }): string {
  if (error.syscall === 'uv_cwd') {
    return 'the folder that this was started in is gone: go to another one (cd) and start it again';
  }
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return path + systemReason(error, WRITING.has(String(error.syscall)) ? 'write' : 'read');
}

/** Calls of the operating system that change something. */
const WRITING = new Set(['write', 'mkdir', 'rename', 'unlink', 'link', 'symlink', 'ftruncate']);
