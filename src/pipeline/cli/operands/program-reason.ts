import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * Why a program cannot be started by this word, or null: a path must be that of an executable file,
 * and a name that of one in a folder of `path`. On Windows, which has its own rules, it is always
 * null.
 */
export function programReason(
  word: string,
  path: string = process.env.PATH ?? '',
  platform: string = process.platform,
): string | null {
  if (platform === 'win32') return null;
  if (word.includes('/')) {
    if (isExecutable(word)) return null;
    return isFile(word) ? `"${word}" is not executable: chmod +x` : `there is no program "${word}"`;
  }
  const inPath = path.split(delimiter).some((folder) => isExecutable(join(folder || '.', word)));
  if (inPath) return null;
  const here = isFile(word) ? `; the file in this folder is ./${word}` : '';
  return `there is no program "${word}" in PATH${here}`;
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return isFile(path);
  } catch {
    return false;
  }
}
