import { countText, numberOf } from '../../solver/core/text/numbers.js';
import { plainText } from '../../solver/core/text/plain-text.js';
import {
  CorpusError,
  readError,
  readBytes,
  isAddress,
  DamagedError,
  headText,
  statOf,
  gunzip,
  isGzip,
} from './bytes.js';
import { closeSync, openSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { basename, join, dirname, extname } from 'node:path';
import {
  canReadText,
  formatByNameAlone,
  readWhole,
  formatsByExtension,
  detectFormat,
  FORMATS,
  inOrder,
  canRead,
  DETECTION_LENGTH,
} from '../../solver/formats/registry.js';
import { withSlashes, DATABASE_START, BESIDE_DATABASE, firstBytes } from '../files/files.js';
import { createHash } from 'node:crypto';
import type * as Patterns from './patterns.js';
import type { Format } from '../../solver/formats/contract/format.js';
import { formatNamed } from './format-module.js';
import { REPORT_FILES, incomplete } from '../record/outcome.js';

/** One file, or standard input, that holds entries. */
export interface Source {
  /** A path, or `-` for standard input. */
  readonly path: string;
  /** The name of its format; null if it is to be recognised when the source is opened. */
  readonly format: string | null;
  /** Whether the user named its format; left out: no. */
  readonly isNamed?: boolean;
  /** Whether it can be read only once: standard input, a pipe, a device. */
  readonly once?: boolean;
  /** Whether the columns come first where only custom says that the rows do; left out: no. */
  readonly columnsFirst?: boolean;
  /** Whether it was found in a folder or by a pattern: if it cannot be read, it is left out. */
  readonly found?: boolean;
}

export const STANDARD_INPUT = '-';

/** A file of a folder that is not read: it cannot be, or does not look like puzzles. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** A path that is left out because of a CorpusError. @throws any other error */
export function leftOutFor(path: string, error: unknown): LeftOutFile {
  if (!(error instanceof CorpusError)) throw error;
  return { path, reason: error.message.replace(`${path}: `, '') };
}

/** How many files are named that are left out for one reason. */
const NAMED = 20;

/** Which files are left out, a line for each reason; of very many it names the first. */
export function leftOutLines(files: readonly LeftOutFile[]): string[] {
  const byReason = Map.groupBy(files, ({ reason }) => reason);
  return Array.from(byReason, ([reason, alike]) => {
    const paths = alike.slice(0, NAMED).map(({ path }) => path);
    const more = alike.length > NAMED ? ` and ${countText(alike.length - NAMED)} more` : '';
    return plainText(`left out: ${paths.join(', ')}${more}: ${reason}`);
  });
}

interface SourceSearch {
  /** The name of the format of all files; null if each is to be recognised. */
  readonly format: string | null;
  /** Files of folders and patterns that are passed over: patterns, or names at any depth. */
  readonly ignore?: readonly string[];
  /** Whether the columns come first where only custom says that the rows do; left out: no. */
  readonly columnsFirst?: boolean | null | undefined;
  /** Whether pictures (PNG) are read as puzzles; left out if nobody can ask for that. */
  readonly images?: boolean | undefined;
  /** Whose paths these are; left out: of this system. */
  readonly platform?: string | undefined;
}

/**
 * Finds the files that the arguments mean: files, folders (all below them, in name order), patterns
 * such as `puzzles/*.csv`, and `-` for standard input. Files of folders and patterns that are
 * pictures or the like, in which nothing looks like a puzzle, or that cannot be read, are reported
 * as left out: no puzzle must vanish, whatever it is drawn or packed in. Silently passed over are
 * notes and programs in which no puzzle is recognised (see left-out.ts), what runs wrote, and what
 * `ignore` names: patterns such as `drafts/*.non`, or names of files or folders at any depth.
 * On Windows all paths that it returns have slashes, whichever were typed.
 * @throws CorpusError if an argument names nothing that can be read.
 */
export async function findSources(paths: readonly string[], search: SourceSearch) {
  const { format, ignore = [], platform } = search;
  const order = orderOf(search);
  const sources: Source[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const word of paths) {
    // A file that comes by the path of standard input can be read like any other.
    const isInput = NAMES_OF_INPUT.has(word) && !(await stat(word)).isFile();
    const path = isInput ? STANDARD_INPUT : withSlashes(word, platform);
    if (path === STANDARD_INPUT && sources.some((source) => source.path === STANDARD_INPUT)) {
      throw new CorpusError('NM_STANDARD_INPUT', 'standard input (-) can be read only once');
    }
    const kind = path === STANDARD_INPUT ? 'stream' : await kindOf(path);
    if (kind !== 'folder' && kind !== 'pattern') {
      const isPicture = kind === 'file' && isReadPicture(path, search);
      const once = kind === 'stream' && { once: true };
      sources.push({ path, format: isPicture ? PICTURES : format, ...once, ...order });
      continue;
    }
    const before = { sources: sources.length, leftOut: leftOut.length };
    const [files, folder] = kind === 'folder' ? [filesBelow, path] : [filesLike, null];
    const found = await files(path, leftOut, platform);
    const wanted =
      ignore.length === 0
        ? found
        : (await patterns()).withoutIgnored(found, folder ?? '.', ignore, platform);
    for (const [i, file] of withoutRunFiles(wanted).entries()) {
      // Small files are read without a pause, and signals must be heard.
      if (i % FILES_A_TURN === 0) await turn();
      await addFound(file, search, sources, leftOut);
    }
    if (sources.length === before.sources) {
      throw nothingIn(path, folder, leftOut.slice(before.leftOut), search);
    }
  }
  return { sources, leftOut };
}

/** How many files of a folder are looked into before others get a turn. */
const FILES_A_TURN = 64;

/** What of a search each of its sources knows. */
function orderOf({ format, columnsFirst }: SourceSearch): Pick<Source, 'columnsFirst' | 'isNamed'> {
  return {
    ...(columnsFirst === true && { columnsFirst }),
    ...(format !== null && { isNamed: true }),
  };
}

/** The format of pictures, which is read only if it is asked for. */
const PICTURES = 'png';

function isReadPicture(path: string, { format, images }: SourceSearch): boolean {
  return (images === true || format === PICTURES) && pictureNamed(path) === 'PNG';
}

/** The error of a pattern, or of a `folder`, in whose files there are no puzzles. */
function nothingIn(
  path: string,
  folder: string | null,
  leftOut: readonly LeftOutFile[],
  { images }: SourceSearch,
): CorpusError {
  const nothing = `${path}: there is no file with puzzles in it`;
  if (leftOut.length === 0) return new CorpusError('NM_CORPUS_EMPTY', nothing);
  const [{ path: first, reason }] = leftOut;
  if (!leftOut.every((file) => pictureNamed(file.path) === 'PNG')) {
    return new CorpusError('NM_CORPUS_EMPTY', `${nothing}, for example ${first}: ${reason}`);
  }
  const isOne = leftOut.length === 1;
  const [are, them, asIs] = isOne ? ['is', 'it', 'it is'] : ['are', 'them', 'they are'];
  const source = folder ?? (isOne ? first : '<folder>');
  const read = images === false ? `, and --images reads ${them} as ${asIs}` : '';
  return new CorpusError(
    'NM_CORPUS_EMPTY',
    `${nothing}, but there ${are} ${numberOf(leftOut.length, 'picture')} (PNG). ` +
      `"nonomill generate --from-image ${source} --out puzzles.json" makes puzzles of ${them}${read}.`,
  );
}

const NAMES_OF_INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

/** An address that is the puzzle itself, as those of puzz.link and pzv.jp are. */
const PUZZLE_ADDRESS = /^(https?:\/\/)?[^\s?]{1,200}\?(m\+)?[a-z]\w{1,40}\//i;

async function kindOf(path: string): Promise<'file' | 'stream' | 'folder' | 'pattern' | 'address'> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'stream';
  } catch (error) {
    if (isAddress(path)) {
      if (PUZZLE_ADDRESS.test(path)) return 'address';
      const why =
        'addresses are not fetched. Download the file and name that; only an address that holds the puzzle itself is read, such as https://puzz.link/p?nonogram/...';
      throw unreadable(path, why);
    }
    // A name that exists is never taken for a pattern, whatever characters are in it.
    if ((await patterns()).isPattern(path)) return 'pattern';
    throw readError(path, error);
  }
}

