import type { ErrorCode } from './error-codes.js';

/** What a program was doing with a file when the operating system refused. */
export type FileWork = 'read' | 'write';

/**
 * Why the operating system refused to read or write a file, in words that go after its path:
 * `there is no such file or folder`. Without words of ours, the message of `error`.
 */
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
