import { batchCount } from '../../../solver/core/puzzle/packed-batch.js';
import type { Watch } from '../../record/counted-work.js';
import { ordinalRange, withoutDone } from '../feed/corpus-feed.js';
import { readCorpora } from '../feed/read-corpora.js';
import type { KnownSource } from '../plan/known-sources.js';
import { StoppedEarly } from '../request/run-error.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { Reuse } from '../reuse/reuse.js';
import type { Store } from '../../store/open/open.js';
import { doneOrdinals, donePrefix } from '../../store/stored-runs/done-ordinals.js';
import { knownSources } from '../../store/write/run-sources.js';
import { Surveyor, type KnownEntries, type Survey } from './survey.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { ordinalOf, sourceOf } from '../../../solver/core/result/puzzle-id.js';
import type { StopRequest } from '../request/stop-request.js';
import { wantedPuzzles, type Wanted } from '../../store/queries/stored-puzzles.js';
import { sourcePaths } from '../../store/stored-runs/file-places.js';
import { runSources } from '../../store/stored-runs/read-runs.js';
import { heldFiles, entriesIn } from '../../store/stored-runs/file-beginnings.js';

/** How much is read at once. */
const PIECE = { puzzles: 2048, cells: 1 << 19 };

/** The corpora of a run, and what is done of them. */
export interface SurveyedCorpora {
  readonly sources: readonly KnownSource[];
  /** Null if there is none. */
  readonly store: Store | null;
  /** The run that goes on; null for a new one. */
  readonly runId: number | null;
  /** What is taken over from other runs; null if nothing is. */
  readonly reuse: Reuse | null;
  /** What would be passed over of the sources, by their places. */
  readonly passed: KnownEntries;
}

/** What a survey found, and how long it took to read everything. */
export interface ReadSurvey {
  readonly survey: Survey;
  readonly readMs: number;
}

/**
 * Reads all corpora of a run as the run itself does, and solves nothing. Memory does not grow with
 * their size, but for 18 bytes a puzzle by which equal ones are found.
 * @throws CorpusError as a run does; StoppedEarly if the run is to stop.
 */
export async function surveyCorpora(
  request: RunRequest,
  { sources, store, runId, reuse, passed }: SurveyedCorpora,
  controls: RunControls,
  watch: Watch,
): Promise<ReadSurvey> {
  const { stop } = controls;
  const find = store === null ? () => null : knownSources(store);
  const firsts = firstOfEach(sources);
  const ids = sources.map(find);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }, i) => {
      const copyOf = firsts[i] === sources[i] ? null : firsts[i].path;
      return { path, format, bytes, copyOf };
    }),
    (file) => ids[file] !== null,
    reuse,
    passed,
  );
  const places = sources.flatMap((source, i) => (firsts[i] === source ? [i] : []));
  const read = places.map((place) => sources[place]);
  const passOver =
    runId === null || store === null || request.shard !== null
      ? []
      : donePrefixes(
          store,
          runId,
          places.map((place) => ids[place]),
        );
  const bytesAll = read.every(({ bytes }) => bytes !== null)
    ? read.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    : null;
  let bytesBefore = 0;
  const reader = readCorpora(read, request, passOver, controls);
  watch.stage('reading the corpora');
  const began = performance.now();
  try {
    for (;;) {
      const batch = await reader.next(PIECE);
      if (stop.reason !== null) throw new StoppedEarly();
      if (batch === null) break;
      for (const warning of batch.warnings ?? []) controls.observer.warn(plainText(warning));
      const place = places[batch.source];
      const id = ids[place];
      const range = runId === null || store === null || id === null ? null : ordinalRange(batch);
      const done = range === null ? [] : doneOrdinals(store!, runId!, id!, ...range);
      const left = withoutDone(batch, done);
      const entries = batchCount(batch.packed) + batch.rejects.length;
      surveyor.addDone(
        place,
        batch.passed + entries - batchCount(left.packed) - left.rejects.length,
      );
      surveyor.addRejects(place, left.rejects);
      surveyor.addPuzzles(place, left.packed);
      if (batch.last) bytesBefore += batch.bytesRead;
      const bytesRead = bytesBefore + (batch.last ? 0 : batch.bytesRead);
      const share = bytesAll === null ? 0 : bytesRead / bytesAll;
      const total = share > 0 ? Math.round(surveyor.entries / share) : null;
      watch.reached(surveyor.entries, total, true);
    }
  } finally {
    await reader.close();
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}

/** How many entries at the beginning of sources a run is done with, itself or by earlier runs. */
function donePrefixes(store: Store, runId: number, ids: readonly (number | null)[]): number[] {
  const starts = new Map(
    heldFiles(store, runId).map(({ sourceId, beginnings }) => [sourceId, entriesIn(beginnings)]),
  );
  return ids.map((id) => (id === null ? 0 : donePrefix(store, runId, id, starts.get(id))));
}

/** For each source the first with its content: itself, unless it is a copy. */
function firstOfEach(sources: readonly KnownSource[]): KnownSource[] {
  const firsts = new Map<string, KnownSource>();
  return sources.map((source) => {
    const { sha256, format, reading = '' } = source;
    if (sha256 === null) return source;
    const key = `${sha256} ${format} ${reading}`;
    const first = firsts.get(key) ?? source;
    firsts.set(key, first);
    return first;
  });
}

const PAGE = 256;

/**
 * Looks at the puzzles of a run that are to be solved again. @throws as `wantedPuzzles`;
 * StoppedEarly
 */
export function surveyStored(
  store: Store,
  runId: number,
  wanted: Wanted,
  stop: StopRequest,
): ReadSurvey {
  const began = performance.now();
  const sources = runSources(store, runId);
  const places = new Map(sources.map(({ path }, i) => [path, i]));
  const pathOf = sourcePaths(store);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }) => ({ path, format, bytes, copyOf: null })),
    () => true,
  );
  for (const page of wantedPuzzles(store, runId, wanted, PAGE)) {
    if (stop.reason !== null) throw new StoppedEarly();
    for (const { puzzleId, puzzle } of page) {
      const path = pathOf(runId, sourceOf(puzzleId));
      surveyor.addStored(places.get(path) ?? 0, ordinalOf(puzzleId), pack(puzzle));
    }
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}