/** The files of a folder and those below it; folders below that cannot be read are left out. */
async function filesBelow(
  folder: string,
  leftOut: LeftOutFile[],
  platform: string | undefined,
): Promise<string[]> {
  const files: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw readError(folder, error);
  });
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    if (entry.isDirectory() ? isHidden(entry.name) : isNoCorpus(entry.name)) continue;
    const path = withSlashes(join(folder, entry.name), platform);
    if (!entry.isDirectory()) {
      if (entry.isFile() || (await isFile(path, leftOut))) files.push(path);
      continue;
    }
    try {
      files.push(...(await filesBelow(path, leftOut, platform)));
    } catch (error) {
      leftOut.push(leftOutFor(path, error));
    }
  }
  return files;
}

async function filesLike(pattern: string, leftOut: LeftOutFile[], platform: string | undefined) {
  const found = await (await patterns()).pathsLike(pattern, platform);
  if (found.length === 0)
    throw new CorpusError('NM_CORPUS_EMPTY', `${pattern}: no file fits the pattern`);
  const files: string[] = [];
  for (const path of found) {
    if (!isNoCorpus(basename(path)) && (await isFile(path, leftOut))) files.push(path);
  }
  return files;
}

/** Loaded when there is a pattern: most corpora are files or folders. */
function patterns(): Promise<typeof Patterns> {
  return import('./patterns.js');
}

