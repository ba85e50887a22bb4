import { stat } from 'node:fs/promises';
import { posix, resolve, win32 } from 'node:path';
import picomatch from 'picomatch';
import { escapePath, glob, isDynamicPattern } from 'tinyglobby';
import { withSlashes } from '../files/files.js';

/** Whether a path that names nothing is a pattern. */
export const isPattern: (path: string) => boolean = isDynamicPattern;

/** The paths of the files that fit a pattern, in name order. */
export async function pathsLike(pattern: string, platform: string | undefined): Promise<string[]> {
  const literal = await literally(pattern.replaceAll('\\', '/'));
  const absolute = isOnOtherDrive(pattern, process.cwd(), platform);
  const found = await glob(literal, { onlyFiles: true, absolute });
  return found.sort();
}

/** A pattern in which the folders that exist by these very names stand for themselves. */
async function literally(pattern: string): Promise<string> {
  let end = 0;
  for (let next = pattern.indexOf('/'); next >= 0; next = pattern.indexOf('/', end)) {
    const found = await stat(pattern.slice(0, next + 1)).catch(() => null);
    if (found?.isDirectory() !== true) break;
    end = next + 1;
  }
  return escapePath(pattern.slice(0, end)) + pattern.slice(end);
}

/** Whether a pattern of Windows begins at a root that no way leads to from this folder. */
export function isOnOtherDrive(
  pattern: string,
  folder: string,
  platform: string = process.platform,
): boolean {
  if (platform !== 'win32') return false;
  const [one, other] = [pattern, folder].map((path) => win32.parse(path).root.toLowerCase());
  return one.length > 1 && withSlashes(one, 'win32') !== withSlashes(other, 'win32');
}

/**
 * `paths` without those that a pattern of `ignore` names, relative to `folder`. A pattern without a
 * slash names files and folders at any depth, as in a .gitignore; one that leads out of `folder`,
 * or begins at a root, what is there.
 */
export function withoutIgnored(
  paths: readonly string[],
  folder: string,
  ignore: readonly string[],
  platform: string = process.platform,
): readonly string[] {
  const options = { dot: true, nocase: platform === 'win32' };
  const base = withSlashes(resolve(folder), platform);
  const tests = ignore.map((word) => {
    const pattern = word.replaceAll('\\', '/').replace(/\/$/, '');
    if (!pattern.includes('/')) {
      // It may also be the name of a file, `Copy (1).csv`, in which nothing has a meaning.
      const isNamed = picomatch([pattern, escapePath(pattern)], options);
      const namesIn = (path: string): string[] => posix.relative(base, path).split('/');
      return (path: string) => namesIn(path).some((name) => isNamed(name));
    }
    const patterns = [pattern, escapePath(pattern)].map((one) => rooted(one, base));
    return picomatch([...patterns, ...patterns.map((one) => `${one}/**`)], options);
  });
  return paths.filter((path) => {
    const full = withSlashes(resolve(path), platform);
    return !tests.some((isIgnored) => isIgnored(full));
  });
}

/** A pattern from the root on, where it began at a folder. */
function rooted(pattern: string, folder: string): string {
  if (/^(\/|[a-z]:)/i.test(pattern)) return pattern;
  const [, up, rest] = /^((?:\.{1,2}\/)*)(.*)$/s.exec(pattern)!;
  return `${escapePath(posix.join(folder, up)).replace(/\/$/, '')}/${rest}`;
}
