import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync, readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ifPossible, systemReason, withCode } from '../../solver/core/text/error-codes.js';
import { explained, type CommandContext, type NightWatch, onSignals } from './command.js';
import { RUN_STOPS } from './running/carry-out.js';
import { type RunOutcome, type RunProgress, type RunStart, isTimeUp } from '../runs/request.js';
import { BESIDE_DATABASE, NotReplaced, replaceFile, whyNotReplaced } from '../files/files.js';
import { gatherNumbers, type Numbers, summaryOf } from '../report/summary/numbers.js';
import { isReportFile } from '../report/write-report.js';
import { lastSuccessIn, runMetrics, type NightFigures } from '../record/metrics.js';
import { nightOf } from '../store/history.js';
import { openStore, bytesOfDatabase, realPath, type Store } from '../store/open/open.js';
import { allSeries } from '../store/changes/nights.js';
import { gatesSentence, sinceFigures, sinceSentence } from '../report/summary/summary-topics.js';
import { STATUSES, type Status } from '../../solver/core/result/outcome.js';
import { numberOf, durationText } from '../../solver/core/text/numbers.js';
import { plainText, messageOf } from '../../solver/core/text/plain-text.js';
import { EXIT_CODES } from '../record/outcome.js';
import { type CommandOutcome, Failure } from './terminal.js';
import { reportFolder } from './running/report-run.js';
import { withStore } from './with-store.js';

export interface NoticeTarget {
  readonly kind: 'json' | 'ntfy' | 'ping';
  readonly url: URL;
  /** The value of the header, from the user and the password in the address; null without them. */
  readonly authorization: string | null;
  /** The address without anything that may be secret: its path is, at most services. */
  readonly shown: string;
}

interface NightOptions {
  readonly what: string;
  /** The name that was typed for the run; null for none. */
  readonly name: string | null;
  /** The same or, without it, the corpora. */
  readonly called: string;
  readonly onEnd: string | null;
  readonly targets: readonly NoticeTarget[];
  readonly file: string | null;
  /** Where the run is reported, in the usual folder for null; null for a command without a run. */
  readonly report: {
    readonly db: string;
    readonly report: string | null;
    readonly noReport: boolean;
  } | null;
}

/** Watches over a command, and tells of its end. */
export class WatchedCommand implements NightWatch {
  private runId: number | null = null;
  private outcome: RunOutcome | null = null;
  private numbers: Numbers | null = null;
  private readonly notices: Notices;
  private readonly metrics: MetricsFile | null;
  private start: RunStart | null = null;
  private latest: RunProgress | null = null;
  private night: NightFigures | null = null;
  private summaryBefore: string | null = null;
  /** What was done before the latest progress; `isLater`: there was a round of it. */
  private earlier = { entries: 0, reused: 0, rejects: 0, byStatus: NONE, isLater: false };
  private isOver = false;
  private readonly stop = new AbortController();
  private unlisten: (() => void) | null = null;

  constructor(
    private readonly options: NightOptions,
    private readonly context: Pick<CommandContext, 'terminal' | 'signals' | 'endNow'>,
  ) {
    const warn = (message: string): void => this.warn(message);
    this.notices = new Notices(options.targets, warn);
    const { file } = options;
    this.metrics = file === null ? null : new MetricsFile(file, () => this.metricsText(), warn);
  }

  started(start: RunStart): void {
    this.runId = start.runId;
    this.start = start;
    this.summaryBefore = stampOf(this.summaryPlace());
    this.lookAtNights();
    this.metrics?.start();
  }

  progress(progress: RunProgress): void {
    this.latest = progress;
  }

  countsAnew(isLater: boolean): void {
    this.earlier = { ...this.counted(), isLater };
    this.latest = null;
  }

  /** All that is done, with the latest progress. */
  private counted() {
    const { solved = 0, reused = 0, rejects = 0, byStatus = {} } = this.latest ?? {};
    const { earlier } = this;
    return {
      entries: earlier.entries + (earlier.isLater ? 0 : solved + rejects),
      reused: earlier.reused + reused,
      rejects: earlier.rejects + (earlier.isLater ? 0 : rejects),
      byStatus: sumOf(earlier.byStatus, byStatus),
    };
  }

  ended(outcome: RunOutcome): void {
    this.outcome = outcome;
    this.runId = outcome.runId;
    this.listen();
  }

  reported(numbers: Numbers): void {
    this.numbers = numbers;
  }

