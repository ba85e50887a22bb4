import { resolve } from 'node:path';
import { readingWords, type ReadingChoice } from '../../record/options.js';
import {
  describeSource,
  findSources,
  type FoundSources,
  STANDARD_INPUT,
  type Source,
  leftOutFor,
  leftOutLines,
  type LeftOutFile,
} from '../../corpus/sources.js';
import { StoppedEarly } from '../request/run-error.js';
import type { RunObserver } from '../request/run-observer.js';
import { isAboutLatest, type RunControls, type RunRequest } from '../request/run-request.js';
import type { StopRequest } from '../request/stop-request.js';
import { howBegun } from '../request/stored-options.js';
import { numberOf } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { trace } from '../../files/program.js';
import type { PlannedSource } from './nearest-run.js';
import { runToRead } from './plan-run.js';
import type { StoredRuns } from './stored-runs.js';

/** One source as a run knows it before it reads it. */
export interface KnownSource extends PlannedSource {
  /** Null for what can be read only once: standard input, a pipe. */
  readonly bytes: number | null;
}

/** The files that a request names; null if it is about the latest run of the database. */
export async function findCorpora(request: RunRequest): Promise<FoundSources | null> {
  if (isAboutLatest(request)) return null;
  return findSources(request.corpora, request);
}

/** The corpora that a run is planned for. */
export interface KnownCorpora {
  readonly sources: readonly KnownSource[];
  /** Files of folders that are not read; null if the run has noted them already. */
  readonly leftOut: readonly LeftOutFile[] | null;
}

/**
 * What there is to know of the files that were `found`, or of those of the run to go on with.
 * @throws as `knowSources`.
 */
export async function knowCorpora(
  request: RunRequest,
  found: FoundSources | null,
  stored: StoredRuns,
  { observer, stop }: RunControls,
): Promise<KnownCorpora> {
  if (found === null) {
    const run = runToRead(request, stored);
    if (run === null) return { sources: [], leftOut: null };
    const { sources } = await knowSources(stored.sourcesOf(run), howBegun(run.options), stop);
    return { sources, leftOut: null };
  }
  const known = await knowSources(eachOnce(found.sources, observer), request, stop);
  const leftOut = [...found.leftOut, ...known.leftOut];
  for (const line of leftOutLines(leftOut)) observer.warn(line);
  return { sources: known.sources, leftOut };
}

/** Each file once, even if a folder and a pattern, say, both name it: then there is a warning. */
function eachOnce(sources: readonly Source[], observer: RunObserver): readonly Source[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  const once = sources.filter(({ path }) => {
    const full = path === STANDARD_INPUT ? path : resolve(path);
    if (seen.has(full)) twice.add(path);
    return seen.size < seen.add(full).size;
  });
  const [first, ...more] = twice;
  if (first !== undefined) {
    const files = more.length === 0 ? '' : ` and ${numberOf(more.length, 'other file')}`;
    observer.warn(`named more than once, and read once: ${plainText(first)}${files}`);
  }
  return once;
}

/** The sources of a run, and files that cannot be read any more. */
interface KnownSources {
  readonly sources: readonly KnownSource[];
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * Reads every file once, for its hash, so that a run can tell whether it is still the same. One
 * that was found in a folder and cannot be read any more is left out, unless it is the only one.
 * @throws CorpusError if another one cannot be read, or is not recognised as a puzzle; StoppedEarly
 * if `stop` is requested meanwhile.
 */
export async function knowSources(
  sources: readonly Source[],
  request: ReadingChoice,
  stop: StopRequest,
): Promise<KnownSources> {
  // What else decides how the content is read is part of what makes two sources equal.
  const reading = readingWords(request);
  const known: KnownSource[] = [];
  const leftOut: LeftOutFile[] = [];
  for (const source of sources) {
    if (source.once === true) {
      const format = source.format ?? 'detected';
      known.push({ path: source.path, format, sha256: null, bytes: null, reading });
      continue;
    }
    trace('run', () => `hashes ${plainText(source.path)}`);
    try {
      const { path, format, sha256, bytes } = await describeSource(source, () => {
        if (stop.reason !== null) throw new StoppedEarly();
      });
      known.push({ path, format, sha256, bytes, reading });
    } catch (error) {
      const isLast = known.length === 0 && source === sources.at(-1);
      if (source.found !== true || isLast) throw error;
      leftOut.push(leftOutFor(source.path, error));
    }
  }
  return { sources: known, leftOut };
}