/** Whether there is a file to read; pipes, sockets, devices and broken links are left out. */
async function isFile(path: string, leftOut: LeftOutFile[]): Promise<boolean> {
  try {
    if ((await stat(path)).isFile()) return true;
    const reason = 'it is a pipe, a socket, a device or a linked folder, not a file';
    leftOut.push({ path, reason });
  } catch (error) {
    leftOut.push(leftOutFor(path, readError(path, error)));
  }
  return false;
}

async function addFound(
  path: string,
  search: SourceSearch,
  sources: Source[],
  leftOut: LeftOutFile[],
): Promise<void> {
  const isPicture = isReadPicture(path, search);
  const reason = isPicture ? null : whyNotOpened(basename(path), search.images !== undefined);
  if (reason !== null && formatsByExtension(path).length === 0) {
    leftOut.push({ path, reason });
    return;
  }
  const known = isPicture ? PICTURES : (search.format ?? formatByNameAlone(path)?.name ?? null);
  try {
    if (known !== null) requireReadable(path);
    const order = orderOf(search);
    const named = known ?? (await sourceFormat({ path, format: null, ...order }));
    sources.push({ path, format: named, found: true, ...order });
  } catch (error) {
    const file = leftOutFor(path, error);
    if (known !== null || !NOTES_AND_PROGRAMS.test(path)) leftOut.push(file);
  }
}

/** @throws CorpusError if a file cannot be opened: opening tells more than its permissions. */
function requireReadable(path: string): void {
  try {
    closeSync(openSync(path, 'r'));
  } catch (error) {
    throw readError(path, error);
  }
}

/**
 * Reads a file once for its hash (SHA-256 of the bytes on the disk, in hexadecimal digits), and its
 * beginning for its format. What can be read only once
 * (standard input, a pipe) has no description. `onPiece` is called now and then, and may throw to
 * end it.
 * @throws CorpusError if it cannot be read or is not recognised as a puzzle.
 */
export async function describeSource(source: Source, onPiece: () => void = () => undefined) {
  if (source.once === true) throw new Error(`${source.path} can be read only once`);
  const { path } = source;
  const format = await sourceFormat(source);
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const piece of readBytes(path)) {
    onPiece();
    hash.update(piece);
    bytes += piece.length;
  }
  return { path, format, sha256: hash.digest('hex'), bytes };
}

/** The name of a file's format; see openSource for the errors. */
async function sourceFormat(source: Source): Promise<string> {
  const opened = await openSource(source);
  // Ends the reading: only the beginning was needed.
  await opened.pieces.return();
  return opened.format.name;
}

interface OpenedSource {
  readonly path: string;
  readonly format: Format;
  /** Its size on the disk in bytes; null for standard input, pipes and devices. */
  readonly size: number | null;
  /** What a person should know of how it is read, or null. */
  readonly doubt: string | null;
  /** How many bytes on the disk were read so far. */
  bytesRead(): number;
  /** Of the bytes on the disk, as hexadecimal digits; null until all of them are read. */
  sha256(): string | null;
  /** The source's bytes, decompressed. */
  readonly pieces: AsyncGenerator<Buffer, void, undefined>;
}

