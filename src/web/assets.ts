import { readFileSync, readdirSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

/** One file of the pages. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
  /** Whether its name changes with its content, so that it may be cached for ever. */
  readonly lasting: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * The built pages by their path in an address. All are read at the start, so that no request ever
 * opens a file.
 * @throws Error if they are not built.
 */
export function readAssets(folder: string): ReadonlyMap<string, Asset> {
  const assets = new Map<string, Asset>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch (error) {
    throw new Error(`The pages are not in ${folder}: "npm run build" builds them.`, {
      cause: error,
    });
  }
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const path = join(folder, name);
    const body = new Uint8Array(readFileSync(path));
    const address = `/${relative(folder, path).split(sep).join('/')}`;
    assets.set(address, { body, type, lasting: address.startsWith('/assets/') });
  }
  return assets;
}
