import { EXIT_CODES, Failure, UsageError } from '../outcome/outcome.js';
import {
  StoreError,
  explainedError,
  type StoreErrorKind,
} from '../../runs/store/open/store-error.js';
import type { Terminal } from '../terminal/terminal.js';
import { VERSION } from '../../runs/request/version.js';
import { systemReason } from '../../core/text/system-errors.js';

const ANOTHER = '--db names another.';

/** What users of the command line can do about a database that cannot be used. */
const STORE_HINTS: Readonly<Partial<Record<StoreErrorKind, string>>> = {
  absent: '"nonomill run <corpus>" makes one, --db names another.',
  access: ANOTHER,
  foreign: ANOTHER,
  version: ANOTHER,
  locked: ANOTHER,
  damaged: ANOTHER,
};

/** Errors of the layers below whose messages are for people, by name. */
const EXPLAINED = new Set([
  'RunError',
  'StoreError',
  'CorpusError',
  'ReportError',
  'QueueError',
  'EngineError',
]);

/**
 * Tells what went wrong on standard error, and returns the exit code. For expected failures it is
 * one clear message; for everything else the stack, and what to do with it.
 */
export function reportFailure(thrown: unknown, terminal: Terminal): number {
  // Damage may show up whenever the database is read.
  const error = explainedError(thrown, 'the database');
  if (isExplained(error)) {
    const hint = error instanceof StoreError ? STORE_HINTS[error.kind] : undefined;
    terminal.say(`nonomill: ${messageOf(error)}${hint === undefined ? '' : ` ${hint}`}`);
    if (error instanceof Failure && error.hint !== null) terminal.say(error.hint);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.failed;
  }
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  terminal.say(`nonomill: this should not have happened.\n${stack}`);
  terminal.say(
    `It is a fault of nonomill ${VERSION} (Node.js ${process.versions.node}, ` +
      `${process.platform} ${process.arch}).\n` +
      'Please report it with the lines above and the command that you typed.',
  );
  return EXIT_CODES.failed;
}

/** The operating system's error codes in words: `data.csv: there is no such file`. */
function messageOf(error: Error): string {
  if (!('syscall' in error)) return error.message;
  if (error.syscall === 'uv_cwd') {
    return 'the folder that this was started in is gone: go to another one (cd) and start it again';
  }
  const path = 'path' in error && typeof error.path === 'string' ? `${error.path}: ` : '';
  return path + systemReason(error, WRITING.has(String(error.syscall)) ? 'write' : 'read');
}

/** Calls of the operating system that change something. */
const WRITING = new Set(['write', 'mkdir', 'rename', 'unlink', 'link', 'symlink', 'ftruncate']);

/** Whether the message of `error` is meant for people: ours, or the operating system's. */
function isExplained(error: unknown): error is Error {
  if (error instanceof Failure) return true;
  if (!(error instanceof Error)) return false;
  return EXPLAINED.has(error.name) || ('syscall' in error && 'code' in error);
}
