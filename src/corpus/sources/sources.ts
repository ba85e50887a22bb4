import { readdir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { formatsByExtension, canRead } from '../../formats/registry.js';
import { readError } from '../bytes/bytes.js';
import { CorpusError } from '../bytes/corpus-error.js';
import { sourceFormat } from './describe.js';
import { isBesidePuzzles, withoutIgnored } from './beside-puzzles.js';
import { STANDARD_INPUT, type Source } from './source.js';
import { withoutRunFiles } from './written-by-runs.js';

/** A file of a folder that is not read, since nothing in it looks like a puzzle. */
export interface LeftOutFile {
  readonly path: string;
  readonly reason: string;
}

/** What arguments of the command line stand for. */
export interface FoundSources {
  readonly sources: readonly Source[];
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * Finds the files that the arguments mean: files, folders (all below them, in name order),
 * patterns such as `puzzles/*.csv`, and `-` for standard input. Files in folders and of patterns
 * are left out if nothing in them looks like a puzzle: a misspelled puzzle must not vanish. Passed over
 * without a word is what people keep beside their puzzles (see beside-puzzles.ts), what runs wrote, and
 * what `ignore` names: patterns such as `drafts/*.non`, or names of files or folders at any depth.
 * @throws CorpusError if an argument means nothing that can be read.
 */
export async function findSources(
  paths: readonly string[],
  format: string | null,
  ignore: readonly string[] = [],
): Promise<FoundSources> {
  const sources: Source[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const path of paths) {
    if (path === STANDARD_INPUT) {
      if (sources.some((source) => source.path === STANDARD_INPUT)) {
        throw new CorpusError('standard input (-) can be read only once');
      }
      sources.push({ path, format });
      continue;
    }
    const kind = await kindOf(path);
    if (kind === 'file') {
      sources.push({ path, format });
    } else {
      const found = kind === 'folder' ? await filesBelow(path) : await filesLike(path);
      const wanted = await withoutIgnored(found, kind === 'folder' ? path : '.', ignore);
      const files = await withoutRunFiles(wanted);
      const before = sources.length;
      for (const file of files) await addFound(file, format, sources, leftOut);
      if (sources.length === before) {
        const first = leftOut.at(-1);
        const why = first === undefined ? '' : `, for example ${first.path}: ${first.reason}`;
        throw new CorpusError(`${path}: there is no file with puzzles in it${why}`);
      }
    }
  }
  return { sources, leftOut };
}

async function kindOf(path: string): Promise<'file' | 'folder' | 'pattern'> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    // A name that exists is never taken for a pattern, whatever characters it has.
    if (isDynamicPattern(path)) return 'pattern';
    throw readError(path, error);
  }
}

async function filesBelow(folder: string): Promise<string[]> {
  const files: string[] = [];
  let entries;
  try {
    entries = await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw readError(folder, error);
  }
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const entry of entries) {
    if (isBesidePuzzles(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else files.push(path);
  }
  return files;
}

async function filesLike(pattern: string): Promise<string[]> {
  const files = await glob(pattern.replaceAll('\\', '/'), { onlyFiles: true });
  if (files.length === 0) throw new CorpusError(`${pattern}: no file fits the pattern`);
  return files.filter((file) => !isBesidePuzzles(basename(file))).sort();
}

async function addFound(
  path: string,
  format: string | null,
  sources: Source[],
  leftOut: LeftOutFile[],
): Promise<void> {
  if (format !== null) {
    sources.push({ path, format });
    return;
  }
  const byName = formatsByExtension(path).filter(canRead);
  if (byName.length === 1) {
    sources.push({ path, format: byName[0].name });
    return;
  }
  try {
    sources.push({ path, format: await sourceFormat({ path, format: null }) });
  } catch (error) {
    if (!(error instanceof CorpusError)) throw error;
    leftOut.push({ path, reason: error.message.replace(`${path}: `, '') });
  }
}
