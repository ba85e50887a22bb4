import type { Readable } from 'node:stream';
import {
  type RunObserver,
  type RoundStart,
  type RunStart,
  type StudyStep,
  type RunProgress,
  type RunRequest,
  StoppedEarly,
  type RunControls,
  type RunOutcome,
  StopRequest,
} from '../../runs/request.js';
import { programVersion } from '../../files/program.js';
import { type CommandContext, type NightWatch, onSignals } from '../command.js';
import { EXIT_CODES, limitsText } from '../../record/outcome.js';
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';
import { ifPossible, systemReason, type ErrorCode } from '../../../solver/core/text/error-codes.js';
import { type Terminal, paint, type CommandOutcome, Failure, type LogEvent } from '../terminal.js';
import { countText, numberOf, bytesText, shareText } from '../../../solver/core/text/numbers.js';
import { ProgressDisplay, WorkProgress, farLine, farText, fitted } from '../progress.js';
import { roundText } from '../../record/progress.js';
import type { Status } from '../../../solver/core/result/outcome.js';
import { storedLimits, type PoolMember } from '../../record/options.js';
import { fitText, plainText } from '../../../solver/core/text/plain-text.js';
import { commandText } from '../../../solver/core/text/typed.js';

/** Does `work`, with progress and signals. Null, once said, if stopped before the first puzzle. */
export async function carryOut<T>(
  shown: ShownProgress,
  context: CommandContext,
  work: (controls: RunControls) => Promise<T>,
): Promise<T | null> {
  const { terminal } = context;
  const view = showProgress(terminal, shown, context.night);
  const stop = new StopRequest();
  const onFirst = (signal: NodeJS.Signals): void => {
    stop.request('signal');
    if (shown.drains !== true || shown.quiet) return;
    const again = signal === 'SIGINT' ? ' Ctrl-C again ends at once.' : '';
    terminal.say(`Stopping: the puzzles under work are finished first.${again}`);
  };
  const off = onSignals(context, onFirst, () => view.close());
  try {
    const standardInput = (): Readable => terminal.stdin;
    return await work({ observer: view, stop, toolVersion: programVersion(), standardInput });
  } catch (error) {
    if (!(error instanceof StoppedEarly)) throw error;
    const end = { state: 'interrupted', exit: EXIT_CODES.interrupted };
    terminal.tell({ event: 'end', ...end }, error.message);
    return null;
  } finally {
    off();
    view.close();
  }
}

/** The workers of a queue, with threads of this machine if it has some. */
export async function openWorkers(
  request: Pick<RunRequest, 'threads' | 'memoryMiB' | 'maxLoad'>,
  queue: NonNullable<RunRequest['queue']>,
  run: string,
  { toolVersion, onNote }: { toolVersion: string; onNote: (message: string) => void },
) {
  // It takes a while to load, which those without one should not pay.
  const { openQueue } = await import('../../queue/queue-pool.js');
  const { threads, maxLoad = null } = request;
  const { memoryMiB } = storedLimits(request);
  return openQueue({ ...queue, threads, memoryMiB, maxLoad, run, toolVersion, onNote });
}

/**
 * Gives this process a lower priority if asked to: `nice` from 0 to 19, as the command of that name
 * has it. Threads that start later take it over; those that are there already get it as well where
 * the system has a priority for each (Linux). If that is not possible, the work goes on.
 */
export function takeCare(nice: number | null, terminal: Terminal): void {
  if (nice === null) return;
  try {
    setPriority(nice);
    const threads = ifPossible(() => readdirSync('/proc/self/task'), []);
    for (const thread of threads) setPriority(Number(thread), nice);
  } catch (error) {
    const reason = systemReason(error, 'write');
    terminal.say(`nonomill: the priority stays as it is (--nice): ${reason}`);
  }
}

/** The command as it was typed, with `--resume`; a retry goes on as it began. */
export function resumeCommand(typed: readonly string[], platform = process.platform): string {
  const isRetry = typed.some((word) => /^--retry(=|$)/.test(word));
  const words = isRetry || typed.includes('--resume') ? typed : [...typed, '--resume'];
  return commandText(words, platform);
}

type Stop = NonNullable<RunOutcome['stoppedBy']>;

/** What stops a run, in words, with a code if it is trouble with the database. */
export const RUN_STOPS: Readonly<Record<Stop, readonly [why: string, code?: ErrorCode]>> = {
  signal: ['by a signal'],
  'stop-after': ['after the time of --stop-after'],
  until: ['at the time of --until'],
  'disk-full': ['the disk is full', 'NM_DISK_FULL'],
  locked: ['another program holds the database', 'NM_DATABASE_LOCKED'],
};

