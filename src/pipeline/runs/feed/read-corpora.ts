import { DEFAULT_LIMITS } from '../../../solver/core/puzzle/validate.js';
import { ReadingThread } from '../../corpus/reader/reading-thread.js';
import type { KnownSource } from '../plan/known-sources.js';
import type { RunControls, RunRequest } from '../request/run-request.js';

/**
 * The thread that reads the corpora of a run, whether it solves them or only looks at them.
 * `passOver`: how many entries at the beginning of each source are only counted.
 */
export function readCorpora(
  sources: readonly KnownSource[],
  { format: named, ignoreStart, columnsFirst, limit, shard }: RunRequest,
  passOver: readonly number[],
  { standardInput }: Pick<RunControls, 'standardInput'>,
): ReadingThread {
  const read = sources.map(({ path, format }) => ({
    path,
    format: format === 'detected' ? null : format,
    columnsFirst,
    isNamed: named !== null,
  }));
  const options = { ignoreStart, limit, maxSide: DEFAULT_LIMITS.maxSide, shard, passOver };
  return new ReadingThread(read, options, standardInput);
}