/**
 * Opens a source and finds out whether it is compressed and what its format is. `standardInput`
 * returns the bytes of standard input.
 * @throws CorpusError if it cannot be read or not recognised as a puzzle.
 */
export async function openSource(
  source: Source,
  standardInput = (): AsyncIterable<Buffer> => {
    throw new Error('standard input is not looked at in advance, nor again');
  },
): Promise<OpenedSource> {
  const { path } = source;
  const isInput = path === STANDARD_INPUT;
  const found = isInput ? null : statOf(path);
  if (found?.isDirectory() === true) throw unreadable(path, 'it is a folder, not a file');
  const size = found?.isFile() === true ? found.size : null;
  let bytesRead = 0;
  const hash = createHash('sha256');
  let sha256: string | null = null;
  const counted = (async function* count(): AsyncGenerator<Buffer, void, undefined> {
    for await (const piece of isInput ? standardInput() : readBytes(path, found)) {
      bytesRead += piece.length;
      hash.update(piece);
      yield piece;
    }
    sha256 = hash.digest('hex');
  })();
  const { isPacked, pieces: plain } = await unpacked(counted);
  const { head, pieces } = await peek(plain, DETECTION_LENGTH);
  try {
    const format = formatOf(source, head);
    if (format.table === true && (size === null || isPacked)) {
      const called = isInput ? 'standard input' : path;
      throw unreadable(called, `${format.name} is read from a file, neither a pipe nor gzipped`);
    }
    const doubt = doubtOf(source, format);
    return { path, format, size, doubt, bytesRead: () => bytesRead, sha256: () => sha256, pieces };
  } catch (error) {
    await plain.return();
    throw error;
  }
}

/** The format that the user named for the source, or that its name or its first bytes show. */
function formatOf(source: Source, head: Buffer): Format {
  const { columnsFirst = false } = source;
  if (source.format !== null) {
    const named = formatNamed(source.format);
    if (named !== null && canRead(named)) return inOrder(named, columnsFirst);
    const names = FORMATS.filter(canRead).map((format) => format.name);
    const unknown = `${source.format} is not a format that can be read; there are ${names.join(', ')}`;
    throw new CorpusError('NM_FORMAT_UNKNOWN', unknown);
  }
  const picture = pictureKind(head);
  const called = source.path === STANDARD_INPUT ? 'standard input' : source.path;
  if (picture !== null) throw unreadable(called, pictureWords(picture, source.path));
  const text = headText(head.subarray(0, DETECTION_LENGTH));
  const found = detectFormat(source.path, text, columnsFirst);
  if (found !== null) return found;
  if (isAddress(source.path)) {
    throw unreadable(called, 'expected the address of a nonogram at puzz.link or pzv.jp');
  }
  if (head.length < DETECTION_LENGTH && text.trim() === '') {
    throw new CorpusError('NM_CORPUS_EMPTY', `${called}: it is empty`);
  }
  if (text.startsWith(DATABASE_START)) {
    throw unreadable(called, `a database, not puzzles. Name it with --db ${called}`);
  }
  const other = whyNotOpened(basename(source.path), false);
  if (other !== null) throw unreadable(called, other);
  const reason = head.length < DETECTION_LENGTH ? readersReason(source.path, text) : null;
  const why = `not recognised as a puzzle${reason === null ? '' : ` (${reason})`}. Name its format with --format, or write row clues, a blank line, column clues.`;
  throw unreadable(called, why);
}

/** Why the readers of a file's extension, if only few have it, find nothing in its text. */
function readersReason(path: string, text: string): string | null {
  const readers = formatsByExtension(path).filter(canReadText);
  if (readers.length > 2) return null;
  const reasons = readers.flatMap((format) => {
    const found: string[] = [];
    readWhole(format, text, { entry: () => undefined, reject: ({ reason }) => found.push(reason) });
    return found.slice(0, 1);
  });
  return reasons.length === 0 ? null : reasons.join('; ');
}

