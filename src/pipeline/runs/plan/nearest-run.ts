import {
  sameSource,
  sameSources,
  type Run,
  type SourceKey,
} from '../../store/stored-runs/read-runs.js';
import { NO_GATES, gatesOf, gatesText, hasGates, type RunGates } from '../../record/outcome.js';
import { countText, durationText } from '../../../solver/core/text/numbers.js';
import { plainText } from '../../../solver/core/text/plain-text.js';
import { differences } from '../request/stored-options.js';
import type { RunRequest } from '../request/run-request.js';
import type { StoredRuns } from './stored-runs.js';

/** A source as far as planning looks at it. */
export interface PlannedSource extends SourceKey {
  readonly path: string;
}

/**
 * Why a resume starts a run, for people: there is none to go on with; which one is nearest, how it
 * differs from what is asked for, and the limits of the new one.
 */
export function whyStarted(
  request: RunRequest,
  stored: StoredRuns,
  sources: readonly PlannedSource[],
): string {
  const run = nearestRun(stored, sources);
  const begins = `A new one starts, ${limitsText(request)}.`;
  if (run === null) return `There is no run to go on with. ${begins}`;
  const called = run.name === null ? '' : ` (${plainText(run.name)})`;
  const how = [
    ...differencesOfSources(stored.sourcesOf(run), sources),
    ...differences(run.options, request),
  ];
  return `There is no run to go on with: the nearest, run ${run.runId}${called}, differs: ${how.join('; ')}. ${begins}`;
}

/**
 * The gates that a run which a resume starts has besides, and a sentence that says so; null if any
 * are asked for. Those of the nearest run hold, if it read one of these files or what one was
 * before: had nothing changed since, it would have gone on with them.
 */
export function gatesOfNearest(
  { gates, newGates = NO_GATES }: RunRequest,
  stored: StoredRuns,
  sources: readonly PlannedSource[],
): { readonly gates: RunGates; readonly said: string } | null {
  if (gates !== undefined || hasGates(newGates)) return null;
  const run = nearestRun(stored, sources);
  if (run === null) return null;
  const isOfIt = (source: PlannedSource): boolean =>
    stored.sourcesOf(run).some((one) => one.path === source.path || sameSource(one, source));
  const gatesOfRun = gatesOf(run.options);
  if (!hasGates(gatesOfRun) || !sources.some(isOfIt)) return null;
  return {
    gates: gatesOfRun,
    said: `The gates of run ${run.runId} hold for it: ${gatesText(gatesOfRun)}.`,
  };
}

/** The run that shares most sources with these, the latest of equals; null if there is no run. */
function nearestRun(stored: StoredRuns, sources: readonly PlannedSource[]): Run | null {
  let nearest: { readonly run: Run; readonly shared: number } | null = null;
  for (const run of stored.runs) {
    const own = stored.sourcesOf(run);
    const shared = sources.filter((source) => own.some((one) => sameSource(one, source))).length;
    if (nearest === null || shared > nearest.shared) nearest = { run, shared };
  }
  return nearest?.run ?? null;
}

/** How the sources of a run differ from others, a phrase each. */
function differencesOfSources(
  then: ReturnType<StoredRuns['sourcesOf']>,
  now: readonly PlannedSource[],
): string[] {
  if (sameSources(then, now)) return [];
  const gone = then.filter((one) => !now.some((other) => sameSource(one, other)));
  const fresh = now.filter((one) => !then.some((other) => sameSource(other, one)));
  const isChanged = ({ path }: PlannedSource): boolean => gone.some((one) => one.path === path);
  const changed = fresh.filter(isChanged);
  const paths = new Set(changed.map(({ path }) => path));
  const phrases = [
    phrase(
      'it read',
      gone.filter(({ path }) => !paths.has(path)),
      'too',
    ),
    phrase(
      'it did not read',
      fresh.filter(({ path }) => !paths.has(path)),
    ),
    phrase('since then', changed, changed.length === 1 ? 'has changed' : 'have changed'),
  ].filter((words) => words !== '');
  return phrases.length > 0 ? phrases : ['it read the same files in another order'];
}

/** How many files are named. */
const NAMED = 3;

function phrase(before: string, files: readonly { readonly path: string }[], after = ''): string {
  if (files.length === 0) return '';
  const names = files.slice(0, NAMED).map(({ path }) => plainText(path));
  const more = files.length > NAMED ? [`${countText(files.length - NAMED)} more`] : [];
  const list = [...names, ...more];
  const last = list.pop()!;
  const all = list.length === 0 ? last : `${list.join(', ')} and ${last}`;
  return `${before} ${all} ${after}`.trimEnd();
}

function limitsText({ limits, memoryMiB }: RunRequest): string {
  const { timeoutMs, maxSteps } = limits;
  return [
    Number.isFinite(timeoutMs)
      ? `with ${durationText(timeoutMs)} for each puzzle`
      : 'without a limit of time',
    ...(Number.isFinite(maxSteps) ? [`at most ${countText(maxSteps)} steps`] : []),
    ...(memoryMiB === null ? [] : [`${countText(memoryMiB)} MiB for each thread`]),
  ].join(', ');
}
