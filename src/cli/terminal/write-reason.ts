/** Why something could not be written, in words; the system's own if there are none. */
export function writeReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = error instanceof Error ? error.message : String(error);
  return REASONS.get(code) ?? message;
}

const REASONS = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the disk quota is used up'],
  ['EACCES', 'permission to write it is missing'],
  ['EPERM', 'permission to write it is missing'],
  ['EROFS', 'the disk is read-only'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['EEXIST', 'a part of its path is a file, not a folder'],
  ['ENOENT', 'there is no such folder'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['ELOOP', 'its links lead in a circle'],
  ['ENXIO', 'nothing is at the other end of it'],
]);