  /**
   * From here on the work is over, and a signal only cuts short what is told of it: the command
   * that is to follow the work follows it all the same. A second one ends the process at once.
   */
  private listen(): void {
    this.unlisten ??= onSignals(this.context, () => this.stop.abort());
  }

  /** Does the work of the command and tells how it ended, also if it throws. */
  async during(work: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
    this.requireOwnMetrics();
    this.notices.start();
    try {
      return await this.tell(await this.done(work), null);
    } finally {
      this.unlisten?.();
    }
  }

  /** @throws what the work throws, once that is told */
  private async done(work: () => Promise<CommandOutcome>): Promise<CommandOutcome> {
    try {
      const outcome = await work();
      await this.context.terminal.flush();
      return outcome;
    } catch (error) {
      const { message, code } = explained(error);
      await this.tell('failed', withCode(message, code));
      throw error;
    }
  }

  /** @throws Failure if something else would be lost in the file of metrics. */
  private requireOwnMetrics(): void {
    const { file, report } = this.options;
    if (file === null) return;
    const path = realPath(file);
    const isDatabase =
      report !== null && BESIDE_DATABASE.some((end) => path === realPath(report.db + end));
    const reason = isDatabase ? `${file} belongs to the database` : this.metrics?.refusal;
    if (typeof reason !== 'string') return;
    const what = `the metrics cannot be written to ${file}: ${reason}`;
    const todo = 'Name a new file with --metrics, or one of earlier metrics.';
    throw new Failure('NM_FILE_EXISTS', what, todo);
  }

  /** Returns the outcome, or that it was interrupted while it was told. */
  private async tell<O extends Ended>(
    outcome: O,
    error: string | null,
  ): Promise<O | 'interrupted'> {
    this.isOver = true;
    this.listen();
    const exit = EXIT_CODES[outcome];
    // A run that stops after its time does what it was asked to.
    const isGood = exit === EXIT_CODES.done || isTimeUp(this.outcome?.stoppedBy ?? null);
    this.lookAtNights({ exit, isGood });
    this.metrics?.end();
    const state = this.outcome?.state ?? ENDS[outcome].state;
    const { title, sentence } = this.words(outcome, error);
    if (this.options.targets.length > 0) {
      const wanted = this.options.targets.some(({ kind }) => kind === 'json');
      // What programs get: the summary of the run, if there is one, and how the command ended.
      const summary = wanted
        ? JSON.stringify({ ...(await this.runSummary()), state, exit, message: sentence })
        : '';
      await this.notices.end({ title, sentence, exit, isGood, summary }, this.stop.signal);
    }
    const ended = (): O | 'interrupted' => (this.stop.signal.aborted ? 'interrupted' : outcome);
    // It may turn the machine off.
    const { onEnd } = this.options;
    if (onEnd !== null) await this.runCommand(onEnd, state, EXIT_CODES[ended()]);
    return ended();
  }

  /** Notes what the metrics say of the nights of this name; `ended` if this one is over. */
  private lookAtNights(ended?: { readonly exit: number; readonly isGood: boolean }): void {
    const { metrics } = this;
    if (metrics === null) return;
    const { called } = this.options;
    const stored = this.storedNight() ?? { name: called, gates: [] };
    const successes = [stored.lastSuccessAt, lastSuccessIn(metrics.earlier(), stored.name)];
    const known = successes.filter((at) => at !== undefined);
    const lastSuccessAt = known.length === 0 ? undefined : Math.max(...known);
    const figures = sinceFigures(this.numbers?.since ?? null);
    this.night = { ...stored, lastSuccessAt, changes: figures ?? undefined };
    if (ended === undefined) return;
    const now = Date.now();
    const success = ended.isGood ? { lastSuccessAt: now } : {};
    this.night = { ...this.night, exit: ended.exit, lastRunAt: now, ...success };
  }

  /** What the database knows of the nights like this one; null if it knows nothing. */
  private storedNight(): NightFigures | null {
    const { report, called } = this.options;
    const { runId } = this;
    if (report === null) return null;
    let store: Store | null = null;
    try {
      store = openStore(report.db, { readonly: true });
      const series = allSeries(store).find(({ words, runs }) =>
        runId === null ? words.join(' ') === called : runs.some((run) => run.runId === runId),
      );
      return series === undefined ? null : nightOf(series);
    } catch {
      return null;
    } finally {
      store?.close();
    }
  }

