import { cnf } from './single/cnf.js';
import { csv, csvOfColumns } from './single/csv.js';
import {
  cwd,
  gno,
  gridText,
  haskell,
  keen,
  mk,
  mn,
  nin,
  nonogramText,
  spoj,
  tournament,
} from './single/clue-lines.js';
import { dzn } from './single/dzn.js';
import { DEFAULT_PARSER_LIMITS, type EntrySink, type Format } from './contract/format.js';
import { validate } from '../core/puzzle/validate.js';
import type { NamedDraft, TextReader } from './json/json-entry.js';
import { json, ndjson } from './json/json.js';
import { lists } from './single/lists.js';
import { non } from './single/non.js';
import { nonogrid, olsak } from './single/colour-clues.js';
import { puzzlink, tatham } from './single/one-line.js';
import { pbm, picture, xpm } from './single/picture.js';
import { npz, parquet, png } from './single/tables.js';
import { freenono, webpbn } from './single/xml.js';

/** Every format, in the order in which they are listed. */
export const FORMATS: readonly Format[] = [
  csv,
  json(textReader),
  ndjson(textReader),
  non,
  webpbn,
  freenono,
  nonogrid,
  nin,
  mk,
  cwd,
  keen,
  olsak,
  gno,
  tournament,
  tatham,
  puzzlink,
  haskell,
  lists,
  mn,
  nonogramText,
  dzn,
  spoj,
  gridText,
  picture,
  pbm,
  xpm,
  png,
  npz,
  parquet,
  cnf,
];

/** How many characters of a file detection looks at. */
export const DETECTION_LENGTH = 65536;
export function canRead(format: Format): boolean {
  return canReadText(format) || format.table === true;
}

/** Whether a text, or bytes as characters, can be read in a format; others need a file. */
export function canReadText(format: Format): boolean {
  return format.createParser !== null;
}

/** A format as it is read with the columns first, if only custom says that the rows are. */
export function inOrder(format: Format, columnsFirst: boolean): Format {
  return columnsFirst ? (format.columnsFirst ?? format) : format;
}

/** The format that `--format` or `--to` names, or null; `csv:rows,columns` has no header. */
export function formatByName(name: string): Format | null {
  const wanted = name.toLowerCase();
  if (!wanted.startsWith('csv:')) return FORMATS.find((format) => format.name === wanted) ?? null;
  return csvOfColumns(name.slice('csv:'.length).split(','));
}

/** The formats whose extension `path` has; a `.gz` after it is ignored. */
export function formatsByExtension(path: string): readonly Format[] {
  const name = path.toLowerCase().replace(/\.gz$/, '');
  return FORMATS.filter((format) => format.extensions.some((ending) => name.endsWith(ending)));
}

/**
 * The format that a file's name alone tells; null if none has its extension, several have, or files
 * with it are often something else.
 */
export function formatByNameAlone(path: string): Format | null {
  const named = formatsByExtension(path).filter(canRead);
  return named.length === 1 && named[0].isSharedExtension !== true ? named[0] : null;
}

/** Text that looks like a puzzle with a mistake in it is rated lower than this. */
const SURE = 0.35;

/**
 * The format of a file: by its extension first; if that says nothing, or fits several formats, by
 * `head`, its first characters. Null if neither is known. `columnsFirst`: as `inOrder` has it.
 */
export function detectFormat(path: string, head: string, columnsFirst = false): Format | null {
  const ordered = (format: Format): Format => inOrder(format, columnsFirst);
  const alone = formatByNameAlone(path);
  if (alone !== null) return ordered(alone);
  const [best] = rated(head, formatsByExtension(path).filter(canRead).map(ordered));
  if (best !== undefined && best.sure >= SURE) return best.format;
  return formatsLike(head, FORMATS.filter(canRead).map(ordered))[0] ?? null;
}

/** The formats of `among` that `head` looks like, the most likely first, else in their order. */
export function formatsLike(head: string, among = FORMATS.filter(canRead)): readonly Format[] {
  return rated(head, among).map(({ format }) => format);
}

function rated(head: string, among: readonly Format[]) {
  return among
    .map((format) => ({ format, sure: format.detect(head) }))
    .filter(({ sure }) => sure > 0)
    .sort((one, other) => other.sure - one.sure);
}

/** Hands the entries of a whole text, in a format that is read as text, to `sink`. */
export function readWhole(format: Format, text: string, sink: EntrySink): void {
  const parser = format.createParser!(sink, DEFAULT_PARSER_LIMITS);
  parser.write(text);
  parser.end();
}

/** Reads the one puzzle of a text, in the `named` format, or the likeliest in which it is one. */
export function textReader(columnsFirst: boolean, named: Format | null = null): TextReader {
  return (text, first = columnsFirst ? 'columns' : 'rows') => {
    const ordered = (format: Format): Format => inOrder(format, first === 'columns');
    const texts = FORMATS.filter((format) => canReadText(format) && format.binary !== true);
    const formats =
      named === null
        ? formatsLike(text.slice(0, DETECTION_LENGTH), texts.map(ordered))
        : [ordered(named)];
    let likeliest: NamedDraft | null = null;
    for (const format of formats) {
      const found: NamedDraft[] = [];
      readWhole(format, text, {
        entry: ({ name, title, label, draft }) => found.push({ name, title, label, draft }),
        reject: ({ name, kind = 'text', reason }) => found.push({ name, kind, reason }),
      });
      const reason = `expected one puzzle, found ${found.length}`;
      const one = found.length === 1 ? found[0] : { name: null, reason };
      if (one.draft !== undefined && validate(one.draft).puzzle !== undefined) return one;
      likeliest ??= one;
    }
    return (
      likeliest ?? { name: null, reason: 'its puzzle is in none of the formats that can be read' }
    );
  };
}
