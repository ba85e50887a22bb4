import { batchCount } from '../../../solver/core/puzzle/packed-batch.js';
import type { Watch } from '../../record/counted-work.js';
import { withoutDone } from '../feed/piece-feed.js';
import { readCorpora } from '../feed/read-corpora.js';
import type { KnownSource } from '../plan/known-sources.js';
import { StoppedEarly } from '../request/run-error.js';
import type { RunControls, RunRequest } from '../request/run-request.js';
import type { Reuse } from '../reuse/reuse.js';
import type { Store } from '../../store/open/open.js';
import type { HeldPiece } from '../reuse/held-pieces.js';
import { IN_PIECE, idsOfPiece, pieceFinder, pieceState, placeIn } from '../../store/pieces.js';
import { Surveyor, type Survey } from './survey.js';
import { pack } from '../../../solver/core/puzzle/packed.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { placeOf } from '../../../solver/core/result/puzzle-id.js';
import type { StopRequest } from '../request/stop-request.js';
import { wantedPuzzles, type Wanted } from '../../store/queries/stored-puzzles.js';
import { runSources } from '../../store/stored-runs/read-runs.js';

/** The corpora of a run, and what is done of them. */
export interface SurveyedCorpora {
  readonly sources: readonly KnownSource[];
  /** Null if there is none. */
  readonly store: Store | null;
  /** The run that goes on; null for a new one. */
  readonly runId: number | null;
  /** What is taken over from other runs, puzzle by puzzle; null if nothing is. */
  readonly reuse: Reuse | null;
  /** The results of a whole piece that would be taken over. */
  readonly held: (pieceId: number) => HeldPiece | null;
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
  { sources, store, runId, reuse, held }: SurveyedCorpora,
  controls: RunControls,
  watch: Watch,
): Promise<ReadSurvey> {
  const { stop } = controls;
  const firsts = firstOfEach(sources);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }, i) => {
      const copyOf = firsts[i] === sources[i] ? null : firsts[i].path;
      return { path, format, bytes, copyOf };
    }),
    reuse,
  );
  const places = sources.flatMap((source, i) => (firsts[i] === source ? [i] : []));
  const read = places.map((place) => sources[place]);
  const bytesAll = read.every(({ bytes }) => bytes !== null)
    ? read.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
    : null;
  let bytesBefore = 0;
  const reader = readCorpora(read, request, controls);
  const lookUp = store === null ? () => UNKNOWN : pieceLookUp(store, runId);
  watch.stage('reading the corpora');
  const began = performance.now();
  try {
    for (let piece = await reader.next(); piece !== null; piece = await reader.next()) {
      if (stop.reason !== null) throw new StoppedEarly();
      for (const warning of piece.warnings ?? []) controls.observer.warn(plainText(warning));
      const place = places[piece.source];
      const { pieceId, done } = lookUp(piece.sha256);
      const own = piece.puzzles + piece.rejects.length;
      if (done === 'all') surveyor.addDone(place, own);
      else {
        const taken = pieceId === null || done.size > 0 ? null : held(pieceId);
        const left = withoutDone(piece.packed, done);
        surveyor.addDone(place, piece.puzzles - batchCount(left));
        surveyor.addRejects(place, piece.rejects);
        surveyor.addPuzzles(place, left, {
          firstEntry: piece.firstEntry,
          isKnown: pieceId !== null,
          held: taken?.byStatus ?? null,
        });
      }
      if (piece.last) bytesBefore += piece.bytesRead;
      const bytesRead = bytesBefore + (piece.last ? 0 : piece.bytesRead);
      const share = bytesAll === null ? 0 : bytesRead / bytesAll;
      const total = share > 0 ? Math.round(surveyor.entries / share) : null;
      watch.reached(surveyor.entries, total, true);
    }
  } finally {
    await reader.close();
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}

const NONE: ReadonlySet<number> = new Set();
const UNKNOWN = { pieceId: null, done: NONE };

/** Finds a piece by its hash, and what a run has of it: the places of its results. */
function pieceLookUp(
  store: Store,
  runId: number | null,
): (sha256: Uint8Array) => { pieceId: number | null; done: 'all' | ReadonlySet<number> } {
  const find = store.db.prepare<[Uint8Array], number>('SELECT piece_id FROM pieces WHERE sha256 = ?').pluck(); // prettier-ignore
  const stateOf = pieceState(store, runId ?? 0);
  const doneIds = store.db
    .prepare<[number, number, number], number>(
      `SELECT puzzle_id FROM result_rows WHERE ${IN_PIECE}`,
    )
    .pluck();
  return (sha256) => {
    const pieceId = find.get(sha256) ?? null;
    const state = pieceId === null ? null : stateOf(pieceId);
    if (pieceId === null || state === null) return { pieceId, done: NONE };
    if (state === 'complete') return { pieceId, done: 'all' };
    return { pieceId, done: new Set(doneIds.all(runId!, ...idsOfPiece(pieceId)).map(placeOf)) };
  };
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

const NOWHERE = { path: '', ordinal: 0 };

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
  const pieceOf = pieceFinder(store);
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }) => ({ path, format, bytes, copyOf: null })),
  );
  for (const page of wantedPuzzles(store, runId, wanted, PAGE)) {
    if (stop.reason !== null) throw new StoppedEarly();
    for (const { puzzleId, puzzle } of page) {
      const piece = pieceOf(runId, puzzleId);
      const { path, ordinal } = piece === null ? NOWHERE : placeIn(piece, puzzleId);
      surveyor.addStored(places.get(path) ?? 0, ordinal, pack(puzzle));
    }
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}
