// Says the lines of the TypeScript sources where a test's report says those of the compiled files.
// Node would do so in the tests' own processes (--enable-source-maps), but then reads the maps of
// all modules that it loads.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const maps = new Map();

/** `text` with the places in compiled files as places in their sources. */
export function withSources(text) {
  return text.replace(/([^\s()'"]+\.js):(\d+):(\d+)/g, (place, path, line, column) => {
    const file = path.startsWith('file:') ? fileURLToPath(path) : resolve(path);
    const entry = mapOf(file)?.findEntry(line - 1, column - 1);
    if (entry?.originalSource === undefined) return place;
    const source = relative('', resolve(dirname(file), decodeURI(entry.originalSource)));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}

/** Null for a file that has none. */
function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`));
  return maps.get(file);
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}
