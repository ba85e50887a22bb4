import { describeSource, type SourceDescription } from '../../corpus/sources/describe.js';
import type { Source } from '../../corpus/sources/source.js';
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

/**
 * Reads every file once, for its hash, so that a run can tell whether it is still the same.
 * @throws CorpusError if one cannot be read, or is not recognised as a puzzle; StoppedEarly if
 * `stop` is requested meanwhile.
 */
export async function knowSources(
  sources: readonly Source[],
  request: RunRequest,
  stop: StopRequest,
): Promise<KnownSource[]> {
  const reading = readingOf(request);
  const known: KnownSource[] = [];
  for (const source of sources) {
    if (source.once === true) {
      const format = source.format ?? 'detected';
      known.push({ path: source.path, format, sha256: null, bytes: null, reading });
    } else {
      trace('run', () => `hashes ${plainText(source.path)}`);
      const { path, format, sha256, bytes }: SourceDescription = await describeSource(
        source,
        () => {
          if (stop.reason !== null) throw new StoppedEarly();
        },
      );
      known.push({ path, format, sha256, bytes, reading });
    }
  }
  return known;
}