/** What the format says if neither the user nor the file's name told it. */
function doubtOf({ path, isNamed = false }: Source, format: Format): string | null {
  const { doubt, extensions } = format;
  const name = path.toLowerCase().replace(/\.gz$/, '');
  const isTold = isNamed || extensions.some((ending) => name.endsWith(ending));
  return doubt === undefined || isTold ? null : doubt;
}

/** `pieces` decompressed, if they are compressed with gzip. */
export async function unpacked(pieces: AsyncGenerator<Buffer, void, undefined>) {
  const raw = await peek(pieces, 2);
  const isPacked = isGzip(raw.head);
  return { isPacked, pieces: isPacked ? gunzip(raw.pieces) : raw.pieces };
}

/**
 * The first bytes of `pieces`, at least `length` if there are that many, and all pieces again.
 * Damage among the first bytes shows when all are read, after what comes before it.
 */
async function peek(pieces: AsyncGenerator<Buffer, void, undefined>, length: number) {
  const seen: Buffer[] = [];
  let total = 0;
  let damage: DamagedError | null = null;
  while (total < length && damage === null) {
    try {
      const next = await pieces.next();
      if (next.done === true) break;
      seen.push(next.value);
      total += next.value.length;
    } catch (error) {
      if (!(error instanceof DamagedError)) throw error;
      damage = error;
    }
  }
  const head = seen.length === 1 ? seen[0] : Buffer.concat(seen);
  const all = (async function* again() {
    if (head.length > 0) yield head;
    if (damage !== null) throw damage;
    yield* pieces;
  })();
  const end = all.return.bind(all);
  // Also if nothing was read: a generator that has not begun ends without its `finally`.
  all.return = async () => {
    await pieces.return();
    return end();
  };
  return { head, pieces: all };
}

/** What `run` and `report` write into the folder of a report. */
const REPORT = Object.values(REPORT_FILES).flatMap((name) => [name, incomplete(name)]);