  private metricsText(): string {
    const { start, latest, isOver } = this;
    const nights = this.night === null ? [] : [this.night];
    if (start === null) return runMetrics([], 'file', nights);
    const { entries, ...counts } = this.counted();
    const now = <T>(value: T): T | 0 => (isOver ? 0 : value);
    const figures = {
      runId: start.runId,
      active: !isOver,
      ...counts,
      entries: start.doneBefore + entries,
      round: latest?.round,
      perSecond: now(latest?.perSecond ?? 0),
      workers: now(latest?.workers.length ?? 0),
      threads: now(start.threads),
      oldestMs: now(latest?.oldestMs ?? 0),
      threadDeaths: latest?.threadDeaths ?? 0,
      databaseBytes: bytesOfDatabase(this.options.report?.db ?? ''),
    };
    return runMetrics([figures], 'file', nights);
  }

  private words(outcome: Ended, error: string | null) {
    const title = `${this.calledRun()} ${ENDS[outcome].words}`;
    const { stoppedBy = null, proof, wallMs = 0 } = this.outcome ?? {};
    const [stop, code] = RUN_STOPS[stoppedBy ?? 'signal'];
    const stopText = code === undefined ? stop : withCode(stop, code);
    const reason = stoppedBy === null ? error : stopText;
    const why = reason === null ? '.' : `: ${plainText(reason)}.`;
    if (proof === undefined) return { title, sentence: title + why };
    const counts = `${numberOf(proof.results, 'result')}, ${numberOf(proof.rejects, 'reject')}`;
    const ending = `${title}${why} ${counts}; it took ${durationText(wallMs)} on ${hostname()}.`;
    const { numbers } = this;
    const news = numbers === null ? [] : [gatesSentence(numbers), sinceSentence(numbers.since)];
    return { title, sentence: [ending, ...news].filter((text) => text !== '').join(' ') };
  }

  /** `book (run 3)`, or what was typed if there is no run. */
  private calledRun(): string {
    const { what, called, name } = this.options;
    const { runId, numbers } = this;
    if (runId === null)
      return called === what ? `nonomill ${what}` : `${what} ${plainText(called)}`;
    const run = `${what} ${runId}`;
    const known = numbers?.run.name ?? name;
    return known === null ? run : `${plainText(known)} (${run})`;
  }

  private async runSummary(): Promise<object> {
    const { runId, numbers } = this;
    if (numbers !== null) return summaryOf(numbers);
    const { report } = this.options;
    if (runId === null || report === null) return {};
    try {
      return await withStore(report.db, (store) => summaryOf(gatherNumbers(store, runId)));
    } catch (error) {
      this.warn(`the notice has no summary: ${messageOf(error)}`);
      return {};
    }
  }

  private async runCommand(command: string, state: string, exit: number): Promise<void> {
    const child = spawn(command, {
      shell: true,
      // Its output is for people: standard output may hold data. With pipes to this process, what
      // it leaves running in the background would keep them open, and this process waiting.
      stdio: ['ignore', 2, 2],
      env: {
        ...process.env,
        NONOMILL_RUN: String(this.runId ?? ''),
        NONOMILL_STATE: state,
        NONOMILL_EXIT: String(exit),
        NONOMILL_SUMMARY: this.summaryFile(),
      },
    });
    const ended = await once(child, 'exit').catch((error: unknown) => [messageOf(error)]);
    const [code, signal] = ended as [unknown, unknown];
    if (code === 0) return;
    const how = typeof code === 'number' ? `exit code ${code}` : String(signal ?? code);
    this.warn(`the command of --on-end ended with ${how}`);
  }

  /** The path of the `summary.json` that this command wrote; an empty text if it wrote none. */
  private summaryFile(): string {
    const file = this.summaryPlace();
    const isWritten = file !== '' && stampOf(file) !== this.summaryBefore;
    return isWritten && isReportFile(file, 'json') ? file : '';
  }

  private summaryPlace(): string {
    const { report } = this.options;
    if (this.runId === null || report === null || report.noReport) return '';
    return resolve(report.report ?? reportFolder(report.db, this.runId), 'summary.json');
  }

  private warn(message: string): void {
    this.context.terminal.say(`nonomill: ${message}`);
  }
}

/** Tells whether a file was replaced: it is another one, or has changed; null if there is none. */
function stampOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found === undefined ? null : `${found.ino} ${found.mtimeMs}`;
}

type StatusCounts = Readonly<Partial<Record<Status, number>>>;

const NONE: StatusCounts = {};

function sumOf(one: StatusCounts, other: StatusCounts): StatusCounts {
  return Object.fromEntries(
    STATUSES.map((status) => [status, (one[status] ?? 0) + (other[status] ?? 0)]),
  );
}

