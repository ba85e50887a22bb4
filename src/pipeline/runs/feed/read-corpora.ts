import { DEFAULT_LIMITS } from '../../../solver/core/puzzle/validate.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { ReadingThread } from '../../corpus/reader/reading-thread.js';
import type { KnownSource } from '../plan/known-sources.js';
import { SourceChanged } from '../request/run-error.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { FedPiece, PieceSource } from './piece-feed.js';

/** The thread that reads the corpora of a run, whether it solves them or only looks at them. */
export function readCorpora(
  sources: readonly KnownSource[],
  { format: named, ignoreStart, columnsFirst, limit, shard }: RunRequest,
  { standardInput }: Pick<RunControls, 'standardInput'>,
): ReadingThread {
  const read = sources.map(({ path, format }) => ({
    path,
    format: format === 'detected' ? null : format,
    columnsFirst,
    isNamed: named !== null,
  }));
  const options = { ignoreStart, limit, maxSide: DEFAULT_LIMITS.maxSide, shard };
  return new ReadingThread(read, options, standardInput);
}

/** The pieces of the corpora of a run, in the order of these. */
export class CorpusPieces implements PieceSource {
  private readonly reader: ReadingThread;
  private readonly isPart: boolean;
  private readonly warn: (message: string) => void;
  /** The entries of the source that is being read, and the bytes of those before it. */
  private entries = 0;
  private bytesBefore = 0;

  constructor(
    private readonly sources: readonly (KnownSource & { readonly sourceId: number })[],
    request: RunRequest,
    controls: Pick<RunControls, 'standardInput' | 'observer'>,
  ) {
    this.reader = readCorpora(sources, request, controls);
    this.isPart = request.shard !== null;
    this.warn = (message) => controls.observer.warn(plainText(message));
  }

  /** @throws SourceChanged if a source, read to its end, has another hash than before. */
  async next(): Promise<FedPiece | null> {
    const read = await this.reader.next();
    if (read === null) return null;
    const { source, last, sha256OfSource, sourceEntries, warnings = [], bytesRead } = read;
    const { isWhole } = read;
    const { sourceId, path, bytes, sha256 } = this.sources[source];
    for (const warning of warnings) this.warn(warning);
    this.entries += read.puzzles + read.rejects.length;
    const fed = {
      piece: read,
      sourceId,
      path,
      file: source,
      bytesRead: this.bytesBefore + bytesRead,
    };
    if (!last) return fed;
    if (sha256OfSource !== null && sha256 !== null && sha256OfSource !== sha256) {
      throw new SourceChanged(sourceId, path);
    }
    const { entries } = this;
    this.entries = 0;
    this.bytesBefore += bytesRead;
    return {
      ...fed,
      finished: {
        sourceId,
        entries,
        isWhole,
        ...(this.isPart && { allEntries: sourceEntries ?? 0 }),
        ...(bytes === null && { bytes: bytesRead }),
      },
    };
  }

  close(): Promise<void> {
    return this.reader.close();
  }
}
