/**
 * The folder of what is built: modules lie in it at one depth, and the bundles that the build makes
 * of them at another.
 */
const BUILT = new URL(import.meta.url.replace(/(^.*\/dist\/).*$/, '$1'));

/** A file that the program finds beside itself, such as `workers/solve.cjs`. */
export function builtFile(path: string): URL {
  return new URL(path, BUILT);
}