type Ended = CommandOutcome | 'failed';

/** How a command ended: for one without a run, the word for the state of a run; and in words. */
const ENDS: Readonly<Record<Ended, { readonly state: string; readonly words: string }>> = {
  done: { state: 'complete', words: 'is done' },
  unmet: { state: 'complete', words: 'is done, but not all is as asked' },
  negative: { state: 'failed', words: 'failed' },
  failed: { state: 'failed', words: 'failed' },
  interrupted: { state: 'interrupted', words: 'was stopped' },
};

/** How often the file is written, in milliseconds: as often as it is usually read. */
const EVERY_MS = 15_000;

const START = '# HELP nonomill_';

/** A file of metrics, always whole, in the place of an earlier one alone; warns the first time. */
export class MetricsFile {
  private timer: NodeJS.Timeout | null = null;
  private hasWarned = false;

  constructor(
    private readonly path: string,
    private readonly text: () => string,
    private readonly warn: (message: string) => void,
    private readonly everyMs = EVERY_MS,
  ) {}

  /** Why it must not be written, or null: something else has its name. */
  get refusal(): string | null {
    return whyNotReplaced(this.path, START) ?? whyNotReplaced(this.aside, START);
  }

  private get aside(): string {
    return `${this.path}.part`;
  }

  start(): void {
    this.write();
    this.timer ??= setInterval(() => this.write(), this.everyMs);
    this.timer.unref();
  }

  /** Writes it for the last time, also if it was not written before. */
  end(): void {
    if (this.timer !== null) clearInterval(this.timer);
    this.write();
  }

  /** What an earlier run has written there; nothing if there is none. */
  earlier(): string {
    return ifPossible(() => readFileSync(this.path, 'utf8'), '');
  }

  private write(): void {
    try {
      replaceFile(this.path, this.text(), START, this.aside);
    } catch (error) {
      if (this.hasWarned) return;
      this.hasWarned = true;
      const reason =
        error instanceof NotReplaced
          ? error.message
          : `${this.path}: ${systemReason(error, 'write')}`;
      this.warn(`the metrics cannot be written: ${reason}`);
    }
  }
}

interface EndNotice {
  readonly title: string;
  readonly sentence: string;
  readonly exit: number;
  /** Whether it ended as it was asked to. */
  readonly isGood: boolean;
  /** JSON for programs. */
  readonly summary: string;
}

const NOTICE_TIMINGS = {
  answerMs: 10_000,
  tryMs: 60_000,
  /** The first wait before it is; each is twice as long as the one before. */
  waitMs: 500,
  /** How often whoever watches hears a sign of life. */
  lifeMs: 60_000,
};

export type NoticeTimings = Readonly<typeof NOTICE_TIMINGS>;

interface Message {
  readonly url: URL;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Tells some addresses how work goes. A notice that does not arrive never harms the work. */
export class Notices {
  private readonly early = new AbortController();
  private readonly underWay: Promise<unknown>[] = [];
  private life: NodeJS.Timeout | null = null;

  constructor(
    private readonly targets: readonly NoticeTarget[],
    /** Hears which notices were not delivered, and why. */
    private readonly warn: (message: string) => void,
    private readonly timings: NoticeTimings = NOTICE_TIMINGS,
  ) {}

  /** Tells whoever watches that the work begins and goes on. Nobody waits for it. */
  start(): void {
    const pings = this.targets.filter(({ kind }) => kind === 'ping');
    if (pings.length === 0) return;
    const { signal } = this.early;
    const tell = (target: NoticeTarget, tryMs: number): Promise<string | null> =>
      deliver(target, pingOf(target, '/start', ''), { ...this.timings, tryMs }, signal);
    for (const target of pings)
      this.underWay.push(this.noteDelivery(target, tell(target, this.timings.tryMs)));
    this.life = setInterval(() => {
      // One that fails is followed by another.
      for (const target of pings) void tell(target, 0);
    }, this.timings.lifeMs);
    this.life.unref();
  }

  /** Tells all how it ended; a warning names whoever was not told in time, or before `stop`. */
  async end(notice: EndNotice, stop?: AbortSignal): Promise<void> {
    if (this.life !== null) clearInterval(this.life);
    // What was not delivered by now is no longer true.
    this.early.abort();
    await Promise.all(this.underWay);
    const told = this.targets.map((target) => {
      const message = noticeTo(target, notice);
      return this.noteDelivery(target, deliver(target, message, this.timings, stop, STOPPED));
    });
    await Promise.all(told);
  }

