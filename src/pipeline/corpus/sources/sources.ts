import { closeSync, openSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { formatByNameAlone, formatsByExtension } from '../../../solver/formats/registry.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { withSlashes } from '../../files/with-slashes.js';
import { readError, readBytes } from '../bytes/bytes.js';
import { CorpusError } from '../bytes/corpus-error.js';
import { addressHoldsPuzzle, isAddress } from '../bytes/address.js';
import {
  isHidden,
  isNoCorpus,
  isNoteOrProgram,
  whyNotOpened,
  withoutRunFiles,
} from './left-out.js';
import { pictureNamed } from './picture-kinds.js';
import { leftOutFor, type LeftOutFile, STANDARD_INPUT, type Source } from './source.js';
import { createHash } from 'node:crypto';
import { openSource } from './opened-source.js';
import type * as Patterns from './patterns.js';

/** The corpora that the arguments of the command line name. */
export interface FoundSources {
  readonly sources: readonly Source[];
  readonly leftOut: readonly LeftOutFile[];
}

export interface SourceSearch {
  /** The name of the format of all files; null if each is to be recognised. */
  readonly format: string | null;
  /** Files of folders and patterns that are passed over: patterns, or names at any depth. */
  readonly ignore?: readonly string[];
  /** Whether the columns come first where only custom says that the rows do; left out: no. */
  readonly columnsFirst?: boolean | undefined;
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
export async function findSources(
  paths: readonly string[],
  search: SourceSearch,
): Promise<FoundSources> {
  const { format, ignore = [], platform } = search;
  const order = orderOf(search);
  const sources: Source[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const word of paths) {
    const path = (await isStandardInput(word)) ? STANDARD_INPUT : withSlashes(word, platform);
    if (path === STANDARD_INPUT) {
      if (sources.some((source) => source.path === STANDARD_INPUT)) {
        throw new CorpusError('NM_STANDARD_INPUT', 'standard input (-) can be read only once');
      }
      sources.push({ path, format, once: true, ...order });
      continue;
    }
    const kind = await kindOf(path);
    if (kind === 'address') {
      sources.push({ path, format, ...order });
    } else if (kind === 'file') {
      sources.push({ path, format: isReadPicture(path, search) ? PICTURES : format, ...order });
    } else if (kind === 'stream') {
      sources.push({ path, format, once: true, ...order });
    } else {
      const before = { sources: sources.length, leftOut: leftOut.length };
      const found =
        kind === 'folder'
          ? await filesBelow(path, leftOut, platform)
          : await filesLike(path, leftOut, platform);
      const base = kind === 'folder' ? path : '.';
      const wanted =
        ignore.length === 0
          ? found
          : (await patterns()).withoutIgnored(found, base, ignore, platform);
      const files = await withoutRunFiles(wanted);
      for (const file of files) await addFound(file, search, sources, leftOut);
      if (sources.length === before.sources) {
        const named = kind === 'folder' ? path : null;
        throw nothingIn(path, named, leftOut.slice(before.leftOut), search);
      }
    }
  }
  return { sources, leftOut };
}

/** What of a search each of its sources knows. */
function orderOf({ format, columnsFirst }: SourceSearch): Pick<Source, 'columnsFirst' | 'isNamed'> {
  return {
    ...(columnsFirst === true && { columnsFirst }),
    ...(format !== null && { isNamed: true }),
  };
}

/** The format of pictures, which is read only if it is asked for. */
const PICTURES = 'png';

/** Whether a file is a picture that is to be read. */
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

/** Whether a path is that of standard input; a file that comes there can be read like any other. */
async function isStandardInput(path: string): Promise<boolean> {
  return NAMES_OF_INPUT.has(path) && !(await stat(path)).isFile();
}

const NAMES_OF_INPUT = new Set(['/dev/stdin', '/dev/fd/0', '/proc/self/fd/0']);

async function kindOf(path: string): Promise<'file' | 'stream' | 'folder' | 'pattern' | 'address'> {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return 'folder';
    return found.isFile() ? 'file' : 'stream';
  } catch (error) {
    if (isAddress(path)) {
      if (addressHoldsPuzzle(path)) return 'address';
      throw new CorpusError(
        'NM_CORPUS_UNREADABLE',
        `${path}: addresses are not fetched. Download the file and name that; only an address that holds the puzzle itself is read, such as https://puzz.link/p?nonogram/...`,
      );
    }
    // A name that exists is never taken for a pattern, whatever characters are in it.
    if ((await patterns()).isPattern(path)) return 'pattern';
    throw readError(path, error);
  }
}

/**
 * The files of a folder and of those below it; folders below it that cannot be read are left out.
 */
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
      if (await isFile(path, leftOut)) files.push(path);
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

async function filesLike(
  pattern: string,
  leftOut: LeftOutFile[],
  platform: string | undefined,
): Promise<string[]> {
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

/**
 * Whether there is a file to read; pipes, sockets, devices and links that lead nowhere are left
 * out.
 */
async function isFile(path: string, leftOut: LeftOutFile[]): Promise<boolean> {
  try {
    if ((await stat(path)).isFile()) return true;
    leftOut.push({
      path,
      reason: 'it is a pipe, a socket, a device or a linked folder, not a file',
    });
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
  const format = isPicture ? PICTURES : search.format;
  const known = format ?? formatByNameAlone(path)?.name ?? null;
  try {
    if (known !== null) requireReadable(path);
    const order = orderOf(search);
    const named = known ?? (await sourceFormat({ path, format: null, ...order }));
    sources.push({ path, format: named, found: true, ...order });
  } catch (error) {
    const file = leftOutFor(path, error);
    if (known !== null || !isNoteOrProgram(path)) leftOut.push(file);
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

/** What identifies a source by its content. */
export interface SourceDescription {
  readonly path: string;
  readonly format: string;
  /** Of the bytes on the disk, in hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: number;
}

/**
 * Reads a file once for its hash, and its beginning for its format. What can be read only once
 * (standard input, a pipe) has no description. `onPiece` is called now and then, and may throw to
 * end it.
 * @throws CorpusError if it cannot be read or is not recognised as a puzzle.
 */
export async function describeSource(
  source: Source,
  onPiece: () => void = () => undefined,
): Promise<SourceDescription> {
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
  const opened = await openSource(source, () => {
    throw new Error('standard input is not looked at in advance');
  });
  // Ends the reading: only the beginning was needed.
  await opened.pieces.return();
  return opened.format.name;
}
