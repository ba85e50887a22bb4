/**
 * A path as it is kept and compared: Windows takes both kinds of slashes, so that one file would
 * have two names. Elsewhere a backslash is a character like any other.
 */
export function withSlashes(path: string, platform: string = process.platform): string {
  return platform === 'win32' ? path.replaceAll('\\', '/') : path;
}
