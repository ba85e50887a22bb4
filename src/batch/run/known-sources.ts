import { describeSource } from '../../corpus/sources/describe.js';
import type { Source } from '../../corpus/sources/source.js';
import { leftOutFor, type LeftOutFile } from '../../corpus/sources/sources.js';
import type { SourceKey } from '../../store/runs/runs.js';
import { StoppedEarly } from '../contract/run-error.js';
import type { RunRequest } from '../contract/run-request.js';
import type { StopRequest } from '../contract/stop-request.js';
import { plainText } from '../../text/plain-text.js';
import { trace } from '../../trace/trace.js';

/** One source as a run knows it before it reads it. */
export interface KnownSource extends SourceKey {
  readonly path: string;
  /** Null for what can be read only once: standard input, a pipe. */
  readonly bytes: number | null;
}

/** What else decides how a source's content is read: part of what makes two sources equal. */
export function readingOf(request: Pick<RunRequest, 'ignoreStart'>): string {
  return request.ignoreStart ? 'ignore-start' : '';
}

/** The sources of a run, and files that cannot be read any more. */
export interface KnownSources {
  readonly sources: readonly KnownSource[];
  readonly leftOut: readonly LeftOutFile[];
}

/**
 * Reads every file once, for its hash, so that a run can tell whether it is still the same. One that was
 * found in a folder and cannot be read any more is left out, unless no other is there.
 * @throws CorpusError if another one cannot be read, or is not recognised as a puzzle; StoppedEarly
 * if `stop` is requested meanwhile.
 */
export async function knowSources(
  sources: readonly Source[],
  request: Pick<RunRequest, 'ignoreStart'>,
  stop: StopRequest,
): Promise<KnownSources> {
  const reading = readingOf(request);
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