/** The failure of a run that trouble with the database stopped; null if something else did. */
export function troubleOf(outcome: RunOutcome, next: string | null): Failure | null {
  const [, code] = RUN_STOPS[outcome.stoppedBy ?? 'signal'];
  return code === undefined ? null : new Failure(code, stoppedText(outcome), next);
}

/** Says why a run stopped and how to go on. @throws Failure if the database was the trouble */
export function sayStopped(
  outcome: RunOutcome,
  { terminal, typed }: CommandContext,
): CommandOutcome {
  const next = outcome.resumable
    ? `To go on: ${resumeCommand(typed)}`
    : 'Standard input and pipes cannot be read again.';
  const trouble = troubleOf(outcome, next);
  if (trouble !== null) throw trouble;
  terminal.say(stoppedText(outcome));
  terminal.say(next);
  return 'interrupted';
}

function stoppedText({ solved, stoppedBy, proof }: RunOutcome): string {
  const by = stoppedBy ?? 'signal';
  const [why, code] = RUN_STOPS[by];
  const how = code !== undefined ? `, since ${why}` : by === 'signal' ? '' : ` ${why}`;
  return `Stopped${how}: ${numberOf(solved, 'puzzle')} done, ${numberOf(proof.results, 'result')} kept.`;
}

interface ShownProgress {
  readonly quiet: boolean;
  /** Set if the puzzles under work are finished after a signal, which is said. */
  readonly drains?: true;
  /** How many solve at a time, in words; by default threads of this process. */
  readonly solvers?: Solvers;
}

type Solvers = (count: number) => string;

/**
 * Live lines on a terminal, elsewhere a plain line a minute; if `quiet`, only warnings. The night
 * watch hears what matters at night.
 */
export function showProgress(
  terminal: Terminal,
  { quiet, solvers }: ShownProgress,
  night?: NightWatch,
): RunObserver & { close(): void } {
  const beforehand = new WorkProgress(terminal, quiet);
  let display = new ProgressDisplay(terminal, quiet);
  let runId: number | null = null;
  return {
    beforehand,
    started(start) {
      night?.started(start);
      beforehand.close();
      display = new ProgressDisplay(terminal, quiet);
      ({ runId } = start);
      if (!quiet) terminal.tell(startEvent(start), startLine(start, solvers));
    },
    round(round) {
      night?.countsAnew(true);
      if (!quiet) terminal.say(roundLine(round));
    },
    step(step) {
      night?.countsAnew(false);
      if (!quiet) terminal.say(stepLine(step));
    },
    progress(progress) {
      night?.progress(progress);
      display.update(
        (columns, colours) => liveLines(progress, columns, colours),
        () => plainLine(progress),
        { event: () => progressEvent(runId, progress) },
      );
    },
    warn: (message) => terminal.say(`nonomill: ${message}`),
    close() {
      beforehand.close();
      display.close();
    },
  };
}

const KINDS = { started: 'started', resumed: 'goes on', retried: 'tries again' } as const;

function startLine(start: RunStart, solvers: Solvers = threadsText): string {
  const { runId, kind, sources, doneBefore } = start;
  const all = bytesOf(start);
  const bytes = all === null ? '' : `, ${bytesText(all)}`;
  const before = doneBefore > 0 ? `, ${countText(doneBefore)} done before` : '';
  const corpora = numberOf(sources.length, 'source');
  return `Run ${runId} ${KINDS[kind]}: ${corpora}${bytes}${before}, ${solvers(start.threads)}.`;
}

/** `Round 2 of 3: 3,310 puzzles, 30.0 s each.` */
function roundLine({ round, of, left, limits }: RoundStart): string {
  const which = `Round ${round}${of === null ? '' : ` of ${of}`}`;
  return `${which}: ${numberOf(left ?? 0, 'puzzle')}, ${limitsText(limits)} each.`;
}

/** `Step 3: 12,345 puzzles for 24 of 78 points.` */
function stepLine({ step, puzzles, points, of }: StudyStep): string {
  return `Step ${step}: ${numberOf(puzzles, 'puzzle')} for ${points === of ? '' : `${countText(points)} of `}${numberOf(of, 'point')}.`;
}

function threadsText(threads: number): string {
  return threads === 0 ? 'solved by the workers of the queue' : numberOf(threads, 'thread');
}

