import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, extname, join } from 'node:path';

/**
 * Why a program cannot be started by this word, or null: a path must be that of an executable file,
 * and a name that of one in a folder of `path`. On Windows it is an .exe or a .com file, whose
 * ending may be left out, and a name is looked up in the working folder first.
 */
export function programReason(
  word: string,
  path: string = process.env.PATH ?? '',
  platform: string = process.platform,
): string | null {
  if (platform === 'win32') return windowsReason(word, path);
  if (word.includes('/')) {
    if (isExecutable(word)) return null;
    return isFile(word) ? `"${word}" is not executable: chmod +x` : `there is no program "${word}"`;
  }
  const inPath = path.split(delimiter).some((folder) => isExecutable(join(folder || '.', word)));
  if (inPath) return null;
  const here = isFile(word) ? `; the file in this folder is ./${word}` : '';
  return `there is no program "${word}" in PATH${here}`;
}

function windowsReason(word: string, path: string): string | null {
  const isPath = /[\\/:]/.test(word);
  const folders = isPath ? [''] : ['./', ...path.split(';').map((folder) => `${folder}/`)];
  const isThere = (end: string): boolean => folders.some((folder) => isFile(folder + word + end));
  const isScript = /^\.(cmd|bat)$/i.test(extname(word));
  if (!isScript && ['', '.exe', '.com'].some(isThere)) return null;
  const script = isScript
    ? word
    : ['.cmd', '.bat']
        .map((end) => word + end)
        .find((one) => folders.some((folder) => isFile(folder + one)));
  return script !== undefined
    ? `"${script}" is a script of the command prompt: write cmd /d /c "${script}"`
    : `there is no program "${word}"${isPath ? '' : ' in PATH'}`;
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
