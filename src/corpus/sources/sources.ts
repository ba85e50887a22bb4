import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { glob, isDynamicPattern } from 'tinyglobby';
import { formatsByExtension, canRead } from '../../formats/registry.js';
import { readError } from '../bytes/bytes.js';
import { CorpusError } from '../bytes/corpus-error.js';
import { sourceFormat } from './describe.js';
import { STANDARD_INPUT, type Source } from './source.js';
import { withoutRunFiles } from './written-by-runs.js';

/** What arguments of the command line stand for. */
export interface FoundSources {
  readonly sources: readonly Source[];
  /** What was left out and why, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Finds the files that the arguments mean: files, folders (all below them, in name order),
 * patterns such as `puzzles/*.csv`, and `-` for standard input. Files in folders whose format
 * is not known are left out with a note, since people keep notes beside their puzzles; databases
 * and reports of runs are left out without one.
 * @throws CorpusError where an argument means nothing that can be read.
 */
export async function findSources(
  paths: readonly string[],
  format: string | null,
): Promise<FoundSources> {
  const sources: Source[] = [];
  const notes: string[] = [];
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
      const files = await withoutRunFiles(found);
      const before = sources.length;
      for (const file of files) await addFound(file, format, sources, notes);
      if (sources.length === before) {
        throw new CorpusError(`${path}: there is no file with puzzles in it`);
      }
    }
  }
  return { sources, notes };
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
    if (isNoCorpus(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) files.push(...(await filesBelow(path)));
    else files.push(path);
  }
  return files;
}

/** Hidden files, and what people write beside their puzzles: not worth a note. */
function isNoCorpus(name: string): boolean {
  return name.startsWith('.') || /\.md$/i.test(name);
}

async function filesLike(pattern: string): Promise<string[]> {
  const files = await glob(pattern.replaceAll('\\', '/'), { onlyFiles: true });
  if (files.length === 0) throw new CorpusError(`${pattern}: no file fits the pattern`);
  return files.sort();
}

async function addFound(
  path: string,
  format: string | null,
  sources: Source[],
  notes: string[],
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
    notes.push(`left out: ${error.message}`);
  }
}
