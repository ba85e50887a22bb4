import { cnf } from './cnf.js';
import { csv } from './csv.js';
import type { Format } from './format.js';
import { json } from './json.js';
import { ndjson } from './ndjson.js';
import { non } from './non.js';

/** Every format, in the order in which they are listed. */
export const FORMATS: readonly Format[] = [csv, json, ndjson, non, cnf];

/** The characters of a file that detection looks at: it never sees more. */
export const DETECTION_LENGTH = 65536;

/** Whether a format can be read at all. */
export function canRead(format: Format): boolean {
  return format.createParser !== null || format.createRecordReader !== undefined;
}

/** The format that `--format` or `--to` names, or null. */
export function formatByName(name: string): Format | null {
  const wanted = name.toLowerCase();
  return FORMATS.find((format) => format.name === wanted) ?? null;
}

/** The formats whose extension `path` has; `.gz` behind it is looked through. */
export function formatsByExtension(path: string): readonly Format[] {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return FORMATS.filter((format) => format.extensions.some((ending) => name.endsWith(ending)));
}

/**
 * The format of a file: by its extension first; where that says nothing, or fits several
 * formats, by `head`, its first characters. Null where neither is known.
 */
export function detectFormat(path: string, head: string): Format | null {
  const named = formatsByExtension(path).filter(canRead);
  if (named.length === 1) return named[0];
  let best: Format | null = null;
  let sure = 0;
  for (const format of named.length > 0 ? named : FORMATS.filter(canRead)) {
    const how = format.detect(head);
    if (how > sure) [best, sure] = [format, how];
  }
  return best ?? named[0] ?? null;
}
