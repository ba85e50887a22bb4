import { join } from 'node:path';
import { glob } from 'tinyglobby';

/** Pictures, texts and programs that no format of puzzles uses. */
const OTHER_FILES =
  /\.(md|markdown|rst|pdf|html?|css|png|jpe?g|gif|webp|svg|bmp|ico|tiff?|psd|xcf|zip|tar|7z|py|js|ts|sh|lock|log|ya?ml|toml)$/i;

/** Files that explain a collection, whatever their extension. */
const EXPLANATIONS =
  /^(readme|licen[cs]e|copying|notice|authors|contributors|credits|changelog|changes|todo|makefile|thumbs\.db|desktop\.ini)(\.|$)/i;

/** Whether a file in a folder is hidden, or is of a kind that people keep beside their puzzles. */
export function isBesidePuzzles(name: string): boolean {
  return name.startsWith('.') || OTHER_FILES.test(name) || EXPLANATIONS.test(name);
}

/**
 * `paths` without those that a pattern of `ignore` names, relative to `folder`. A pattern without a
 * slash names files and folders at any depth, as in a .gitignore.
 */
export async function withoutIgnored(
  paths: readonly string[],
  folder: string,
  ignore: readonly string[],
): Promise<readonly string[]> {
  if (ignore.length === 0) return paths;
  const patterns = ignore
    .map((pattern) => pattern.replaceAll('\\', '/').replace(/^\.\//, ''))
    .flatMap((pattern) => {
      const anywhere = pattern.replace(/\/$/, '').includes('/') ? pattern : `**/${pattern}`;
      return [anywhere, `${anywhere.replace(/\/$/, '')}/**`];
    });
  const named = await glob(patterns, { cwd: folder, dot: true, onlyFiles: true });
  const ignored = new Set(named.map((path) => join(folder, path)));
  return paths.filter((path) => !ignored.has(join(path)));
}