const SUMMARY = /^\{\s*"run":\s*\{\s*"runId":/;
const RECIPE = /^\{\s*"nonomill":/;

/** Names of databases; only files with such names are opened to see whether they are one. */
const DATABASE_NAMES = new Set(['.sqlite', '.sqlite3', '.db', '.db3', '']);

/** `paths` without what runs wrote and data sets keep: a run finds the same files again. */
function withoutRunFiles(paths: readonly string[]): string[] {
  const written = new Set<string>();
  for (const path of paths) {
    if (basename(path) === 'recipe.json' && RECIPE.test(head(path))) {
      for (const name of ['recipe.json', 'checksums.txt']) written.add(join(dirname(path), name));
      continue;
    }
    if (basename(path) === REPORT_FILES.json && SUMMARY.test(head(path))) {
      for (const name of REPORT) written.add(join(dirname(path), name));
    } else if (
      DATABASE_NAMES.has(extname(path).toLowerCase()) &&
      head(path).startsWith(DATABASE_START)
    ) {
      for (const end of BESIDE_DATABASE) written.add(join(path + end));
    }
  }
  return written.size === 0 ? [...paths] : paths.filter((path) => !written.has(join(path)));
}

/** The first bytes of a file; nothing if it cannot be read, which is reported when it is opened. */
function head(path: string): string {
  try {
    return firstBytes(path, 64);
  } catch {
    return '';
  }
}

// What people keep in a folder beside their puzzles. Two kinds are told apart: what holds no
// puzzles by its nature, and what may hold some, in a form that is not read.

/** Styles, scripts, locks and logs. */
const NEVER_PUZZLES = /\.(css|sh|lock|log)$/i;

/** Notes and programs, which may have puzzles in them. */
const NOTES_AND_PROGRAMS = /\.(md|markdown|rst|py|[cm]?[jt]sx?)$/i;

/** Files that explain a collection, or that a system leaves there: a `todo.non` is none of them. */
const EXPLANATIONS =
  /^(readme|licen[cs]e|copying|notice|authors|contributors|credits|changelog|changes|todo|makefile|thumbs\.db|desktop\.ini)(\.(txt|html?|pdf|md|markdown|rst))?$/i;

const CONFIG_FILE = 'nonomill.toml';

function isHidden(name: string): boolean {
  return name.startsWith('.');
}

/** Whether a file is hidden, or holds no puzzles by its nature: it is not even mentioned. */
function isNoCorpus(name: string): boolean {
  return (
    isHidden(name) || NEVER_PUZZLES.test(name) || EXPLANATIONS.test(name) || name === CONFIG_FILE
  );
}

/** Kinds of files that no format uses, but that people draw, print or pack puzzles in. */
const OTHER_KINDS: readonly (readonly [name: RegExp, reason: string])[] = [
  [/\.pdf$/i, 'a PDF, not a format of puzzles'],
  [/\.(xlsx?|xlsm|ods|numbers)$/i, 'a spreadsheet, not a format of puzzles: save it as CSV'],
  [/\.(docx?|odt|rtf|pages)$/i, 'a document, not a format of puzzles: save it as plain text'],
  [/\.html?$/i, 'a web page, not a format of puzzles'],
  [/\.ya?ml$/i, 'YAML is not a format of puzzles: save it as CSV or JSON'],
  [
    /\.toml$/i,
    'TOML without the section [clues] of a puzzle: write one, or save it as CSV or JSON',
  ],
  [/\.(zip|tar|7z)$/i, 'an archive, not puzzles: unpack it'],
];

/**
 * Why a file is not read, as its name tells, or null: it may hold puzzles, but in no form that is
 * read. Files of folders with such names are not opened, unless a format has their extension. If
 * pictures can be asked for, that is said.
 */
function whyNotOpened(name: string, canReadPictures: boolean): string | null {
  if (name === CONFIG_FILE) return 'it says how commands run, and is not a puzzle';
  const picture = pictureNamed(name);
  if (picture !== null) return pictureReason(picture, canReadPictures);
  return OTHER_KINDS.find(([kind]) => kind.test(name))?.[1] ?? null;
}

/** Pictures that are not read as puzzles: how their names end, and their first bytes. */
const KINDS: readonly (readonly [kind: string, name: RegExp, start: RegExp | null])[] = [
  ['PNG', /\.png$/i, /^\x89PNG\r\n/],
  ['JPEG', /\.jpe?g$/i, /^\xff\xd8\xff/],
  ['GIF', /\.gif$/i, /^GIF8[79]a/],
  ['WebP', /\.webp$/i, /^RIFF[^]{4}WEBP/],
  ['BMP', /\.bmp$/i, /^BM[^]{4}\0\0\0\0/],
  ['TIFF', /\.tiff?$/i, /^(II\*\0|MM\0\*)/],
  ['AVIF', /\.avif$/i, /^[^]{4}ftypavif/],
  ['HEIC', /\.hei[cf]$/i, /^[^]{4}ftyp(heic|mif1)/],
  ['SVG', /\.svg$/i, null],
  ['ICO', /\.ico$/i, null],
  ['Photoshop', /\.psd$/i, null],
  ['GIMP', /\.xcf$/i, null],
];

/** What kind of picture the first bytes of a file begin, or null. */
function pictureKind(head: Buffer): string | null {
  const text = head.toString('latin1', 0, 16);
  return KINDS.find(([, , start]) => start?.test(text) === true)?.[0] ?? null;
}

function pictureNamed(name: string): string | null {
  return KINDS.find(([, ending]) => ending.test(name))?.[0] ?? null;
}

/** What a picture is that was named as a corpus, and what to type instead: two sentences. */
function pictureWords(kind: string, path: string): string {
  const make = (file: string): string => `"nonomill generate --from-image ${file}"`;
  return kind === 'PNG'
    ? `a picture (PNG), not a puzzle. ${make(path)} makes a puzzle of it.`
    : `a picture (${kind}), not a puzzle. Save it as PNG; ${make('<file>')} then makes a puzzle of it.`;
}

/** The same in a phrase, of one among other files; `canRead`: whether --images may be given. */
function pictureReason(kind: string, canRead: boolean): string {
  const make = `${canRead ? '--images reads it, or ' : ''}"generate --from-image" makes a puzzle of it`;
  return kind === 'PNG'
    ? `a picture (PNG): ${make}`
    : `a picture (${kind}): once it is PNG, ${make}`;
}

function unreadable(called: string, why: string): CorpusError {
  return new CorpusError('NM_CORPUS_UNREADABLE', `${called}: ${why}`);
}