const COLOURS: Readonly<Record<Status | 'rejects', Parameters<typeof paint>[1]>> = {
  unique: 'green',
  multiple: 'yellow',
  contradiction: 'red',
  solved: 'green',
  timeout: 'magenta',
  steps: 'magenta',
  memory: 'magenta',
  crash: 'red',
  rejects: 'red',
};

/** A worker without a sign of life for this long has gone. */
const GONE_MS = 15_000;

/** How many hosts are named one by one. */
const NAMED = 6;

/**
 * The live lines: a bar, done, rate and time left; the counts by status; the round, and the
 * workers, if there are any. What does not fit in `columns` is left out, from the right.
 */
export function liveLines(progress: RunProgress, columns: number, colours: boolean): string[] {
  const lines = [
    farLine(progress, columns, colours, beforeTexts(progress)),
    fitted(countPieces(progress, colours), columns),
  ];
  const round = progress.round === undefined ? [] : [roundText(progress.round)];
  const more = [...round, ...[workersText(progress.workers) ?? []].flat()];
  return [...lines, ...more.map((line) => fitText(line, columns - 1))];
}

/** The progress of a run on one plain line, for a log. */
export function plainLine(progress: RunProgress): string {
  const words = [farText(progress), ...beforeTexts(progress)].join(', ');
  const counts = countPieces(progress, false).map(({ text }) => text);
  const round = progress.round === undefined ? '' : roundText(progress.round);
  const workers = workersText(progress.workers) ?? '';
  return [words, counts.join(', '), round, workers].filter((part) => part !== '').join('; ');
}

function beforeTexts({ skipped, reused, resting = 0 }: RunProgress): string[] {
  return [
    ...(reused > 0 ? [`${countText(reused)} taken over`] : []),
    ...(skipped > 0 ? [`${countText(skipped)} of them before`] : []),
    ...(resting > 0 ? [numberOf(resting, 'thread rests', 'threads rest')] : []),
  ];
}

function countPieces({ byStatus, rejects }: RunProgress, colours: boolean) {
  const counts = Object.entries({ ...byStatus, rejects }) as [keyof typeof COLOURS, number][];
  return counts.flatMap(([what, count]) => {
    const text = `${what} ${countText(count)}`;
    return count === 0 ? [] : [{ text, painted: paint(text, COLOURS[what], colours) }];
  });
}

/** How many workers a queue has, and each host's share of the solved; null without a queue. */
function workersText(workers: readonly PoolMember[]): string | null {
  if (workers.length === 0) return null;
  const there = workers.filter(({ seenMsAgo }) => seenMsAgo < GONE_MS);
  const threads = there.reduce((sum, worker) => sum + worker.threads, 0);
  const byHost = new Map<string, number>();
  let all = 0;
  for (const { host, puzzles } of workers) {
    byHost.set(host, (byHost.get(host) ?? 0) + puzzles);
    all += puzzles;
  }
  const hosts = [...byHost].sort(([, one], [, other]) => other - one);
  const shares = hosts
    .slice(0, NAMED)
    .map(([host, puzzles]) => `${plainText(host)} ${all === 0 ? '0 %' : shareText(puzzles, all)}`);
  if (hosts.length > NAMED) shares.push(`${hosts.length - NAMED} more`);
  const count = `${numberOf(there.length, 'worker')} with ${numberOf(threads, 'thread')}`;
  return `${count}: ${shares.join(', ')}`;
}

// What readers of a run's log are told: fields that docs/pipeline/monitoring.md promises.

function startEvent(start: RunStart): LogEvent {
  const { runId, kind, sources, doneBefore, threads } = start;
  const bytes = bytesOf(start);
  return { event: 'start', run: runId, kind, sources: sources.length, bytes, doneBefore, threads };
}

function bytesOf({ sources }: RunStart): number | null {
  return sources.some(({ bytes }) => bytes === null)
    ? null
    : sources.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0);
}

/** `runId` is null if nothing is written, as in a dry run. */
export function progressEvent(runId: number | null, progress: RunProgress): LogEvent {
  const { done, total, isEstimate, perSecond, leftMs, elapsedMs, ...rest } = progress;
  const { solved, reused, rejects, byStatus, round } = rest;
  const known = { done, total, isEstimate, perSecond, leftMs, elapsedMs };
  const counts = { solved, reused, rejects, byStatus };
  return { event: 'progress', run: runId, ...known, ...counts, round: round?.round ?? null };
}