  private async noteDelivery({ shown }: NoticeTarget, delivery: Promise<string | null>) {
    const reason = await delivery;
    if (reason !== null) this.warn(`a notice did not reach ${shown}: ${reason}`);
  }
}

function noticeTo(
  target: NoticeTarget,
  { title, sentence, exit, isGood, summary }: EndNotice,
): Message {
  const { kind, url } = target;
  if (kind === 'ping') return pingOf(target, isGood ? '' : '/fail', sentence);
  if (kind === 'json')
    return { url, body: summary, headers: { 'content-type': 'application/json' } };
  // Headers hold nothing but ASCII.
  const ascii = title.replace(/[^ -~]/g, '?');
  return {
    url,
    body: sentence,
    headers: { title: ascii, priority: PRIORITIES[exit] ?? 'default' },
  };
}

/** By exit code: what could not be done comes before what is not as it should be. */
const PRIORITIES: Readonly<Record<number, string>> = { 1: 'urgent', 3: 'high' };

function pingOf({ url }: NoticeTarget, path: string, body: string): Message {
  const to = new URL(url);
  to.pathname = to.pathname.replace(/\/$/, '') + path;
  return { url: to, body, headers: {} };
}

const STOPPED = 'it was stopped by a signal before it was told';

/** Sends a message, if need be again; why it was not delivered, `ifAborted` then, or null. */
async function deliver(
  target: NoticeTarget,
  message: Message,
  { answerMs, tryMs, waitMs }: NoticeTimings,
  given = new AbortController().signal,
  ifAborted: string | null = null,
): Promise<string | null> {
  const deadline = performance.now() + tryMs;
  for (let wait = waitMs; ; wait *= 2) {
    const signal = AbortSignal.any([AbortSignal.timeout(answerMs), given]);
    let reason: string;
    try {
      const answer = await post(target, message, signal);
      if (answer === null) return null;
      ({ reason } = answer);
      if (answer.isFinal) return reason;
    } catch (error) {
      if (given.aborted) return ifAborted;
      reason = reasonOf(error, answerMs);
    }
    const left = deadline - performance.now();
    if (left <= 0) return reason;
    await delay(Math.min(wait, left), null, { signal: given }).catch(() => null);
    if (given.aborted) return ifAborted;
  }
}

/** As many moves as browsers follow within a site, and more than any service needs. */
const MOST_MOVES = 5;

/**
 * Posts a message, and posts it again to where its address has moved: `fetch` itself would ask
 * there with a GET and without the message, as browsers do. Returns null if it was taken, else why
 * not, and whether that would stay so.
 * @throws as `fetch`
 */
async function post(
  { authorization }: NoticeTarget,
  { url, body, headers }: Message,
  signal: AbortSignal,
): Promise<{ readonly reason: string; readonly isFinal: boolean } | null> {
  let to = url;
  for (let moves = 0; moves <= MOST_MOVES; moves++) {
    // Another host is not to learn the password of this one.
    const isKnown = authorization !== null && to.origin === url.origin;
    const answer = await fetch(to, {
      method: 'POST',
      body,
      signal,
      redirect: 'manual',
      headers: isKnown ? { ...headers, authorization } : headers,
    });
    await answer.body?.cancel();
    const { status } = answer;
    if (answer.ok) return null;
    if (!MOVED.has(status)) {
      const isFinal = status < 500 && !LATER.has(status);
      return { reason: `it answers ${status}`, isFinal };
    }
    const next = movedTo(to, answer.headers.get('location') ?? '');
    if (typeof next === 'string') return { reason: `it answers ${status}, ${next}`, isFinal: true };
    to = next;
  }
  return { reason: `it moves more than ${MOST_MOVES} times`, isFinal: true };
}

/** Where an address has moved to, or why nothing is posted there. */
export function movedTo(from: URL, location: string): URL | string {
  const next = location === '' ? null : URL.parse(location, from);
  if (next === null || !/^https?:$/.test(next.protocol)) return 'but not where it has moved to';
  if (from.protocol === 'https:' && next.protocol !== 'https:') {
    return `and has moved to ${next.origin}, which is not encrypted`;
  }
  // Requests refuse addresses with a user.
  [next.username, next.password] = ['', ''];
  return next;
}

/** Answers that name another address; that of 303 takes no message. */
const MOVED = new Set([301, 302, 307, 308]);

/** Answers that ask for another try. */
const LATER = new Set([408, 425, 429]);

/** Without the address, which may be secret. */
function reasonOf(error: unknown, answerMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `it does not answer within ${answerMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : 'the connection failed';
}
