import { pack } from '../../core/puzzle/packed.js';
import { ordinalOf, sourceOf } from '../../core/result/puzzle-id.js';
import type { StopRequest } from '../request/stop-request.js';
import { StoppedEarly } from '../request/run-error.js';
import type { Store } from '../store/open/open.js';
import { wantedPuzzles, type Wanted } from '../store/queries/stored-puzzles.js';
import { runSources } from '../store/stored-runs/read-runs.js';
import { Surveyor } from './survey.js';
import type { ReadSurvey } from './survey-corpora.js';

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
  const places = new Map(sources.map(({ sourceId }, i) => [sourceId, i]));
  const surveyor = new Surveyor(
    sources.map(({ path, format, bytes }) => ({ path, format, bytes, copyOf: null })),
    () => true,
  );
  for (const page of wantedPuzzles(store, runId, wanted, PAGE)) {
    if (stop.reason !== null) throw new StoppedEarly();
    for (const { puzzleId, puzzle } of page) {
      surveyor.addStored(places.get(sourceOf(puzzleId)) ?? 0, ordinalOf(puzzleId), pack(puzzle));
    }
  }
  return { survey: surveyor.finish(), readMs: performance.now() - began };
}
